"""Measures servers with one optimisation switched off, in turn with the complete server."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.quick_path.pieces import SLOW, WHOLE, WITHOUT
from bench.server.run import OURS, Contestant, Row, free_port

LOADS = ((16, 0.0), (64, 0.0), (400, 1.0))


def serve(piece: str, port: int, database: str) -> None:
    """Serve without one optimisation; nothing is compiled meanwhile, because the compiled code exists already."""
    WITHOUT[piece]()
    from eleven.core.contract.game import find_game
    from eleven.core.play import native
    from eleven.server.serve import STORE_PROCESS
    from eleven.server.serve import run as run_server
    from eleven.server.settings import Settings

    native.use(find_game("elevenses"))
    how = {"store_process": STORE_PROCESS, "compiled_workers": False, "bot_processes": 0}
    run_server(Settings(port=port, database=database, **how).without_limits())  # type: ignore[arg-type]


def started(piece: str, folder: Path) -> Contestant:
    """Start a server without one optimisation, in a separate process."""
    port = free_port()
    where = f"sqlite:///{folder / piece.replace(' ', '-')}.sqlite"
    command = [sys.executable, "-m", "bench.quick_path", "--serve", piece, str(port), where]
    return Contestant(OURS, command, port, {"NUMBA_DISABLE_JIT": "1"})


@dataclass
class Sample:
    """One measurement."""

    piece: str
    round: int
    lane: int
    row: Row


def lane(number: int, pieces: Sequence[str], cores: Sequence[int], rounds: int, seconds: float, minutes: float) -> None:
    """Measure some optimisations and the complete server in turn, in both orders; print a line of JSON for each."""
    end = time.monotonic() + 60 * minutes
    if cores:
        os.sched_setaffinity(0, cores)
    with tempfile.TemporaryDirectory() as folder:
        servers = {piece: started(piece, Path(folder)) for piece in (WHOLE, *pieces)}
        try:
            for turn in range(rounds):
                for tables, thought in LOADS:
                    order = [piece for piece in servers if piece not in SLOW or (tables, thought) == LOADS[0]]
                    for piece in order if turn % 2 == 0 else order[::-1]:
                        if time.monotonic() > end:
                            return
                        row = servers[piece].measure(tables, thought, seconds)
                        print(json.dumps(asdict(Sample(piece, turn, number, row))), flush=True)
        finally:
            for server in servers.values():
                server.stop()


def measured(
    pieces: Sequence[str], lanes: int, cores: int, rounds: int, seconds: float, minutes: float
) -> list[Sample]:
    """Distribute the optimisations among lanes, and collect the results."""
    from rich.progress import Progress

    running = []
    for number in range(min(lanes, len(pieces))):
        own = [str(core) for core in range(number * cores, (number + 1) * cores)]
        command = [sys.executable, "-m", "bench.quick_path", "--lane", str(number), "--cores", ",".join(own)]
        command += ["--pieces", *pieces[number::lanes], "--rounds", str(rounds), "--seconds", str(seconds)]
        command += ["--minutes", str(minutes)]
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
    found: list[Sample] = []
    total = rounds * sum(1 if piece in SLOW else len(LOADS) for piece in [*pieces, *[WHOLE] * len(running)])
    with Progress(disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("measuring", total=total)
        for process in running:
            assert process.stdout is not None
            for line in process.stdout:
                told = json.loads(line)
                found.append(Sample(told["piece"], told["round"], told["lane"], Row(**told["row"])))
                last = found[-1]
                progress.update(task, advance=1, description=f"{last.piece}, {last.row.tables} tables")
            if process.wait():
                raise SystemExit("a lane has failed")
    return found
