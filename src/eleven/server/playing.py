"""One game being played in the server: checked moves, sights, and the way back to a `Match` for its log."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from eleven.core import bits, luck
from eleven.core.actions import Action
from eleven.core.asking import asked
from eleven.core.engine import engine
from eleven.core.errors import Mistake, Refused
from eleven.core.game import Game, Setup
from eleven.core.jit import JITTED
from eleven.core.match import Entry, Match, Tape, not_allowed, not_asked, recorded
from eleven.core.notation import read_position
from eleven.core.record import blank, clone
from eleven.server.plain import fresh_luck, shape_of


@dataclass
class Play:
    """A dealt game; `origin` is the record after the deal and `entries` are the decisions since."""

    game: Game
    setup: Setup
    luck: Any
    state: Any
    opening: Tape | None
    origin: Any
    entries: list[Entry] = field(default_factory=list)
    _sights: dict[int, Any] = field(default_factory=dict)
    _fresh: set[int] = field(default_factory=set)
    _shown: dict[int, Any] = field(default_factory=dict)
    _legal: list[int] | None = None

    @property
    def asked(self) -> int:
        """The seat that must decide, or NOBODY."""
        return int(asked(self.state))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over)

    def scores(self) -> list[int]:
        """The points of every seat."""
        return [int(self.game.score(self.state, seat)) for seat in range(self.setup.players)]

    def winners(self) -> list[int]:
        """The seats with the most points, once the game is over."""
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)] if self.over else []

    def seen(self, seat: int) -> Any:
        """What a seat, or the spectator (seat number `players`), may know; nobody may write to it, or keep it."""
        if seat not in self._fresh:
            shape, before = shape_of(self.game), self._sights.get(seat)
            sight = self._sights[seat] = shape.blank() if before is None else shape.again(before)
            self.game.see(self.state, seat, sight)
            self._fresh.add(seat)
        return self._sights[seat]

    def shown(self, seat: int) -> Any:
        """What a person on a seat is shown who plays without the memory aid: less than she may know."""
        if seat not in self._shown:
            sight = shape_of(self.game).blank()
            self.game.see(self.state, seat, sight)
            self.game.forget(sight)
            self._shown[seat] = sight
        return self._shown[seat]

    def _forget(self) -> None:
        """The game has changed, so everybody must look again."""
        self._fresh.clear()
        self._shown.clear()
        self._legal = None

    def seen_bytes(self, seat: int) -> bytes:
        """The same, as the bytes of a record."""
        return bytes(shape_of(self.game).to_record(self.seen(seat)).tobytes())

    def legal(self) -> list[int]:
        """The ids of the legal actions of the seat that is asked, found in its sight; made once."""
        if self._legal is None:
            self._legal = legal_ids(self.game, self.seen(self.asked))
        return self._legal

    def check(self, name: str, seat: int) -> Action:
        """The action of a name, or the reason why this seat may not take it now."""
        action = self.game.actions.named(name)
        if self.over:
            raise Refused(self.game.why_not(self.state, action.id), "the game is over")
        if seat != self.asked:
            raise not_asked(self.game, seat, self.asked)
        if action.id not in (legal_ids(self.game, self.state) if self._legal is None else self._legal):
            rule_id = self.game.why_not(self.seen(seat), action.id)
            raise not_allowed(self.game, action, rule_id)
        return action

    def apply(self, action: Action, tape: Tape | None = None) -> Entry:
        """Carry out an action that was checked; `tape` is what luck decided when it was carried out before."""
        entry = Entry(self.asked, action.id, [])
        self._forget()
        self.luck.mode = luck.RECORDING
        if tape is not None:
            luck.script(self.luck, tape)
        with np.errstate(over="ignore"):  # luck wraps around; NumPy is told so for each thread
            engine(self.game.id).apply(self.state, action.id, self.luck)
        if not luck.used_up(self.luck):
            raise Mistake("luck cannot have decided that after '{action}'", action=action.name)
        entry.tape = recorded(self.luck)
        self.entries.append(entry)
        return entry

    def undo(self) -> Action:
        """Take the last decision back; whether that is allowed is for the caller to know."""
        entry = self.entries.pop()
        entries, self.entries = self.entries, []
        self._forget()
        self.state = shape_of(self.game).from_record(self.origin)
        for earlier in entries:
            self.apply(self.game.actions[earlier.action], earlier.tape)
        return self.game.actions[entry.action]

    def match(self) -> Match:
        """The same game as the command line and the log know it."""
        state = clone(shape_of(self.game).to_record(self.state))
        return Match(self.game, self.setup, blank(luck.LUCK), state, self.opening, self.origin, list(self.entries))


def deal(game: Game, setup: Setup, key: bytes, tape: Tape | None = None) -> Play:
    """Deal a game from a key, or again as its tape tells."""
    prepared = blank(game.state)
    game.prepare(prepared, setup)
    shape = shape_of(game)
    state, chance = shape.from_record(prepared), fresh_luck(key)
    if tape is not None:
        luck.script(chance, tape)
    with np.errstate(over="ignore"):
        engine(game.id).start(state, chance)
    if not luck.used_up(chance):
        raise Mistake("luck cannot have dealt that")
    origin = clone(shape.to_record(state))
    return Play(game, setup, chance, shape.from_record(origin), recorded(chance), origin)


def begin_at(game: Game, setup: Setup, key: bytes, position: str) -> Play:
    """A game that begins from a position, written as text, instead of a deal."""
    _, origin = read_position(game, position, setup.components)
    return Play(game, setup, fresh_luck(key), shape_of(game).from_record(origin), None, origin)


def legal_ids(game: Game, state: Any) -> list[int]:
    """The ids of the legal actions of the seat that is asked, in a state or in that seat's sight of it."""
    size = bits.words_for(len(game.actions))
    words: Any = engine(game.id).no_actions() if JITTED else [0] * size
    game.legal(state, words)
    return bits.members(words)
