"""Scaling over cores: the same work in 1, 2, 4 … parallel processes, measured in wall-clock time."""

import multiprocessing
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

WIDEST = 40
"""The length of the longest bar in characters."""


def _work(make: Callable[[], Callable[[], int]], seconds: float, together: Any, told: Any) -> None:
    """Compile and warm up, then measure at the same time as the other processes."""
    run = make()
    run()
    together.wait()
    decisions, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        decisions += run()
    told.put(decisions / (time.perf_counter() - begin))


def rate(make: Callable[[], Callable[[], int]], processes: int, seconds: float) -> float:
    """Return the total decisions per second of several processes."""
    context = multiprocessing.get_context("spawn")
    together, told = context.Barrier(processes), context.Queue()
    running = [context.Process(target=_work, args=(make, seconds, together, told)) for _ in range(processes)]
    for process in running:
        process.start()
    total = sum(float(told.get(timeout=600)) for _ in running)
    for process in running:
        process.join()
    return total


def rates(make: Callable[[], Callable[[], int]], seconds: float, rounds: int = 1) -> dict[int, float]:
    """Return the rates for 1, 2, 4 … processes, up to the number of usable cores; medians over rounds."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    counts = sorted({*(1 << n for n in range(cores.bit_length()) if 1 << n <= cores), cores})
    found = [{count: rate(make, count, seconds) for count in counts} for _ in range(rounds)]
    return {count: statistics.median(each[count] for each in found) for count in counts}


def table(found: dict[int, float]) -> list[str]:
    """Return a table with the rates, the speed-up, and a bar for each."""
    most = max(found.values())
    lines = ["| processes | steps/s | times one | |", "|---:|---:|---:|---|"]
    for count, value in found.items():
        bar = "█" * max(1, round(WIDEST * value / most))
        lines.append(f"| {count} | {value:,.0f} | {value / found[1]:.2f} | {bar} |")
    return lines
