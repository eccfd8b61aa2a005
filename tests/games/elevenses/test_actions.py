"""The special actions of the cards (EL-11 to EL-21)."""

import pytest

from eleven.core.text.errors import Mistake
from eleven.games.elevenses.tokens import CARD
from tests.games.elevenses.test_sight import kitchen, known
from tests.support import Scene

TWO = "players: 2\n"
THREE = "players: 3\n"
FOUR = "players: 4\n"
GREEN_HAS_ELEVENSES_ALONE = "green up: trolley servants\ngreen kitchen: green-elevenses"


def taken(scene: Scene, viewer: str) -> str:
    """The card in the middle that was taken in a swap and is not yet paid for, as somebody sees it."""
    centre = scene.game.zones(scene.seen(viewer), scene.game.words())[0]
    return next(thing.token for thing in centre.things if thing.id == "taken")


@pytest.mark.rule("EL-11")
def test_the_trolley_does_nothing_when_played() -> None:
    scene = Scene("elevenses", TWO + "red kitchen: red-trolley red-tea red-milk")
    scene.play("play red-trolley")
    assert scene.s.seats[0].cubes == 0
    assert scene.asked() == ("green", "turn")


@pytest.mark.rule("EL-12")
def test_tea_turns_one_face_up_card_face_down_in_place_and_everybody_still_knows_it() -> None:
    scene = Scene("elevenses", THREE + "red kitchen: red-tea red-milk red-cups\ngreen up: cakes china")
    scene.play("play red-tea")
    assert scene.legal() == {"flip red 2", "flip green 6", "flip green 9", "spare blue"}
    scene.play("flip green 9")
    assert scene.s.seats[1].up == 1 << 5
    assert "green-cakes" in known(scene, "blue") & known(scene, "spectator")
    assert scene.asked() == ("green", "turn")


@pytest.mark.rule("EL-12")
def test_trolley_and_servants_cannot_be_turned() -> None:
    scene = Scene("elevenses", TWO + "red kitchen: red-tea red-milk red-cups\ngreen up: trolley servants")
    scene.play("play red-tea")
    assert scene.legal() == {"flip red 2", "spare green"}
    scene.play("spare green")
    assert scene.s.seats[1].up == 1 | 1 << 9


@pytest.mark.rule("EL-12")
def test_a_card_must_be_turned_where_there_is_one() -> None:
    scene = Scene("elevenses", TWO + "red kitchen: red-tea red-milk red-cups\ngreen up: cakes")
    scene.play("play red-tea")
    assert scene.refuses("spare green") == "EL-12"
    assert scene.refuses("flip green 8") == "EL-12"


@pytest.mark.rule("EL-13")
def test_milk_looks_and_may_swap() -> None:
    scene = Scene(
        "elevenses", THREE + "red kitchen: red-milk red-tea red-cups\ngreen kitchen: green-tea green-cakes green-sugar"
    )
    scene.play("play red-milk", "visit green")
    assert kitchen(scene, "red", "green") == "green-cakes green-sugar green-tea"
    assert kitchen(scene, "blue", "green") == "green-? green-? green-?"
    scene.play("take green-cakes")
    assert [taken(scene, seat) for seat in ("red", "green", "blue")] == ["green-cakes", "green-cakes", "green-?"]
    scene.play("give red-cups")
    assert kitchen(scene, "green", "green") == "green-sugar green-tea red-cups"
    assert "green-cakes" in kitchen(scene, "red", "red")


@pytest.mark.rule("EL-13")
def test_milk_chooses_an_opponent_and_the_swap_may_be_declined() -> None:
    scene = Scene("elevenses", THREE + "red kitchen: red-milk red-tea red-cups")
    scene.play("play red-milk")
    assert scene.legal() == {"visit green", "visit blue"}
    scene.play("visit blue", "decline")
    assert scene.asked() == ("green", "turn")


@pytest.mark.rule("EL-13")
def test_elevenses_is_neither_taken_nor_given_for_milk() -> None:
    scene = Scene(
        "elevenses",
        TWO + "red kitchen: red-milk red-elevenses red-cups\ngreen kitchen: green-tea green-elevenses green-sugar",
    )
    scene.play("play red-milk")
    assert scene.refuses("take green-elevenses") == "EL-13"
    scene.play("take green-tea")
    assert scene.refuses("give red-elevenses") == "EL-13"
    assert scene.refuses("give green-tea") == "EL-13", "the card taken is not payment for itself"


@pytest.mark.rule("EL-13")
@pytest.mark.parametrize("colour", ["green", "blue", "gold"])
def test_nobodys_elevenses_is_taken(colour: str) -> None:
    kitchens = (
        f"red kitchen: red-milk red-tea red-cups\n{colour} kitchen: {colour}-tea {colour}-elevenses {colour}-sugar"
    )
    scene = Scene("elevenses", FOUR + kitchens).play("play red-milk", f"visit {colour}")
    assert scene.refuses(f"take {colour}-elevenses") == "EL-13"


@pytest.mark.rule("EL-13")
def test_with_elevenses_alone_in_the_opponents_kitchen_only_the_look_remains() -> None:
    scene = Scene("elevenses", TWO + "red kitchen: red-milk red-cups red-sugar\n" + GREEN_HAS_ELEVENSES_ALONE)
    scene.play("play red-milk")
    assert scene.legal() == {"decline"}
    assert "green-elevenses" in known(scene, "red")


@pytest.mark.rule("EL-13")
def test_with_elevenses_alone_to_give_only_the_look_remains() -> None:
    scene = Scene(
        "elevenses",
        TWO
        + "red up: trolley servants\nred kitchen: red-milk\ngreen kitchen: green-tea green-cups green-sugar\n"
        + "red slots: red-trolley red-tea red-elevenses red-sugar red-cups red-china red-biscuits red-sandwiches\n"
        + "  red-cakes red-servants",
    )
    scene.play("play red-milk")
    assert scene.legal() == {"decline"}
    assert "green-tea" in known(scene, "red")


@pytest.mark.rule("EL-14")
def test_sugar_shows_ones_own_face_down_cards_and_nobody_elses() -> None:
    scene = Scene("elevenses", TWO + "red kitchen: red-sugar red-tea red-cups")
    assert CARD.token(int(scene.seen("red").seats[0].slots[5])) == "red-?"
    scene.play("play red-sugar")
    seen = scene.seen("red")
    assert all(card >= 0 for card in seen.seats[0].slots[1:9])
    assert all(card < 0 for card in seen.seats[1].slots[1:9])
    assert all(card < 0 for n, card in enumerate(scene.seen("green").seats[0].slots) if n != 3)


@pytest.mark.rule("EL-14")
def test_a_card_laid_under_a_turned_down_sugar_is_not_seen() -> None:
    scene = Scene(
        "elevenses",
        TWO + "red slots: - red-sugar red-tea red-milk red-cups red-china red-biscuits red-sandwiches red-cakes -",
    )
    assert not known(scene, "red") & {"red-sugar", "red-tea"}, "Sugar must be played and face up to help"


@pytest.mark.rule("EL-15")
def test_cups_allow_up_to_three_arrange_actions_at_once() -> None:
    scene = Scene("elevenses", TWO + "red kitchen: red-cups red-tea red-milk")
    scene.play("play red-cups")
    assert "done" in scene.legal()
    for place in (2, 3, 4):
        assert scene.asked() == ("red", "arrange")
        assert scene.refuses("play red-milk") == "EL-15"
        scene.play(sorted(name for name in scene.legal() if name.startswith(f"arrange {place}"))[0])
    assert scene.asked() == ("green", "turn")


@pytest.mark.rule("EL-15")
def test_no_card_need_be_arranged_after_cups() -> None:
    scene = Scene("elevenses", TWO + "red kitchen: red-cups red-tea red-milk")
    scene.play("play red-cups", "done")
    assert scene.asked() == ("green", "turn")


SANDWICHES = (
    THREE + "red kitchen: red-sandwiches red-tea blue-milk\ngreen kitchen: green-tea green-elevenses green-sugar\n"
)


@pytest.mark.rule("EL-18")
def test_the_opponent_draws_by_back_and_may_keep_the_card_for_one_of_their_own() -> None:
    scene = Scene("elevenses", SANDWICHES)
    scene.play("play red-sandwiches", "visit green")
    assert scene.asked() == ("green", "draw")
    assert scene.legal() == {"draw red", "draw blue"}
    scene.play("draw blue")
    assert scene.asked() == ("green", "keep")
    assert scene.legal() == {"return", "give green-tea", "give green-sugar"}
    assert "blue-milk" in known(scene, "green")
    assert "blue-milk" not in known(scene, "spectator")
    scene.play("give green-sugar")
    assert "blue-milk" in kitchen(scene, "green", "green")
    assert "blue-milk" not in kitchen(scene, "red", "red")
    assert "green-sugar" in kitchen(scene, "red", "red")


@pytest.mark.rule("EL-18")
def test_luck_decides_which_card_of_the_colour_is_drawn() -> None:
    scene = Scene("elevenses", SANDWICHES.replace("blue-milk", "red-milk"))
    scene.play("play red-sandwiches")
    scene.play("visit green", luck="drawn: red-milk")
    assert scene.news("green")[-1] == "Green draws Milk (red) from the kitchen of Red."
    assert scene.news("blue")[-1] == "Green draws a red card from the kitchen of Red."
    scene = Scene("elevenses", SANDWICHES.replace("blue-milk", "red-milk"))
    scene.play("play red-sandwiches")
    with pytest.raises(Mistake, match="luck cannot have decided"):
        scene.play("visit green", luck="drawn: green-tea")


@pytest.mark.rule("EL-18")
def test_a_drawn_elevenses_must_be_returned() -> None:
    scene = Scene("elevenses", SANDWICHES.replace("blue-milk", "red-elevenses"))
    scene.play("play red-sandwiches")
    scene.play("visit green", luck="drawn: red-elevenses")
    assert scene.legal() == {"return"}
    assert scene.refuses("give green-tea") == "EL-18"


@pytest.mark.rule("EL-18")
def test_with_nothing_to_give_the_card_must_be_returned() -> None:
    text = TWO + "red kitchen: red-sandwiches red-tea red-milk\n" + GREEN_HAS_ELEVENSES_ALONE
    scene = Scene("elevenses", text)
    scene.play("play red-sandwiches")
    assert scene.asked() == ("green", "keep")
    assert scene.legal() == {"return"}


@pytest.mark.rule("EL-19")
def test_cakes_let_an_opponent_look_and_swap() -> None:
    scene = Scene(
        "elevenses",
        THREE + "red kitchen: red-cakes red-elevenses red-cups\ngreen kitchen: green-tea green-elevenses green-sugar",
    )
    scene.play("play red-cakes", "visit green")
    assert scene.asked() == ("green", "take")
    assert "red-cups" in known(scene, "green")
    assert "green-tea" not in known(scene, "red")
    assert scene.refuses("take red-elevenses") == "EL-19"
    scene.play("take red-cups")
    assert scene.refuses("give green-elevenses") == "EL-19"
    scene.play("give green-tea")
    assert "green-tea" in kitchen(scene, "red", "red")
    assert "red-cups" in kitchen(scene, "green", "green")
    assert scene.asked() == ("green", "turn")


@pytest.mark.rule("EL-20")
def test_servants_show_the_kitchen_to_everybody_and_they_remember() -> None:
    scene = Scene("elevenses", THREE + "red kitchen: red-servants red-elevenses red-cups")
    scene.play("play red-servants")
    assert scene.news("spectator")[1:] == ["Red shows Cups & Saucers (red).", "Red shows Elevenses (red)."]
    assert {"red-cups", "red-elevenses"} <= known(scene, "green") & known(scene, "blue") & known(scene, "spectator")
    scene.play(sorted(name for name in scene.legal() if name.startswith("arrange"))[0], "done")
    assert "red-cups" in known(scene, "blue")


@pytest.mark.rule("EL-21")
def test_elevenses_needs_four_face_up_cards_the_sides_counting() -> None:
    three = Scene("elevenses", TWO + "red up: trolley tea milk\nred kitchen: red-elevenses red-cups")
    assert three.refuses("play red-elevenses") == "EL-21"
    four = Scene("elevenses", TWO + "red up: trolley tea milk servants\nred kitchen: red-elevenses")
    four.play("play red-elevenses")
    assert four.s.rounds == 2


@pytest.mark.rule("EL-21")
def test_elevenses_may_be_arranged_by_its_owner() -> None:
    scene = Scene("elevenses", TWO + "red kitchen: red-elevenses red-tea red-cups")
    scene.play("arrange 6 red-elevenses")
    assert CARD.token(int(scene.s.seats[0].slots[5])) == "red-elevenses"
