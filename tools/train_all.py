"""Train the networks of all games in parallel on one GPU: `python -m tools.train_all --out runs`.

Every game is trained for all numbers of players and options, starting from the shipped weights, or with `--resume
FOLDER` from the checkpoints of an earlier run. Other cores can be used meanwhile: `--beside COMMAND` (repeatable) is
started when the games are compiled and stopped with the training; RESULTS in it is replaced by a folder whose files
are kept. The folder `--out` gets a checkpoint for each game, and `rest.tar.gz` with weights, logs and charts; both are
updated every minute, so that little is lost if the run is interrupted.
"""

import argparse
import os
import shlex
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path

from eleven.core.contract.game import games

USUAL = ("--size", "32768", "--minibatch", "32768")
SETTINGS = {
    "eleven_board": ("--size", "65536", "--minibatch", "65536", "--depth", "2", "--trace", "0.9", "--often", "2"),
}
"""The settings of a game that needs others than the usual ones."""
PARTS = {"eleven_board": 1.0}
USUAL_PART = 0.75
"""The part of the time that a game is trained for, so that the board game has the GPU to itself in the end."""
SMALL = ("--size", "320", "--minibatch", "256", "--steps", "4")
KEEP_EVERY, IN_RESERVE = 60.0, 25.0
"""Seconds between updates of the results, and reserved for writing at the end."""


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(games()), help="with commas between")
    parser.add_argument("--minutes", type=float, default=7.5, help="of learning in this run")
    parser.add_argument("--total", action="append", default=[], metavar="GAME=MINUTES", help="over which rates fade")
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--seconds", type=float, default=570.0, help="for everything, compiling included")
    parser.add_argument("--resume", type=Path, help="a folder with checkpoints to go on from")
    parser.add_argument("--out", type=Path, default=Path("runs"), help="where what is kept goes")
    parser.add_argument("--work", type=Path, help="where everything else goes; work in --out unless given")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--small", action="store_true", help="a try on a small machine")
    parser.add_argument("--wait", type=float, default=75.0, help="seconds before what is measured beside begins")
    parser.add_argument("--beside", action="append", default=[], metavar="COMMAND")
    return parser.parse_args(arguments)


def command_for(game: str, told: argparse.Namespace, work: Path, stop_at: float) -> list[str]:
    """Return the command that trains one game."""
    minutes = told.minutes * PARTS.get(game, USUAL_PART)
    total = dict(each.split("=") for each in told.total).get(game, str(minutes))
    given = {
        "players": "all",
        "unusual": 0.4,
        "start": "shipped",
        "device": told.device,
        "minutes": minutes,
        "total-minutes": total,
        "critic-minutes": 0.05 * minutes,
        "save-minutes": 0.9,
        "stop-at": stop_at,
        "rate": told.rate,
        "entropy": 0.006,
        "out": work / game,
    }
    words = [word for name, value in given.items() for word in (f"--{name}", str(value))]
    found = [
        sys.executable,
        "-m",
        "eleven.train",
        game,
        *words,
        *SETTINGS.get(game, USUAL),
        *(SMALL if told.small else ()),
    ]
    checkpoint = told.resume / f"{game}.pt" if told.resume else None
    return [*found, "--resume", str(checkpoint)] if checkpoint and checkpoint.exists() else found


def keep(work: Path, results: Path, out: Path) -> None:
    """Copy checkpoints and the other results to the output folder, each atomically."""
    for checkpoint in work.glob("*/checkpoint.pt"):
        beside = out / f"{checkpoint.parent.name}.new"
        beside.write_bytes(checkpoint.read_bytes())
        beside.replace(out / f"{checkpoint.parent.name}.pt")
    beside = out / "rest.new"
    with tarfile.open(beside, "w:gz", compresslevel=1) as rest:
        for path in sorted([*work.glob("*/*"), *work.glob("*.txt"), *results.rglob("*")]):
            if path.is_file() and path.suffix not in (".pt", ".new"):
                rest.add(path, str(path.relative_to(work)))
    beside.replace(out / "rest.tar.gz")


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and its children."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def main() -> int:
    """Train, save, and print a summary; return 1 if a game was not trained to the end."""
    told = parsed()
    begun, work = time.time(), told.work or told.out / "work"
    told.out.mkdir(parents=True, exist_ok=True)
    results = work / "results"
    results.mkdir(parents=True, exist_ok=True)
    stop_at = begun + told.seconds - IN_RESERVE
    surroundings = {**os.environ, "OMP_NUM_THREADS": "1"}
    trainers, others = {}, []
    for game in told.games.split(","):
        log = (work / f"{game}.txt").open("wb")
        command = command_for(game, told, work, stop_at)
        trainers[game] = subprocess.Popen(command, stdout=log, stderr=log, env=surroundings, start_new_session=True)
    kept, waiting = time.time(), list(told.beside)
    while any(each.poll() is None for each in trainers.values()) and time.time() < stop_at + 0.6 * IN_RESERVE:
        time.sleep(1.0)
        if waiting and time.time() - begun > told.wait:
            for number, command in enumerate(waiting):
                log = (work / f"beside{number}.txt").open("wb")
                words = ["nice", "-n", "10", *shlex.split(command.replace("RESULTS", str(results)))]
                others.append(subprocess.Popen(words, stdout=log, stderr=log, env=surroundings, start_new_session=True))
            waiting = []
        if time.time() - kept > KEEP_EVERY:
            kept = time.time()
            keep(work, results, told.out)
    for process in [*others, *trainers.values()]:
        end(process)
    keep(work, results, told.out)
    for game, process in trainers.items():
        lines = (work / f"{game}.txt").read_text(errors="replace").strip().splitlines()
        print(f"{game}: exit {process.poll()}", *lines[-24:], sep="\n  ")
    print(f"{time.time() - begun:.0f} s")
    return int(any(process.poll() != 0 for process in trainers.values()))


if __name__ == "__main__":
    sys.exit(main())
