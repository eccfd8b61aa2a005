"""What elephants break (EP-4, EP-21, EP-25)."""

import pytest

from tests.games.elefant.shop import THREE, line, total
from tests.support import Scene


def shop(china: str, elephant: str) -> Scene:
    """White holds this china and may take this elephant."""
    others = "yellow china: green-8\norange china: blue-8"
    return Scene("elefant", f"{THREE}white china: {china}\n{others}\nopen herd: {elephant} grey1")


@pytest.mark.rule("EP-4")
def test_an_elephant_breaks_cards_not_points() -> None:
    scene = shop("red-3 red-4 red-8", "red2").play("take red2", "lose red-8", "lose red-3")
    assert line(scene, "white china") == "red-4"
    assert scene.asked() == ("yellow", "turn")


@pytest.mark.rule("EP-4")
def test_only_the_taker_suffers() -> None:
    scene = shop("red-3", "big-green").play("take big-green")
    assert line(scene, "yellow china") == "green-8"


@pytest.mark.rule("EP-4.1")
def test_small_elephants_of_two_colours() -> None:
    scene = shop("red-3 red-4 red-5 green-3 green-4 blue-7 blue-8", "red2-blue1").play("take red2-blue1")
    assert scene.asked() == ("white", "lose-red")
    assert scene.legal() == {"lose red-3", "lose red-4", "lose red-5"}
    scene.play("lose red-5", "lose red-4")
    assert scene.asked() == ("white", "lose-blue")
    assert scene.legal() == {"lose blue-7", "lose blue-8"}
    scene.play("lose blue-7")
    assert line(scene, "white china") == "red-3 green-3 green-4 blue-8"
    assert line(scene, "white money") == "2"


@pytest.mark.rule("EP-4.1")
def test_small_elephants_leave_other_colours_alone() -> None:
    scene = shop("red-3 red-4 red-5 blue-7", "red2").play("take red2")
    assert scene.refuses("lose blue-7") == "EP-4.1"
    assert scene.refuses("lose red-8") == "EP-25"


@pytest.mark.rule("EP-4.2")
@pytest.mark.parametrize("colour", ["red", "green", "blue"])
def test_a_big_elephant_breaks_a_whole_colour(colour: str) -> None:
    held = "red-3 red-3 red-7 green-4 green-5 blue-4 blue-6"
    scene = shop(held, f"big-{colour}").play(f"take big-{colour}")
    assert line(scene, "white china") == " ".join(card for card in held.split() if colour not in card)
    assert scene.asked() == ("yellow", "turn")


@pytest.mark.rule("EP-4.3")
def test_one_grey_elephant() -> None:
    scene = shop("red-3 green-4 blue-5", "grey2").play("take grey1")
    assert scene.legal() == {"lose red-3", "lose green-4", "lose blue-5"}
    scene.play("lose green-4")
    assert line(scene, "white china") == "red-3 blue-5"
    assert scene.asked() == ("yellow", "turn")


@pytest.mark.rule("EP-4.3")
def test_two_grey_elephants_may_break_one_colour_or_two() -> None:
    scene = shop("red-3 red-5 blue-5", "grey2").play("take grey2", "lose red-5")
    assert scene.legal() == {"lose red-3", "lose blue-5"}
    scene.play("lose red-3")
    assert line(scene, "white china") == "blue-5"


@pytest.mark.rule("EP-4.4")
@pytest.mark.parametrize(
    ("elephant", "kept"), [("odd", "red-4 green-6 blue-8"), ("even", "red-3 green-5 blue-7 blue-7")]
)
def test_odd_and_even_elephants_break_their_numbers(elephant: str, kept: str) -> None:
    scene = shop("red-3 red-4 green-5 green-6 blue-7 blue-7 blue-8", elephant)
    scene.play(f"take {elephant}")
    assert line(scene, "white china") == kept
    assert scene.asked() == ("yellow", "turn")


@pytest.mark.rule("EP-21")
def test_lost_china_leaves_the_game_and_the_elephant_is_discarded() -> None:
    scene = shop("red-3 red-4 blue-5", "big-red")
    broken, discarded = total(scene, "broken"), total(scene, "discard")
    scene.play("take big-red")
    assert total(scene, "broken") == broken + 2
    assert total(scene, "discard") == discarded + 1
    assert line(scene, "open herd") == "grey1"
    assert "White loses 1 × red 4." in scene.news("yellow")


@pytest.mark.rule("EP-21")
@pytest.mark.parametrize(
    ("elephant", "kept"),
    [("green2", "red-3 blue-4"), ("big-green", "red-3 blue-4"), ("red2", "blue-4"), ("red1-blue2", "-")],
)
def test_too_few_cards_are_all_lost_and_the_money_comes_all_the_same(elephant: str, kept: str) -> None:
    scene = shop("red-3 blue-4", elephant).play(f"take {elephant}")
    assert line(scene, "white china") == kept
    assert line(scene, "white money") == "2"
    assert scene.asked() == ("yellow", "turn")


@pytest.mark.rule("EP-21")
def test_only_an_open_elephant_may_be_taken() -> None:
    assert shop("red-3", "grey2").refuses("take big-red") == "EP-21"


@pytest.mark.rule("EP-21")
def test_nothing_is_lost_without_an_elephant() -> None:
    assert shop("red-3", "grey2").refuses("lose red-3") == "EP-21"


@pytest.mark.rule("EP-25")
def test_the_owner_chooses_card_by_card() -> None:
    scene = shop("red-3 red-4 red-5 red-6", "red2").play("take red2")
    assert scene.asked() == ("white", "lose-red")
    assert scene.s.asking[0].left == 2
    scene.play("lose red-6")
    assert scene.asked() == ("white", "lose-red")
    assert scene.legal() == {"lose red-3", "lose red-4", "lose red-5"}
    assert line(scene, "white money") == "1"


@pytest.mark.rule("EP-25")
def test_no_choice_where_all_that_match_are_lost() -> None:
    scene = shop("red-3 red-4 blue-3 blue-4 blue-5", "red2-blue2").play("take red2-blue2")
    assert scene.asked() == ("white", "lose-blue")
    assert line(scene, "white china") == "blue-3 blue-4 blue-5"


@pytest.mark.rule("EP-25")
def test_no_choice_among_cards_that_are_alike() -> None:
    scene = shop("red-5 red-5 red-5 blue-4", "red2").play("take red2")
    assert line(scene, "white china") == "red-5 blue-4"
    assert scene.asked() == ("yellow", "turn")


@pytest.mark.rule("EP-25")
def test_the_last_of_two_may_leave_no_choice() -> None:
    scene = shop("red-5 red-5 red-6", "red2").play("take red2", "lose red-6")
    assert line(scene, "white china") == "red-5"
    assert scene.asked() == ("yellow", "turn")


@pytest.mark.parametrize(
    ("elephant", "held", "told"),
    [
        ("big-red", "red-3 red-3 red-8 blue-4", "You would lose red 3, red 3, red 8."),
        ("big-green", "red-3 blue-4", "You would lose nothing."),
        ("red2-blue1", "red-3 red-5 red-8 blue-4", "You would lose 2 of red 3, red 5, red 8; blue 4."),
        ("grey2", "red-3 green-4 blue-5", "You would lose 2 of red 3, green 4, blue 5."),
        ("odd", "red-3 green-4 blue-5", "You would lose red 3, blue 5."),
        ("even", "red-3 green-4 blue-5", "You would lose green 4."),
    ],
)
def test_an_elephant_says_what_it_would_break(elephant: str, held: str, told: str) -> None:
    scene = shop(held, elephant)
    assert about(scene, "white", elephant).endswith(told)
    assert about(scene, "white", elephant).startswith("Whoever takes it loses")
    assert "You" not in about(scene, "spectator", elephant)
    scene.play(f"take {elephant}")
    kept = line(scene, "white china")
    assert (kept == held) == (told == "You would lose nothing." or scene.asked()[1].startswith("lose"))


def about(scene: Scene, seat: str, elephant: str) -> str:
    """What an elephant of the row says to somebody."""
    herd = scene.game.zones(scene.seen(seat), scene.game.words())[1]
    return next(thing.about for thing in herd.things if thing.id == f"herd:{elephant}")
