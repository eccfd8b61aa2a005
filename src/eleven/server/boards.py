"""How a state is held and played in this process: plain Python over plain objects, or machine code over its bytes.

Both are the same rules and give the same bytes (a test plays every game both ways). Every table begins plain, so that
nobody waits for a compiler, and goes over to machine code with its next decision when there is some.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from eleven.core import bits, luck
from eleven.core.asking import asked
from eleven.core.engine import engine
from eleven.core.frozen import frozen
from eleven.core.game import Game
from eleven.core.jit import JITTED
from eleven.core.machine import Look, Machine, Memory, machine_of
from eleven.core.match import Tape, recorded
from eleven.core.record import clone
from eleven.server.plain import fresh_luck, luck_record, shape_of


class Board(Protocol):
    """A state with its luck; what is read from it holds until the next decision, and nobody may write to it."""

    game: Game

    state: Any
    """The whole truth."""

    @property
    def asked(self) -> int:
        """The seat that must decide, or NOBODY."""

    @property
    def over(self) -> int:
        """Why the game has ended, or 0."""

    def seen(self, seat: int) -> Any:
        """What a seat, or the spectator (seat number `players`), may know."""

    def seen_bytes(self, seat: int) -> bytes:
        """The same, as the bytes of a record."""

    def points(self, seat: int) -> Sequence[int]:
        """Everybody's points, as far as a seat can count them."""

    def legal(self) -> Sequence[int]:
        """The ids of the legal actions of the seat that is asked, found in its sight."""

    def apply(self, action: int, tape: Tape | None = None) -> Tape | None:
        """Carry out a legal action, as a tape tells or by luck; the tape, or None if luck cannot have decided so."""

    def record(self) -> Any:
        """The state as a record of its own."""

    def set(self, record: Any) -> None:
        """Go to the state of a record."""


class PlainBoard:
    """Plain Python, or where rules are compiled in this very process, records."""

    def __init__(self, game: Game, record: Any, chance: Any) -> None:
        self.game, self.luck = game, chance
        self._shape = shape_of(game)
        self.state = self._shape.from_record(record)
        self._sights: dict[int, Any] = {}
        self._fresh: set[int] = set()
        self._legal: list[int] | None = None

    @property
    def asked(self) -> int:
        return int(asked(self.state))

    @property
    def over(self) -> int:
        return int(self.state.over)

    def seen(self, seat: int) -> Any:
        if seat not in self._fresh:
            before = self._sights.get(seat)
            sight = self._sights[seat] = self._shape.blank() if before is None else self._shape.again(before)
            self.game.see(self.state, seat, sight)
            self._fresh.add(seat)
        return self._sights[seat]

    def seen_bytes(self, seat: int) -> bytes:
        return bytes(self._shape.to_record(self.seen(seat)).tobytes())

    def points(self, seat: int) -> Sequence[int]:
        seen = self.seen(seat)
        return [int(self.game.score(seen, player)) for player in range(int(seen.players))]

    def legal(self) -> Sequence[int]:
        if self._legal is None:
            self._legal = legal_ids(self.game, self.seen(self.asked))
        return self._legal

    def apply(self, action: int, tape: Tape | None = None) -> Tape | None:
        self._changed()
        _ready(self.luck, tape)
        with np.errstate(over="ignore"):  # luck wraps around; NumPy is told so for each thread
            engine(self.game.id).apply(self.state, action, self.luck)
        return recorded(self.luck) if luck.used_up(self.luck) else None

    def record(self) -> Any:
        return clone(self._shape.to_record(self.state))

    def set(self, record: Any) -> None:
        self.state = self._shape.from_record(record)
        self._changed()

    def _changed(self) -> None:
        self._fresh.clear()
        self._legal = None


class MachineBoard:
    """Machine code."""

    def __init__(self, machine: Machine, game: Game, record: Any, chance: Any) -> None:
        self.game, self._machine = game, machine
        self._memory, self._chance = Memory(record.tobytes()), Memory(chance.tobytes())
        self.state, self._luck = self._memory.record(game.state), self._chance.record(luck.LUCK)
        self._read = frozen(game.state).of
        self._looks: dict[int, tuple[Any, Look]] = {}
        self._scripted = True
        self._stand()

    def _stand(self) -> None:
        self.asked, self.over = int(asked(self.state)), int(self.state.over)

    def _look(self, seat: int) -> tuple[Any, Look]:
        found = self._looks.get(seat)
        if found is None:
            look = self._machine.look(self._memory, seat)
            found = self._looks[seat] = self._read(look.sight), look
        return found

    def seen(self, seat: int) -> Any:
        return self._look(seat)[0]

    def seen_bytes(self, seat: int) -> bytes:
        return self._look(seat)[1].sight

    def points(self, seat: int) -> Sequence[int]:
        seen, look = self._look(seat)
        return look.scores[: seen.players]

    def legal(self) -> Sequence[int]:
        return self._look(self.asked)[1].legal

    def apply(self, action: int, tape: Tape | None = None) -> Tape | None:
        self._looks.clear()
        if self._scripted or tape is not None:
            _ready(self._luck, tape)
            self._scripted = tape is not None
        self.asked, self.over, possible, length = self._machine.decide(self._memory, action, self._chance)
        if not possible:
            return None
        return recorded(self._luck) if length else []

    def record(self) -> Any:
        return clone(self.state)

    def set(self, record: Any) -> None:
        self._memory.write(record.tobytes())
        self._looks.clear()
        self._stand()


def board_of(game: Game, record: Any, key: bytes) -> Board:
    """A board with a state and luck of its own."""
    machine = machine_of(game.id)
    if machine is None:
        return PlainBoard(game, record, fresh_luck(key))
    return MachineBoard(machine, game, record, luck.fresh(key, luck.RECORDING))


def newest(board: Board) -> Board:
    """The same board, played by machine code if there is some by now."""
    if not isinstance(board, PlainBoard) or (machine := machine_of(board.game.id)) is None:
        return board
    return MachineBoard(machine, board.game, board.record(), luck_record(board.luck))


def legal_ids(game: Game, state: Any) -> list[int]:
    """The ids of the legal actions of the seat that is asked, in a state or in that seat's sight of it."""
    size = bits.words_for(len(game.actions))
    words: Any = engine(game.id).no_actions() if JITTED else [0] * size
    game.legal(state, words)
    return bits.members(words)


def _ready(chance: Any, tape: Tape | None) -> None:
    chance.mode = luck.RECORDING
    if tape is not None:
        luck.script(chance, tape)
