"""One, two and four serving processes on one PostgreSQL beside boardgame.io: `python -m bench.processes --peer FOLDER`.

The load is that of `bench.server`: four seats a table with a socket each, closed loop and with a second of thought.
Every process has a port, and tables are spread over the ports as nginx does by their addresses (`deploy/nginx.conf`).
All contestants stand all the time and take turns, in which the others are stopped (SIGSTOP); a row is the median of
its turns. PostgreSQL is reached over a Unix socket, as in `deploy/table-eleven@.service`. CPU is that of all
processes of a contestant, PostgreSQL included. What this machine itself takes for having several at work is shown by
those that have nothing to do with each other: two servers of ours with a database each, and two and four of
boardgame.io's with half and a quarter of the tables each.

Then `--idle` tables (10,000), a socket at each, stand at the two processes: memory a table, CPU while nothing happens.
Writes bench/processes_results.md and .json; about half an hour. In pieces: `--tables 400 --idle 0 --add` measures one
load and adds its turns to those in the file; `--each 200` has 200, 400 and 800 at one, two and four processes, as one
adds processes when more people come. With `--minutes 8` no turn begins later than that, and the page shows
those that did. `npm install boardgame.io@0.50.2` in FOLDER makes the peer.
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
"""All turns, for those that are added later."""
GROUPS = (1, 2, 4)
BESIDE = ("1", "4", "apart", *(f"peer{number}" for number in GROUPS))
"""Those who take turns with our two processes: one and four of ours, two that share nothing, and boardgame.io's."""
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


class Several(Contestant):
    """Processes that are one contestant, tables spread over their ports."""

    def __init__(self, name: str, label: str, started: Sequence[Contestant]) -> None:
        self.name, self.label, self.first = name, label, 0
        self.processes = [each.process for each in started]
        self.ports = ",".join(each.ports for each in started)

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


class Group(Several):
    """Some serving processes of ours with one database, or with one each."""

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
        """Of all processes, and of those of PostgreSQL that work for this group or for everybody."""
        return cpu_of(*self.pids(), *(pid for pid in descendants(self._postmaster) if serves(pid, self._databases)))


def peers(number: int, folder: Path) -> Several:
    """So many servers of boardgame.io that know nothing of each other."""
    return Several(THEIRS, f"{THEIRS}, {processes(number)}", [boardgame_io(folder) for _ in range(number)])


def processes(number: int) -> str:
    """How many there are, in words."""
    return f"{number} process{'es' * (number > 1)}"


async def idle(group: Several, tables: int, progress: Progress) -> str:
    """A sentence about tables that stand, a socket at each."""
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
) -> Iterator[Several]:
    """All that take turns, or `only` some beside the first, one started after the other; it has the idle tables."""
    yield Group(2, ["bench2"], cluster, key)
    groups = {"1": ["bench1"], "4": ["bench4"], "apart": ["apart1", "apart2"]}
    for name, databases in groups.items():
        if measured and name in only:
            yield Group(int(name) if name.isdigit() else len(databases), databases, cluster, key)
    for number in GROUPS:
        if measured and peer and f"peer{number}" in only:
            yield peers(number, peer)


def keep(rows: list[Row], said: list[str]) -> None:
    """Write down all turns, also those of a run that does not come to its end."""
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
    contestants: list[Several] = []
    with tempfile.TemporaryDirectory() as folder, Progress(disable=not sys.stderr.isatty()) as progress:
        try:
            for contestant in contestants_of(chosen.peer, cluster, Path(folder), bool(loads), chosen.only):
                contestants.append(contestant)  # so that those before are ended if one does not come up
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
