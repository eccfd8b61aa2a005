"""What the bench of strength asks, when it is settled, and what its page says."""

from pathlib import Path
from typing import Any

import pytest

from bench.strength.report import FEWEST_DEALS, question_row, target_of, write_report
from bench.strength.run import is_settled, tables_of
from eleven.arena.baselines import find_contestant
from eleven.core.contract.game import Game, find_game
from tests.contract.walking import each_game


def row(**changed: Any) -> dict[str, Any]:
    found = {"game": "eleven_cards", "players": 2, "who": "expert", "against": "greedy", "deals": 40, "seed": 11}
    return {**found, "share": 0.9, "low": 0.8, "high": 0.95, "date": "2026-01-02", **changed}


@each_game
def test_every_question_is_about_bots_that_the_table_has(game: Game) -> None:
    for all_sizes in (False, True):
        asked = tables_of(game.id, all_sizes)
        for players, *names in asked:
            assert all(find_contestant(name, game, players) for name in names)
        expected = set(game.players) if all_sizes else {game.players[0], game.players[-1]}
        assert {players for players, _, _ in asked} == expected


@pytest.mark.parametrize(
    ("changed", "settled"),
    [
        ({}, True),
        ({"deals": FEWEST_DEALS - 1}, False),
        ({"low": 0.69}, False),
        ({"low": 0.69, "players": 6}, True),
        ({"low": 0.4, "players": 6}, False),
        ({"low": 0.1, "deals": 2000}, True),
    ],
)
def test_a_question_is_settled_when_what_is_hoped_for_is_shown(changed: dict[str, Any], settled: bool) -> None:
    """At the smallest table more is hoped for than an even share."""
    assert is_settled(row(**changed)) is settled


def test_the_page_says_which_bots_are_shown_to_be_stronger(tmp_path: Path) -> None:
    data = {"machine": "here", "speed": {}, "decisions": [], "questions": [row(), row(share=0.6, low=0.55, players=6)]}
    write_report(data, tmp_path / "page.md")
    text = (tmp_path / "page.md").read_text()
    assert "| eleven_cards | 2 | expert | greedy | 40 | 90.0% | 80.0%–95.0% | 70% | yes |" in text
    assert "2026-01-02, here" in text
    assert question_row(row(share=0.6, low=0.55)).endswith("| 70% | no |")
    assert target_of(row(players=find_game("eleven_cards").max_players)) == 0.5
