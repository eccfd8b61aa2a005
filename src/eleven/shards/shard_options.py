"""What the commands share: which shard is wanted, where it is computed, and the part it is kept in."""

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
    """What a command line says about sharing."""

    shard: Shard
    in_parts: bool
    path: Path | None
    ray: str | None

    @classmethod
    def of(cls, shard: str | None, path: Path | None, ray: str | None) -> "ShardOptions":
        """Checked: a file for a part needs a part."""
        if path is not None and shard is None:
            raise Mistake("--part says where a --shard is written; there is none")
        return cls(WHOLE if shard is None else shard_from(shard), shard is not None, path, ray)

    @property
    def shared(self) -> bool:
        """Whether anything but a usual run is wanted."""
        return self.in_parts or self.ray is not None

    def compute(self, job: Job, workers: int) -> tuple[Any, float]:
        """The total of the wanted units, and the seconds it took: on a cluster, or by threads of this process."""
        if self.ray is not None:
            return self.on_ray(job)
        began = time.perf_counter()
        units = self.shard.units(job.units)
        with progress_bar("computing", len(units)) as on_progress:
            return compute_here(job, units, workers, on_progress), time.perf_counter() - began

    def on_ray(self, job: Job) -> tuple[Any, float]:
        """The same on a Ray cluster."""
        from eleven.shards.ray_cluster import on_ray

        assert self.ray is not None
        began = time.perf_counter()
        units = self.shard.units(job.units)
        with progress_bar("computing", len(units)) as on_progress:
            return on_ray(job, units, self.ray, on_progress), time.perf_counter() - began

    def keep(self, job: Job, name: str, total: Any, seconds: float, workers: int) -> None:
        """Write the part, and say where."""
        path = self.path or default_path(job.kind, name, self.shard)
        write_part(path, Part(job.kind, job.settings, self.shard, total.as_json(), seconds, workers))
        print(path)


def compute_here(job: Job, units: range, workers: int, on_progress: Callable[[int], None]) -> Any:
    """The total of some units by threads: compiled code holds no lock. Each has memory of its own."""
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
