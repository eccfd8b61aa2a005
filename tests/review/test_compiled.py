"""Compiled, a network plays on in a review as it does with NumPy."""

import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.compiled, pytest.mark.xdist_group("elefant")]

PROGRAM = """
import numpy as np
from eleven.bots.choosing import options_of
from eleven.core.contract.game import find_game
from eleven.core.play.match import new_match
from eleven.review.network_rollouts import rollouts_of
from eleven.search.ismcts import FREE

game = find_game("elefant")
match = new_match(game, game.setup(3), bytes(32), quick=True)
for number in range(12):
    match.play(match.legal()[number % len(match.legal())])
for seat in range(3):
    seen = match.seen(seat)
    for first in [FREE, *(options_of(game, seen)[:2] if seat == match.asked else [])]:
        shares, replies = rollouts_of("elefant", 3).examine(seen, 4, bytes(range(32)), first, 2)
        print(first, np.round(shares, 9).tolist(), replies.tolist())
"""


def told(plainly: str) -> str:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": plainly}
    found = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment, check=True)
    return found.stdout


def test_compiled_and_plain_rollouts_give_the_same_review() -> None:
    plain, compiled = told("1"), told("0")
    assert plain == compiled
    assert plain.count("\n") == 5
