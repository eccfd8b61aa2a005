"""Turns: playing a card and arranging (EL-3 to EL-5)."""

import pytest

from eleven.games.elevenses.scoring import value
from eleven.games.elevenses.tokens import CARD
from tests.support import Scene

TWO = "players: 2\n"
THREE = "players: 3\n"


@pytest.mark.rule("EL-3")
def test_a_turn_is_one_card_or_arranging_and_nothing_else() -> None:
    scene = Scene("elevenses", TWO + "red kitchen: red-trolley red-tea red-milk")
    assert {name.split()[0] for name in scene.legal()} == {"play", "arrange"}
    assert scene.refuses("done") == "EL-3"
    scene.play("play red-trolley")
    assert scene.asked() == ("green", "turn")


@pytest.mark.rule("EL-4")
def test_a_card_is_played_face_up_to_its_own_position_from_the_kitchen() -> None:
    scene = Scene("elevenses", TWO + "red kitchen: red-sugar red-tea red-milk")
    assert scene.refuses("play red-cakes") == "EL-4"
    scene.play("play red-sugar")
    assert CARD.token(int(scene.s.seats[0].slots[3])) == "red-sugar"
    assert scene.s.seats[0].up == 1 << 3


@pytest.mark.rule("EL-4.1")
def test_the_face_down_card_goes_to_the_kitchen_unseen_by_others() -> None:
    scene = Scene(
        "elevenses",
        TWO
        + "red kitchen: red-sugar red-tea red-milk\n"
        + "red slots: - red-cups red-china red-biscuits red-cakes red-trolley red-servants red-elevenses\n"
        + "  red-sandwiches -",
    )
    scene.play("play red-sugar")
    assert int(scene.s.seats[0].kitchen) >> 6 & 1, "biscuits lay on position 4"
    assert scene.news("red")[1] == "Red takes Biscuits (red) from position 4 into the kitchen."
    assert scene.news("green")[1] == "Red takes the red card from position 4 into the kitchen."


@pytest.mark.rule("EL-4.2")
@pytest.mark.parametrize("card", ["trolley", "servants"])
def test_the_sides_bring_no_card_back(card: str) -> None:
    scene = Scene("elevenses", TWO + f"red kitchen: red-{card} red-tea red-milk")
    scene.play(f"play red-{card}")
    assert bin(int(scene.s.seats[0].kitchen)).count("1") == 2


@pytest.mark.rule("EL-4.3")
def test_a_second_copy_may_not_be_played() -> None:
    scene = Scene("elevenses", TWO + "red up: tea\nred kitchen: red-milk red-elevenses green-tea")
    assert scene.refuses("play green-tea") == "EL-4.3"
    assert "play red-milk" in scene.legal()


@pytest.mark.rule("EL-4.3")
def test_a_card_of_another_set_is_played_and_arranged_like_ones_own() -> None:
    scene = Scene("elevenses", TWO + "red kitchen: red-milk red-elevenses green-tea")
    assert {"play green-tea", "arrange 7 green-tea"} <= scene.legal()
    scene.play("play green-tea")
    assert scene.s.seats[0].up == 1 << 1


@pytest.mark.rule("EL-4.4")
def test_the_special_action_must_be_carried_out_before_anything_else() -> None:
    scene = Scene("elevenses", THREE + "red kitchen: red-tea red-milk red-cakes")
    scene.play("play red-milk")
    assert scene.asked() == ("red", "visit")
    assert scene.refuses("play red-tea") == "EL-13"


@pytest.mark.rule("EL-4.4")
def test_a_card_just_picked_up_is_in_the_kitchen_for_the_special_action() -> None:
    scene = Scene(
        "elevenses",
        TWO
        + "red kitchen: red-cups red-tea red-milk\n"
        + "red slots: - red-trolley red-china red-biscuits red-cakes red-sugar red-servants red-elevenses\n"
        + "  red-sandwiches -",
    )
    scene.play("play red-cups")
    assert "arrange 2 red-cakes" in scene.legal()


@pytest.mark.rule("EL-4.5", "EL-30")
def test_every_total_is_public_and_counts_face_up_spoons_only() -> None:
    scene = Scene("elevenses", TWO + "red up: trolley tea china servants\ngreen up: cakes")
    for viewer in ("red", "green", "spectator"):
        seen = scene.seen(viewer)
        assert [value(seen, 0), value(seen, 1)] == [0 + 1 + 2 + 3, 2]
        zones = scene.game.zones(seen, scene.game.words())
        assert [zone.note for zone in zones if zone.id.startswith("spread")] == [
            "spoons: 6, sugar cubes: 0",
            "spoons: 2, sugar cubes: 0",
        ]


@pytest.mark.rule("EL-5")
def test_arranging_lays_a_card_face_down_and_takes_the_one_there() -> None:
    scene = Scene(
        "elevenses",
        TWO
        + "red kitchen: red-elevenses red-tea red-milk\n"
        + "red slots: - red-cups red-china red-biscuits red-cakes red-trolley red-servants red-sugar red-sandwiches -",
    )
    scene.play("arrange 7 red-elevenses")
    assert scene.asked() == ("red", "arrange")
    assert "arrange 2 red-servants" in scene.legal(), "the card just taken may be laid down again"
    scene.play("arrange 2 red-servants")
    assert scene.asked() == ("green", "turn"), "two arrange actions are a turn"
    assert scene.s.seats[0].up == 0


@pytest.mark.rule("EL-5")
def test_one_arrange_action_is_enough_and_none_is_not() -> None:
    scene = Scene("elevenses", TWO)
    assert "done" not in scene.legal()
    scene.play(sorted(name for name in scene.legal() if name.startswith("arrange"))[0])
    scene.play("done")
    assert scene.asked() == ("green", "turn")


@pytest.mark.rule("EL-5")
def test_only_face_down_positions_can_be_arranged() -> None:
    scene = Scene("elevenses", TWO + "red up: china\nred kitchen: red-tea red-milk red-elevenses")
    assert scene.refuses("arrange 6 red-tea") == "EL-5"
    assert scene.refuses("arrange 5 red-cakes") == "EL-5"
    assert "arrange 5 red-tea" in scene.legal()


@pytest.mark.rule("EL-5")
def test_with_all_positions_face_up_a_card_must_be_played_and_elevenses_can_be() -> None:
    scene = Scene("elevenses", TWO + "red up: tea milk sugar cups china biscuits sandwiches cakes")
    assert {name.split()[0] for name in scene.legal()} == {"play"}
    assert "play red-elevenses" in scene.legal()
