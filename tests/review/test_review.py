"""A review finds the mistake that was made, lays no blame where nothing could be known, and its numbers add up."""

import io
import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from eleven.bots import available_levels
from eleven.bots.available_levels import Adviser
from eleven.core.play.match import imagine
from eleven.core.rules.luck import fresh
from eleven.core.text.errors import Mistake
from eleven.core.text.log import write_log
from eleven.core.text.narration import seat_names, sentence
from eleven.review import evaluators, game_review, report
from eleven.review.decision_review import DecisionPoint, Finding, ReviewBudget, compare_decision, review_decision
from eleven.review.evaluators import A_WORLD, expert, worlds_of
from eleven.review.game_review import Review, decision_points, review
from eleven.review.search_evaluation import ValueEstimate, examine, mean
from eleven.terminal.screen import Screen
from tests.bots.test_winning import GIVE_AWAY, LAST_CARD, LAST_CHINA, STRIKE
from tests.cli.driving import eleven, one_line_of
from tests.support import Scene

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("review")]  # one worker: each game is reviewed once

FEW = ReviewBudget(share=3, decision=12, again=24, costliest=1)
FEW_WORLDS = ReviewBudget(3 * A_WORLD, 12 * A_WORLD, 24 * A_WORLD, costliest=1, by="network")
"""The same number of imagined games."""
BUDGETS: dict[Adviser, ReviewBudget] = {"expert": FEW, "network": FEW_WORLDS}
each_judge = pytest.mark.parametrize("by", BUDGETS)
BLUNDERS = {
    "eleven_board": (GIVE_AWAY, ("lay yellow-10", "lay yellow-9", "stop", "keep", "lay yellow-12"), "keep"),
    "elefant": (LAST_CHINA, ("take green2-blue2", "buy red-8"), "take green2-blue2"),
}


def finished(game_id: str) -> Scene:
    text, names, _ = BLUNDERS[game_id]
    return Scene(game_id, text).play(*names)


@pytest.fixture(scope="module", params=[(game_id, by) for game_id in sorted(BLUNDERS) for by in BUDGETS])
def blundered(request: pytest.FixtureRequest) -> tuple[Scene, Review]:
    game_id, by = request.param
    scene = finished(game_id)
    assert scene.match.over
    found = review(scene.match, BUDGETS[by])
    assert found.by == by
    return scene, found


def test_the_blunder_is_the_costliest_decision(blundered: tuple[Scene, Review]) -> None:
    scene, found = blundered
    worst = found.costliest()[0]
    assert scene.game.actions[worst.action].name == BLUNDERS[scene.game.id][2]
    assert worst.cost.value > 0.25
    assert worst.cost.value > worst.cost.margin
    assert worst.simulations == worlds_of(found.by, BUDGETS[found.by].again) == FEW.again


def test_a_blunder_is_found_without_a_second_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many simulations there is no second search, and the blunder is found as well."""
    scene = finished("eleven_board")
    step = [scene.game.actions[entry.action].name for entry in scene.match.entries].index("keep")
    monkeypatch.setattr(evaluators, "search", None)
    found = review_decision("eleven_board", decision_points(scene.match)[step], ReviewBudget.of(12)).judgement
    assert found is not None
    assert found.best != found.action
    assert found.cost.value > 0.25


def test_the_numbers_add_up(blundered: tuple[Scene, Review]) -> None:
    scene, found = blundered
    assert len(found.shares) == len(scene.match.entries) + 1
    assert all(0 <= share.value <= 1 for row in found.shares for share in row)
    assert [share.value for share in found.shares[-1]] == [row.result for row in found.accounts]
    for row in found.accounts:
        assert math.isclose(row.even + row.own.value + row.others.value + row.luck.value, row.result)
    assert math.isclose(sum(row.luck.value for row in found.accounts), 0, abs_tol=1e-9)
    for n, shares in enumerate(found.shares):
        for seat, share in enumerate(shares):
            others = sum(j.effect[seat].value for j in found.judgements if j.step < n and j.seat != seat)
            parts = 1 / len(shares) + found.skill[n][seat] + found.fortune[n][seat] + others
            assert math.isclose(parts, share.value, abs_tol=1e-9)
    for judgement in found.judgements:
        assert math.isclose(sum(part.value for part in judgement.effect), 0, abs_tol=1e-9)
    loser = found.costliest()[0].seat
    assert found.accounts[loser].own.value < -0.25
    assert found.accounts[loser].mistakes >= 1


@each_judge
def test_the_same_game_is_reviewed_alike(by: Adviser) -> None:
    match, little = finished("elefant").match, ReviewBudget(2, 4, 4, 1, by)
    assert review(match, little) == review(match, little)


@each_judge
def test_a_finding_depends_on_what_was_known_and_not_on_the_truth(by: Adviser) -> None:
    """Where the hidden cards really lay changes neither the win share of a seat nor what its decision cost."""
    scene, different = Scene("elevenses", STRIKE), 0
    action = scene.game.actions.named("arrange 5 red-cakes").id
    for number in range(2):
        world = imagine(scene.game, scene.seen("red"), fresh(bytes([number]) * 32))
        different += world.tobytes() != scene.s.tobytes()
        points = [DecisionPoint(0, state.tobytes(), action) for state in (scene.s, world)]
        assert compare_decision("elevenses", points[0], 12, by) == compare_decision("elevenses", points[1], 12, by)
        shares = [review_decision("elevenses", point, ReviewBudget(4, 2, by=by)).shares[0] for point in points]
        assert shares[0] == shares[1]
    assert different


@each_judge
def test_a_decision_that_wins_costs_nothing_and_one_that_loses_is_known_to(by: Adviser) -> None:
    scene, simulations = Scene("eleven_cards", LAST_CARD), 32 if by == "expert" else 32 * A_WORLD
    state = scene.s.tobytes()
    good, bad = (scene.game.actions.named(name).id for name in ("lay red-10", "draw"))
    best = compare_decision("eleven_cards", DecisionPoint(0, state, good), simulations, by)
    assert best is not None
    assert best.cost.value == best.cost.margin == 0
    worse = compare_decision("eleven_cards", DecisionPoint(0, state, bad), simulations, by)
    assert worse is not None
    assert worse.best == good
    assert worse.certain
    assert 0.1 < worse.cost.value <= 1


@each_judge
def test_a_costly_decision_comes_with_the_reply_it_invites(by: Adviser) -> None:
    """Who does not end the game with the last card lets the other one play."""
    scene = Scene("eleven_cards", LAST_CARD)
    worse = compare_decision(
        "eleven_cards", DecisionPoint(0, scene.s.tobytes(), scene.game.actions.named("draw").id), 300, by
    )
    assert worse is not None
    assert worse.why is not None
    assert worse.why.instead is None, "after the better one the game is over"
    assert worse.why.after is not None
    assert worse.why.after.seat == 1
    assert 0 < worse.why.after.share <= 1
    assert worse.why.worse > worse.why.better == 0


def test_a_margin_remains_where_all_worlds_agree() -> None:
    """A network may be wrong in all of them."""
    agreed = np.full(10_000, 0.01)
    assert mean(agreed).margin < 0.01 < mean(agreed, 0.02).margin < 0.03


def test_where_there_is_no_choice_nothing_is_judged() -> None:
    scene = Scene("eleven_board", GIVE_AWAY)
    assert scene.legal() == {"lay yellow-10"}
    only = scene.game.actions.named("lay yellow-10").id
    assert compare_decision("eleven_board", DecisionPoint(0, scene.s.tobytes(), only), 4) is None


def test_an_examination_begins_with_the_given_action() -> None:
    scene = Scene("eleven_cards", LAST_CARD)
    seen = scene.seen("1")
    lay = scene.game.actions.named("lay red-10").id
    win = examine(scene.game, seen, expert(scene.game, 2), 12, bytes(32), lay).shares
    assert win.shape == (9, 2)
    assert np.all(win == [1.0, 0.0])
    assert mean(win[:, 0]).margin > 0


def test_a_running_game_is_not_reviewed() -> None:
    with pytest.raises(Mistake, match="when it is over"):
        decision_points(Scene("elevenses", STRIKE).match)


def test_the_command_tells_it_in_words_and_as_data(tmp_path: Path) -> None:
    file = tmp_path / "game.log"
    file.write_text(write_log(finished("elefant").match))
    told = eleven("review", file, "--simulations", "2")
    assert told.returncode == 0, told.stderr
    for words in ("Win share along the game", "Luck and skill", "±"):
        assert words in told.stdout
    data = json.loads(eleven("review", file, "--simulations", "2", "--json").stdout)
    assert data["game"] == "elefant"
    assert len(data["shares"]) == 3
    assert {row["seat"] for row in data["luck"]} == {"white", "yellow", "orange"}
    assert data["by"] == "network", "the usual rules, of a game with a network"
    file.write_text(file.read_text().replace("result:", "result: no"))
    assert "line" in one_line_of(eleven("review", file))


def test_without_a_network_expert_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(available_levels, "_shipped", lambda game_id: False)
    asked: list[ReviewBudget] = []

    def reviewed(game_id: str, point: DecisionPoint, budget: ReviewBudget) -> Finding:
        asked.append(budget)
        return Finding(point.step, (ValueEstimate(0.5, 0.0),) * 3, None)

    monkeypatch.setattr(game_review, "review_decision", reviewed)
    assert review(finished("elefant").match).by == "expert"
    assert {budget.by for budget in asked} == {"expert"}


def test_the_costliest_decision_is_shown_with_what_the_judge_would_do(blundered: tuple[Scene, Review]) -> None:
    scene, found = blundered
    words, players = scene.game.words(), scene.match.setup.players
    shown = io.StringIO()
    report.show(
        report.as_data(found, scene.game, players),
        scene.game,
        words,
        seat_names(scene.game, words, players),
        Screen(width=140, file=shown),
    )
    worst = found.costliest()[0]
    for action in (worst.action, worst.best):
        assert sentence(scene.game, action, words) in shown.getvalue()


def test_at_eighty_columns_every_table_has_the_names(blundered: tuple[Scene, Review]) -> None:
    scene, found = blundered
    players = scene.match.setup.players
    names = ["Wilhelmina", "Maximilian", "Christabel"][:players]
    long = replace(found, shares=[found.shares[0]] * 90 + list(found.shares))
    shown = io.StringIO()
    data = report.as_data(long, scene.game, players)
    report.show(data, scene.game, scene.game.words(), names, Screen(width=80, file=shown))
    told = shown.getvalue()
    assert max(map(len, told.splitlines())) <= 80
    for name in names:
        assert told.count(name) >= 2, told
