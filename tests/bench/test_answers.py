"""Bots that answer another one in one seat."""

import argparse
from dataclasses import replace

import pytest

from bench.exploit import AnsweringTable, exploit_of, page, wanted
from bench.network.run import contestant
from eleven.arena.exploiting import as_data
from eleven.core.contract.game import find_game


def told(**words: str) -> argparse.Namespace:
    return argparse.Namespace(**{"games": "elefant", "bots": "expert,equal", "by": "search,network"} | words)


def test_one_seat_answers_and_all_others_are_the_bot() -> None:
    exploit = exploit_of("elefant", "greedy", None)
    table = AnsweringTable(exploit, contestant("random", exploit.game, 3))
    assert [bot.name for bot in table.table.series.bots] == ["random", "greedy"]
    shares = [table.play(0, seat) for seat in range(3)]
    assert table.play_deal(0) == pytest.approx(sum(shares) / 3)
    assert max(shares) < 1  # who plays at random wins nothing against two who do not


def test_every_bot_meets_every_answer_but_itself() -> None:
    assert wanted(told(bots="expert,network")) == [
        ("elefant", "expert", "search"),
        ("elefant", "expert", "network"),
        ("elefant", "network", "search"),
    ]


def test_a_bot_that_a_table_lacks_is_left_out_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert wanted(told(games="eleven_board", bots="master,equal", by="network")) == [
        ("eleven_board", "equal", "network")
    ]
    assert "master" in capsys.readouterr().out


def test_the_page_says_who_answered() -> None:
    exploit = replace(exploit_of("elefant", "expert", 200), deals=2)
    row = as_data(exploit, [0.5, 0.5]) | {"by": "network", "simulations": None, "date": "2031-01-02"}
    found = page({"version": "1", "machine": "a box", "rows": [row]})
    assert f"| elefant | {find_game('elefant').players[0]} | expert | network |  | 2 | +16.7% |" in found
