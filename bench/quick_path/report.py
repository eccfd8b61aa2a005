"""The page of `bench.quick_path`, and its ratios."""

import os
import platform
import statistics
from collections import Counter
from collections.abc import Sequence
from datetime import date

from bench.quick_path.measuring import LOADS, Sample
from bench.quick_path.pieces import WHOLE

FIGURES = ("rate", "half", "most", "cpu")


def ratios(samples: Sequence[Sample]) -> dict[tuple[str, int], dict[str, float]]:
    """Return the ratio of each figure without an optimisation to that with it: the median over lanes and rounds."""
    whole = {(at.lane, at.round, at.row.tables): at.row for at in samples if at.piece == WHOLE}
    found: dict[tuple[str, int], dict[str, float]] = {}
    for key in dict.fromkeys((at.piece, at.row.tables) for at in samples if at.piece != WHOLE):
        rows = [at for at in samples if (at.piece, at.row.tables) == key]
        places = [(at.row, (at.lane, at.round, at.row.tables)) for at in rows]
        pairs = [(row, whole[place]) for row, place in places if place in whole]
        if pairs:
            found[key] = {
                figure: statistics.median(getattr(row, figure) / getattr(base, figure) for row, base in pairs)
                for figure in FIGURES
            }
    return found


HEAD = "| without | tables | moves/s | p50 | p99 | CPU a move |\n|---|---:|---:|---:|---:|---:|"


def report(samples: Sequence[Sample], seconds: float, cores: int) -> str:
    """The results page."""
    machine = f"{platform.machine()}, {os.cpu_count()} cores, {cores or 'all'} for each server with its players"
    lines = [
        f"| {piece} | {tables} | {at['rate']:.2f} | {at['half']:.2f} | {at['most']:.2f} | {at['cpu']:.2f} |"
        for (piece, tables), at in sorted(ratios(samples).items(), key=lambda pair: pair[0])
    ]
    wholes = [at.row for at in samples if at.piece == WHOLE]
    told = []
    for tables, _ in LOADS:
        rows = [row for row in wholes if row.tables == tables]
        if rows:
            rate, half, most, cpu = (statistics.median(getattr(row, name) for row in rows) for name in FIGURES)
            told.append(f"{tables} tables: {rate:.0f} moves/s, p50 {half:.1f} ms, p99 {most:.1f} ms, {cpu:.2f} ms CPU")
    fewest = min(Counter((at.piece, at.row.tables) for at in samples).values())
    return (
        f"# What each piece of the quick path is worth\n\n{date.today()}, {machine}, "
        f"Python {platform.python_version()}, {seconds:.0f} s for each measurement, everything measured "
        f"{fewest} times or more; load of the machine in the last minutes {os.getloadavg()[2]:.1f}. "
        f"Made by `python -m bench.quick_path`. The whole server: {'; '.join(told)}.\n\n"
        "Ratios, without the piece to the whole server; CPU above 1 is what the piece saves. "
        "At 400 tables players think for a second, so that moves/s say nothing. `plain objects` are without machine "
        "code too.\n\n" + "\n".join([HEAD, *lines]) + "\n"
    )
