"""Discarding jokers (EC-10, EC-15, EC-18, EC-20, EC-21)."""

import pytest

from tests.games.eleven_cards.scenes import FREE, scene

PILE = "2 hand: blue-2\n"
NO_PILE = "pile: 0\n"


@pytest.mark.rule("EC-15")
def test_a_joker_goes_back_into_the_box_and_counts_for_the_four() -> None:
    played = scene(PILE + "1 hand: red-12 red-13 blue-1\n1 jokers: 3").play("discard", "discard", "discard")
    assert played.s.box == 3
    assert played.s.used == 3
    assert played.play("lay red-12").asked() == ("2", "turn")


@pytest.mark.rule("EC-15")
def test_after_cards_laid_a_discard_is_one_of_the_four() -> None:
    played = scene(PILE + "1 hand: red-12 red-13 red-14 red-15 blue-1\n1 jokers: 1")
    played.play("lay red-12", "lay red-13", "lay red-14", "discard")
    assert played.asked() == ("2", "turn")
    assert played.s.box == 1


@pytest.mark.rule("EC-10", "EC-15")
def test_a_turn_of_discards_alone_is_not_possible() -> None:
    played = scene(PILE + "1 hand: blue-1 red-12\n1 jokers: 1").play("discard")
    assert played.asked() == ("1", "turn")
    assert played.refuses("end") == played.refuses("discard") == "EC-15"
    assert played.legal() == {"lay red-12", "draw"}
    assert "end" in played.play("lay red-12").legal()


@pytest.mark.rule("EC-10", "EC-15")
def test_discard_and_then_draw() -> None:
    played = scene(PILE + "1 hand: blue-1\n1 jokers: 2").play("discard", "discard").play("draw", luck="drawn: green-3")
    assert played.s.box == 2
    assert played.s.seats[0].cards == 2
    assert played.asked() == ("2", "turn")
    assert played.s.used == 0


@pytest.mark.rule("EC-10", "EC-15")
def test_discard_and_lay_and_no_draw_after_it() -> None:
    played = scene(PILE + "1 hand: blue-1 red-12\n1 jokers: 1").play("discard", "lay red-12")
    assert played.refuses("draw") == "EC-10"


@pytest.mark.rule("EC-15")
def test_after_a_fourth_discard_the_draw_follows_by_itself() -> None:
    played = scene(PILE + "1 hand: blue-1 red-12\n1 jokers: 4").play("discard", "discard", "discard")
    assert played.asked() == ("1", "turn")
    played.play("discard", luck="drawn: green-21")
    assert played.news("1") == ["Player 1 puts a joker back into the box.", "Player 1 draws green 21."]
    assert played.s.seats[0].cards == 3
    assert played.asked() == ("2", "turn")


@pytest.mark.rule("EC-11", "EC-15")
def test_with_an_empty_pile_a_discard_may_come_before_a_pass() -> None:
    played = scene(NO_PILE + "1 hand: blue-1\n1 jokers: 1").play("discard")
    assert played.asked() == ("1", "empty-pile")
    assert played.refuses("end") == "EC-15"
    assert played.refuses("draw") == "EC-11"
    assert played.play("pass").asked() == ("2", "empty-pile")


@pytest.mark.rule("EC-11", "EC-15")
def test_after_a_fourth_discard_and_with_an_empty_pile_the_pass_follows_by_itself() -> None:
    played = scene(NO_PILE + "1 hand: blue-1\n1 jokers: 4").play("discard", "discard", "discard", "discard")
    assert played.news("2") == ["Player 1 puts a joker back into the box.", "Player 1 passes."]
    assert played.asked() == ("2", "empty-pile")
    assert played.s.passes == 0
    assert played.s.seats[0].lacks.any()


@pytest.mark.rule("EC-11", "EC-15")
def test_the_obligation_to_lay_lasts_through_discards() -> None:
    played = scene(NO_PILE + "1 hand: red-12 blue-1\n1 jokers: 1").play("discard")
    assert played.legal() == {"lay red-12"}
    assert played.refuses("pass") == played.refuses("end") == "EC-11"


@pytest.mark.rule("EC-15")
@pytest.mark.parametrize("way", ["", FREE])
def test_no_discard_after_four_cards(way: str) -> None:
    rows = "filled: red 11-12\nstand ins: red-12\n"
    played = scene(way + rows + PILE + "1 hand: blue-1\n1 jokers: 2\nused: 4\nlaid: 4")
    assert played.refuses("discard") == "EC-15"


@pytest.mark.rule("EC-18")
def test_with_a_card_owed_the_fourth_is_no_discard() -> None:
    played = scene(NO_PILE + "1 hand: red-12 blue-1\n1 jokers: 2\nused: 3\nbox: 2")
    assert played.refuses("discard") == "EC-18"
    assert {"lay red-12", "joker red-12"} <= played.legal()
    no_debt = scene(NO_PILE + "1 hand: red-2 blue-1\n1 jokers: 2\nused: 3\nbox: 2")
    assert {"discard", "pass"} <= no_debt.legal()


@pytest.mark.rule("EC-18")
def test_while_the_pile_lasts_nothing_is_owed_before_an_exchange() -> None:
    played = scene(PILE + "1 hand: red-12 blue-1\n1 jokers: 2\nused: 3\nbox: 2")
    assert {"discard", "draw", "lay red-12"} <= played.legal()


@pytest.mark.rule("EC-15", "EC-20")
@pytest.mark.parametrize("pile", [PILE, NO_PILE])
def test_a_discard_as_last_card_needs_neither_lay_nor_draw(pile: str) -> None:
    played = scene(pile + "1 hand: -\n1 jokers: 2").play("discard")
    assert played.s.over == 0
    played.play("discard")
    assert played.game.endings[played.s.over] == "went-out"
    assert played.s.seats[0].cards == 0


@pytest.mark.rule("EC-15", "EC-20")
def test_four_discards_as_last_cards_end_it_without_a_draw() -> None:
    played = scene(PILE + "1 hand: -\n1 jokers: 4").play("discard", "discard", "discard", "discard")
    assert played.s.over == 1
    assert played.match.scores() == [0, -2]


@pytest.mark.rule("EC-21")
def test_a_turn_with_a_discard_breaks_the_succession_of_passes() -> None:
    rows = "filled: red 1-21, yellow 1-21, green 1-21, blue 1-21\npile: 0\nstand ins: red-5 blue-3\n"
    played = scene(rows + "1 hand: red-5\n2 hand: blue-3\n1 jokers: 1\n2 jokers: 1").play("pass", "discard", "pass")
    assert played.s.over == 0
    assert played.s.passes == 0
    assert played.play("pass").s.over == 0
    assert played.play("pass").s.over == 2
