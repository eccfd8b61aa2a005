"""Compares the server with that of another checkout: `python -m bench.server.compare_checkouts FOLDER`.

Both run all the time and take turns, while the other is stopped (SIGSTOP), with the load of `bench.server`. The other
checkout runs with the Python of its own environment, FOLDER/.venv. Figures are medians over all rounds, and so are the
ratios of ours to theirs, which are computed per round and shown with minimum and maximum. Writes nothing; four rounds
of 6 s take about six minutes.
"""

import argparse
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median

from bench.server.run import HEAD, Contestant, Row, in_turn, line, median_of, table_eleven

HERE = Path(__file__).parents[2]
LOADS = ((16, 0.0), (64, 0.0), (400, 1.0))
FIGURES = {"rate": "moves/s", "half": "p50", "most": "p99", "cpu": "CPU a move"}


def turns(servers: dict[str, Contestant], tables: int, thought: float, rounds: int, seconds: float) -> Iterator[Row]:
    """Measure rounds under one load, in alternating order."""
    for number in range(rounds):
        for label in list(servers)[:: -1 if number % 2 else 1]:
            row = in_turn(servers[label], partial(servers[label].measure, tables, thought, seconds))
            yield replace(row, server=label)


def ratios(ours: Sequence[Row], theirs: Sequence[Row]) -> str:
    """Return the ratios of our figures to theirs, computed per round."""
    told = []
    for name, title in FIGURES.items():
        each = [getattr(our, name) / getattr(their, name) for our, their in zip(ours, theirs, strict=True)]
        told.append(f"{title} {median(each):.2f} ({min(each):.2f} to {max(each):.2f})")
    return f"{ours[0].tables} tables, ratio of ours to theirs: {', '.join(told)}"


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path, help="the folder of the other checkout")
    parser.add_argument("--seconds", type=float, default=6.0, help="how long each turn is measured")
    parser.add_argument("--rounds", type=int, default=4, help="how many turns each has under each load")
    parser.add_argument("--tables", type=int, nargs="*", help="only these numbers of tables")
    chosen = parser.parse_args()
    other, servers = chosen.checkout.resolve(), dict[str, Contestant]()
    with tempfile.TemporaryDirectory() as folder:
        try:
            for label, checkout, python in (
                ("ours", HERE, sys.executable),
                ("theirs", other, f"{other}/.venv/bin/python"),
            ):
                servers[label] = table_eleven(Path(folder), python, checkout / "src")
                servers[label].signal(signal.SIGSTOP)
            print(HEAD, flush=True)
            for tables, thought in LOADS:
                if chosen.tables and tables not in chosen.tables:
                    continue
                rows: dict[str, list[Row]] = {label: [] for label in servers}
                for row in turns(servers, tables, thought, chosen.rounds, chosen.seconds):
                    rows[row.server].append(row)
                    print(line(row), flush=True)
                print(*(f"{line(median_of(each))} median" for each in rows.values()), sep="\n")
                print(ratios(rows["ours"], rows["theirs"]), flush=True)
        finally:
            for server in servers.values():
                server.stop()


if __name__ == "__main__":
    main()
