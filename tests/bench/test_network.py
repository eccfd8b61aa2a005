"""Putting figures of networks together, and the page they make."""

from dataclasses import replace
from typing import Any

from bench.network.page import joined, page
from bench.network.run import contestant
from eleven.arena.baselines import find_contestant
from eleven.core.contract.game import find_game

OF = {"elefant": "aaaa", "elevenses": "bbbb"}


def row(game: str, who: str, against: str, share: float, weights: str) -> dict[str, Any]:
    """A pairing that was measured."""
    found = {"game": game, "players": 2, "who": who, "against": against, "deals": 9, "seed": 1, "weights": weights}
    return found | {"share": share, "low": share - 0.1, "high": share + 0.1}


def test_a_pairing_counts_once_and_only_with_the_present_network() -> None:
    before = [
        row("elevenses", "network", "expert", 0.5, "bbbb"),
        row("elefant", "equal", "plain", 0.5, "older"),
        row("elefant", "network", "hard", 0.6, "aaaa"),
    ]
    now = [row("elevenses", "network", "expert", 0.7, "bbbb"), row("elefant", "network", "greedy", 0.9, "aaaa")]
    found = [(each["game"], each["against"], each["share"]) for each in joined(now, before, OF)]
    assert found == [("elefant", "greedy", 0.9), ("elefant", "hard", 0.6), ("elevenses", "expert", 0.7)]


def test_a_contestant_is_changed_as_its_name_says() -> None:
    game = find_game("elefant")
    found, usual = contestant("guided+simulations=70+reward_weight=2.5", game, 3), find_contestant("guided", game)
    assert found == replace(usual, name="guided+simulations=70+reward_weight=2.5", simulations=70, reward_weight=2.5)
    assert contestant("network", game, 3) == find_contestant("network", game)


def test_rows_of_unlisted_contestants_come_last() -> None:
    rows = [row("elefant", who, "expert", 0.5, "aaaa") for who in ("guided+cutoff=2", "network")]
    assert [each["who"] for each in joined(rows, [], OF)] == ["network", "guided+cutoff=2"]


def test_a_page_places_a_network_between_plain_and_peeking_if_both_were_measured() -> None:
    shares = {"plain": 0.3, "peeking": 0.9, "network": 0.6}
    rows = [row("elefant", who, "expert", share, "aaaa") for who, share in shares.items()]
    told = page({"date": "2031-01-02", "version": "1", "machine": "a box", "rows": rows})
    assert "| elefant | 2 | 0.33 | 0.50 |  |  |" in told
    level = page({"date": "", "version": "1", "machine": "a box", "rows": [row | {"share": 0.5} for row in rows]})
    assert "| elefant | 2 |  |  |  |  |" in level, "no way between two that are equal"
    assert "The way from" not in page({"date": "2031-01-02", "version": "1", "machine": "a box", "rows": rows[1:]})


def test_a_page_tells_the_simulations_of_a_search() -> None:
    rows = [row("elefant", "tenth", "expert", 0.6, "aaaa") | {"simulations": 46}]
    told = page({"date": "2031-01-02", "version": "1", "machine": "a box", "rows": rows})
    assert "| elefant | 2 | guided, 1/10 of expert's time | expert | 9 | 60.0% | 50.0%–70.0% | 1 | 46 |" in told


def test_a_page_tells_how_many_deals_the_removal_of_luck_saves() -> None:
    rows = [row("elefant", "tenth", "expert", 0.6, "aaaa") | {"fair": [0.61, 0.55, 0.67], "fewer_deals": 1.4}]
    told = page({"date": "2031-01-02", "version": "1", "machine": "a box", "rows": rows})
    assert "| elefant | 2 | guided, 1/10 of expert's time | expert | 9 | 61.0% | 55.0%–67.0% | 1.40 |" in told
    rows[0] |= {"fair": [0.61, None, None]}
    told = page({"date": "2031-01-02", "version": "1", "machine": "a box", "rows": rows})
    assert "| expert | 9 | 61.0% | - | 1.40 |" in told, "deals that were all alike"
    assert "Without the luck" not in page(
        {"date": "", "version": "1", "machine": "a box", "rows": [rows[0] | {"fair": None}]}
    )
