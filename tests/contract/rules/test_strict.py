"""Nothing in the rules means one thing in plain Python and another when compiled."""

import ast
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from eleven.core.contract.game import Game
from tests.contract import strict
from tests.contract.processes import PLAIN, run
from tests.contract.walking import each_game
from tests.sample_sizes import usual_or

VARIANTS = 3
DECISIONS = usual_or(40, 80)


@pytest.mark.slow
@each_game
def test_the_rules_stay_inside_their_arrays_and_numbers(game: Game) -> None:
    """A short soak; `python -m tests.contract.strict` goes on for longer."""
    printed = run(PLAIN, "strict", game.id, "--decisions", VARIANTS * DECISIONS, "--variants", VARIANTS)
    assert "decisions" in printed.splitlines()[-1]


def carry_out(lines: str) -> Any:
    """A rule of these lines, about a record `s` and a list of numbers `a`."""
    names: dict[str, Any] = {"rule": lambda function: function, "_strict": strict, "JITTED": False, "draw": draw}
    source = "@rule\ndef act(s, a, n):\n" + "".join(f"    {line}\n" for line in lines.splitlines())
    exec(compile(ast.fix_missing_locations(strict.Strict().visit(ast.parse(source))), "rule", "exec"), names)
    state = np.zeros(1, np.dtype((np.record, [("few", "i1"), ("row", "i8", (3,))])))[0]
    names["act"](state, np.zeros(4, np.int64), 7)
    return SimpleNamespace(few=int(state.few), row=state.row.tolist())


@pytest.mark.parametrize(
    "wrong",
    [
        "a[4] = 1",
        "a[-1] = 1",
        "n = a[n]",
        "n = s.row[n - 8]",
        "a[0], a[n] = 1, 2",
        "s.row[3] += 1",
        "n = (1 << 62) * 2",
        "n = s.row[0] - (1 << 62) - (1 << 62) - 1",
        "n = 1 << 64",
        "n = 1 >> (n - 8)",
        "s.few = 128",
        "s.few += 200",
    ],
)
def test_what_compiled_code_would_not_notice_is_refused(wrong: str) -> None:
    with pytest.raises((AssertionError, OverflowError)):
        carry_out(wrong)


def test_the_strict_mode_computes_as_python_does() -> None:
    done = carry_out("a[3] = n\na[0], a[1] = a[3], 2\ns.row[a[1]] += a[0] << 1\ns.few = s.row[2] - 1")
    assert (done.few, done.row) == (13, [0, 0, 14])


def test_the_target_of_an_augmented_assignment_is_evaluated_once() -> None:
    """`a[f()] += 1` calls f once, and what stood there is read before the right side is worked out."""
    done = carry_out("a[0] = 0\na[draw(a)] += 5\ns.row[0] = a[0]\ns.row[1] = a[1]\ns.row[2] |= 6")
    assert done.row == [1, 5, 6]
    done = carry_out("a[0] = 1\na[0] += draw(a)\ns.row[0] = a[0]\ns.few -= 3")
    assert (done.row[0], done.few) == (3, -3)


def draw(a: Any) -> int:
    """A function that changes what it is given."""
    a[0] += 1
    return int(a[0])
