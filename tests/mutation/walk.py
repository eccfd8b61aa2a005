"""A short random walk with contract checks, one of the tests for mutants; the game is set by the command.

Some variants are played randomly for a while. The invariants must hold; each seat's sight must have all public and no
hidden information; and an imagined world must look the same.
"""

import os

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import imagine, see
from eleven.core.rules.record import clone, same
from tests.contract.fields import own_fields, value
from tests.contract.walking import Case, cases_of, dream, legal_ids, play

GAME = find_game(os.environ.get("MUTATION_GAME", "elefant"))
WALKS, STEPS = 3, 48
EVERY = max(1, len(GAME.variants()) // WALKS)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.label) for case in cases_of(GAME)[::EVERY]])
def test_the_contract_holds_on_a_short_walk(case: Case) -> None:
    """Check legality, invariants and secrecy on a random walk, and that looking changes nothing."""
    game = case.game
    public = [path for path in own_fields(game) if path not in {*game.hidden_fields, *game.seen_only_fields}]
    for number, step in enumerate(play(game, case.setup, case.number, STEPS)):
        s = clone(step.state)
        assert game.check(s) == 0
        assert bool(step.legal) == (not s.over)
        if number % 4:
            continue
        seat = (number // 4) % int(s.players)
        seen = see(game, s, seat)
        world = imagine(game, seen, dream(case.label, number))
        assert same(s, step.state)
        assert all(value(seen, path) == value(s, path) for path in public)
        assert same(seen, see(game, world, seat))
        assert game.check(world) == 0
        if not s.over and s.asking[s.depth - 1].seat == seat:
            assert legal_ids(game, seen) == legal_ids(game, world) == list(step.legal)
