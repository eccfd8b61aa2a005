"""One, two and four serving processes on one PostgreSQL beside boardgame.io: `python -m bench.processes --peer FOLDER`.

The load is that of `bench.server`: four seats a table with a socket each, closed loop and with a second of thought.
Every process has a port, and tables are spread over the ports as nginx does by their addresses (`deploy/nginx.conf`).
All contestants stand all the time and take turns, in which the others are stopped (SIGSTOP); a row is the median of
`--rounds` turns. PostgreSQL is reached over a Unix socket, as in `deploy/table-eleven@.service`. CPU is that of all
processes of a contestant, PostgreSQL included. Two servers that have nothing to do with each other, a database each,
show what this machine itself takes for having two at work.

Then `--idle` tables (10,000), a socket at each, stand at the two processes: memory a table, CPU while nothing happens.
Writes bench/processes_results.md; about half an hour. `npm install boardgame.io@0.50.2` in FOLDER makes the peer.
"""

import argparse
import asyncio
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import cycle
from pathlib import Path

from rich.progress import Progress

from bench.server.disk import sentence
from bench.server.driving import create_table
from bench.server.run import (
    HEAD,
    OURS,
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

HERE = Path(__file__).parent
GROUPS = (1, 2, 4)
LOADS = ((64, 0.0), (256, 0.0), (400, 1.0), (800, 1.0))
SETTLE, IDLE_SECONDS = 20.0, 30.0
LATER = 150.0
"""Seconds after the last socket from which nothing happens: every table has shown by then who is away, after 120 s."""
AT_ONCE = 8
ROLE = "eleven"
"""Who our processes are to PostgreSQL, which its processes show."""
HELLO = b'{"type":"hello","since":-1}'


def descendants(pid: int) -> list[int]:
    """A process and all it has started, and they."""
    try:
        return [pid, *(each for child in children(pid) for each in descendants(child))]
    except OSError:
        return []


def serves(pid: int, databases: Sequence[str]) -> bool:
    """Whether a process of PostgreSQL works for one of these databases, or for none in particular."""
    try:
        title = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8", errors="replace").split()
    except OSError:
        return False
    return len(title) < 3 or title[1] != ROLE or title[2] in databases


class Group(Contestant):
    """Some serving processes with one database, or with one each."""

    def __init__(self, number: int, databases: Sequence[str], cluster: Cluster, key: Path) -> None:
        self.name, self.first, self._postmaster, self._databases = OURS, 0, cluster.pid, databases
        urls = [cluster.database(database, local=True) for database in databases]
        processes = f"{number} process{'es' * (number > 1)}"
        self.label = f"{OURS}, {processes}{' apart' * (len(urls) > 1)}"
        self.own_ports = [free_port() for _ in range(number)]
        self.processes = [self._serve(port, url, key) for port, url in zip(self.own_ports, cycle(urls), strict=False)]
        self.ports = ",".join(map(str, self.own_ports))

    def _serve(self, port: int, url: str, key: Path) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "eleven.server", "--no-limits", "--port", str(port), "--database", url]
        environment = {**os.environ, "XDG_DATA_HOME": str(key)}
        started = Contestant(self.name, command, port, environment)
        wait_until_compiled(started.process.pid, port)
        return started.process

    def cpu(self) -> float:
        """Of all processes, and of those of PostgreSQL that work for this group or for everybody."""
        return cpu_of(*self.pids(), *(pid for pid in descendants(self._postmaster) if serves(pid, self._databases)))

    def pids(self) -> list[int]:
        """Of all its servers and what they have started."""
        return [pid for process in self.processes for pid in descendants(process.pid)]

    def memory(self) -> float:
        """What the serving processes have, in MB."""
        return sum(memory_of(process.pid) for process in self.processes)

    def row(self, tables: int, thought: float, seconds: float) -> Row:
        """The measured row, with the memory of all."""
        self.process = self.processes[0]
        return replace(self.measure(tables, thought, seconds), server=self.label, memory=self.memory())

    def stop(self) -> None:
        """End them all."""
        self.signal(signal.SIGCONT)
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()


async def idle(group: Group, tables: int, progress: Progress) -> str:
    """A sentence about tables that stand, a socket at each."""
    before, room = group.memory(), asyncio.Semaphore(AT_ONCE)
    task = progress.add_task("idle tables", total=tables)

    async def sit(number: int) -> object:
        async with room:
            port = group.own_ports[number % len(group.own_ports)]
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
        f"{len(clients):,} tables that nobody plays at, a socket at each, at {len(group.own_ports)} processes: "
        f"{grown * 1024 / tables:.1f} KB of the serving processes' memory a table. Everything together (PostgreSQL "
        f"too) takes {later:.1f} % of one core in {IDLE_SECONDS:.0f} s that begin {LATER:.0f} s after the last socket; "
        f"{nothing:.1f} % before there was a table, and {soon:.1f} % in those that begin {SETTLE:.0f} s after the last "
        "socket, while tables find out who is away."
    )


def report(rows: list[Row], standing: str, rounds: int, seconds: float, load: float) -> str:
    """The page."""
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return (
        f"# Several serving processes\n\n{date.today()}, {machine}, load {load:.1f} before. Made by `python -m "
        "bench.processes --peer FOLDER`: one PostgreSQL, contestants and driver on one machine, taking turns, the "
        f"others stopped meanwhile, each row the median of {rounds} turns of {seconds:.0f} s. Ours is on the disk "
        "before it is acknowledged; boardgame.io is in memory. CPU and memory are of all processes of a "
        "contestant, memory without PostgreSQL's. `apart` are two servers with a database each.\n\n"
        + "\n".join([HEAD, *map(line, rows)])
        + f"\n\n{standing}\n"
    )


def main() -> None:
    """Measure, show, and write it down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", type=Path, help="the folder in which boardgame.io is installed")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each row is measured")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured; the median counts")
    parser.add_argument("--idle", type=int, default=10_000, help="how many tables stand idle")
    chosen = parser.parse_args()
    load, cluster = os.getloadavg()[0], Cluster()
    rows: list[Row] = []
    disk: list[str] = []
    cluster.start()
    contestants: list[Contestant] = []
    with tempfile.TemporaryDirectory() as folder, Progress(disable=not sys.stderr.isatty()) as progress:
        try:
            for number in GROUPS:
                contestants.append(Group(number, [f"bench{number}"], cluster, Path(folder)))
            contestants.append(Group(2, ["apart1", "apart2"], cluster, Path(folder)))
            contestants += [boardgame_io(chosen.peer)] if chosen.peer else []
            time.sleep(SETTLE)
            for contestant in contestants:
                contestant.signal(signal.SIGSTOP)
            print(HEAD, flush=True)
            task = progress.add_task("under load", total=len(LOADS) * len(contestants) * chosen.rounds)
            for load_of in LOADS:
                turns: list[list[Row]] = [[] for _ in contestants]
                for contestant, own in list(zip(contestants, turns, strict=True)) * chosen.rounds:
                    own.append(in_turn(contestant, partial(contestant.row, *load_of, chosen.seconds)))
                    progress.advance(task)
                rows += map(median_of, turns)
                disk += [sentence(load_of[0] / load_of[1], chosen.seconds)] if load_of[1] else []
                print("\n".join(map(line, rows[-len(contestants) :])), flush=True)
            two = contestants[1]
            assert isinstance(two, Group)
            two.signal(signal.SIGCONT)
            standing = asyncio.run(idle(two, chosen.idle, progress)) if chosen.idle else ""
        finally:
            for contestant in contestants:
                contestant.stop()
            cluster.stop()
            cluster.remove()
    standing = "\n\n".join([*disk, standing])
    print(standing)
    (HERE / "processes_results.md").write_text(
        report(rows, standing, chosen.rounds, chosen.seconds, load), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
