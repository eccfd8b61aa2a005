"""The latency of the disk's fsync: the lower bound for a server that waits for durability."""

import os
import random
import tempfile
import time
from statistics import quantiles

BLOCK, BLOCKS = 8192, 1024


def sync_times(rate: float, seconds: float) -> tuple[float, float]:
    """Write and fsync a block at random moments with a given rate; return p50 and p99 in ms."""
    taken, dice = [], random.Random(11)
    with tempfile.TemporaryFile(buffering=0) as file:
        file.write(bytes(BLOCK * BLOCKS))
        os.fsync(file.fileno())
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            time.sleep(dice.expovariate(rate))
            os.pwrite(file.fileno(), bytes(BLOCK), dice.randrange(BLOCKS) * BLOCK)
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            taken.append((time.perf_counter() - began) * 1000)
    cuts = quantiles(taken, n=100)
    return cuts[49], cuts[98]


def sentence(rate: float, seconds: float) -> str:
    """Measure, and return a sentence about it."""
    half, most = sync_times(rate, seconds)
    often = f"8 KB written and synchronised at random moments, at most {rate:.0f} times a second"
    return f"The disk alone, {often}: p50 {half:.1f}, p99 {most:.1f} ms."
