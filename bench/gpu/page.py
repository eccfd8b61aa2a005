"""The page of `bench.gpu`."""

import os
import platform
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from bench.research.run import processor
from eleven.core.contract.game import games
from eleven.core.rules.jit import cuda_target

SIZE, GAMES, NETWORK_SIZE, WIDTH = 1 << 20, 1 << 20, 1 << 16, 512
WAYS = ("threads", "mask_blocks", "features_blocks", "sight_blocks")
LIBRARIES = ("numpy", "numba", "numba-cuda", "torch", "jax", "pgx")


def page(found: dict[str, Any]) -> str:
    """What was measured, as a page."""
    lines = [
        "# The games on a GPU",
        "",
        f"`python -m bench.gpu`, {found['date']}, Table Eleven {found['version']}; {found['machine']}.",
        "Million decisions a second, smallest table, random legal actions chosen on the GPU.",
        "",
        f"- **playouts**: {GAMES:,} whole games from the deal to the score; lengths and scores stay on the GPU",
        "- **one core**: the same games on one core of the machine",
        f"- **mask**, **features**, **sight**: a `CudaBatch` of {SIZE:,}, `step(sample())`, with the mask alone,",
        "  with packed features and mask, with the whole sight and mask",
        f"- **network**: {NETWORK_SIZE:,} games, every action chosen by a network {WIDTH} wide, in half precision",
        "- **same**: games compared with the CPU's, byte for byte, every buffer at every step",
        "- **imagined worlds**: positions whose export stayed the same when all that is hidden was dealt again",
        "",
        "| game | playouts | one core | mask | features | sight | network | same | imagined worlds |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [_line(row) for row in found["games"]]
    lines += _ways(found["games"])
    if found["pgx"]:
        lines += ["", "| Pgx on the same GPU, games at once | million steps a second |", "|---|---:|"]
        lines += [f"| {name} | {rate / 1e6:,.0f} |" for name, rate in found["pgx"].items()]
    if found["absent"]:
        lines += ["", f"Not installed there, so not measured: {', '.join(found['absent'])}."]
    return "\n".join(lines) + "\n"


def _ways(rows: list[dict[str, Any]]) -> list[str]:
    """Return the settings that the autotuner has chosen."""
    if not any(name in row for row in rows for name in WAYS):
        return []
    lines = [
        "",
        "What was the quickest for a multiprocessor, as kernels and batches found out by trying: threads in playouts;",
        "blocks at a time of a batch, to play and to observe, with the mask alone, with features, with the sight.",
        "",
        "| game | threads | mask | features | sight |",
        "|---|---:|---:|---:|---:|",
    ]
    for row in rows:
        told = [_way(row[name]) if name in row else "–" for name in WAYS]
        lines.append(f"| {row['game']} | " + " | ".join(told) + " |")
    return lines


def _way(found: int | list[int]) -> str:
    ways = found if isinstance(found, list) else [found]
    return ", ".join(str(way or "all") for way in ways)


def _line(row: dict[str, Any]) -> str:
    speeds = [row.get(name) for name in ("playouts", "core", "mask", "features", "sight", "network")]
    told = ["–" if speed is None else f"{speed / 1e6:,.{1 if speed < 2e7 else 0}f}" for speed in speeds]
    counts = [f"{row[name]:,}" if name in row else "–" for name in ("same", "dreams")]
    return "| " + " | ".join([row["game"], *told, *counts]) + " |"


def machine() -> str:
    """The GPU, the processor and the versions."""
    found = [f"{name} {number}" for name, number in versions().items()]
    gpu = cuda_target().get_current_device().name
    gpu = gpu.decode() if isinstance(gpu, bytes) else gpu
    return f"{gpu}; {processor()}, {os.cpu_count()} cores; Python {platform.python_version()}, {', '.join(found)}"


def versions() -> dict[str, str]:
    """The libraries that are installed."""
    found = {}
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def added(rows: list[dict[str, Any]], before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Merge new rows into the previous ones."""
    by_game = {row["game"]: row for row in before}
    for row in rows:
        by_game[row["game"]] = by_game.get(row["game"], {}) | row
    return [by_game[name] for name in games() if name in by_game]
