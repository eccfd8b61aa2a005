"""Boards of the engine's rules, over a record or over plain Python objects."""

from typing import Any

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.play import decisions
from eleven.core.play.decisions import cells
from eleven.core.play.engine import engine
from eleven.core.play.observation import Decision, Observation
from eleven.core.play.plain_records import plain, plain_luck
from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.frozen import value_of
from eleven.core.rules.jit import JITTED
from eleven.core.rules.luck import Tape, recorded
from eleven.core.rules.record import blanks, clone, from_bytes


class RulesBoard:
    """A board that calls the engine's rules; subclasses differ in how they store the state."""

    def __init__(self, game: Game, states: Any, lucks: Any) -> None:
        self.game, self._states, self._lucks = game, states, lucks
        self._rules = engine(game.id)

    @property
    def asked(self) -> int:
        return int(self._rules.asked(self._states))

    def observation(self, seat: int) -> Observation:
        seen, game = self._blanks(), self.game
        self._rules.see(self._states, seat, seen)
        sight = seen[0]
        scores = [int(game.score(sight, player)) for player in range(int(sight.players))]
        legal = self._legal(seen) if seat == self.asked else ()
        data = self._record(sight).tobytes()
        return Observation(game, data, value_of(game.state, data), scores, legal)

    def seen(self, seat: int) -> Any:
        return from_bytes(self.game.state, self.observation(seat).data)

    def legal(self) -> list[int]:
        return self._legal(self._states)

    def start(self, tape: Tape | None = None) -> Tape | None:
        """Deal, by luck or with a tape; returns the tape, or None if the given one does not fit."""
        state, luck = self._states[0], self._lucks[0]
        if tape is not None:
            fortune.script(luck, tape)
        with np.errstate(over="ignore"):
            self._rules.start(state, luck)
        return recorded(luck) if fortune.used_up(luck) else None

    def record(self) -> Any:
        return clone(self._record(self._states[0]))

    def luck_record(self) -> Any:
        """A copy of the luck as a record, in recording mode."""
        raise NotImplementedError

    def _blanks(self) -> Any:
        """A blank state for a sight, as a sequence of one."""
        raise NotImplementedError

    def _legal(self, states: Any) -> list[int]:
        raise NotImplementedError

    def _record(self, state: Any) -> Any:
        raise NotImplementedError


class RecordBoard(RulesBoard):
    """A board on a record, which may be read and written between decisions; for compiled rules."""

    def __init__(self, game: Game, record: Any, luck: Any) -> None:
        super().__init__(game, cells(record), cells(luck))
        self.state, self.luck = record, luck
        size = len(game.actions)
        self._before = np.zeros(1, game.state)
        self._mask, self._ids = np.zeros(bits.mask_length(size), np.int64), np.zeros(size, np.int64)
        self._report = np.zeros(decisions.REPORT, np.int64)

    @property
    def over(self) -> int:
        return int(self.state["over"])

    def decide(self, action: int, seat: int = -1, tape: Tape | None = None) -> Decision:
        self.luck["mode"] = fortune.RECORDING
        if tape is not None:
            fortune.script(self.luck, tape)
        lucks, report = self._lucks, self._report
        came_of_it = self._rules.try_action(self._states, self._before, action, seat, lucks, self._mask, report)
        asked_seat, length = report.tolist()[:2]
        return came_of_it, asked_seat, lucks["tape"][0, :length].tolist() if length else []

    def seen(self, seat: int) -> Any:
        seen = blanks(self.game.state)
        self._rules.see(self._states, seat, seen)
        return seen[0]

    def copy(self) -> "RecordBoard":
        return RecordBoard(self.game, clone(self.state), self.luck)

    def at(self, record: Any) -> "RecordBoard":
        return RecordBoard(self.game, clone(record), clone(self.luck))

    def luck_record(self) -> Any:
        luck = clone(self.luck)
        luck.mode = fortune.RECORDING
        return luck

    def _blanks(self) -> Any:
        return blanks(self.game.state)

    def _legal(self, states: Any) -> list[int]:
        count = self._rules.list_legal(states, self._mask, self._ids)
        found: list[int] = self._ids[:count].tolist()
        return found

    def _record(self, state: Any) -> Any:
        return state


class PlainBoard(RulesBoard):
    """A board on plain objects, the fastest form for uncompiled rules. Copies share their luck."""

    def __init__(self, game: Game, state: Any, luck: Any) -> None:
        super().__init__(game, [state], [luck])
        self._form = plain(game.state)
        self._observations: dict[int, Observation] = {}

    @property
    def state(self) -> Any:
        return self._states[0]

    @property
    def luck(self) -> Any:
        return self._lucks[0]

    @property
    def over(self) -> int:
        return int(self.state.over)

    def decide(self, action: int, seat: int = -1, tape: Tape | None = None) -> Decision:
        luck, report = self.luck, [0] * decisions.REPORT
        luck.mode = fortune.RECORDING
        if tape is not None:
            fortune.script(luck, tape)
        trial = [self._form.copy(self.state)]  # a list stores a reference, not a copy
        with np.errstate(over="ignore"):  # luck relies on wrap-around; NumPy's setting is per thread
            came_of_it = self._rules.try_action(trial, [None], action, seat, [luck], self._no_actions(), report)
        if came_of_it == decisions.DONE:
            self._states, self._observations = trial, {}
        return came_of_it, int(report[decisions.ASKED]), recorded(luck)

    def copy(self) -> "PlainBoard":
        return PlainBoard(self.game, self.state, self.luck)

    def at(self, record: Any) -> "PlainBoard":
        return PlainBoard(self.game, self._form.from_record(record), self.luck)

    def observation(self, seat: int) -> Observation:
        if seat not in self._observations:
            self._observations[seat] = super().observation(seat)
        return self._observations[seat]

    def luck_record(self) -> Any:
        luck = plain(fortune.LUCK).to_record(self.luck)
        luck.mode = fortune.RECORDING
        return luck

    def _no_actions(self) -> list[int]:
        return [0] * bits.mask_length(len(self.game.actions))

    def _blanks(self) -> Any:
        return [self._form.blank()]

    def _legal(self, states: Any) -> list[int]:
        ids = [0] * len(self.game.actions)
        count = self._rules.list_legal(states, self._no_actions(), ids)
        return ids[:count]

    def _record(self, state: Any) -> Any:
        return self._form.to_record(state)


def uncompiled_board(game: Game, record: Any, key: bytes | None = None) -> RecordBoard | PlainBoard:
    """A board with this process's own rules: on a record if they are compiled, else on plain objects."""
    if JITTED:
        return RecordBoard(game, record, fortune.fresh(key, fortune.RECORDING))
    return PlainBoard(game, plain(game.state).from_record(record), plain_luck(key))
