"""Bonus cards (EC-17)."""

import pytest

from tests.games.eleven_cards.scenes import scene


@pytest.mark.rule("EC-17")
@pytest.mark.parametrize(("row", "card"), [("2-11", "red-1"), ("11-20", "red-21"), ("1-4 6-11", "red-5")])
def test_the_last_gap_of_a_half_row_brings_a_bonus_card(row: str, card: str) -> None:
    rows = f"order: red yellow green blue\nfilled: red {row}, yellow 1-11\n"
    played = scene(rows + f"1 hand: {card} blue-1\n2 hand: blue-2\n2 links: 3").play(f"lay {card}")
    assert played.s.seats[0].bonuses == 1
    assert played.s.bonuses_left == 6
    assert "Player 1 completes a half row and takes a bonus card." in played.news("2")


@pytest.mark.rule("EC-17")
def test_a_card_that_completes_no_half_row_brings_no_bonus() -> None:
    played = scene("filled: red 1-11 12-19\n1 hand: red-20 blue-1\n2 hand: blue-2").play("lay red-20")
    assert played.s.seats[0].bonuses == 0


@pytest.mark.rule("EC-17")
def test_a_joker_earns_a_bonus_and_its_exchange_does_not() -> None:
    played = scene("filled: red 2-11\n1 hand: red-1 blue-1 blue-12\n1 jokers: 1\n2 hand: blue-2").play("joker red-1")
    assert played.s.seats[0].bonuses == 1
    played.play("exchange red-1", "lay blue-12")
    assert played.s.seats[0].bonuses == 1
    assert played.s.bonuses_left == 6


@pytest.mark.rule("EC-17")
def test_the_eighth_half_row_brings_none() -> None:
    rows = "filled: red 1-20, yellow 1-21, green 1-21, blue 1-21\nstand ins: blue-3 blue-4\n"
    bonuses = "1 bonuses: 4\n2 bonuses: 3\n"
    played = scene(rows + bonuses + "1 hand: red-21 blue-3\n2 hand: blue-4").play("lay red-21")
    assert played.s.seats[0].bonuses == 4
    assert played.s.bonuses_left == 0
    assert "Player 1 completes a half row, but no bonus card is left." in played.news("2")
