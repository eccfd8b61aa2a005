"""Load test of the server, compared with boardgame.io: `python -m bench.server --peer FOLDER`.

Closed loop: 1, 16, 64 and 256 tables with four seats and a socket per seat; the seat to move decides as soon as all
four have seen the table. Then 400 and 800 tables whose players think for a second. Our store is durable (SQLite, WAL,
synchronous=FULL), theirs is in memory. Both servers run all the time and take turns, while the other is stopped
(SIGSTOP), with the same load generator.

`npm install boardgame.io@0.50.2` in FOLDER installs the peer; without `--peer`, only our server is measured. A run
takes about six minutes (longer if the rules must be compiled) and writes bench/server_results.md and .json; `--quick`
takes one minute and writes nothing. CPU is the time per move of a server's processes (ours: serving and writing to the
database), which depends least on other programs; memory is that of the serving process and grows from row to row,
because both servers keep tables in memory.
"""

import argparse
import json
import os
import platform
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median

from rich.progress import Progress

from bench.server.disk import sentence
from eleven import __version__

HERE = Path(__file__).parents[1]
OURS, THEIRS = "table-eleven", "boardgame.io"
LOADS = ((1, 0.0), (16, 0.0), (64, 0.0), (256, 0.0), (400, 1.0), (800, 1.0))
QUICK = ((16, 0.0), (64, 0.0))
QUIET = 0.15
PATIENCE = 240
AT_REST, REST_FOR = 0.08, 40.0
"""The CPU usage that counts as idle, and the maximum time to wait for it in seconds."""
SETTLE = 2.0


@dataclass
class Row:
    """The measurements of a contestant under one load; times in ms, memory in MB."""

    server: str
    tables: int
    thought: float
    rate: float
    half: float
    most: float
    cpu: float
    driver: float
    memory: float


class Contestant:
    """A running server that is measured in turns."""

    def __init__(self, name: str, command: list[str], port: int, environment: dict[str, str] | None = None) -> None:
        self.name, self.ports, self.first = name, str(port), 0
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
        for _ in range(600):
            try:
                with socket.create_connection(("127.0.0.1", port), 1):
                    return
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"{name} did not come up")

    def measure(self, tables: int, thought: float, seconds: float) -> Row:
        """Measure with a number of tables."""
        arguments = (self.name, self.ports, self.first, tables, thought, seconds)
        self.first += tables
        command = [sys.executable, "-m", "bench.server.driving", *map(str, arguments)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
            assert driver.stdout is not None
            assert driver.stdout.readline() == "counting\n", f"the players of {self.name} have failed"
            used = self.cpu()
            found = json.loads(driver.stdout.readline())
            used = (self.cpu() - used) * 1000 / max(1.0, found["rate"] * seconds)
        return Row(self.name, tables, thought, cpu=used, memory=memory_of(self.process.pid), **found)

    def row(self, tables: int, thought: float, seconds: float) -> Row:
        """Measure a contestant that has one serving process."""
        return self.measure(tables, thought, seconds)

    def cpu(self) -> float:
        """Return the CPU seconds it has used."""
        return cpu_of(*self.pids())

    def signal(self, number: int) -> None:
        """Stop or continue all its processes."""
        for pid in self.pids():
            os.kill(pid, number)

    def pids(self) -> list[int]:
        """Return the ids of its processes."""
        return [self.process.pid, *children(self.process.pid)]

    def stop(self) -> None:
        """End it."""
        self.signal(signal.SIGCONT)
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def table_eleven(folder: Path, python: str = sys.executable, source: Path | None = None) -> Contestant:
    """Start our server with its store on disk, and wait until its workers have compiled.

    `python` and `source` select another checkout.
    """
    port = free_port()
    command = [python, "-m", "eleven.server", "--no-limits", "--port", str(port)]
    where = {"PYTHONPATH": str(source)} if source else None
    found = Contestant(OURS, [*command, "--database", f"sqlite:///{folder / f'{port}.sqlite'}"], port, where)
    wait_until_compiled(found.process.pid, port)
    return found


def wait_until_compiled(pid: int, port: int) -> None:
    """Wait until the workers of our serving process have finished compiling."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health"):
        pass
    began = time.monotonic()
    time.sleep(3)
    while time.monotonic() - began < PATIENCE:
        before = cpu_of(*children(pid))
        time.sleep(1)
        if cpu_of(*children(pid)) - before < QUIET:
            break


def wait_for_rest(contestant: Contestant) -> None:
    """Wait until a contestant is idle, after cleaning up before or after its turn."""
    end = time.monotonic() + REST_FOR
    while time.monotonic() < end:
        before = contestant.cpu()
        time.sleep(1.0)
        if contestant.cpu() - before < AT_REST:
            break


def in_turn(contestant: Contestant, measure: Callable[[], Row]) -> Row:
    """Measure while all other contestants are stopped, because they would clean up meanwhile."""
    contestant.signal(signal.SIGCONT)
    time.sleep(SETTLE)
    wait_for_rest(contestant)
    row = measure()
    wait_for_rest(contestant)
    contestant.signal(signal.SIGSTOP)
    return row


def median_of(turns: Sequence[Row]) -> Row:
    """Return a row of medians over several turns under the same load."""
    figures = ("rate", "half", "most", "cpu", "driver", "memory")
    return replace(turns[0], **{name: median(getattr(row, name) for row in turns) for name in figures})


def boardgame_io(folder: Path) -> Contestant:
    """Start the peer from the folder in which it is installed."""
    port = free_port()
    where = {"NODE_PATH": str(folder / "node_modules"), "NODE_ENV": "production"}
    return Contestant(THEIRS, ["node", str(Path(__file__).with_name("boardgame_io.js")), str(port)], port, where)


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def children(pid: int) -> list[int]:
    """Return the child processes of a process."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def cpu_of(*pids: int) -> float:
    """Return the CPU seconds that processes have used."""
    used = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        except OSError:
            continue
        used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> float:
    """The memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


HEAD = (
    "| tables | thought | server | moves/s | p50 ms | p99 ms | CPU ms/move | driver's | MB |\n|---:|---:|---|"
    + "---:|" * 6
)


def line(row: Row) -> str:
    """A row of the report."""
    figures = f"{row.rate:.0f} | {row.half:.1f} | {row.most:.1f} | {row.cpu:.2f} | {row.driver:.2f} | {row.memory:.0f}"
    return f"| {row.tables} | {row.thought:.0f} s | {row.server} | {figures} |"


def report(rows: list[Row], disk: list[str], seconds: float, load: float) -> str:
    """The whole report."""
    machine = (
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, load {load:.1f} before"
    )
    told = (
        f"# The server under load\n\nVersion {__version__}, {date.today()}, {machine}. Made by `python -m bench.server "
        f"--peer FOLDER`: servers and driver on one machine, taking turns, {seconds:.0f} s for each row. Ours plays "
        "Elevenses, and every decision is on the disk before it is acknowledged; boardgame.io plays Crazy Eights in "
        "memory. Latency is from a decision to the last of the four views that show it.\n\n"
    )
    return told + "\n".join([HEAD, *map(line, rows), "", *disk]) + "\n"


def main() -> None:
    """Measure, print, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, help="how long each row is measured; 8, or 4 if quick")
    parser.add_argument("--tables", type=int, nargs="*", help="only these numbers of tables; writes nothing")
    parser.add_argument("--quick", action="store_true", help="16 and 64 tables; writes nothing")
    parser.add_argument("--peer", type=Path, help="the folder in which boardgame.io is installed")
    chosen = parser.parse_args()
    seconds = chosen.seconds or (4.0 if chosen.quick else 8.0)
    loads = [at for at in (QUICK if chosen.quick else LOADS) if not chosen.tables or at[0] in chosen.tables]
    load, rows, disk = os.getloadavg()[0], [], list[str]()
    with tempfile.TemporaryDirectory() as folder, Progress(disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(
            "waiting for the rules to be compiled, once", total=len(loads) * (2 if chosen.peer else 1)
        )
        contestants = [table_eleven(Path(folder))] + ([boardgame_io(chosen.peer)] if chosen.peer else [])
        print(HEAD, flush=True)
        for contestant in contestants:
            contestant.signal(signal.SIGSTOP)
        try:
            for tables, thought in loads:
                for contestant in contestants:
                    progress.update(task, description=f"{contestant.name}, {tables} tables")
                    rows.append(in_turn(contestant, partial(contestant.measure, tables, thought, seconds)))
                    print(line(rows[-1]), flush=True)
                    progress.advance(task)
                disk += [sentence(tables / thought, seconds)] if thought else []
        finally:
            for contestant in contestants:
                contestant.stop()
    if not chosen.quick and not chosen.tables:
        (HERE / "server_results.md").write_text(report(rows, disk, seconds, load), encoding="utf-8")
        (HERE / "server_results.json").write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
