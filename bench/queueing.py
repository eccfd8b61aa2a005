"""Simulates the queueing model of docs/scale.md: `python -m bench.queueing` prints its tables.

Decisions arrive at random at serving processes, each of which handles one at a time and passes it to its writer. A
writer commits everything that has arrived during its previous commit (group commit), so batches grow with the load.
With a NOTIFY in every commit, PostgreSQL serializes commits; without it, they run in parallel.
"""

import argparse
import random
from collections import deque
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Load:
    """Decisions per second and process, seconds of work per decision and per commit, and whether commits are serial."""

    rate: float
    processes: int = 1
    work: float = 0.0012
    commit: float = 0.0015
    one_by_one: bool = True


def arrivals(load: Load, decisions: int, seed: int) -> deque[tuple[float, float]]:
    """Return for each decision of a process when it reaches the writer, and when it arrived."""
    dice = random.Random(seed)
    now = free = 0.0
    found: deque[tuple[float, float]] = deque()
    for _ in range(decisions):
        now += dice.expovariate(load.rate)
        free = max(free, now) + dice.expovariate(1 / load.work)
        found.append((free, now))
    return found


def waits(load: Load, decisions: int) -> tuple[list[float], float]:
    """Return the seconds until each decision was durable, and the mean number of decisions per commit."""
    queues = [arrivals(load, decisions // load.processes, seed) for seed in range(load.processes)]
    free = [0.0] * load.processes
    found, commits, lock = [], 0, 0.0
    while any(queues):
        ready = [max(free[i], queue[0][0]) if queue else float("inf") for i, queue in enumerate(queues)]
        first = min(range(load.processes), key=ready.__getitem__)
        taken = ready[first]
        batch = []
        while queues[first] and queues[first][0][0] <= taken:
            batch.append(queues[first].popleft()[1])
        begin = max(taken, lock) if load.one_by_one else taken
        free[first] = begin + load.commit
        lock = free[first] if load.one_by_one else lock
        commits += 1
        found += [free[first] - came for came in batch]
    return found, len(found) / commits


def row(load: Load, decisions: int) -> str:
    found, together = waits(load, decisions)
    found.sort()
    half, most = (1000 * found[int(share * len(found))] for share in (0.5, 0.99))
    busy = load.rate * load.work
    return f"| {load.processes} | {load.rate:.0f} | {busy:.0%} | {half:.1f} | {most:.1f} | {together:.1f} |"


HEAD = "| processes | decisions/s each | busy | p50 ms | p99 ms | to a commit |\n|---:|---:|---:|---:|---:|---:|"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=40_000)
    chosen = parser.parse_args()
    print(f"A notice in every commit:\n\n{HEAD}")
    for processes, rate in ((1, 100.0), (1, 400.0), (1, 550.0), (1, 700.0), (4, 400.0), (16, 400.0), (64, 400.0)):
        print(row(Load(rate, processes), chosen.decisions))
    print(f"\nCommits side by side:\n\n{HEAD}")
    for processes in (4, 16, 64):
        print(row(replace(Load(400.0, processes), one_by_one=False), chosen.decisions))


if __name__ == "__main__":
    main()
