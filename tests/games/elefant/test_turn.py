"""The turn (EP-20 to EP-24, EP-26)."""

import pytest

from tests.games.elefant.shop import THREE, line, total
from tests.support import Scene

ROWS = "open china: red-5 red-5 blue-8\nopen herd: grey1 odd\n"


@pytest.mark.rule("EP-20")
def test_a_purchase_costs_one_money() -> None:
    scene = Scene("elefant", THREE + ROWS + "white china: red-3").play("buy red-5")
    assert line(scene, "white china") == "red-3 red-5"
    assert line(scene, "open china") == "red-5 blue-8"
    assert line(scene, "white money") == "0"
    assert scene.asked() == ("yellow", "turn")
    assert scene.news("orange") == ["White buys red 5."]


@pytest.mark.rule("EP-20")
def test_only_open_china_may_be_bought() -> None:
    assert Scene("elefant", THREE + ROWS).refuses("buy green-5") == "EP-20"


@pytest.mark.rule("EP-20", "EP-21", "EP-22")
def test_with_one_money_all_three_are_possible() -> None:
    scene = Scene("elefant", THREE + ROWS)
    assert scene.legal() == {"buy red-5", "buy blue-8", "take grey1", "take odd", "push"}


@pytest.mark.rule("EP-22")
def test_a_push_skips_the_turn_once() -> None:
    scene = Scene("elefant", THREE + ROWS + "white china: red-3").play("push")
    assert scene.asked() == ("yellow", "turn")
    assert (line(scene, "white money"), line(scene, "white push")) == ("1", "0")
    assert (total(scene, "open china"), total(scene, "open herd")) == (3, 2)
    scene.play("push", "push")
    assert scene.asked() == ("white", "turn")
    assert scene.refuses("push") == "EP-22"
    assert "push" not in scene.legal()


@pytest.mark.rule("EP-23")
def test_without_money_an_elephant_must_be_taken() -> None:
    scene = Scene("elefant", THREE + ROWS + "white money: 0\nwhite push: 0")
    assert scene.legal() == {"take grey1", "take odd"}
    assert scene.refuses("buy red-5") == "EP-23"


@pytest.mark.rule("EP-23")
def test_with_two_money_china_must_be_bought() -> None:
    scene = Scene("elefant", THREE + ROWS + "white money: 2\nwhite push: 0")
    assert scene.legal() == {"buy red-5", "buy blue-8"}
    assert scene.refuses("take odd") == "EP-23"


@pytest.mark.rule("EP-23")
@pytest.mark.parametrize("money", [0, 2])
def test_a_push_replaces_either_duty(money: int) -> None:
    scene = Scene("elefant", THREE + ROWS + f"white money: {money}").play("push")
    assert line(scene, "white money") == str(money)
    assert scene.asked() == ("yellow", "turn")


@pytest.mark.rule("EP-24")
def test_a_row_is_not_filled_before_it_is_empty() -> None:
    scene = Scene("elefant", THREE + ROWS).play("buy red-5", "buy red-5")
    assert line(scene, "open china") == "blue-8"
    assert line(scene, "open herd") == "grey1 odd"


@pytest.mark.rule("EP-24")
def test_an_empty_row_gets_the_next_five() -> None:
    deck = "china left: 25\nchina deck: green-3 green-8 blue-3 blue-3 red-4 red-7"
    scene = Scene("elefant", THREE + "white china: -\nyellow china: -\nopen china: red-5\n" + deck).play("buy red-5")
    assert line(scene, "open china") == "red-4 green-3 green-8 blue-3 blue-3"
    assert line(scene, "china deck").split()[0] == "red-7"
    assert line(scene, "china left") == "20"
    assert scene.asked() == ("yellow", "turn")


@pytest.mark.rule("EP-24")
def test_the_next_elephants_come_from_their_own_deck() -> None:
    deck = "herd left: 20\nherd deck: odd odd even grey1 big-red big-blue"
    scene = Scene("elefant", THREE + "open herd: big-green\n" + deck).play("take big-green")
    assert line(scene, "open herd") == "big-red grey1 odd odd even"
    assert (line(scene, "herd left"), total(scene, "herd deck")) == ("15", 15)
    assert scene.match.entries[-1].tape == []


@pytest.mark.rule("EP-24")
def test_all_thirty_are_shuffled_when_the_deck_is_empty() -> None:
    scene = Scene("elefant", THREE + "open herd: big-green\nherd left: 0").play("take big-green")
    assert (total(scene, "open herd"), total(scene, "herd deck"), total(scene, "discard")) == (5, 25, 0)
    tape = scene.match.entries[-1].tape
    assert tape[:2] == [2, 30]
    assert "All 30 elephants are shuffled." in scene.news("white")


@pytest.mark.rule("EP-24")
def test_a_shuffle_comes_out_as_a_log_tells_it() -> None:
    scene = Scene("elefant", THREE + "open herd: big-green\nherd left: 0")
    herd = f"{line(scene, 'discard')} big-green".split()[::-1]
    scene.play("take big-green", luck=f"herd: {' '.join(herd)}")
    assert sorted(line(scene, "open herd").split()) == sorted(herd[:5])
    assert line(scene, "herd deck").split() == herd[5:]


@pytest.mark.rule("EP-26")
def test_losses_are_settled_before_anything_else() -> None:
    scene = Scene("elefant", THREE + "white china: red-3 blue-4\nopen herd: grey1\nherd left: 20").play("take grey1")
    assert scene.asked() == ("white", "lose-any")
    assert (line(scene, "open herd"), line(scene, "white money"), line(scene, "suffered")) == ("-", "1", "grey1")
    for name in ("take odd", "push", "score lowest", "buy red-5"):
        assert scene.refuses(name) == "EP-26"
    scene.play("lose red-3")
    assert (total(scene, "open herd"), line(scene, "white money"), line(scene, "suffered")) == (5, "2", "-")
    told = scene.news("white")
    assert told[:2] == ["White loses 1 × red 3.", "White gets coins: 1."]
    assert told[2].startswith("An elephant comes out")


@pytest.mark.rule("EP-26")
def test_scoring_comes_before_the_refill() -> None:
    scene = Scene("elefant", THREE + "open china: red-5\nchina left: 30").play("buy red-5")
    assert (line(scene, "open china"), line(scene, "china left")) == ("-", "30")
    scene.play("score lowest", "score lowest")
    assert line(scene, "open china") == "-"
    scene.play("score lowest")
    assert (total(scene, "open china"), line(scene, "china left")) == (5, "25")


@pytest.mark.rule("EP-24")
def test_an_empty_deck_waits_for_the_row() -> None:
    scene = Scene("elefant", THREE + "open herd: big-green odd\nherd left: 0").play("take big-green")
    assert (line(scene, "open herd"), line(scene, "herd left"), total(scene, "discard")) == ("odd", "0", 29)
    assert scene.match.entries[-1].tape == []
