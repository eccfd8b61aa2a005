"""Scenarios of Fine China and Biscuits: everybody passes a card (EL-16, EL-17)."""

import pytest

from eleven.games.elevenses.tokens import CARD
from tests.games.elevenses.test_sight import kitchen, known
from tests.support import Scene

TWO = "players: 2\n"
THREE = "players: 3\n"
FOUR = "players: 4\n"
GREEN_HAS_ELEVENSES_ALONE = "green up: trolley servants\ngreen kitchen: green-elevenses"


PASSING = (
    FOUR
    + "red kitchen: red-{card} red-tea red-milk\ngreen kitchen: green-tea green-milk green-sugar\n"
    + "blue kitchen: blue-tea blue-milk blue-sugar\ngold kitchen: gold-tea gold-milk gold-sugar"
)
CHOICES = ("pass red-tea", "pass green-tea", "pass blue-tea", "pass gold-tea")


@pytest.mark.rule("EL-16")
def test_fine_china_passes_one_card_each_to_the_left_at_once() -> None:
    scene = Scene("elevenses", PASSING.format(card="china"))
    scene.play("play red-china")
    asked = []
    for choice in CHOICES:
        asked.append(scene.asked())
        assert "green-tea" not in kitchen(scene, "blue", "blue"), "nothing moves before all have chosen"
        scene.play(choice)
    assert asked == [("red", "pass"), ("green", "pass"), ("blue", "pass"), ("gold", "pass")]
    for giver, receiver in [("red", "green"), ("green", "blue"), ("blue", "gold"), ("gold", "red")]:
        assert f"{giver}-tea" in kitchen(scene, receiver, receiver)


@pytest.mark.rule("EL-16")
def test_a_chosen_card_is_secret_until_it_is_passed_and_then_known_to_two() -> None:
    scene = Scene("elevenses", PASSING.format(card="china"))
    scene.play("play red-china", "pass red-tea")
    assert CARD.token(int(scene.seen("green").seats[0].picked)) == "red-?"
    scene.play(*CHOICES[1:])
    assert "red-tea" in known(scene, "green") & known(scene, "red")
    assert "red-tea" not in known(scene, "blue")


@pytest.mark.rule("EL-16")
def test_a_player_with_elevenses_alone_shows_it_and_is_skipped() -> None:
    text = (
        THREE
        + "red kitchen: red-china red-tea red-milk\nblue kitchen: blue-tea blue-milk blue-sugar\n"
        + GREEN_HAS_ELEVENSES_ALONE
    )
    scene = Scene("elevenses", text)
    scene.play("play red-china")
    assert "green-elevenses" in known(scene, "spectator")
    assert scene.refuses("pass red-elevenses") == "EL-16"
    scene.play("pass red-tea")
    assert scene.asked() == ("blue", "pass")
    scene.play("pass blue-tea")
    assert "red-tea" in kitchen(scene, "blue", "blue")
    assert "blue-tea" in kitchen(scene, "red", "red")


@pytest.mark.rule("EL-16")
def test_elevenses_is_never_passed() -> None:
    scene = Scene(
        "elevenses",
        TWO + "red kitchen: red-china red-elevenses red-milk\ngreen kitchen: green-tea green-elevenses green-sugar",
    )
    scene.play("play red-china")
    assert scene.refuses("pass red-elevenses") == "EL-16"


@pytest.mark.rule("EL-16")
def test_with_fewer_than_two_taking_part_nobody_chooses_and_nothing_moves() -> None:
    text = TWO + "red kitchen: red-china red-tea red-milk\n" + GREEN_HAS_ELEVENSES_ALONE
    scene = Scene("elevenses", text)
    scene.play("play red-china")
    assert scene.asked() == ("green", "turn")
    assert kitchen(scene, "red", "green") == "green-elevenses"


@pytest.mark.rule("EL-17")
def test_biscuits_pass_to_the_right() -> None:
    scene = Scene("elevenses", PASSING.format(card="biscuits"))
    scene.play("play red-biscuits")
    assert scene.refuses("pass red-elevenses") == "EL-17"
    scene.play(*CHOICES)
    for giver, receiver in [("red", "gold"), ("green", "red"), ("blue", "green"), ("gold", "blue")]:
        assert f"{giver}-tea" in kitchen(scene, receiver, receiver)
