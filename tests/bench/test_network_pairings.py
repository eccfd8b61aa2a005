"""Measuring many tables at once: who sits where, which deals count, and when a table is left."""

from argparse import Namespace
from collections import Counter
from typing import Any

import pytest

from bench.network_pairings import LEAST, NetworkPairing, TablePairings, by_kind, is_clear, seatings_of, tables_of
from eleven.arena.baselines import find_contestant
from eleven.arena.series import ArenaGame, Series
from eleven.core.contract.game import find_game

GAME = find_game("elefant")


def series(players: int) -> Series:
    """Two bots at a table."""
    bots = (find_contestant("greedy", GAME), find_contestant("easy", GAME))
    return Series(GAME, GAME.setup(players), bots, 1, 7)


@pytest.mark.parametrize("players", GAME.players)
def test_the_bots_are_exchanged_and_every_seating_comes_as_often(players: int) -> None:
    table, number = series(players), 600
    found: Counter[tuple[int, ...]] = Counter()
    for deal in range(number):
        one, other = seatings_of(table, deal)
        assert [a + b for a, b in zip(one, other, strict=True)] == [1] * players
        found.update([one, other])
    assert set(found) == set(table.seatings)
    even = 2 * number / len(table.seatings)
    assert all(0.7 * even < times < 1.3 * even for times in found.values())


def test_only_deals_up_to_the_first_missing_one_count() -> None:
    pairing = NetworkPairing(series(3))
    for deal in (0, 1, 3):
        pairing.done[deal] = [ArenaGame(deal, (0, 1, 0), (1, 0, 0), (1.0, 0.0, 0.0), 9)]
    assert [games[0].deal for games in pairing.deals()] == [0, 1]
    pairing.done[2] = [ArenaGame(2, (0, 1, 0), (0, 1, 0), (0.0, 1.0, 0.0), 9)]
    row = pairing.row()
    assert (row["deals"], row["share"], row["who"], row["against"]) == (4, 0.75, "greedy", "easy")


@pytest.mark.parametrize(
    ("who", "deals", "low", "high", "clear"),
    [
        ("network", 99, 0.53, 0.7, True),
        ("network", 99, 0.51, 0.7, False),
        ("network", 99, 0.3, 0.49, True),
        ("network", LEAST - 1, 0.9, 1.0, False),
        ("equal", 99, 0.53, 0.7, False),
        ("equal", 99, 0.68, 0.9, True),
    ],
)
def test_a_pairing_is_left_when_its_answer_is_clear(who: str, deals: int, low: float, high: float, clear: bool) -> None:
    row: dict[str, Any] = {"who": who, "against": "expert", "deals": deals, "low": low, "high": high}
    assert is_clear(row) is clear


def told(**others: Any) -> Namespace:
    """What a command line says."""
    return Namespace(**({"seed": 7, "remove_luck": False, "margin": 0.02} | others))


def test_the_pairing_that_had_the_least_time_goes_on_until_it_is_clear() -> None:
    tables = TablePairings("elefant", 3, [("greedy", "random"), ("easy+simulations=2", "greedy")], told())
    one, other = tables.pairings
    assert [bot.name for bot in other.series.bots] == ["easy+simulations=2", "greedy"]
    assert other.series.bots[0].simulations == 2
    one.seconds, other.seconds = 3.0, 2.0
    assert tables.next() is other
    other.clear = True
    assert tables.next() is one
    one.clear = True
    assert tables.play_next({}) is None


def test_deals_are_played_in_turn_and_counted_once() -> None:
    tables = TablePairings("elefant", 3, [("greedy", "random"), ("random", "greedy")], told())
    tables.compile()
    assert [pairing.seconds for pairing in tables.pairings] == [0.0, 0.0], "compiling takes nobody's time away"
    rows = [tables.play_next({}) for _ in tables.pairings]
    assert [row["who"] for row in rows if row] == ["greedy", "random"]
    assert all(row["deals"] == 1 and row["games"] == 2 for row in rows if row)
    assert [sorted(pairing.done) for pairing in tables.pairings] == [[0], [0]]


def test_what_is_compiled_separately_is_played_by_another_process() -> None:
    pairings = [("equal", "expert"), ("peeking", "expert"), ("guided+cutoff=2", "plain"), ("plain", "expert")]
    assert by_kind(pairings) == [[pairings[0], pairings[2]], [pairings[1]], [pairings[3]]]


def test_tables_are_named_by_game_and_sizes() -> None:
    assert tables_of(["elefant", "eleven_cards:2,5"]) == [
        *(("elefant", players) for players in GAME.players),
        ("eleven_cards", 2),
        ("eleven_cards", 5),
    ]
