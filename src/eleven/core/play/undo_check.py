"""Whether a decision revealed nothing and may be undone; `loops.reveals_nothing_template` explains how.

Compiled rules work on records. Uncompiled ones take a tenth of the time on plain objects.
"""

from typing import Any

import numpy as np

from eleven.core.play.engine import Engine
from eleven.core.play.loops import UNDO_CHECK_STATES
from eleven.core.play.plain_records import PlainRecords, plain, plain_luck
from eleven.core.rules import luck as fortune
from eleven.core.rules.jit import JITTED


def reveals_nothing(rules: Engine, before: Any, action: int, after: Any, worlds: int) -> bool:
    """Whether an action between two records revealed nothing, tested with `worlds` worlds per observer."""
    ask = reveals_nothing_by_records if JITTED else reveals_nothing_by_objects
    return ask(rules, before, action, after, worlds)


def key_of_worlds(before: bytes, action: int) -> bytes:
    """The key of the imagined worlds: always the same for the same decision."""
    return fortune.key_of(before.hex(), action)


def reveals_nothing_by_records(rules: Engine, before: Any, action: int, after: Any, worlds: int) -> bool:
    """The check on an array of records."""
    states = np.zeros(UNDO_CHECK_STATES, rules.game.state)
    states[0], states[1] = before, after
    raw = states.view(np.uint8).reshape(len(states), -1)
    luck = fortune.fresh(key_of_worlds(before.tobytes(), action))
    return bool(rules.reveals_nothing(states, raw, luck, rules.no_actions(), action, worlds))


def reveals_nothing_by_objects(rules: Engine, before: Any, action: int, after: Any, worlds: int) -> bool:
    """The check on plain objects."""
    states = _PlainStates(plain(rules.game.state), before, after)
    luck = plain_luck(key_of_worlds(before.tobytes(), action))
    luck.mode = fortune.SILENT
    with np.errstate(over="ignore"):  # luck relies on wrap-around; NumPy's setting is per thread
        return bool(rules.reveals_nothing(states, _Content(states), luck, rules.no_actions().tolist(), action, worlds))


class _PlainStates(list[Any]):
    """A list that copies plain objects on assignment, as an array of records does."""

    def __init__(self, form: PlainRecords, before: Any, after: Any) -> None:
        super().__init__([form.from_record(before), form.from_record(after)])
        self.form = form
        self += [form.blank() for _ in range(UNDO_CHECK_STATES - 2)]

    def __setitem__(self, place: Any, state: Any) -> None:
        super().__setitem__(place, self.form.copy(state))


class _Content:
    """Plain objects as comparable tuples: one row per object, with a single column."""

    def __init__(self, states: _PlainStates) -> None:
        self.states, self.shape = states, (len(states), 1)

    def __getitem__(self, place: tuple[int, int]) -> tuple[Any, ...]:
        return self.states.form.values(self.states[place[0]])
