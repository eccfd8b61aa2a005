"""Bots that answer another one in one seat."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.exploit import AnsweringTable, exploit_of, question, wanted, write
from bench.exploit_page import BY_LEARNING, Row, comparison, from_shares, from_training, names_of_master, page
from bench.network.run import contestant
from eleven.arena.exploitability import as_data
from eleven.core.contract.game import find_game
from eleven.network.weights import network_of


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
    found = wanted(told(bots="expert,network", by="search,network,random"))
    assert sorted(pair for _, pairs in found for pair in pairs) == [
        ("expert", "network"),
        ("expert", "random"),
        ("expert", "search"),
        ("network", "random"),
        ("network", "search"),
    ]


def test_what_compiles_the_same_is_played_together() -> None:
    found = wanted(told(bots="expert,hard,network", by="search,random"))
    assert [pairs for _, pairs in found] == [
        [("expert", "search"), ("hard", "search")],
        [("expert", "random"), ("hard", "random"), ("network", "random")],
        [("network", "search")],
    ]


def test_a_bot_that_a_table_lacks_is_left_out_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert wanted(told(games="eleven_board", bots="master,equal", by="network")) == [
        ("eleven_board", [("equal", "network")])
    ]
    assert "master" in capsys.readouterr().out


def test_a_question_is_left_when_its_time_is_over_or_its_interval_narrow() -> None:
    asked = question("elefant", "greedy", "random", None)
    asked.shares |= dict.fromkeys(range(400), 0.0)
    assert asked.row_now_and_then(limits(seconds=1.0, narrow=0.001))["deals"] == 400
    assert not asked.answered
    assert asked.row_now_and_then(limits(seconds=1.0, narrow=0.1)) == {}, "it was told a moment ago"
    asked.told_at = 0.0
    assert asked.row_now_and_then(limits(seconds=1.0, narrow=0.1))["deals"] == 400
    assert asked.answered
    slow = question("elefant", "greedy", "random", None)
    slow.spent = 2.0
    assert slow.row_now_and_then(limits(seconds=1.0, narrow=0.0)) == {}
    assert slow.answered


def limits(seconds: float, narrow: float) -> argparse.Namespace:
    return argparse.Namespace(seconds=seconds, narrow=narrow)


def test_a_row_names_the_network_that_played() -> None:
    for by, named in (("network", True), ("random", False)):
        asked = question("elefant", "greedy", by, None)
        asked.shares[0] = 0.5
        assert ("weights" in asked.row()) == named


def test_rows_of_other_networks_are_left_out(tmp_path: Path) -> None:
    rows = [row_of("network", weights="an older one"), row_of("greedy"), row_of("hard", by=BY_LEARNING)]
    path = tmp_path / "exploit.json"
    write(path, rows, "a box")
    assert [row["bot"] for row in json.loads(path.read_text())["rows"]] == ["greedy"]
    now = network_of("elefant").about["sha256"][:12]
    write(path, [row_of("network", weights=now)], "a box")
    assert [row["bot"] for row in json.loads(path.read_text())["rows"]] == ["greedy", "network"]


def row_of(bot: str, by: str = "random", gain: float = 0.0, **more: Any) -> Row:
    exploit = exploit_of("elefant", bot, None)
    return as_data(exploit, [1 / 3 + gain] * 20) | {"by": by, "simulations": None, "date": "2031-01-02"} | more


def test_the_best_bounds_against_expert_and_master_stand_beside_each_other() -> None:
    rows = [row_of("expert", "hard", 0.5), row_of("expert", "random", -0.2), row_of("master", "hard", 0.3)]
    line = comparison(rows)[-2]
    assert line.startswith("| elefant | 3 | ")
    best = rows[0]["at_least"]
    assert f"| {best:.1%} (+50.0%, 20 deals) | hard |" in line
    assert "(+30.0%, 20 deals) | hard |" in line


def test_where_a_network_alone_is_master_it_is_found_under_both_names() -> None:
    assert names_of_master(find_game("elefant")) == ("master",)
    assert names_of_master(find_game("elevenses")) == ("master", "network")
    assert names_of_master(find_game("eleven_board")) == ("equal",)


def test_shares_of_two_are_gains_unless_somebody_peeked() -> None:
    share = {
        "players": 2,
        "against": "expert",
        "share": 0.75,
        "low": 0.6,
        "high": 0.9,
        "deals": 9,
        "date": "2031-01-02",
    }
    rows = [share | {"game": "elevenses", "who": who} for who in ("equal", "peeking", "hands-open")]
    rows += [share | {"game": "elevenses", "who": "equal", "players": 3}, share | {"game": "elefant", "who": "equal"}]
    (found,) = from_shares(rows)
    assert (found["bot"], found["by"], found["at_least"]) == ("expert", "equal", 0.1)
    assert found["gain"] == {"value": 0.25, "low": 0.1, "high": 0.4}


def test_what_training_gained_becomes_rows() -> None:
    gain = {"value": 0.1, "low": -0.05, "high": 0.2}
    told: Row = {"game": "elevenses", "against": "network", "weights": "0123456789abcdef", "date": "2031-01-02"}
    told |= {"minutes": 6.6, "gains": [{"players": 2, "games": 50, "even_share": 0.5, "gain": gain}]}
    (found,) = from_training(told)
    assert (found["by"], found["deals"], found["at_least"], found["weights"]) == (BY_LEARNING, 50, 0.0, "0123456789ab")
    assert not from_training(told | {"hands_open": True}), "who was shown all hands bounds nobody's best response"


def test_the_page_says_who_answered() -> None:
    exploit = replace(exploit_of("elefant", "expert", 200), deals=2)
    row = as_data(exploit, [0.5, 0.5]) | {"by": "network", "simulations": None, "date": "2031-01-02"}
    found = page({"version": "1", "machine": "a box", "rows": [row]}, 7)
    assert f"| elefant | {find_game('elefant').players[0]} | expert | network |  | 2 | +16.7% |" in found
