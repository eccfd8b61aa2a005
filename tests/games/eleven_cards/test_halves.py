"""The 11 belongs to both half rows; the cards beside it to one each (EC-17)."""

import pytest

from tests.games.eleven_cards.scenes import scene

BESIDE = "order: yellow red green blue\n2 bonuses: 2\n"
LEFT = 5


@pytest.mark.rule("EC-17")
@pytest.mark.parametrize(
    ("row", "card", "bonuses"),
    [
        ("1-9 11", "red-10", 1),
        ("11 13-21", "red-12", 1),
        ("11-21", "red-10", 0),
        ("1-11", "red-12", 0),
        ("2-9 11-21", "red-10", 0),
        ("1-11 13-20", "red-12", 0),
    ],
)
def test_the_neighbours_of_the_11_complete_their_own_half_only(row: str, card: str, bonuses: int) -> None:
    played = scene(f"{BESIDE}filled: yellow 1-21, red {row}\n1 hand: {card} blue-1\n2 hand: blue-2\n2 links: 3").play(
        f"lay {card}"
    )
    assert played.s.seats[0].bonuses == bonuses
    assert played.s.bonuses_left == LEFT - bonuses


@pytest.mark.rule("EC-17")
def test_one_card_completes_one_half_even_where_the_other_is_full() -> None:
    played = scene(
        BESIDE + "filled: yellow 1-21, red 1-9 11-21\n1 hand: red-10 blue-1\n2 hand: blue-2\n2 links: 3"
    ).play("lay red-10")
    assert played.s.seats[0].bonuses == 1
