"""Exchanging jokers (EC-14, EC-18)."""

import pytest

from tests.games.eleven_cards.scenes import FREE, RED_IS_OPEN, scene

JOKER_AT_12 = "filled: red 11-12\nstand ins: red-12\n2 hand: blue-2\n"
ALL_FILLED = "filled: red 1-21, yellow 1-21, green 1-21, blue 1-21\npile: 0\n"
each_way = pytest.mark.parametrize("way", ["option exchanges: counted\n", FREE])


@pytest.mark.rule("EC-14")
@each_way
def test_the_number_takes_its_place_and_the_joker_goes_to_the_hand(way: str) -> None:
    played = scene(way + JOKER_AT_12 + "1 hand: red-12 red-13 blue-1").play("exchange red-12")
    assert played.s.stand_ins[0] == 0
    assert played.s.filled[0] == 0b11 << 10
    assert played.s.seats[0].jokers == 1
    assert played.s.seats[0].cards == 3
    assert played.asked() == ("1", "owe")


@pytest.mark.rule("EC-14")
@each_way
def test_exchange_before_laying_owes_a_card(way: str) -> None:
    played = scene(way + JOKER_AT_12 + "1 hand: red-12 red-13 blue-1").play("exchange red-12")
    assert played.refuses("end") == played.refuses("draw") == played.refuses("pass") == "EC-14"
    assert "end" in played.play("lay red-13").legal()


@pytest.mark.rule("EC-14")
@each_way
def test_exchange_after_laying_owes_nothing(way: str) -> None:
    played = scene(way + JOKER_AT_12 + "1 hand: red-12 red-13 blue-1").play("lay red-13", "exchange red-12")
    assert played.asked() == ("1", "more")
    assert "end" in played.legal()


@pytest.mark.rule("EC-14")
@each_way
def test_the_regained_joker_is_another_card_when_laid(way: str) -> None:
    played = scene(way + JOKER_AT_12 + "1 hand: red-12 blue-1\n1 links: 0").play("exchange red-12")
    assert all(name.startswith("joker") for name in played.legal())
    assert "end" in played.play("joker green-10").legal()
    assert played.s.laid == 1


@pytest.mark.rule("EC-14")
def test_an_exchange_is_one_of_the_four_unless_it_is_free() -> None:
    position = JOKER_AT_12 + "1 hand: red-12 red-13 red-14 red-15 red-16 blue-1"
    laid = ("exchange red-12", "lay red-13", "lay red-14", "lay red-15")
    assert scene(position).s.exchanges_count == 1
    assert scene(position).play(*laid).asked() == ("2", "turn")
    free = scene(FREE + position).play(*laid)
    assert free.s.used == 3
    assert "lay red-16" in free.legal()


@pytest.mark.rule("EC-14")
def test_no_counted_exchange_after_the_fourth_card() -> None:
    played = scene(JOKER_AT_12 + "1 hand: red-12 red-13 red-14 red-15 red-16 blue-1")
    played.play("lay red-13", "lay red-14", "lay red-15", "lay red-16")
    assert played.asked() == ("2", "turn")
    assert scene(JOKER_AT_12 + "1 hand: red-12 blue-1\nused: 4\nlaid: 4").refuses("exchange red-12") == "EC-14"


@pytest.mark.rule("EC-14")
def test_an_exchange_may_be_the_fourth_card() -> None:
    played = scene(JOKER_AT_12 + "1 hand: red-12 red-13 red-14 red-15 blue-1")
    played.play("lay red-13", "lay red-14", "lay red-15", "exchange red-12")
    assert played.s.seats[0].jokers == 1
    assert played.asked() == ("2", "turn")


@pytest.mark.rule("EC-14")
def test_a_free_exchange_may_come_after_the_fourth_card() -> None:
    played = scene(FREE + JOKER_AT_12 + "1 hand: red-12 red-13 red-14 red-15 red-16 blue-1")
    played.play("lay red-13", "lay red-14", "lay red-15", "lay red-16")
    assert played.legal() == {"exchange red-12", "end"}
    played.play("exchange red-12")
    assert played.s.seats[0].jokers == 1
    assert played.asked() == ("2", "turn")


@pytest.mark.rule("EC-14")
def test_one_other_card_is_enough_for_several_exchanges() -> None:
    position = "filled: red 11-13\nstand ins: red-12 red-13\n2 hand: blue-2\n1 hand: red-12 red-13 red-14 blue-1"
    exchanges = ("exchange red-12", "exchange red-13")
    played, free = scene(position).play(*exchanges), scene(FREE + position).play(*exchanges)
    assert played.refuses("end") == free.refuses("end") == "EC-14"
    assert "end" in played.play("lay red-14").legal() & free.play("lay red-14").legal()
    assert (played.s.used, free.s.used) == (3, 1)
    assert played.s.seats[0].jokers == 2


@pytest.mark.rule("EC-14")
def test_a_counted_exchange_leaves_room_for_the_card_it_owes() -> None:
    rows = "filled: red 11-15\nstand ins: red-12 red-13 red-14 red-15\n2 hand: blue-2\n"
    position = rows + "1 hand: red-12 red-13 red-14 red-15 red-16 blue-1"
    three = ("exchange red-12", "exchange red-13", "exchange red-14")
    played = scene(position).play(*three)
    assert played.refuses("exchange red-15") == "EC-14"
    assert played.play("lay red-16").asked() == ("2", "turn")
    free = scene(FREE + position).play(*three, "exchange red-15")
    assert free.asked() == ("1", "owe")
    assert "end" in free.play("lay red-16").legal()


@pytest.mark.rule("EC-14", "EC-15")
def test_a_counted_exchange_after_discards_leaves_room_for_the_card_it_owes() -> None:
    position = JOKER_AT_12 + "1 hand: red-12 blue-1\n1 jokers: 3\n"
    played = scene(position).play("discard", "discard", "exchange red-12")
    assert played.refuses("discard") == "EC-18"
    assert played.play("joker red-13").asked() == ("2", "turn")
    assert scene(position).play("discard", "discard", "discard").refuses("exchange red-12") == "EC-14"
    free = scene(FREE + position).play("discard", "discard", "discard", "exchange red-12")
    assert free.play("joker red-13").legal() == {"end"}


@pytest.mark.rule("EC-14")
@each_way
def test_exchange_for_a_joker_laid_this_very_turn(way: str) -> None:
    played = scene(way + "1 hand: red-12 blue-1\n1 jokers: 1\n2 hand: blue-2").play("joker red-12")
    assert {"exchange red-12", "end"} <= played.legal()
    assert {"joker red-13", "end"} <= played.play("exchange red-12").legal()


@pytest.mark.rule("EC-14")
def test_a_joker_laid_and_regained_twice_makes_four_cards() -> None:
    hand = "1 hand: red-12 red-13 red-14 blue-1\n1 jokers: 1\n2 hand: blue-2"
    moves = ("joker red-12", "exchange red-12", "joker red-13", "exchange red-13")
    assert scene(hand).play(*moves).asked() == ("2", "turn")
    free = scene(FREE + hand).play(*moves, "joker red-14", "exchange red-14")
    assert free.s.used == 3
    assert free.asked() == ("1", "more")


@pytest.mark.rule("EC-14")
@each_way
def test_no_exchange_when_no_other_card_can_be_laid(way: str) -> None:
    played = scene(way + ALL_FILLED + "stand ins: red-5 blue-3\n1 hand: red-5\n2 hand: blue-3\n1 jokers: 1")
    assert played.refuses("exchange red-5") == "EC-14"
    assert played.legal() == {"pass", "discard"}


@pytest.mark.rule("EC-14")
@each_way
def test_exchange_after_the_last_place_is_filled(way: str) -> None:
    rows = "filled: red 1-20, yellow 1-21, green 1-21, blue 1-21\nstand ins: red-5 blue-3\npile: 0\n"
    played = scene(way + rows + "1 hand: red-5 red-21\n2 hand: blue-3").play("lay red-21")
    assert {"exchange red-5", "end"} <= played.legal()


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


@pytest.mark.rule("EC-14", "EC-15")
@each_way
def test_a_discard_is_no_other_card(way: str) -> None:
    played = scene(way + JOKER_AT_12 + "1 hand: red-12 red-13 blue-1").play("exchange red-12", "discard")
    assert played.refuses("end") == played.refuses("draw") == "EC-14"
    assert played.legal() == {"lay red-13"}


@pytest.mark.rule("EC-11", "EC-14")
@each_way
def test_with_an_empty_pile_an_exchange_is_no_lay(way: str) -> None:
    position = way + "filled: red 11-12\nstand ins: red-12\npile: 0\nbox: 3\n1 hand: red-12 blue-1"
    played = scene(position).play("exchange red-12")
    assert played.refuses("pass") == played.refuses("end") == "EC-14"
    assert all(name.startswith(("joker", "link-joker")) for name in played.legal())


@pytest.mark.rule("EC-18")
@each_way
def test_no_discard_that_would_leave_a_debt_unpaid(way: str) -> None:
    played = scene(way + JOKER_AT_12 + "1 hand: red-12 blue-1\n1 links: 0").play("exchange red-12")
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
def test_a_debt_leaves_the_fourth_card_for_laying() -> None:
    position = "filled: red 11-13\nstand ins: red-12 red-13\n2 hand: blue-2\n1 hand: red-12 red-13 red-14 blue-1\n"
    exchanges = ("exchange red-12", "exchange red-13")
    assert scene(position + "1 jokers: 1").play("discard", *exchanges).refuses("discard") == "EC-18"
    assert "discard" in scene(position + "1 jokers: 1").play(*exchanges, "lay red-14").legal()
    assert "discard" in scene(FREE + position + "1 jokers: 1").play("discard", *exchanges).legal()


@pytest.mark.rule("EC-18", "EC-20")
@each_way
def test_the_last_joker_is_no_discard_while_a_card_is_owed(way: str) -> None:
    played = scene(way + RED_IS_OPEN + "stand ins: blue-3\n1 hand: blue-3\n2 hand: red-2").play("exchange blue-3")
    assert played.refuses("discard") == "EC-18"
    assert {"joker red-10", "joker red-12", "link-joker red-1"} <= played.legal()
    assert played.play("joker red-10").s.over == 1
