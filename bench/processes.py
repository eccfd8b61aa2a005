"""One, two and four serving processes on one PostgreSQL beside boardgame.io: `python -m bench.processes --peer FOLDER`.

The load is that of `bench.server`: four seats per table with a socket each, as a closed loop and with a second of
thinking time. Every process has a port, and tables are distributed over the ports as nginx does (`deploy/nginx.conf`).
All contestants run all the time and take turns, during which the others are stopped (SIGSTOP); a row is the median of
its turns. PostgreSQL is connected by a Unix socket, as in `deploy/table-eleven@.service`. CPU time includes all
processes of a contestant and PostgreSQL. As a baseline for the machine's own scaling, independent servers are measured:
two of ours with separate databases, and two and four of boardgame.io's with a half and a quarter of the tables each.

Then `--idle` tables (10,000) with a socket each are connected to two processes, to measure memory per table and CPU
time while nothing happens. Writes bench/processes_results.md and .json in about half an hour. To split the run,
`--tables 400 --idle 0 --add` measures one load and adds its turns to the file; `--each 200` uses 200, 400 and 800
tables at one, two and four processes. With `--minutes 8`, no turn starts later than that, and the page shows the
finished ones. `npm install boardgame.io@0.50.2` in FOLDER installs the peer.
"""

import argparse
import asyncio
import json
import math
import os
import platform
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from datetime import date
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from rich.progress import Progress

from bench.server.disk import sentence
from bench.server.driving import create_table
from bench.server.run import (
    HEAD,
    OURS,
    THEIRS,
    Contestant,
    Row,
    boardgame_io,
    children,
    cpu_of,
    free_port,
    in_turn,
    line,
    median_of,
    memory_of,
    wait_until_compiled,
)
from bench.server.sockets import connect
from tests.server.postgres import Cluster

PAGE = Path(__file__).with_name("processes_results.md")
KEPT = PAGE.with_suffix(".json")
"""The file with all turns, to which later runs can add theirs."""
GROUPS = (1, 2, 4)
BESIDE = ("1", "4", "apart", *(f"peer{number}" for number in GROUPS))
"""The contestants besides our two processes: one and four of ours, two independent ones, and boardgame.io's."""
LOADS = ((64, 0.0), (256, 0.0), (400, 1.0), (800, 1.0))
SETTLE, IDLE_SECONDS = 20.0, 30.0
LATER = 150.0
"""Seconds after the last connection until the servers are idle; after 120 s every table marks missing players."""
AT_ONCE = 8
ROLE = "eleven"
"""The PostgreSQL role of our servers, which its backends show in their command lines."""
HELLO = b'{"type":"hello","since":-1}'


def descendants(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    try:
        return [pid, *(each for child in children(pid) for each in descendants(child))]
    except OSError:
        return []


def serves(pid: int, databases: Sequence[str]) -> bool:
    """Whether a PostgreSQL process serves one of these databases, or no particular one."""
    try:
        title = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8", errors="replace").split()
    except OSError:
        return False
    return len(title) < 3 or title[1] != ROLE or title[2] in databases


class MultiProcessServer(Contestant):
    """A contestant that consists of several processes; tables are distributed over their ports."""

    def __init__(self, name: str, label: str, started: Sequence[Contestant]) -> None:
        self.name, self.label, self.first = name, label, 0
        self.processes = [each.process for each in started]
        self.ports = ",".join(each.ports for each in started)

    def pids(self) -> list[int]:
        """Return the process ids of all servers and their descendants."""
        return [pid for process in self.processes for pid in descendants(process.pid)]

    def memory(self) -> float:
        """Return the memory of the serving processes in MB."""
        return sum(memory_of(process.pid) for process in self.processes)

    def row(self, tables: int, thought: float, seconds: float) -> Row:
        """Measure, and return a row with the memory of all processes."""
        self.process = self.processes[0]
        return replace(self.measure(tables, thought, seconds), server=self.label, memory=self.memory())

    def stop(self) -> None:
        """End all processes."""
        self.signal(signal.SIGCONT)
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()


class Group(MultiProcessServer):
    """Several of our serving processes, with one database or with separate ones."""

    def __init__(self, number: int, databases: Sequence[str], cluster: Cluster, key: Path) -> None:
        self._postmaster, self._databases = cluster.pid, databases
        urls = [cluster.database(database, local=True) for database in databases]
        with ThreadPoolExecutor(number) as waiting:
            started = list(waiting.map(partial(self._serve, key), islice(cycle(urls), number)))
        super().__init__(OURS, f"{OURS}, {processes(number)}{' apart' * (len(urls) > 1)}", started)

    def _serve(self, key: Path, url: str) -> Contestant:
        port = free_port()
        command = [sys.executable, "-m", "eleven.server", "--no-limits", "--port", str(port), "--database", url]
        started = Contestant(OURS, command, port, {**os.environ, "XDG_DATA_HOME": str(key)})
        wait_until_compiled(started.process.pid, port)
        return started

    def cpu(self) -> float:
        """Return the CPU time of all processes, including PostgreSQL's for this group and its shared ones."""
        return cpu_of(*self.pids(), *(pid for pid in descendants(self._postmaster) if serves(pid, self._databases)))


def peers(number: int, folder: Path) -> MultiProcessServer:
    """Start several independent servers of boardgame.io."""
    return MultiProcessServer(THEIRS, f"{THEIRS}, {processes(number)}", [boardgame_io(folder) for _ in range(number)])


def processes(number: int) -> str:
    """Return the number of processes in words."""
    return f"{number} process{'es' * (number > 1)}"


async def idle(group: MultiProcessServer, tables: int, progress: Progress) -> str:
    """Measure idle tables with a socket each, and return a sentence about them."""
    before, room = group.memory(), asyncio.Semaphore(AT_ONCE)
    ports = [int(port) for port in group.ports.split(",")]
    task = progress.add_task("idle tables", total=tables)

    async def sit(number: int) -> object:
        async with room:
            port = ports[number % len(ports)]
            made = await asyncio.to_thread(create_table, port)
            headers = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
            client = await connect(port, f"/ws/{made['table']}", headers, lambda client, body: None)
            client.send(HELLO)
            progress.advance(task)
            return client

    async def share() -> float:
        used = group.cpu()
        await asyncio.sleep(IDLE_SECONDS)
        return 100 * (group.cpu() - used) / IDLE_SECONDS

    nothing = await share()
    clients = await asyncio.gather(*map(sit, range(tables)))
    await asyncio.sleep(SETTLE)
    grown, soon = group.memory() - before, await share()
    await asyncio.sleep(LATER - SETTLE - IDLE_SECONDS)
    later = await share()
    return (
        f"{len(clients):,} tables that nobody plays at, a socket at each, at {len(ports)} processes: "
        f"{grown * 1024 / tables:.1f} KB of the serving processes' memory a table. Everything together (PostgreSQL "
        f"too) takes {later:.1f} % of one core in {IDLE_SECONDS:.0f} s that begin {LATER:.0f} s after the last socket; "
        f"{nothing:.1f} % before there was a table, and {soon:.1f} % in those that begin {SETTLE:.0f} s after the last "
        "socket, while tables find out who is away."
    )


def report(rows: list[Row], said: Sequence[str], seconds: float) -> str:
    """The page."""
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    kept = sorted(
        {(row.tables, row.thought, row.server) for row in rows},
        key=lambda at: (at[1], at[0], not at[2].startswith(OURS), at[2]),
    )
    turns = [[row for row in rows if (row.tables, row.thought, row.server) == key] for key in kept]
    least, most = min(map(len, turns), default=0), max(map(len, turns), default=0)
    counted = f"{least} to {most}" if least < most else f"{most}"
    return (
        f"# Several serving processes\n\n{date.today()}, {machine}. Made by `python -m bench.processes --peer FOLDER`: "
        "one PostgreSQL, contestants and driver on one machine, taking turns, the others stopped meanwhile, each row "
        f"the median of {counted} turns of {seconds:.0f} s. Ours is on the disk before it is acknowledged; "
        "boardgame.io is in memory. CPU and memory are of all processes of a contestant, memory without "
        "PostgreSQL's. `apart` are two servers with a database each; several of boardgame.io's share nothing "
        "either.\n\n" + "\n".join([HEAD, *map(line, map(median_of, turns))]) + "\n\n" + "\n\n".join(said) + "\n"
    )


def contestants_of(
    peer: Path | None, cluster: Cluster, key: Path, measured: bool, only: Sequence[str]
) -> Iterator[MultiProcessServer]:
    """Start all contestants, or `only` some besides the first one, which also gets the idle tables."""
    yield Group(2, ["bench2"], cluster, key)
    groups = {"1": ["bench1"], "4": ["bench4"], "apart": ["apart1", "apart2"]}
    for name, databases in groups.items():
        if measured and name in only:
            yield Group(int(name) if name.isdigit() else len(databases), databases, cluster, key)
    for number in GROUPS:
        if measured and peer and f"peer{number}" in only:
            yield peers(number, peer)


def keep(rows: list[Row], said: list[str]) -> None:
    """Save all turns, so that an interrupted run keeps its results."""
    KEPT.write_text(json.dumps({"turns": [asdict(row) for row in rows], "said": said}, indent=1) + "\n")


def main() -> None:
    """Measure, show, and write it down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", type=Path, help="the folder in which boardgame.io is installed")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each turn is measured")
    parser.add_argument("--rounds", type=int, default=3, help="how many turns each has; the median counts")
    parser.add_argument("--tables", type=int, nargs="*", help="only these numbers of tables")
    parser.add_argument("--each", type=int, help="instead, so many for every process, with a second of thought")
    parser.add_argument("--idle", type=int, default=10_000, help="how many tables stand idle")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no turn later than this")
    parser.add_argument("--only", nargs="*", choices=BESIDE, default=BESIDE, help="only these beside our two processes")
    parser.add_argument("--add", action="store_true", help="keep the turns that were measured before")
    chosen = parser.parse_args()
    loads = [at for at in LOADS if chosen.tables is None or at[0] in chosen.tables]
    if chosen.each:
        loads = [(chosen.each, 1.0)]
    before = json.loads(KEPT.read_text(encoding="utf-8")) if chosen.add and KEPT.exists() else {"turns": [], "said": []}
    rows, said = [Row(**row) for row in before["turns"]], list[str](before["said"])
    end = time.monotonic() + 60 * chosen.minutes
    cluster = Cluster()
    cluster.start()
    contestants: list[MultiProcessServer] = []
    with tempfile.TemporaryDirectory() as folder, Progress(disable=not sys.stderr.isatty()) as progress:
        try:
            for contestant in contestants_of(chosen.peer, cluster, Path(folder), bool(loads), chosen.only):
                contestants.append(contestant)  # so that the earlier ones are ended if one does not start
            time.sleep(SETTLE)
            for contestant in contestants:
                contestant.signal(signal.SIGSTOP)
            print(HEAD, flush=True)
            task = progress.add_task("under load", total=len(loads) * len(contestants) * chosen.rounds)
            for tables, thought in loads:
                for contestant in contestants * chosen.rounds:
                    if time.monotonic() > end:
                        break
                    number = tables * (len(contestant.processes) if chosen.each else 1)
                    rows.append(in_turn(contestant, partial(contestant.row, number, thought, chosen.seconds)))
                    print(line(rows[-1]), flush=True)
                    keep(rows, said)
                    progress.advance(task)
                if thought and time.monotonic() < end:
                    said.append(sentence(tables / thought, chosen.seconds))
            if chosen.idle and time.monotonic() < end:
                contestants[0].signal(signal.SIGCONT)
                said.append(asyncio.run(idle(contestants[0], chosen.idle, progress)))
        finally:
            for contestant in contestants:
                contestant.stop()
            cluster.stop()
            cluster.remove()
    keep(rows, said)
    newest = {each.partition(":")[0]: each for each in said}
    page = report(rows, list(newest.values()), chosen.seconds)
    print(page)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
