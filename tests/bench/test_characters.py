"""What is counted of characters, and what is made of it."""

from collections import Counter
from typing import Any

import pytest

from bench.characters import Pair, note, play_deal, verbs_of
from bench.characters_page import differs, is_equal, page
from eleven.core.contract.game import Game, find_game
from tests.contract.walking import each_game

GAME = find_game("elefant")


def ids(*names: str) -> list[int]:
    return [next(action.id for action in GAME.actions if action.verb == name) for name in names]


@each_game
def test_whatever_a_character_likes_is_counted(game: Game) -> None:
    """A game that is added needs nothing in the bench."""
    assert {verb for liked in game.characters.values() for verb in liked} <= set(verbs_of(game))


def test_only_where_there_was_a_choice_something_is_counted() -> None:
    counts: Counter[tuple[str, str]] = Counter()
    take, buy, push = ids("take", "buy", "push")
    note(GAME, [take, buy], take, counts)
    note(GAME, [take, buy], buy, counts)
    note(GAME, [take], take, counts)
    note(GAME, [take, push], push, counts)
    assert (counts["did", "take"], counts["could", "take"]) == (1, 3)
    assert (counts["did", "push"], counts["could", "push"]) == (1, 1)


@pytest.mark.parametrize(
    ("low", "high", "equal"), [(0.47, 0.53, True), (0.49, 0.54, True), (0.44, 0.56, False), (0.51, 0.55, False)]
)
def test_characters_are_equal_if_a_narrow_interval_contains_one_half(low: float, high: float, equal: bool) -> None:
    assert is_equal({"low": low, "high": high}) is equal


def test_deals_are_counted_for_both_characters_and_make_a_page() -> None:
    pair = Pair(GAME, 3, "greedy", "careful", "daring")
    for deal in range(3):
        play_deal(pair, pair.bots(), deal, 20_000)
    row: dict[str, Any] = pair.row()
    assert row["deals"] == 3
    assert {"take", "buy"} <= set(row["habits"]) <= set(verbs_of(GAME))
    assert all(0.0 <= each["rate"] <= 1.0 for both in row["habits"].values() for each in both)
    text = page({"date": "2026-01-01", "machine": "here", "seed": 20_000, "rows": [row]})
    assert "| elefant | 3 | greedy | careful | daring | 3 |" in text
    assert differs([{"low": 0.1, "high": 0.2}, {"low": 0.3, "high": 0.4}])
    assert not differs([{"low": 0.1, "high": 0.35}, {"low": 0.3, "high": 0.4}])


def test_what_was_alike_on_every_deal_has_no_interval_and_shows_no_difference() -> None:
    counts = {"take": [[(2, 2), (2, 2)], [(2, 0), (2, 1)]], "buy": [[(2, 2), (2, 2)], [(2, 0), (2, 0)]]}
    row = Pair(GAME, 3, "greedy", "careful", "daring", [0.5, 0.5], counts).row()
    always, sometimes = row["habits"]["take"]
    assert always == {"rate": 1.0, "low": None, "high": None}
    assert sometimes["low"] < sometimes["rate"] < sometimes["high"]
    assert not any(map(differs, row["habits"].values()))
    assert "one: in 0" not in page({"date": "2026-01-01", "machine": "here", "seed": 1, "rows": [row]})
