"""Ablation of the server's fast path: `python -m bench.quick_path`.

Each optimisation is switched off in turn, and the server is measured repeatedly in turn with the complete one: with 16
and 64 tables whose players decide at once, and with 400 tables whose players think for a second. Optimisations are
switched off here by patching in plainer code (`pieces`); the server itself has no switches.

`--cores 2` gives each lane (a server, its writer and its players) two cores; with several lanes, the optimisations are
distributed among them, and each lane measures the complete server, too. Elevenses is compiled once in advance. The
figures are ratios of the server without an optimisation to the complete one. `--json FILE` saves them.
"""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from bench.quick_path.measuring import lane, measured, serve
from bench.quick_path.pieces import WHOLE, WITHOUT
from bench.quick_path.report import report

RESULTS = Path(__file__).parents[1] / "quick_path_results.md"


def main() -> None:
    """Measure, print, and optionally save the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pieces", nargs="*", choices=list(WITHOUT), help="only these")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each measurement takes")
    parser.add_argument("--rounds", type=int, default=2, help="how often everything is measured")
    parser.add_argument("--minutes", type=float, default=120.0, help="stop when so many are over")
    parser.add_argument("--lanes", type=int, default=1, help="how many servers are measured at the same time")
    parser.add_argument("--cores", default="0", help="how many cores each lane has to itself; 0 for no bounds")
    parser.add_argument("--json", type=Path, help="where to write all measurements")
    parser.add_argument("--page", type=Path, default=RESULTS, help="where to write the results page")
    parser.add_argument("--serve", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--lane", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    pieces = chosen.pieces or [piece for piece in WITHOUT if piece != WHOLE]
    if chosen.serve:
        serve(chosen.serve[0], int(chosen.serve[1]), chosen.serve[2])
    elif chosen.lane is not None:
        cores = [int(core) for core in chosen.cores.split(",") if core]
        lane(chosen.lane, pieces, cores, chosen.rounds, chosen.seconds, chosen.minutes)
    else:
        from eleven.core.contract.game import find_game
        from eleven.core.play.native_build import write

        write(find_game("elevenses"))
        samples = measured(pieces, chosen.lanes, int(chosen.cores), chosen.rounds, chosen.seconds, chosen.minutes)
        page = report(samples, chosen.seconds, int(chosen.cores))
        print(page)
        if chosen.json:
            chosen.json.write_text(json.dumps([asdict(sample) for sample in samples], indent=1) + "\n")
        chosen.page.write_text(page, encoding="utf-8")
