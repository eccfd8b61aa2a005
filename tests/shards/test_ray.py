"""A real Ray cluster of two nodes on this machine computes what one process does, also when a node is killed."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster
from typer.testing import CliRunner

from eleven.arena.command import make_series
from eleven.cli import app
from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake
from eleven.shards import ray_cluster
from eleven.shards.arena_job import ArenaJob
from eleven.shards.jobs import Json
from eleven.shards.ray_cluster import on_ray
from eleven.shards.shard_options import compute_here
from eleven.shards.simulation_job import SimulationJob
from eleven.simulation.simulating import Simulation

QUICK = {"health_check_period_ms": 1000, "health_check_timeout_ms": 3000}
LOG = Path(__file__).parents[1] / "games" / "elefant" / "golden.log"


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A head that computes nothing, and two nodes of one core each."""
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "_system_config": QUICK})
    try:
        made.nodes = [made.add_node(num_cpus=1) for _ in range(2)]
        made.wait_for_nodes()
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


def simulation(games: int, seed: int = 3) -> SimulationJob:
    game = find_game("eleven_board")
    return SimulationJob.of(Simulation(game, game.setup(2), seed, games, None, 1))


def locally(job: Any) -> Json:
    return compute_here(job, range(job.units), 1, lambda done: None).as_json()  # type: ignore[no-any-return]


def command(*args: object) -> Json:
    result = CliRunner().invoke(app, [*map(str, args), "--json"])
    assert result.exit_code == 0, result.output
    told: Json = json.loads(result.stdout)
    return {name: value for name, value in told.items() if name not in ("seconds", "decisions_per_second")}


def test_two_nodes_compute_what_one_process_does(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "AIM", 0.5)
    told: list[int] = []
    job = simulation(320)
    assert on_ray(job, range(job.units), cluster.address, told.append).as_json() == locally(job)
    assert told == sorted(told)
    assert told[-1] == job.units
    assert len(told) > 2, "both nodes had something to do"
    arena = ArenaJob.of(make_series("eleven_board", "greedy,random", 2, 5, None, 4))
    assert on_ray(arena, range(arena.units), cluster.address).as_json() == locally(arena)


def test_the_commands_give_the_same_data(cluster: Any) -> None:
    for args in (
        ("simulate", "eleven_board", "--games", 96, "--seed", 5),
        ("arena", "eleven_board", "--bots", "greedy,random", "--deals", 4),
        ("review", LOG, "--simulations", 1),
    ):
        assert command(*args, "--ray", cluster.address) == command(*args), args


class Slow(SimulationJob):
    """A simulation whose blocks take a while, so that there is time to kill a node."""

    def worker(self) -> Any:
        work = super().worker()

        def slowly(unit: int) -> Any:
            time.sleep(0.3)
            return work(unit)

        return slowly


def test_a_node_killed_in_the_middle_changes_the_time_only(cluster: Any) -> None:
    whole = simulation(640)
    job = Slow(**vars(whole))
    begun, killed = threading.Event(), threading.Event()

    def kill() -> None:
        begun.wait()
        cluster.remove_node(cluster.nodes[0], allow_graceful=False)
        killed.set()

    killer = threading.Thread(target=kill)
    killer.start()

    def tell(done: int) -> None:
        if done >= 4:
            begun.set()

    found = on_ray(job, range(job.units), cluster.address, tell)
    killer.join()
    assert killed.is_set()
    assert found.as_json() == locally(whole)


def test_a_node_with_other_code_is_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    job = simulation(64)
    other = {**job.settings, "source": "another"}
    monkeypatch.setattr(SimulationJob, "settings", property(lambda self: other))
    with pytest.raises(Mistake, match="another version of Table Eleven: its source differs"):
        on_ray(job, range(job.units), cluster.address)


def test_an_address_without_a_cluster_is_one_line() -> None:
    words = [sys.executable, "-m", "eleven", "simulate", "elevenses", "--games", "1", "--ray", "127.0.0.1:9"]
    result = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert (result.returncode, result.stderr) == (2, "eleven: --ray 127.0.0.1:9: no Ray cluster answers there\n")
