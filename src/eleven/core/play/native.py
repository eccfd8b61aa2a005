"""A game's rules as machine code that is called without Numba, and boards whose state it works on.

Numba takes a second to load and half a minute to compile a game. A server must start quickly, so it plays by plain
Python until another process has compiled the rules; then it loads them as machine code from a file, in milliseconds.
The file lies in the cache of compiled rules, whose folders are named by a hash of the sources, and gets its final name
only after a test in a process of its own (`native_build`).
"""

import ctypes
import hashlib
import json
import struct
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.play import decisions, loops
from eleven.core.play.observation import Decision, Observation
from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import asked
from eleven.core.rules.compile_cache import cache_folder
from eleven.core.rules.frozen import value_of
from eleven.core.rules.jit import llvm
from eleven.core.rules.luck import Tape
from eleven.core.rules.record import Dtype, from_bytes, record

if TYPE_CHECKING:
    from eleven.core.play.boards import Board
    from eleven.core.play.rules_boards import PlainBoard, RecordBoard

Objects = dict[str, tuple[str, bytes]]
"""The symbol and the object code of each entry."""

_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_int64
_OBSERVE = ctypes.PYFUNCTYPE(None, _POINTER, _NUMBER, _POINTER)
_DECIDE = ctypes.PYFUNCTYPE(None, _POINTER, _POINTER, _NUMBER, _NUMBER, _POINTER, _POINTER, _POINTER)
_REVEALS_NOTHING = ctypes.PYFUNCTYPE(None, _POINTER, _POINTER, _POINTER, _POINTER, _NUMBER, _NUMBER, _POINTER)
_REPORT = ctypes.c_int64 * (1 + decisions.REPORT)


class RecordBuffer:
    """The bytes of a record in a buffer with a fixed address."""

    __slots__ = ("_buffer", "address")

    def __init__(self, data: bytes) -> None:
        self._buffer = ctypes.create_string_buffer(data, len(data))
        self.address = ctypes.addressof(self._buffer)

    def copy(self) -> "RecordBuffer":
        """A copy in another buffer."""
        made = RecordBuffer.__new__(RecordBuffer)
        made._buffer = type(self._buffer).from_buffer_copy(self._buffer)
        made.address = ctypes.addressof(made._buffer)
        return made

    @property
    def raw(self) -> bytes:
        """The current bytes."""
        return self._buffer.raw

    def write(self, data: bytes) -> None:
        """Overwrite the bytes with others of the same size."""
        self._buffer.raw = data

    def record(self, dtype: Dtype) -> Any:
        """The buffer as a record that can be read and written."""
        return np.frombuffer(cast(Any, self._buffer), dtype)[0]


def observation_type(game: Game) -> Dtype:
    """The type of an observation as a record."""
    actions = len(game.actions)
    return record(
        [
            ("sight", game.state),
            ("count", "i8"),
            ("players", "i8"),
            ("scores", "i8", (game.max_players,)),
            ("legal", "i2", (actions,)),
            ("mask", "i8", (bits.mask_length(actions),)),
        ]
    )


class NativeRules:
    """The rules of one game as callable machine code."""

    def __init__(self, game: Game, objects: Objects) -> None:
        kind = observation_type(game)
        assert kind.fields is not None
        self._room = ctypes.c_char * kind.itemsize
        self._size = game.state.itemsize
        self._tally = struct.Struct(f"={2 + game.max_players}q")
        self._count_at, self._legal_at = (int(kind.fields[name][1]) for name in ("count", "legal"))
        self._before = RecordBuffer(bytes(self._size))
        self._mask = RecordBuffer(bytes(8 * bits.mask_length(len(game.actions))))
        self._observe = _OBSERVE(_load(*objects["observe"]))
        self._decide = _DECIDE(_load(*objects["decide"]))
        self._reveals_nothing = _REVEALS_NOTHING(_load(*objects["reveals_nothing"]))

    def observe(self, state: RecordBuffer, viewer: int) -> tuple[bytes, list[int], tuple[int, ...]]:
        """What a seat or the spectator may know: the sight's bytes, all scores, and the seat's legal actions."""
        room: Any = self._room()
        self._observe(state.address, viewer, ctypes.addressof(room))
        count, players, *scores = self._tally.unpack_from(room, self._count_at)
        legal = struct.unpack_from(f"={count}h", room, self._legal_at) if count else ()
        return room[: self._size], scores[:players], legal

    def decide(self, state: RecordBuffer, action: int, seat: int, luck: RecordBuffer) -> Sequence[int]:
        """Carry out an action if a seat may: the result, then the report of `decisions.try_action_template`."""
        report = _REPORT()
        before, mask = self._before.address, self._mask.address  # scratch memory, used only during the call
        self._decide(state.address, before, action, seat, luck.address, mask, ctypes.addressof(report))
        return report[:]

    def reveals_nothing(self, before: bytes, action: int, after: bytes, luck: bytes, worlds: int) -> bool:
        """Whether an action between two states revealed nothing, see `loops.reveals_nothing_template`."""
        states, luck_memory = (
            RecordBuffer(before + after + bytes((loops.UNDO_CHECK_STATES - 2) * self._size)),
            RecordBuffer(luck),
        )
        answer = ctypes.c_int64()
        at, mask = states.address, self._mask.address
        self._reveals_nothing(at, at, luck_memory.address, mask, action, worlds, ctypes.addressof(answer))
        return bool(answer.value)


_NO_DESTRUCTOR = ctypes.CFUNCTYPE(None, _POINTER)(lambda _: None)
"""A stub for the destructor that `carray` refers to; never called, as the memory is not Numba's."""


@cache
def _linker() -> Any:
    llvm().initialize_native_target()
    llvm().initialize_native_asmprinter()
    llvm().add_symbol("NRT_MemInfo_call_dtor", ctypes.cast(_NO_DESTRUCTOR, _POINTER).value)
    target = llvm().Target.from_default_triple().create_target_machine(jit=True)
    return llvm().create_mcjit_compiler(llvm().parse_assembly(""), target)


def _load(symbol: str, code: bytes) -> int:
    """The address of a function in an object."""
    linker = _linker()
    linker.add_object_file(llvm().object_file.ObjectFileRef.from_data(code))
    linker.finalize_object()
    address: int = linker.get_function_address(symbol)
    return address


_IN_USE: dict[str, NativeRules] = {}


def native_rules_of(game_id: str) -> NativeRules | None:
    """A game's machine code, if this process has loaded it."""
    return _IN_USE.get(game_id)


def use(game: Game) -> bool:
    """Load a game's machine code, if there is a valid file; returns whether it was loaded."""
    found = read(game, file_of(game.id))
    if found is not None:
        _IN_USE[game.id] = found
    return found is not None


@cache
def file_of(game_id: str) -> Path:
    """The path of a game's machine code, whether it exists or not."""
    return Path(cache_folder(("core", f"games/{game_id}"))) / f"{llvm().get_default_triple()}.machine"


def read(game: Game, path: Path) -> NativeRules | None:
    """Load a file; None if it is missing or damaged."""
    try:
        digest, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if hashlib.sha256(body).hexdigest().encode() != digest:
        return None
    head, _, code = body.partition(b"\n")
    objects, at = {}, 0
    for name, (symbol, size) in json.loads(head).items():
        objects[name] = (symbol, code[at : at + size])
        at += size
    return NativeRules(game, objects)


class NativeBoard:
    """A board of bytes, played by machine code. Boards of a game share their luck, as only its key persists."""

    def __init__(
        self, native: NativeRules, game: Game, memory: RecordBuffer, luck: RecordBuffer, now: tuple[int, int]
    ) -> None:
        self.game, self._rules, self._memory, self._luck_memory = game, native, memory, luck
        self.asked, self.over = now
        self._observations: dict[int, Observation] = {}

    @property
    def state(self) -> Any:
        return self._memory.record(self.game.state)

    @property
    def luck(self) -> Any:
        return self._luck_memory.record(fortune.LUCK)

    def seen(self, seat: int) -> Any:
        return from_bytes(self.game.state, self.observation(seat).data)

    def legal(self) -> list[int]:
        return list(self.observation(self.asked).legal)

    def observation(self, seat: int) -> Observation:
        found = self._observations.get(seat)
        if found is None:
            data, scores, legal = self._rules.observe(self._memory, seat)
            found = self._observations[seat] = Observation(
                self.game, data, value_of(self.game.state, data), scores, legal
            )
        return found

    def decide(self, action: int, seat: int = -1, tape: Tape | None = None) -> Decision:
        if tape is not None:
            fortune.script(self.luck, tape)
        came_of_it, asked_seat, length, *now = self._rules.decide(self._memory, action, seat, self._luck_memory)
        self._observations = {}
        self.asked, self.over = now
        used = self.luck["tape"][:length].tolist() if length else []
        if tape is not None:
            self.luck.mode = fortune.RECORDING
        return came_of_it, asked_seat, used

    def copy(self) -> "NativeBoard":
        return NativeBoard(self._rules, self.game, self._memory.copy(), self._luck_memory, (self.asked, self.over))

    def at(self, record: Any) -> "NativeBoard":
        return native_board(self._rules, self.game, record, self._luck_memory)

    def record(self) -> Any:
        return from_bytes(self.game.state, self._memory.raw)


def native_board(native: NativeRules, game: Game, record: Any, luck: RecordBuffer) -> NativeBoard:
    """A board of machine code with the state of a record."""
    return NativeBoard(native, game, RecordBuffer(record.tobytes()), luck, (int(asked(record)), int(record.over)))


def fastest_board(board: "Board") -> "Board":
    """The board on machine code if that is available by now, otherwise the same board."""
    if isinstance(board, NativeBoard) or (native := native_rules_of(board.game.id)) is None:
        return board
    luck = cast("RecordBoard | PlainBoard", board).luck_record()
    return native_board(native, board.game, board.record(), RecordBuffer(luck.tobytes()))
