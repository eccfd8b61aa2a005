"""A server under faults: `python -m bench.faults --database sqlite --faults 500 --seed 1`, or `--database postgresql`.

Twenty tables of four games, people and bots. Again and again something is killed, stopped, cut off or filled up, while
all play on and send the same move again after a refusal, after silence and after a new connection. After each fault
every table must go on within a minute. In the end the store is compared with what was acknowledged, every table is
replayed, and the log of every finished game is verified. Writes bench/faults_results.md and .json; `--json` prints the
result, and writes nothing.

`--serving 2` lets so many processes serve one PostgreSQL: whoever plays connects to any of them, anew after each fault,
somebody looks on at the same table, mostly through another, and each fault strikes one of them.

`--processes 8` shares the faults among so many runs at once, each with a server, a database and ports of its own, and
seeds that follow one another. PostgreSQL's programs are looked for in the folder that --postgres-bin or the variable
ELEVEN_POSTGRES_BIN names, else on the search path and where Debian has them; root runs them as the user nobody, who
must be able to read that folder. A full disk is a small one of its own where this process may mount one (as root, with
that right); else SQLite's writer is given a limit on its files, and PostgreSQL goes without this fault.
"""

import argparse
import asyncio
import json
import math
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from rich.progress import Progress
from sqlalchemy import select

from bench.fault_grounds import POSTGRES_BIN, OnPostgres, OnSqlite
from bench.fault_players import Player
from eleven.core.text.errors import Mistake
from eleven.server.live.table import replay
from eleven.server.store.database import open_engine
from eleven.server.store.schema import TABLES
from eleven.server.store.store import read_table
from eleven.server.verify import verified

HERE = Path(__file__).parent
SQLITE, POSTGRESQL = "sqlite", "postgresql"
AT_TABLES = 20
BOUND = 60.0


@dataclass
class Kind:
    """Faults of one kind: how many, and the longest time until every table had gone on, in seconds."""

    number: int = 0
    slowest: float = 0.0
    total: float = 0.0


@dataclass
class Outcome:
    """What became of it all."""

    database: str
    seed: int
    begun: str = ""
    """The commit, date, machine and load when the run began."""
    faults: int = 0
    seconds: float = 0.0
    kinds: dict[str, Kind] = field(default_factory=dict)
    acknowledged: int = 0
    sent_again: int = 0
    stored: int = 0
    lost: int = 0
    doubled: int = 0
    standing_still: int = 0
    tables: int = 0
    not_replayed: int = 0
    finished: int = 0
    not_verified: int = 0
    processes: int = 1
    """Runs at once."""
    serving: int = 1
    """Serving processes of one run."""
    apart: int = 0
    """How often somebody who looks on had not seen within a minute what a player had."""
    alike_within: float = 0.0
    """The longest time, after a fault was over, until all who look on had seen what the players had."""

    @property
    def clean(self) -> bool:
        """Whether nothing went wrong."""
        wrong = self.lost, self.doubled, self.standing_still, self.not_replayed, self.not_verified, self.apart
        return not any(wrong) and self.acknowledged > 0


async def all_go_on(players: list[Player], outcome: Outcome) -> float:
    """Wait until every table has gone on, and say how long that took."""
    began, before = time.monotonic(), [player.steps for player in players]
    while time.monotonic() - began < BOUND:
        if all(player.steps > steps for player, steps in zip(players, before, strict=True)):
            return time.monotonic() - began
        await asyncio.sleep(0.02)
    outcome.standing_still += sum(p.steps <= steps for p, steps in zip(players, before, strict=True))
    return BOUND


async def all_alike(players: list[Player], outcome: Outcome) -> None:
    """Wait until whoever looks on has seen what the players had seen when this began."""
    began = time.monotonic()
    behind = {player: (player.table, player.version) for player in players}
    while behind and time.monotonic() - began < BOUND:
        for player, (table, version) in list(behind.items()):
            followed, seen = player.followed
            if player.table != table or (followed == table and seen >= version):
                del behind[player]
        await asyncio.sleep(0.02)
    outcome.apart += len(behind)
    outcome.alike_within = max(outcome.alike_within, time.monotonic() - began)


async def play(
    ground: OnSqlite | OnPostgres, faults: int, seconds: float, outcome: Outcome, tables: int, progress: Progress
) -> list[Player]:
    """Play, and make faults; whoever has played."""
    seed, dice = outcome.seed, random.Random(outcome.seed)
    await ground.up()
    ports = [server.port for server in ground.servers]
    players = [Player(ports, number, seed) for number in range(tables)]
    tasks = [asyncio.create_task(player.run()) for player in players]
    several = len(ground.servers) > 1
    if several:
        tasks += [asyncio.create_task(player.follow()) for player in players]
    await all_go_on(players, outcome)
    bar = progress.add_task("faults", total=faults)
    names: list[str] = []
    end = time.monotonic() + seconds
    for _ in range(faults):
        if time.monotonic() > end:
            break
        names = names or dice.sample(sorted(ground.faults), len(ground.faults))
        name = names.pop()
        progress.update(bar, description=name)
        await asyncio.sleep(0.1 * dice.random())
        began = time.monotonic()
        await ground.faults[name]()
        if several:
            await all_go_on(players, outcome)  # one process less
        await ground.up()
        await all_go_on(players, outcome)
        if several:
            await all_alike(players, outcome)
        took = time.monotonic() - began
        kind = outcome.kinds.setdefault(name, Kind())
        kind.number, kind.slowest, kind.total = kind.number + 1, max(kind.slowest, took), kind.total + took
        outcome.faults += 1
        progress.advance(bar)
    playing = set(tasks)
    while playing:  # Python 3.11 can lose a cancellation that comes just as a message does
        for task in playing:
            task.cancel()
        _, playing = await asyncio.wait(playing, timeout=1.0)
    for player in players:
        await player.close()
    return players


def check(database: str, players: list[Player], outcome: Outcome) -> None:
    """Compare what was acknowledged with what the store has, and replay and verify all of it."""
    acknowledged = {table: moves for player in players for table, moves in player.acknowledged.items()}
    outcome.acknowledged = sum(map(len, acknowledged.values()))
    outcome.sent_again = sum(player.sent_again for player in players)
    engine = open_engine(database)
    with engine.connect() as connection:
        for table_id in connection.scalars(select(TABLES.c.id)).all():
            found = read_table(connection, table_id)
            assert found is not None
            row, events = found
            moves = {event.sequence: event.body["id"] for event in events if event.kind == "move"}
            ids = [name for name in moves.values() if name]
            outcome.stored += len(moves)
            outcome.doubled += len(ids) - len(set(ids))
            heard = acknowledged.pop(table_id, {})
            outcome.lost += sum(moves.get(version) != name for version, name in heard.items())
            outcome.tables += 1
            table = replay(row, events)
            outcome.not_replayed += bool(table.stopped)
            if table.play is not None and table.play.over:
                outcome.finished += 1
                try:
                    verified(table.log())
                except Mistake:
                    outcome.not_verified += 1
    engine.dispose()
    outcome.lost += sum(map(len, acknowledged.values()))


def fault_loop(
    database: str,
    faults: int,
    seed: int,
    tables: int = AT_TABLES,
    seconds: float = math.inf,
    shown: bool = True,
    serving: int = 1,
) -> Outcome:
    """The whole loop on a database of its own, with several serving processes on PostgreSQL."""
    outcome = Outcome(database, seed, circumstances(), serving=serving)
    with tempfile.TemporaryDirectory(prefix="eleven-faults-") as folder, Progress(disable=not shown) as progress:
        ground = OnSqlite(Path(folder)) if database == SQLITE else OnPostgres(Path(folder), serving)
        try:
            began = time.monotonic()
            players = asyncio.run(play(ground, faults, seconds, outcome, tables, progress))
            outcome.seconds = time.monotonic() - began
            ground.close()
            check(ground.servers[0].database, players, outcome)
        finally:
            ground.close()
            ground.unmount()
    return outcome


def at_once(processes: int, database: str, faults: int, seed: int, seconds: float, serving: int = 1) -> Outcome:
    """The loop shared among several processes, and what became of it in all of them."""
    begun, runs = circumstances(), []
    for number in range(processes):
        share = faults // processes + (number < faults % processes)
        command = [sys.executable, "-m", "bench.faults", "--json", "--database", database, "--faults", str(share)]
        command += ["--seed", str(seed + number), "--seconds", str(seconds), "--serving", str(serving)]
        plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}  # replaying what was stored is sooner done than compiling
        runs.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=plain))
    whole = Outcome(database, seed, begun, processes=processes, serving=serving)
    for run in runs:
        told, _ = run.communicate()
        if not told:
            raise SystemExit(f"a run has ended without a result, with {run.returncode}")
        add(whole, outcome_of(json.loads(told)))
    return whole


def add(whole: Outcome, part: Outcome) -> None:
    """Count what one of several runs has found."""
    for name in COUNTED:
        setattr(whole, name, getattr(whole, name) + getattr(part, name))
    whole.seconds = max(whole.seconds, part.seconds)
    whole.alike_within = max(whole.alike_within, part.alike_within)
    for name, kind in part.kinds.items():
        known = whole.kinds.setdefault(name, Kind())
        slowest = max(known.slowest, kind.slowest)
        whole.kinds[name] = Kind(known.number + kind.number, slowest, known.total + kind.total)


COUNTED = (
    *("faults", "acknowledged", "sent_again", "stored", "lost", "doubled", "standing_still", "tables"),
    *("not_replayed", "finished", "not_verified", "apart"),
)


def outcome_of(found: dict[str, Any]) -> Outcome:
    """An outcome, read again."""
    kinds = {name: Kind(**kind) for name, kind in found["kinds"].items()}
    return Outcome(**{**found, "kinds": kinds})


HEAD = "| fault | times | until every table went on: mean | slowest |\n|---|---:|---:|---:|"


def title(outcome: Outcome) -> str:
    """What was measured: the database, and how many processes served it."""
    return outcome.database + (f", {outcome.serving} serving processes" if outcome.serving > 1 else "")


def report(outcome: Outcome) -> str:
    """One database in the report."""
    rows = [
        f"| {name} | {kind.number} | {kind.total / kind.number:.1f} s | {kind.slowest:.1f} s |"
        for name, kind in sorted(outcome.kinds.items())
    ]
    told = (
        f"## {title(outcome)}\n\n{outcome.faults} faults in {outcome.seconds:.0f} s (seed {outcome.seed}"
        f"{f', {outcome.processes} runs at once' if outcome.processes > 1 else ''}), "
        f"{outcome.tables} tables, {outcome.stored} moves stored; {outcome.sent_again} times a move was sent again.\n\n"
        f"| acknowledged | lost | doubled | tables standing still | not replayed | finished | not verified |\n"
        f"|---:|---:|---:|---:|---:|---:|---:|\n| {outcome.acknowledged} | {outcome.lost} | {outcome.doubled} | "
        f"{outcome.standing_still} | {outcome.not_replayed} | {outcome.finished} | {outcome.not_verified} |\n\n"
    )
    if outcome.serving > 1:
        told += f"Whoever looked on through another process had seen the same within {outcome.alike_within:.1f} s; "
        told += f"{outcome.apart} had not.\n\n"
    return told + "\n".join([HEAD, *rows]) + "\n"


def circumstances() -> str:
    """What is measured, and where, told before a run begins."""
    commit = _git("rev-parse", "--short", "HEAD") or "unknown"
    changed = " with uncommitted changes" if _git("status", "--porcelain") else ""
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return f"Commit {commit}{changed}, {date.today()}, {machine}, load {os.getloadavg()[0]:.1f} before."


def _git(*what: str) -> str:
    return subprocess.run(["git", *what], cwd=HERE, capture_output=True, text=True).stdout.strip()


def write(outcome: Outcome) -> None:
    """Put an outcome beside those of other databases."""
    path = HERE / "faults_results.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known[title(outcome)] = asdict(outcome)
    path.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    parts = ["# The server under faults\n\nMade by `python -m bench.faults`, which says what is done and checked.\n"]
    for found in known.values():
        told = outcome_of(found)
        parts.append(f"{report(told)}\n{told.begun}\n")
    (HERE / "faults_results.md").write_text("\n".join(parts), encoding="utf-8")


def main() -> None:
    """Make faults, count, and write it down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=(SQLITE, POSTGRESQL), default=SQLITE)
    parser.add_argument("--faults", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serving", type=int, default=1, help="serving processes in a run, on PostgreSQL")
    parser.add_argument("--seconds", type=float, default=math.inf, help="make no more faults after so long")
    parser.add_argument("--json", action="store_true", help="print the result, and write nothing")
    parser.add_argument("--processes", type=int, default=1, help="share the faults among so many runs at once")
    parser.add_argument("--postgres-bin", metavar="FOLDER", help="where initdb, pg_ctl and postgres are")
    chosen = parser.parse_args()
    if chosen.postgres_bin:
        os.environ[POSTGRES_BIN] = str(Path(chosen.postgres_bin).resolve())
    if chosen.serving > 1 and chosen.database == SQLITE:
        sys.exit("faults: SQLite has one serving process; choose --database postgresql")
    wanted = chosen.database, chosen.faults, chosen.seed
    if chosen.processes > 1:
        outcome = at_once(chosen.processes, *wanted, chosen.seconds, chosen.serving)
    else:
        shown = sys.stderr.isatty()
        outcome = fault_loop(*wanted, seconds=chosen.seconds, shown=shown, serving=chosen.serving)
    if chosen.json:
        print(json.dumps(asdict(outcome), indent=1))
    else:
        write(outcome)
        print(report(outcome))
    sys.exit(0 if outcome.clean else 1)


if __name__ == "__main__":
    main()
