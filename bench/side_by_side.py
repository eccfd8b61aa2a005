"""Runs measurements in several processes in parallel, and collects their results until a deadline."""

import multiprocessing
import queue
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

CONTEXT = multiprocessing.get_context("spawn")
GRACE = 1.0
"""Seconds after the deadline during which results are still collected."""


def rows_from(play: Callable[..., None], given: Sequence[tuple[Any, ...]], rows: Any, end: float) -> Iterator[Any]:
    """Run `play` in a process for each of the arguments; yield what they put into `rows` until the deadline."""
    processes = [CONTEXT.Process(target=play, args=each, daemon=True) for each in given]
    for process in processes:
        process.start()
    while time.time() < end + GRACE and (any(each.is_alive() for each in processes) or not rows.empty()):
        try:
            yield rows.get(timeout=1.0)
        except queue.Empty:
            continue
    for process in processes:
        process.terminate()
