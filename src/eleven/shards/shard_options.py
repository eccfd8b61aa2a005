"""The options `--shard`, `--part` and `--ray` of several commands: what is computed, where, and where it is stored."""

import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import local
from typing import Any

from eleven.core.rules.jit import JITTED
from eleven.core.text.errors import Mistake
from eleven.progress import progress_bar
from eleven.shards.jobs import Job
from eleven.shards.parts import WHOLE, Part, Shard, default_path, shard_from, write_part


@dataclass(frozen=True)
class ShardOptions:
    """The values of the options for distributed runs."""

    shard: Shard
    in_parts: bool
    path: Path | None
    ray: str | None

    @classmethod
    def of(cls, shard: str | None, path: Path | None, ray: str | None) -> "ShardOptions":
        """Check and convert the options; a part file needs a shard."""
        if path is not None and shard is None:
            raise Mistake("--part says where a --shard is written; there is none")
        return cls(WHOLE if shard is None else shard_from(shard), shard is not None, path, ray)

    @property
    def shared(self) -> bool:
        """Whether the run is distributed in any way."""
        return self.in_parts or self.ray is not None

    def compute(self, job: Job, workers: int) -> tuple[Any, float]:
        """Compute the wanted units on a cluster or in threads; return the total, and the seconds it took."""
        if self.ray is not None:
            return self.on_ray(job)
        began = time.perf_counter()
        units = self.shard.units(job.units)
        with progress_bar("computing", len(units)) as on_progress:
            return compute_here(job, units, workers, on_progress), time.perf_counter() - began

    def on_ray(self, job: Job) -> tuple[Any, float]:
        """Do the same on a Ray cluster."""
        from eleven.shards.ray_cluster import on_ray

        assert self.ray is not None
        began = time.perf_counter()
        units = self.shard.units(job.units)
        with progress_bar("computing", len(units)) as on_progress:
            return on_ray(job, units, self.ray, on_progress), time.perf_counter() - began

    def keep(self, job: Job, name: str, total: Any, seconds: float, workers: int) -> None:
        """Write the part file, and print its path."""
        path = self.path or default_path(job.kind, name, self.shard)
        write_part(path, Part(job.kind, job.settings, self.shard, total.as_json(), seconds, workers))
        print(path)


def compute_here(job: Job, units: range, workers: int, on_progress: Callable[[int], None]) -> Any:
    """Compute some units in threads (compiled code releases the GIL), each with its own memory."""
    total, mine = job.empty(), local()

    def compute(unit: int) -> Any:
        if not hasattr(mine, "work"):
            mine.work = job.worker()
        return mine.work(unit)

    alone = workers == 1 or not JITTED
    with contextlib.nullcontext() if alone else ThreadPoolExecutor(workers, thread_name_prefix=job.kind) as pool:
        for done, one in enumerate(map(compute, units) if pool is None else pool.map(compute, units), 1):
            total.add(one)
            on_progress(done)
    return total
