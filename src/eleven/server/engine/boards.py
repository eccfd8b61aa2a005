"""How a state is held and played in this process: plain Python over plain objects, or machine code over its bytes.

Both are the same rules and give the same bytes (a test plays every game both ways). Every table begins plain, so that
nobody waits for a compiler, and goes over to machine code with its next decision when there is some.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.play.engine import engine
from eleven.core.play.match import Tape, recorded
from eleven.core.play.native import Look, Machine, Memory, machine_of
from eleven.core.rules import bits, luck
from eleven.core.rules.asking import asked
from eleven.core.rules.frozen import frozen
from eleven.core.rules.jit import JITTED
from eleven.core.rules.record import clone
from eleven.server.engine.plain_records import fresh_luck, luck_record, shape_of


class Board(Protocol):
    """A state with its luck, as a value: a decision makes another board. Nobody may write to what is read from it."""

    game: Game

    @property
    def state(self) -> Any:
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

    def after(self, action: int, tape: Tape | None = None) -> "tuple[Board, Tape] | None":
        """The board after a legal action, as a tape tells or by luck, and the tape; None if luck cannot decide so."""

    def record(self) -> Any:
        """The state as a record of its own."""

    def at(self, record: Any) -> "Board":
        """A board with the state of a record and the same luck."""


class PlainBoard:
    """Plain Python, or where rules are compiled in this very process, records.

    Boards of one game share their luck: of it only the key lasts from one decision to the next.
    """

    def __init__(self, game: Game, state: Any, chance: Any) -> None:
        self.game, self.state, self.luck = game, state, chance
        self._shape = shape_of(game)
        self._sights: dict[int, Any] = {}
        self._legal: list[int] | None = None

    @property
    def asked(self) -> int:
        return int(asked(self.state))

    @property
    def over(self) -> int:
        return int(self.state.over)

    def seen(self, seat: int) -> Any:
        if seat not in self._sights:
            sight = self._sights[seat] = self._shape.blank()
            self.game.see(self.state, seat, sight)
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

    def after(self, action: int, tape: Tape | None = None) -> "tuple[Board, Tape] | None":
        state = self._shape.copy(self.state)
        _ready(self.luck, tape)
        with np.errstate(over="ignore"):  # luck wraps around; NumPy is told so for each thread
            engine(self.game.id).apply(state, action, self.luck)
        return (PlainBoard(self.game, state, self.luck), recorded(self.luck)) if luck.used_up(self.luck) else None

    def record(self) -> Any:
        return clone(self._shape.to_record(self.state))

    def at(self, record: Any) -> "PlainBoard":
        return PlainBoard(self.game, self._shape.from_record(record), self.luck)


class MachineLuck:
    """Luck where machine code finds it; all boards of a game share it, for only its key lasts."""

    def __init__(self, chance: Any) -> None:
        self.memory = Memory(chance.tobytes())
        self.record = self.memory.record(luck.LUCK)
        self._scripted = True

    def ready(self, tape: Tape | None) -> None:
        """Let the next decision be by luck, or as a tape tells."""
        if self._scripted or tape is not None:
            _ready(self.record, tape)
            self._scripted = tape is not None


class MachineBoard:
    """Machine code."""

    def __init__(
        self, machine: Machine, game: Game, memory: Memory, chance: MachineLuck, asked_seat: int, over: int
    ) -> None:
        self.game, self._machine, self._memory, self._luck = game, machine, memory, chance
        self.asked, self.over = asked_seat, over
        self._looks: dict[int, tuple[Any, Look]] = {}

    @cached_property
    def state(self) -> Any:
        return self._memory.record(self.game.state)

    def _look(self, seat: int) -> tuple[Any, Look]:
        found = self._looks.get(seat)
        if found is None:
            look = self._machine.look(self._memory, seat)
            found = self._looks[seat] = frozen(self.game.state).of(look.sight), look
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

    def after(self, action: int, tape: Tape | None = None) -> "tuple[Board, Tape] | None":
        memory, chance = self._memory.copy(), self._luck
        chance.ready(tape)
        asked_seat, over, possible, length = self._machine.decide(memory, action, chance.memory)
        if not possible:
            return None
        board = MachineBoard(self._machine, self.game, memory, chance, asked_seat, over)
        return board, recorded(chance.record) if length else []

    def record(self) -> Any:
        return clone(self.state)

    def at(self, record: Any) -> "MachineBoard":
        return machine_board(self._machine, self.game, record, self._luck)


def machine_board(machine: Machine, game: Game, record: Any, chance: MachineLuck) -> MachineBoard:
    """A board of machine code with the state of a record."""
    memory = Memory(record.tobytes())
    return MachineBoard(machine, game, memory, chance, int(asked(record)), int(record.over))


def board_of(game: Game, record: Any, key: bytes) -> Board:
    """A board with a state and luck of its own."""
    machine = machine_of(game.id)
    if machine is None:
        return PlainBoard(game, shape_of(game).from_record(record), fresh_luck(key))
    return machine_board(machine, game, record, MachineLuck(luck.fresh(key, luck.RECORDING)))


def newest(board: Board) -> Board:
    """The same board, played by machine code if there is some by now."""
    if not isinstance(board, PlainBoard) or (machine := machine_of(board.game.id)) is None:
        return board
    return machine_board(machine, board.game, board.record(), MachineLuck(luck_record(board.luck)))


def legal_ids(game: Game, state: Any) -> list[int]:
    """The ids of the legal actions of the seat that is asked, in a state or in that seat's sight of it."""
    size = bits.mask_length(len(game.actions))
    mask: Any = engine(game.id).no_actions() if JITTED else [0] * size
    game.legal(state, mask)
    return bits.members(mask)


def _ready(chance: Any, tape: Tape | None) -> None:
    chance.mode = luck.RECORDING
    if tape is not None:
        luck.script(chance, tape)
