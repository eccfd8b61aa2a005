"""Making the machine code of a game's rules: compiled by Numba as C functions, tried out, and put into its file."""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.play import loops, stepping
from eleven.core.play.engine import engine, rules_of
from eleven.core.play.native import Objects, file_of, look_type
from eleven.core.rules import luck
from eleven.core.rules.jit import bind, c_object
from eleven.core.rules.record import blank

carray: Any = None
look_at: Any = None
try_action: Any = None
foretold: Any = None
mask_size: Any = None
state_size: Any = None
"""Bound when the entries are compiled."""


def _look_entry(state: Any, viewer: int, look: Any) -> None:
    """`look` as a C function."""
    look_at(carray(state, 1)[0], viewer, carray(look, 1)[0])


def _decide_entry(state: Any, before: Any, action: int, seat: int, chance: Any, mask: Any, report: Any) -> None:
    """`try_action` as a C function; what came of it stands before the report."""
    told = carray(report, 1 + stepping.REPORT)
    states, room, chances = carray(state, 1), carray(before, 1), carray(chance, 1)
    told[0] = try_action(states, room, action, seat, chances, carray(mask, mask_size), told[1:])


def _foretold_entry(state: Any, data: Any, chance: Any, mask: Any, action: int, worlds: int, answer: Any) -> None:
    """`foretold` as a C function; `data` is the same memory as `state`, of which there are `loops.FORETOLD_STATES`."""
    states, raw = carray(state, loops.FORETOLD_STATES), carray(data, (loops.FORETOLD_STATES, state_size))
    room = carray(mask, mask_size)
    carray(answer, 1)[0] = foretold(states, raw, carray(chance, 1)[0], room, action, worlds)


def compile_machine(game: Game) -> Objects:
    """Compile the rules of a game."""
    rules = engine(game.id)
    look_at = bind(loops.look_template, game.id, **rules_of(game))
    state, chance, look = blank(game.state), blank(luck.LUCK), blank(look_type(game))
    mask, report = rules.no_actions(), np.zeros(1 + stepping.REPORT, np.int64)
    data, answer = np.zeros(1, np.uint8), np.zeros(1, np.int64)
    names = {"try_action": rules.try_action, "mask_size": len(mask)}
    asking = {"foretold": rules.foretold, "mask_size": len(mask), "state_size": game.state.itemsize}
    return {
        "look": c_object(_look_entry, game.id, state, 0, look, look_at=look_at),
        "decide": c_object(_decide_entry, game.id, state, state, 0, 0, chance, mask, report, **names),
        "foretold": c_object(_foretold_entry, game.id, state, data, chance, mask, 0, 0, answer, **asking),
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
