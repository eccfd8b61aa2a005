"""Exchanging and discarding jokers (EC-14, EC-15, EC-18)."""

import pytest

from tests.games.eleven_cards.scenes import RED_IS_OPEN, scene

JOKER_AT_12 = "filled: red 11-12\nstand ins: red-12\n2 hand: blue-2\n"


@pytest.mark.rule("EC-14")
def test_the_number_takes_its_place_and_the_joker_goes_to_the_hand() -> None:
    played = scene(JOKER_AT_12 + "1 hand: red-12 red-13 blue-1").play("exchange red-12")
    assert played.s.stand_ins[0] == 0
    assert played.s.filled[0] == 0b11 << 10
    assert played.s.seats[0].jokers == 1
    assert played.s.seats[0].cards == 3
    assert played.asked() == ("1", "owe")


@pytest.mark.rule("EC-14")
def test_exchange_before_laying_owes_a_card() -> None:
    played = scene(JOKER_AT_12 + "1 hand: red-12 red-13 blue-1").play("exchange red-12")
    assert played.refuses("end") == played.refuses("draw") == "EC-14"
    assert "end" in played.play("lay red-13").legal()


@pytest.mark.rule("EC-14")
def test_exchange_after_laying_owes_nothing() -> None:
    played = scene(JOKER_AT_12 + "1 hand: red-12 red-13 blue-1").play("lay red-13", "exchange red-12")
    assert "end" in played.legal()


@pytest.mark.rule("EC-14")
def test_the_regained_joker_is_another_card_when_laid() -> None:
    played = scene(JOKER_AT_12 + "1 hand: red-12 blue-1\n1 links: 0").play("exchange red-12")
    assert all(name.startswith("joker") for name in played.legal())
    assert "end" in played.play("joker green-10").legal()
    assert played.s.used == played.s.laid == 1


@pytest.mark.rule("EC-14")
def test_a_discard_is_no_other_card() -> None:
    played = scene(JOKER_AT_12 + "1 hand: red-12 red-13 blue-1").play("exchange red-12", "discard")
    assert played.refuses("end") == "EC-14"
    assert played.legal() == {"lay red-13"}


@pytest.mark.rule("EC-14")
def test_one_other_card_is_enough_for_several_exchanges() -> None:
    played = scene("filled: red 11-13\nstand ins: red-12 red-13\n2 hand: blue-2\n1 hand: red-12 red-13 red-14 blue-1")
    played.play("exchange red-12", "exchange red-13", "lay red-14")
    assert "end" in played.legal()
    assert played.s.used == 1
    assert played.s.seats[0].jokers == 2


@pytest.mark.rule("EC-14")
def test_exchange_after_the_fourth_card() -> None:
    played = scene(JOKER_AT_12 + "1 hand: red-12 red-13 red-14 red-15 red-16 blue-1")
    played.play("lay red-13", "lay red-14", "lay red-15", "lay red-16")
    assert played.legal() == {"exchange red-12", "end"}
    played.play("exchange red-12")
    assert played.s.seats[0].jokers == 1
    assert played.asked() == ("2", "turn")


@pytest.mark.rule("EC-14")
def test_exchange_for_a_joker_laid_this_very_turn() -> None:
    played = scene("1 hand: red-12 blue-1\n1 jokers: 1\n2 hand: blue-2").play("joker red-12")
    assert {"exchange red-12", "end"} <= played.legal()


@pytest.mark.rule("EC-14")
def test_no_exchange_when_no_other_card_can_be_laid() -> None:
    rows = "filled: red 1-21, yellow 1-21, green 1-21, blue 1-21\nstand ins: red-5 blue-3\npile: 0\n"
    played = scene(rows + "1 hand: red-5\n2 hand: blue-3\n1 jokers: 1")
    assert played.refuses("exchange red-5") == "EC-14"
    assert played.legal() == {"pass", "discard"}


@pytest.mark.rule("EC-14")
def test_no_exchange_after_four_discards() -> None:
    played = scene("filled: red 11-12\nstand ins: red-12\n2 hand: blue-2\n1 hand: red-12 blue-1\n1 jokers: 3\nused: 3")
    assert "exchange red-12" in played.legal()
    assert played.play("discard").asked() == ("2", "turn")


@pytest.mark.rule("EC-14")
def test_only_the_card_a_joker_stands_for_is_exchanged() -> None:
    played = scene(JOKER_AT_12 + "1 hand: red-13 blue-1")
    assert played.refuses("exchange red-12") == played.refuses("exchange red-13") == "EC-14"


@pytest.mark.rule("EC-14")
def test_a_place_held_by_a_joker_is_not_laid_on() -> None:
    assert scene(JOKER_AT_12 + "1 hand: red-12 blue-1").refuses("lay red-12") == "EC-14"


@pytest.mark.rule("EC-14")
def test_everybody_knows_of_the_regained_joker() -> None:
    played = scene(JOKER_AT_12 + "1 hand: red-12 red-13 blue-1").play("exchange red-12")
    assert played.seen("2").seats[0].regained == 1
    assert played.seen("2").seats[0].jokers == 0
    assert played.play("joker green-10").seen("2").seats[0].regained == 0


@pytest.mark.rule("EC-15")
def test_a_joker_goes_back_into_the_box_and_counts_for_the_four() -> None:
    played = scene("1 hand: red-12 red-13 blue-1\n1 jokers: 3\n2 hand: blue-2")
    played.play("discard", "discard", "discard")
    assert played.s.box == 3
    assert played.s.used == 3
    assert played.play("lay red-12").asked() == ("2", "turn")


@pytest.mark.rule("EC-15")
def test_a_turn_of_discards_alone_rules_out_drawing() -> None:
    played = scene("1 hand: blue-1\n1 jokers: 1\n2 hand: blue-2").play("discard")
    assert played.refuses("draw") == played.refuses("discard") == "EC-15"
    assert played.play("end").asked() == ("2", "turn")


@pytest.mark.rule("EC-15")
def test_no_discard_after_four_cards() -> None:
    played = scene(JOKER_AT_12 + "1 hand: blue-1\n1 jokers: 2\nused: 4\nlaid: 4")
    assert played.refuses("discard") == "EC-15"


@pytest.mark.rule("EC-18")
def test_no_discard_that_would_leave_a_debt_unpaid() -> None:
    played = scene(JOKER_AT_12 + "1 hand: red-12 blue-1\n1 links: 0").play("exchange red-12")
    assert played.refuses("discard") == "EC-18"


@pytest.mark.rule("EC-18")
def test_a_discard_is_fine_while_a_number_a_joker_or_a_link_can_pay() -> None:
    number = scene(JOKER_AT_12 + "1 hand: red-12 red-13 blue-1\n1 links: 0").play("exchange red-12")
    joker = scene(JOKER_AT_12 + "1 hand: red-12 blue-1\n1 jokers: 1\n1 links: 0").play("exchange red-12")
    rows = "filled: red 11-12, green 11-14\nstand ins: red-12\n2 hand: blue-2\norder: red yellow green blue\n"
    link = scene(rows + "1 hand: red-12 yellow-14\n1 links: 1").play("exchange red-12")
    assert "discard" in number.legal() & joker.legal()
    assert link.play("discard").legal() == {"link yellow-14"}


@pytest.mark.rule("EC-18")
def test_with_a_card_owed_the_fourth_is_no_discard() -> None:
    played = scene("pile: 0\n1 hand: red-12 blue-1\n1 jokers: 2\nused: 3\nbox: 2")
    assert played.refuses("discard") == "EC-18"
    assert {"lay red-12", "joker red-12"} <= played.legal()
    free = scene("pile: 0\n1 hand: red-2 blue-1\n1 jokers: 2\nused: 3\nbox: 2")
    assert {"discard", "end"} <= free.legal()


@pytest.mark.rule("EC-18")
def test_the_last_joker_is_no_discard_while_a_card_is_owed() -> None:
    played = scene(RED_IS_OPEN + "stand ins: blue-3\n1 hand: blue-3\n2 hand: red-2").play("exchange blue-3")
    assert played.refuses("discard") == "EC-18"
    assert {"joker red-10", "joker red-12", "link-joker red-1"} <= played.legal()
