"""What a good player thinks of exchanges and discards."""

import pytest

from tests.games.eleven_cards.scenes import scene
from tests.support import Scene

FULL = "filled: red 1-21, yellow 1-21, green 1-21, blue 1-21\nstand ins: red-5 blue-3\npile: 0\n"


def best(played: Scene) -> str:
    assert played.game.weigh is not None
    weigh, actions = played.game.weigh, played.match.legal()
    return max(actions, key=lambda action: int(weigh(played.s, action.id))).name


@pytest.mark.rule("EC-15")
def test_a_joker_without_a_place_is_discarded_before_a_pass() -> None:
    played = scene(FULL + "1 hand: red-5\n2 hand: blue-3\n1 jokers: 1")
    assert best(played) == "discard"
    assert best(played.play("discard")) == "pass"


@pytest.mark.rule("EC-10", "EC-15")
def test_a_joker_is_not_discarded_before_a_draw_while_a_place_is_open() -> None:
    assert best(scene("1 hand: red-2 red-3\n1 jokers: 1\n1 links: 0\n2 hand: blue-2")) == "draw"


@pytest.mark.rule("EC-20")
def test_last_jokers_are_laid_or_discarded_to_go_out() -> None:
    played = scene("1 hand: -\n1 jokers: 2\n2 hand: blue-2")
    assert best(played).startswith(("joker", "discard"))


@pytest.mark.rule("EC-14")
def test_a_number_whose_place_a_joker_keeps_is_exchanged() -> None:
    rows = "filled: red 11-12\nstand ins: red-12\n"
    assert best(scene(rows + "1 hand: red-12 red-2\n2 hand: blue-2")) == "exchange red-12"
