"""Runs a job on a Ray cluster: one actor per node holds the compiled code and computes blocks of units on all cores.

A block takes about `AIM` seconds and counts only once its total has arrived. If a node dies, its blocks are assigned
again, so only time is lost. Ray is an optional dependency (`[ray]`), imported on use.
"""

import contextlib
import importlib
import os
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from eleven.core.contract.registry import VARIABLE
from eleven.core.text.errors import Mistake
from eleven.shards.jobs import Job

AUTO = "auto"
AIM = 20.0
"""The target duration of a block in seconds: long enough to hide the overhead, short enough to lose."""
GROWTH = 16
"""The maximum growth of the block size from one block to the next."""
LISTEN = 1.0
"""Seconds between checks for nodes that have joined or left."""
ALONE = 60.0
"""Seconds without any node after which the run fails."""
REACH = 5.0


class NodeWorker:
    """The actor on a node: computes blocks of one job, on threads with separate memory."""

    def __init__(self, job: Job, games_from: str) -> None:
        if games_from:
            os.environ[VARIABLE] = games_from
        self.job = job
        self._mine = threading.local()

    def settings(self) -> dict[str, Any]:
        """Return the job's settings as computed on this node, including the version of its code."""
        return self.job.settings

    def compute(self, units: Sequence[int]) -> tuple[Any, float]:
        """Compute a block; return its total, and the seconds it took."""
        began = time.perf_counter()
        if not hasattr(self._mine, "work"):
            self._mine.work = self.job.worker()
        total = self.job.empty()
        for unit in units:
            total.add(self._mine.work(unit))
        return total, time.perf_counter() - began


@dataclass
class ClusterNode:
    """A node of the cluster from the scheduler's point of view."""

    id: str
    cores: int
    actor: Any
    ready: Any
    checked: bool = False
    block: int = 1
    running: dict[Any, Sequence[int]] = field(default_factory=dict)


class ClusterRun:
    """Schedules the units of a job on the nodes until all totals have arrived."""

    def __init__(self, ray: Any, job: Job, units: Sequence[int], on_progress: Callable[[int], None]) -> None:
        self.ray, self.job, self.on_progress = ray, job, on_progress
        self.total, self.done = job.empty(), 0
        self.untouched = deque([units]) if units else deque()
        self.nodes: dict[str, ClusterNode] = {}
        self.settings = job.settings
        self._looked = self._seen_any = float("-inf")

    def run(self) -> Any:
        """Compute the total of all units."""
        wanted = sum(map(len, self.untouched))
        self._seen_any = time.monotonic()
        while self.done < wanted:
            self._look_for_nodes()
            for node in self.nodes.values():
                self._hand_out(node)
            self._collect()
        return self.total

    # Nodes

    def _look_for_nodes(self) -> None:
        """Add nodes that have joined the cluster, and drop those that have left."""
        if time.monotonic() - self._looked < LISTEN:
            return
        self._looked = time.monotonic()
        alive = {node["NodeID"]: int(node["Resources"].get("CPU", 0)) for node in self.ray.nodes() if node["Alive"]}
        for gone in self.nodes.keys() - alive.keys():
            self._leave(gone)
        for id_, cores in alive.items():
            if cores and id_ not in self.nodes:
                self.nodes[id_] = self._take(id_, cores)
        if self.nodes:
            self._seen_any = time.monotonic()
        elif time.monotonic() - self._seen_any > ALONE:
            raise Mistake("no node of the Ray cluster is left")

    def _take(self, id_: str, cores: int) -> ClusterNode:
        strategies = importlib.import_module("ray.util.scheduling_strategies")
        there = strategies.NodeAffinitySchedulingStrategy(node_id=id_, soft=False)
        remote = self.ray.remote(NodeWorker).options(num_cpus=cores, max_concurrency=cores, scheduling_strategy=there)
        actor = remote.remote(self.job, os.environ.get(VARIABLE, ""))
        return ClusterNode(id_, cores, actor, actor.settings.remote())

    def _leave(self, id_: str) -> None:
        """Drop a node, and put its unfinished blocks back into the queue."""
        node = self.nodes.pop(id_)
        self.untouched.extendleft(node.running.values())
        with contextlib.suppress(Exception):
            self.ray.kill(node.actor)

    # Blocks

    def _hand_out(self, node: ClusterNode) -> None:
        if node.checked:
            while len(node.running) < node.cores and (units := self._next(node)):
                node.running[node.actor.compute.remote(units)] = units

    def _next(self, node: ClusterNode) -> Sequence[int]:
        """Return the next block for a node; blocks get smaller towards the end, so that all nodes finish together."""
        if not self.untouched:
            return ()
        left = sum(map(len, self.untouched))
        cores = sum(other.cores for other in self.nodes.values())
        size = max(1, min(node.block, -(-left // (2 * cores))))
        units = self.untouched.popleft()
        if len(units) > size:
            self.untouched.appendleft(units[size:])
        return units[:size]

    def _collect(self) -> None:
        """Wait for the next result: a finished block, or a node that is ready."""
        awaited = {reference: node for node in self.nodes.values() for reference in self._awaited(node)}
        if not awaited:
            time.sleep(LISTEN)
            return
        ready, _ = self.ray.wait(list(awaited), timeout=LISTEN)
        for reference in ready:
            node = awaited[reference]
            if node.id in self.nodes:
                self._take_in(node, reference)

    def _awaited(self, node: ClusterNode) -> Iterator[Any]:
        yield from node.running
        if not node.checked:
            yield node.ready

    def _take_in(self, node: ClusterNode, reference: Any) -> None:
        errors = self.ray.exceptions
        try:
            answer = self.ray.get(reference)
        except (errors.RayActorError, errors.ObjectLostError, errors.NodeDiedError, errors.WorkerCrashedError) as error:
            self._leave(node.id)
            if "creation task" in str(error):
                reason = str(error).strip().splitlines()[-1]
                raise Mistake(f"a node of the Ray cluster cannot take part: {reason}") from None
            return
        if reference == node.ready:
            self._check(answer)
            node.checked = True
            return
        units = node.running.pop(reference)
        total, seconds = answer
        self.total.add(total)
        self.done += len(units)
        fitting = int(AIM * len(units) / max(seconds, 1e-6))
        node.block = max(1, min(fitting, GROWTH * len(units)))
        self.on_progress(self.done)

    def _check(self, settings: dict[str, Any]) -> None:
        """Raise an error if a node has different settings or code."""
        if other := [name for name in self.settings if settings.get(name) != self.settings[name]]:
            raise Mistake(f"a node of the Ray cluster has another version of Table Eleven: its {other[0]} differs")


def on_ray(job: Job, units: Sequence[int], address: str, on_progress: Callable[[int], None] = lambda done: None) -> Any:
    """Compute the total of some units on a cluster: at an address, or one that is found or started locally."""
    with _connected(address) as ray:
        return ClusterRun(ray, job, units, on_progress).run()


@contextlib.contextmanager
def _connected(address: str) -> Iterator[Any]:
    if address != AUTO:
        _reach(address)
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise Mistake("--ray needs Ray: pip install 'table-eleven[ray]'") from None
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "include_dashboard": None}
    try:
        ray.init(address=None if address == AUTO else address, **quiet)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        raise Mistake(f"no Ray cluster answers: {str(error).strip().splitlines()[0]}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


def _reach(address: str) -> None:
    """Fail fast if nothing listens at an address; Ray itself would retry for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        with socket.create_connection((host, int(port)), REACH):
            return
    except (OSError, ValueError):
        raise Mistake(f"--ray {address}: no Ray cluster answers there") from None
