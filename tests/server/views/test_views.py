"""Views come from a sight alone, and say everything a person needs."""

import random
from typing import Any, cast

import orjson
import pytest

from eleven.core.contract.game import find_game, games
from eleven.core.contract.zones import Zone
from eleven.core.play.boards import legal_ids, quick_board
from eleven.core.play.match import Match, imagine, new_match
from eleven.core.rules import luck
from eleven.core.rules.cache_budget import shared_budget
from eleven.server.views.languages import words_of
from eleven.server.views.refusals import why
from eleven.server.views.table_view import actions_as_json
from eleven.server.views.view import ActionViews, sight_view
from tests.support import Scene


def some_game(game_id: str = "elevenses", decisions: int = 30, players: int | None = None) -> Match:
    game = games()[game_id]
    setup = game.setup(players or max(game.players))
    play, dice = new_match(game, setup, bytes(32), quick=True), random.Random(7)
    for _ in range(decisions):
        if play.over:
            break
        play.play(dice.choice(play.legal()))
    return play


@pytest.mark.parametrize("game_id", sorted(games()))
def test_views_of_worlds_that_look_alike_are_alike(game_id: str) -> None:
    game = games()[game_id]
    for decisions in (0, 5, 17, 40):
        play = some_game(game_id, decisions)
        names = list("ABCDEFGH")[: play.setup.players]
        for seat in range(play.setup.players + 1):
            world = imagine(game, play.seen(seat), luck.fresh(bytes([decisions]) * 32))
            there, here = quick_board(game, world).observation(seat).value, play.observation(seat).value
            assert orjson.dumps(sight_view(game, there, names)) == orjson.dumps(sight_view(game, here, names))


@pytest.mark.parametrize("game_id", sorted(games()))
def test_only_the_asked_seat_gets_actions_and_every_touch_has_a_place_or_a_word(game_id: str) -> None:
    play = some_game(game_id, 25)
    names = [f"Player {seat}" for seat in range(play.setup.players)]
    for seat in range(play.setup.players + 1):
        view = sight_view(play.game, play.seen(seat), names)
        assert view["yours"] == (seat == play.asked) == bool(view["actions"])
        things = {thing.id for zone in cast(list[Zone], view["zones"]) for thing in zone.things}
        for action in view["actions"]:
            assert action["sentence"]
            for touch in action["touch"]:
                assert (touch in things) != (touch in view["verbs"])


def test_view_names_players_and_their_question() -> None:
    play = some_game(decisions=0, players=2)
    view = sight_view(play.game, play.seen(play.asked), ["Ann", "Ben"])
    assert view["question"].startswith(("Ann:", "Ben:"))
    assert view["verbs"]["do:arrange"] == "Arrange face down"
    assert orjson.loads(orjson.dumps(view))["zones"][0]["id"] == "centre"


def test_an_action_that_chooses_a_player_calls_them_by_name() -> None:
    scene = Scene("elevenses", "players: 2\nred kitchen: red-tea red-milk red-cups\ngreen up: sugar\n").play(
        "play red-tea"
    )
    view = sight_view(scene.game, scene.seen("red"), ["Ann", "Ben"])
    assert "Turn the card on position 4 of Ben face down" in [row["sentence"] for row in view["actions"]]
    sent = sight_view(scene.game, scene.seen("red"), ["Ann", "Ben"], actions_as=actions_as_json)
    assert orjson.loads(b"[" + b",".join(cast(Any, sent["actions"])) + b"]") == view["actions"]


def test_the_quick_catalogue_equals_the_plain_one() -> None:
    for game_id, game in games().items():
        for key, text in game.words().entries.items():
            if "{" not in text:
                assert words_of(game_id)(key) == game.words()(key)
    assert words_of("elevenses")("zone.total", total=3, cubes=1) == "spoons: 3, sugar cubes: 1"


def test_why_names_the_rule_in_words() -> None:
    play = some_game(decisions=0, players=2)
    rule, reason, case = why(play.game, play.seen(play.asked), "decline")
    assert case == "Something else is asked now: the question is below."
    assert rule is not None
    assert rule.startswith("EL-")
    assert reason
    legal = play.game.actions[legal_ids(play.game, play.state)[0]].name
    assert why(play.game, play.seen(play.asked), legal) == (None, "This is allowed now.", None)
    assert why(play.game, play.seen(1 - play.asked), legal)[0] is None


def test_cached_actions_count_towards_the_budget_of_all_caches() -> None:
    """There are some ten thousand of them in each language: kept for ever, they made a server grow for an hour."""
    actions = ActionViews(find_game("elevenses"), 0, "en")
    first = actions.views_for((0,), ())[0]
    assert actions.views_for((0,), ())[0] is first
    shared_budget.clear()
    assert actions.views_for((0,), ())[0] == first
    assert actions.views_for((0,), ())[0] is not first
