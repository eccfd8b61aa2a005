"""The command `eleven arena`."""

import json

import pytest

from tests.cli.driving import eleven, eleven_here, one_line_of


@pytest.mark.slow
def test_a_series_as_a_table_and_for_a_script() -> None:
    words = ("arena", "eleven_board", "--bots", "greedy,random", "--deals", "2", "--seed", "4")
    shown = eleven(*words)
    assert shown.returncode == 0
    assert "eleven_board, 2 players: 2 deals, 4 games, seed 4" in shown.stdout
    assert "█ win share" in shown.stdout
    data = json.loads(eleven(*words, "--json").stdout)
    assert data["games"] == 4
    assert {row["bot"] for row in data["bots"]} == {"greedy", "random"}
    assert sum(row["win_share"]["value"] for row in data["bots"]) == pytest.approx(1)


def test_mistakes_are_one_line() -> None:
    assert "there is no bot 'genius'" in one_line_of(eleven_here("arena", "elevenses", "--bots", "genius,random"))
    assert "two bots or more" in one_line_of(eleven_here("arena", "elevenses", "--bots", "greedy"))
    assert "there is no game 'chess'" in one_line_of(eleven_here("arena", "chess"))
