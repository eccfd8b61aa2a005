"""Playing: there is always something to do, everything legal can be done, and the rules keep their own invariants."""

from random import Random

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.play.engine import engine
from eleven.core.play.match import match_from, new_match
from eleven.core.rules import luck
from eleven.core.rules.record import THE_TRUTH, clone, same
from tests.contract.fields import broken
from tests.contract.walking import Case, asked_seat, each_case, each_game, play, sample, walk

SAMPLES = 3
TRIED = 6
"""Legal actions tried in one state; all of them where there are no more."""
CHECKED = 4
"""Every fourth state is checked here; the soak checks all of its own."""
TO_THE_END = 5_000


@each_case
def test_there_is_a_legal_action_until_the_end(case: Case) -> None:
    """A question is open while the game goes on and none afterwards; what was chosen was legal; nothing gets lost."""
    steps = walk(case)
    for number, step in enumerate(steps, 1):
        s = step.state
        wrong = broken(case.game, s) if number % CHECKED == 0 or s.over else ""
        assert not wrong, f"{wrong}, at step {number}"
        assert (int(s.step), int(s.players), int(s.viewer)) == (number, case.setup.players, THE_TRUTH)
        assert s.told < len(s.events), "so many events that some may be lost"
        if s.over:
            assert s.depth == 0
            assert not step.legal
        else:
            assert 0 <= asked_seat(s) < s.players
            assert step.legal
            assert max(step.legal) < len(case.game.actions)


@each_case
def test_every_legal_action_applies_and_old_copies_never_change(case: Case) -> None:
    """An action changes its own copy alone, and the same state, action and key give the same bytes."""
    rules, random = engine(case.game.id), Random(case.number)
    for step in sample(case, SAMPLES):
        before = step.state.tobytes()
        for action in random.sample(step.legal, min(TRIED, len(step.legal))):
            key = luck.key_of(case.label, action)
            after, again = clone(step.state), clone(step.state)
            rules.apply(after, action, luck.fresh(key))
            rules.apply(again, action, luck.fresh(key, luck.RECORDING))
            name = case.game.actions[action].name
            assert same(after, again), name
            assert step.state.tobytes() == before, name
            assert not broken(case.game, after), f"{broken(case.game, after)}, after '{name}'"
            assert after.step == step.state.step + 1
            assert (after.depth == 0) == (after.over != 0), name


@each_game
def test_a_game_ends_or_is_cut_off(game: Game) -> None:
    """Random play is bounded: by the rules, or where it is told to stop."""
    rules, cut = engine(game.id), 1
    states, chance, dice, mask = rules.workspace()
    lengths, scores = np.zeros(2, np.int64), np.zeros((2, game.max_players), np.int64)
    prepared = rules.prepared(game.setup())
    total = rules.playouts(prepared, states, chance, dice, mask, np.array([0, 2, 1, cut]), lengths, scores)
    assert [abs(length) for length in lengths] == [cut, cut]
    assert (lengths < 0).any(), "every game ends with its first decision"
    assert total == 2 * cut
    assert 0 < game.truncate_at <= 1_000_000


@each_game
def test_the_outcome_has_a_reason_and_points(game: Game) -> None:
    """A game that has ended says why, in words; the winners are those with the most points."""
    setup = game.setup()
    s = [step.state for step in play(game, setup, "to the end", TO_THE_END)][-1]
    assert s.over, f"no end after {TO_THE_END} decisions"
    assert game.words()(f"ending.{game.endings[int(s.over)]}").strip()
    match = match_from(game, setup, clone(s))
    points = [int(game.score(s, seat)) for seat in range(setup.players)]
    assert match.scores() == points
    assert match.winners() == [seat for seat in range(setup.players) if points[seat] == max(points)]


@each_case
def test_the_same_key_deals_the_same_game(case: Case) -> None:
    """The deal is decided by the key, and a different key deals differently at least now and then."""
    deals = [new_match(case.game, case.setup, luck.key_of(n)).state for n in (*range(4), 0)]
    assert same(deals[0], deals[-1])
    uses_luck = new_match(case.game, case.setup, luck.key_of(0)).opening
    assert len({deal.tobytes() for deal in deals}) > 1 or not uses_luck
