"""Putting figures of networks together, and the page they make."""

from typing import Any

from bench.network.page import joined, page

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


def test_a_page_tells_the_simulations_of_a_search() -> None:
    rows = [row("elefant", "tenth", "expert", 0.6, "aaaa") | {"simulations": 46}]
    told = page({"date": "2031-01-02", "version": "1", "machine": "a box", "rows": rows})
    assert "| elefant | 2 | guided, 1/10 of expert's time | expert | 9 | 60.0% | 50.0%–70.0% | 1 | 46 |" in told
