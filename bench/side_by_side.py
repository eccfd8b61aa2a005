"""Several processes that measure beside each other and tell what they know all the time, until a moment."""

import multiprocessing
import queue
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

CONTEXT = multiprocessing.get_context("spawn")
GRACE = 1.0
"""Seconds after the end in which what was told last is still heard."""


def rows_from(play: Callable[..., None], given: Sequence[tuple[Any, ...]], rows: Any, end: float) -> Iterator[Any]:
    """Let a process play with each of the arguments; what they put into `rows`, until all are done or it is the end."""
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
