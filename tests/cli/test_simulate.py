"""Random games counted: the same seed gives the same result, whatever the number of workers."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from eleven.cli import app
from eleven.core.contract.game import games
from eleven.simulation import simulating
from eleven.simulation.tally import Tally, quantile, spread, tally_of
from tests.cli.driving import HEEDING_COMMAND, PATIENCE, PLAIN

GAME = "elefant"
"""The quickest to compile."""
MEASURED = ("seconds", "decisions_per_second", "workers")


def simulate(*args: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, ["simulate", *args, "--json"])
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def counted(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name not in MEASURED}


@pytest.mark.slow
def test_workers_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "BLOCK_SIZE", 1)
    args = ("elevenses", "--edition", "grail", "--games", "2", "--seed", "7")
    alone, together = simulate(*args), simulate(*args, "--workers", "2")
    assert alone["games"] == 2
    assert alone["decisions_per_second"] > 0
    assert counted(alone) == counted(together)
    assert counted(alone) != counted(simulate("elevenses", "--edition", "grail", "--games", "2", "--seed", "8"))


@pytest.mark.compiled
@pytest.mark.parametrize(
    "game_id", [pytest.param(game, marks=() if game == GAME else pytest.mark.thorough) for game in games()]
)
def test_workers_do_not_change_the_result_of_many_blocks(game_id: str) -> None:
    """What shares the work out is the same for all games; to compile them takes much longer than the rest."""
    args = (game_id, "--games", "150", "--seed", "1")
    alone = counted(simulate(*args))
    assert sum(alone["wins"].values()) == pytest.approx(150 - alone["truncated"])
    for workers in ("2", "3"):
        assert counted(simulate(*args, "--workers", workers)) == alone


@pytest.mark.compiled
@pytest.mark.xdist_group(GAME)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_run_by_seconds_equals_a_run_of_the_same_number_of_games(workers: str) -> None:
    told = simulate(GAME, "--seconds", "0.2", "--workers", workers)
    assert told["games"] % simulating.BLOCK_SIZE == 0
    assert counted(told) == counted(simulate(GAME, "--games", str(told["games"])))


@pytest.mark.slow
def at_work(pid: int, workers: int) -> bool:
    """Whether a command has started its workers and heeds Ctrl-C again, which it does not while it starts them."""
    lists = [path.read_text(encoding="ascii") for path in Path(f"/proc/{pid}/task").glob("*/children")]
    children = [int(child) for found in lists for child in found.split()]
    started = [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines())
    return len(started) == workers and bool(int(status["SigCgt"], 16) >> (signal.SIGINT - 1) & 1)


@pytest.mark.slow
def test_ctrl_c_ends_the_workers_quietly() -> None:
    args = [*HEEDING_COMMAND, "simulate", "elevenses", "--seconds", "100", "--workers", "2"]
    process = subprocess.Popen(args, stderr=subprocess.PIPE, text=True, env=PLAIN, start_new_session=True)
    while not at_work(process.pid, 2):
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=PATIENCE)
    assert (process.returncode, error) == (2, "eleven: stopped\n")


def test_the_table_for_people() -> None:
    result = CliRunner().invoke(app, ["simulate", "elevenses", "--edition", "grail", "--games", "1"])
    assert result.exit_code == 0
    for word in ("games", "decisions_per_second", "mean length", "truncated", "red", "green", "75 %"):
        assert word in " ".join(result.stdout.split())


def test_shared_victories_count_as_shares_and_cut_off_games_not_at_all() -> None:
    lengths = np.array([10, 20, -30])
    scores = np.array([[5, 5, 1, 0], [2, 3, 1, 0], [9, 0, 0, 0]])
    tally = tally_of(lengths, scores, 3)
    assert (tally.games, tally.decisions, tally.truncated) == (3, 60, 1)
    assert [tally.wins_of(seat) for seat in range(3)] == [0.5, 1.5, 0]
    assert tally.scores_of([0]) == [(2, 1), (5, 1)]
    twice = Tally()
    twice.add(tally)
    twice.add(tally)
    assert twice.wins_of(1) == 3


def test_spread_of_scores() -> None:
    scores = [(0, 1), (1, 1), (2, 1), (7, 1)]
    assert [quantile(scores, share) for share in (0.25, 0.5, 0.75)] == [0, 1, 2]
    found = spread(scores)
    assert found is not None
    assert (found["min"], found["max"], found["mean"]) == (0, 7, 2.5)
    assert spread([]) is None
