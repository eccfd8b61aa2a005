"""Builds the machine code of a game's rules: compiled by Numba as C functions, tested, then moved into place."""

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
from eleven.core.play import decisions, loops
from eleven.core.play.engine import engine, rules_of
from eleven.core.play.native import Objects, file_of, observation_type
from eleven.core.rules import luck as fortune
from eleven.core.rules.jit import c_object, inlined
from eleven.core.rules.record import blank

carray: Any = None
observe: Any = None
try_action: Any = None
reveals_nothing: Any = None
mask_size: Any = None
state_size: Any = None
"""Bound when the entries are compiled."""


def _observe_entry(state: Any, viewer: int, observation: Any) -> None:
    """`observe` as a C function."""
    observe(carray(state, 1)[0], viewer, carray(observation, 1)[0])


def _decide_entry(state: Any, before: Any, action: int, seat: int, luck: Any, mask: Any, report: Any) -> None:
    """`try_action` as a C function; its result comes before the report."""
    told = carray(report, 1 + decisions.REPORT)
    states, room, lucks = carray(state, 1), carray(before, 1), carray(luck, 1)
    told[0] = try_action(states, room, action, seat, lucks, carray(mask, mask_size), told[1:])


def _reveals_nothing_entry(state: Any, data: Any, luck: Any, mask: Any, action: int, worlds: int, answer: Any) -> None:
    """`reveals_nothing` as a C function; `data` is the same memory as `state`, UNDO_CHECK_STATES of them."""
    states, raw = carray(state, loops.UNDO_CHECK_STATES), carray(data, (loops.UNDO_CHECK_STATES, state_size))
    room = carray(mask, mask_size)
    carray(answer, 1)[0] = reveals_nothing(states, raw, carray(luck, 1)[0], room, action, worlds)


def compile_native(game: Game) -> Objects:
    """Compile the rules of a game."""
    rules, free = engine(game.id), rules_of(game)
    parts = {
        "observe": inlined(loops.observe_template, game.id, **free),
        "try_action": inlined(decisions.try_action_template, game.id, **free),
        "reveals_nothing": inlined(loops.reveals_nothing_template, game.id, apply=rules.apply, **free),
    }
    state, luck, observation = blank(game.state), blank(fortune.LUCK), blank(observation_type(game))
    mask, report = rules.no_actions(), np.zeros(1 + decisions.REPORT, np.int64)
    data, answer = np.zeros(1, np.uint8), np.zeros(1, np.int64)
    names = parts | {"mask_size": len(mask), "state_size": game.state.itemsize}
    return {
        "observe": c_object(_observe_entry, game.id, state, 0, observation, **names),
        "decide": c_object(_decide_entry, game.id, state, state, 0, 0, luck, mask, report, **names),
        "reveals_nothing": c_object(_reveals_nothing_entry, game.id, state, data, luck, mask, 0, 0, answer, **names),
    }


def write(game: Game) -> None:
    """Compile a game's rules into their file, unless it exists; it is kept only if it passes `native_check`.

    A failure is not retried until the rules or the compiler have changed.
    """
    path = file_of(game.id)
    failed = path.with_suffix(".failed")
    if path.exists() or failed.exists():
        return
    objects = compile_native(game)
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
