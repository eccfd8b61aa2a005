"""Components, deal and start (EC-1, EC-2, EC-3)."""

from typing import Any

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import Match, new_match
from eleven.core.rules import bits
from eleven.core.rules.luck import key_of
from tests.games.eleven_cards.scenes import scene

GAME = find_game("eleven_cards")


def dealt(players: int = 2, seed: int = 0, **options: str) -> Match:
    return new_match(GAME, GAME.setup(players, options=options), key_of("set-up", seed))


def numbers_in(masks: Any) -> int:
    return sum(int(bits.size(int(mask))) for mask in masks)


@pytest.mark.rule("EC-1")
@pytest.mark.parametrize("players", GAME.players)
def test_eighty_numbers_and_four_jokers_are_dealt_beside_the_elevens(players: int) -> None:
    s = dealt(players).state
    assert [int(row) for row in s.filled] == [1 << 10] * 4
    hands = sum(numbers_in(s.seats[p].hand) for p in range(players))
    assert hands + numbers_in(s.pile_numbers) == 80
    assert sum(int(s.seats[p].jokers) for p in range(players)) + s.pile_jokers == 4
    assert s.bonuses_left == 7


@pytest.mark.slow
@pytest.mark.rule("EC-1")
def test_luck_orders_the_rows_unless_the_table_does() -> None:
    orders = {tuple(int(colour) for colour in dealt(seed=seed).state.order) for seed in range(40)}
    assert len(orders) > 8
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    listed = {tuple(int(colour) for colour in dealt(seed=seed, rows="listed").state.order) for seed in range(10)}
    assert listed == {(0, 1, 2, 3)}


@pytest.mark.rule("EC-1")
def test_an_eleven_is_never_in_a_hand() -> None:
    assert scene("1 hand: red-12").refuses("lay red-11") == "EC-1"


@pytest.mark.rule("EC-2")
@pytest.mark.parametrize(
    ("players", "hand", "links", "pile"),
    [(2, 20, 4, 44), (3, 20, 4, 24), (4, 15, 3, 24), (5, 12, 3, 24), (6, 12, 2, 12)],
)
def test_hands_links_and_pile(players: int, hand: int, links: int, pile: int) -> None:
    s = dealt(players).state
    for p in range(players):
        assert numbers_in(s.seats[p].hand) + s.seats[p].jokers == s.seats[p].cards == hand
        assert s.seats[p].links == links
    assert s.pile == pile == numbers_in(s.pile_numbers) + s.pile_jokers


@pytest.mark.rule("EC-3")
def test_links_lie_open_and_are_no_hand_cards() -> None:
    played = scene("1 hand: red-12 blue-1\n1 links: 2\n2 hand: blue-2")
    assert played.seen("2").seats[0].links == played.seen("spectator").seats[0].links == 2
    assert played.s.seats[0].cards == 2


@pytest.mark.slow
@pytest.mark.rule("EC-3")
def test_luck_or_the_table_says_who_starts() -> None:
    assert {dealt(3, seed).asked for seed in range(30)} == {0, 1, 2}
    assert {dealt(3, seed, start="2").asked for seed in range(8)} == {1}


@pytest.mark.rule("EC-3")
def test_play_goes_clockwise() -> None:
    played = scene("1 hand: blue-1\n2 hand: blue-2\n3 hand: blue-3", players=3)
    order = []
    for _ in range(4):
        order.append(played.asked()[0])
        played.play("draw")
    assert order == ["1", "2", "3", "1"]
