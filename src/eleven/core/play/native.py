"""A game's rules as machine code that is called without Numba.

Numba takes a second to load and half a minute to compile a game. A server must be up in a moment, so it plays by plain
Python until the rules are compiled elsewhere; from then on it loads them as machine code from a file, in milliseconds.
The file is made from the one source of the rules, lies in the cache of compiled rules, whose folders are named by what
they were made from, and was tried out in a process of its own before anybody else finds it.
"""

import ctypes
import hashlib
import json
import os
import struct
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.play import loops, stepping
from eleven.core.rules import bits, luck
from eleven.core.rules.jit import bind, c_object, cache_folder, llvm
from eleven.core.rules.record import Dtype, blank, record

Objects = dict[str, tuple[str, bytes]]
"""The symbol and the object code of each entry."""

carray: Any = None
look_at: Any = None
try_action: Any = None
mask_size: Any = None
"""Bound when the entries are compiled."""

_POINTER, _NUMBER = ctypes.c_void_p, ctypes.c_int64
_LOOK = ctypes.PYFUNCTYPE(None, _POINTER, _NUMBER, _POINTER)
_DECIDE = ctypes.PYFUNCTYPE(None, _POINTER, _POINTER, _NUMBER, _NUMBER, _POINTER, _POINTER, _POINTER)
_REPORT = ctypes.c_int64 * (1 + stepping.REPORT)


class Memory:
    """The bytes of a record at a place that stays."""

    __slots__ = ("_buffer", "address")

    def __init__(self, data: bytes) -> None:
        self._buffer = ctypes.create_string_buffer(data, len(data))
        self.address = ctypes.addressof(self._buffer)

    def copy(self) -> "Memory":
        """The same bytes at another place."""
        made = Memory.__new__(Memory)
        made._buffer = type(self._buffer).from_buffer_copy(self._buffer)
        made.address = ctypes.addressof(made._buffer)
        return made

    @property
    def raw(self) -> bytes:
        """What is there now."""
        return self._buffer.raw

    def write(self, data: bytes) -> None:
        """Put something else there, of the same size."""
        self._buffer.raw = data

    def record(self, dtype: Dtype) -> Any:
        """The same memory as a record, to be read and written."""
        return np.frombuffer(cast(Any, self._buffer), dtype)[0]


def look_type(game: Game) -> Dtype:
    """A look as a record."""
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


class Machine:
    """The rules of one game."""

    def __init__(self, game: Game, objects: Objects) -> None:
        kind = look_type(game)
        assert kind.fields is not None
        self._room = ctypes.c_char * kind.itemsize
        self._size = game.state.itemsize
        self._tally = struct.Struct(f"={2 + game.max_players}q")
        self._count_at, self._legal_at = (int(kind.fields[name][1]) for name in ("count", "legal"))
        self._before = Memory(bytes(self._size))
        self._mask = Memory(bytes(8 * bits.mask_length(len(game.actions))))
        self._look = _LOOK(_load(*objects["look"]))
        self._decide = _DECIDE(_load(*objects["decide"]))

    def look(self, state: Memory, viewer: int) -> tuple[bytes, list[int], tuple[int, ...]]:
        """What a seat, or the spectator, may know: its bytes, and found in it, all points and its legal actions."""
        room = self._room()
        address = ctypes.addressof(room)
        self._look(state.address, viewer, address)
        count, players, *scores = self._tally.unpack_from(room, self._count_at)
        legal = struct.unpack_from(f"={count}h", room, self._legal_at) if count else ()
        return (ctypes.string_at(address, self._size), scores[:players], legal)

    def decide(self, state: Memory, action: int, seat: int, chance: Memory) -> Sequence[int]:
        """Carry out an action if a seat may: what came of it, then the report of `stepping.try_action_template`."""
        report = _REPORT()
        before, mask = self._before.address, self._mask.address  # filled and read within the call, so all share them
        self._decide(state.address, before, action, seat, chance.address, mask, ctypes.addressof(report))
        return report[:]


_NO_DESTRUCTOR = ctypes.CFUNCTYPE(None, _POINTER)(lambda _: None)
"""What `carray` names to free memory with; it is never called, for the memory is not Numba's."""


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


_IN_USE: dict[str, Machine] = {}


def machine_of(game_id: str) -> Machine | None:
    """The machine code of a game that this process has loaded."""
    return _IN_USE.get(game_id)


def use(game: Game) -> bool:
    """Load the machine code of a game, if it was made."""
    found = read(game, file_of(game.id))
    if found is not None:
        _IN_USE[game.id] = found
    return found is not None


# Files


@cache
def file_of(game_id: str) -> Path:
    """Where the machine code of a game lies, if it was made."""
    return Path(cache_folder(("core", f"games/{game_id}"))) / f"{llvm().get_default_triple()}.machine"


def read(game: Game, path: Path) -> Machine | None:
    """The rules in a file; None if there is none, or if it is not whole."""
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
    return Machine(game, objects)


def _look_entry(state: Any, viewer: int, look: Any) -> None:
    """`look` as a C function."""
    look_at(carray(state, 1)[0], viewer, carray(look, 1)[0])


def _decide_entry(state: Any, before: Any, action: int, seat: int, chance: Any, mask: Any, report: Any) -> None:
    """`try_action` as a C function; what came of it stands before the report."""
    told = carray(report, 1 + stepping.REPORT)
    states, room, chances = carray(state, 1), carray(before, 1), carray(chance, 1)
    told[0] = try_action(states, room, action, seat, chances, carray(mask, mask_size), told[1:])


def compile_machine(game: Game) -> Objects:
    """Compile the rules of a game."""
    from eleven.core.play.engine import engine, rules_of

    rules = engine(game.id)
    look_at = bind(loops.look_template, game.id, **rules_of(game))
    state, chance, look = blank(game.state), blank(luck.LUCK), blank(look_type(game))
    mask, report = rules.no_actions(), np.zeros(1 + stepping.REPORT, np.int64)
    names = {"try_action": rules.try_action, "mask_size": len(mask)}
    return {
        "look": c_object(_look_entry, game.id, state, 0, look, look_at=look_at),
        "decide": c_object(_decide_entry, game.id, state, state, 0, 0, chance, mask, report, **names),
    }


def write(game: Game) -> None:
    """Compile the rules of a game into their file, unless they are there; only what has proved itself is kept.

    What has failed is not tried again before the rules, or what compiles them, have changed.
    """
    path = file_of(game.id)
    failed = path.with_suffix(".failed")
    if path.exists() or failed.exists():
        return
    objects = compile_machine(game)
    head = json.dumps({name: (symbol, len(code)) for name, (symbol, code) in objects.items()}).encode()
    body = b"\n".join([head, b"".join(code for _, code in objects.values())])
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".trial", delete=False) as file:
        file.write(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    try:
        command = [sys.executable, "-m", "eleven.core.play.native_check", game.id, file.name]
        subprocess.run(command, check=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
        os.replace(file.name, path)
    except subprocess.CalledProcessError:
        failed.touch()
        raise
    finally:
        Path(file.name).unlink(missing_ok=True)
