"""Fault injection: `python -m bench.faults --database sqlite --faults 500 --seed 1`, or `--database postgresql`.

People and bots play at twenty tables of four games. Meanwhile processes are repeatedly killed, stopped or disconnected,
or the disk is filled; clients resend the same move after a rejection, a timeout and a reconnection. After each fault
every table must continue within a minute. In the end the store is compared with all acknowledgements, every table is
replayed, and the log of every finished game is verified. Writes bench/faults_results.md and .json; `--json` prints the
result and writes nothing.

With `--serving 2`, two processes serve one PostgreSQL database. Clients connect to any of them, and again after each
fault; a spectator watches the same table, usually through another process; each fault hits one process.

`--processes 8` splits the faults among eight parallel runs, each with its own server, database, ports and seed.
PostgreSQL's programs are searched in the folder from --postgres-bin or ELEVEN_POSTGRES_BIN, else on the PATH and in
Debian's folders; root runs them as the user nobody, who must be able to read that folder. A full disk is a small
mounted file system if this process may mount one (as root); otherwise the size of SQLite's files is limited, and
PostgreSQL skips this fault.
"""

import argparse
import asyncio
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

from rich.progress import Progress
from sqlalchemy import select

from bench.faults.players import Player
from bench.faults.report import FaultKind, Outcome, add, circumstances, outcome_of, report, write
from bench.faults.targets import POSTGRES_BIN, OnPostgres, OnSqlite
from eleven.core.text.errors import Mistake
from eleven.server.live.restore import log_of, restore_table
from eleven.server.store.database import open_engine
from eleven.server.store.schema import TABLES
from eleven.server.store.store import read_table
from eleven.server.verify import verified

SQLITE, POSTGRESQL = "sqlite", "postgresql"
AT_TABLES = 20
BOUND = 60.0


async def all_go_on(players: list[Player], outcome: Outcome) -> float:
    """Wait until every table has continued; return the seconds it took."""
    began, before = time.monotonic(), [player.steps for player in players]
    while time.monotonic() - began < BOUND:
        if all(player.steps > steps for player, steps in zip(players, before, strict=True)):
            return time.monotonic() - began
        await asyncio.sleep(0.02)
    outcome.standing_still += sum(p.steps <= steps for p, steps in zip(players, before, strict=True))
    return BOUND


async def all_alike(players: list[Player], outcome: Outcome) -> None:
    """Wait until every spectator has seen what the players had seen at the start of the wait."""
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
    target: OnSqlite | OnPostgres, faults: int, seconds: float, outcome: Outcome, tables: int, progress: Progress
) -> list[Player]:
    """Play while injecting faults; return the players."""
    seed, dice = outcome.seed, random.Random(outcome.seed)
    await target.up()
    ports = [server.port for server in target.servers]
    players = [Player(ports, number, seed) for number in range(tables)]
    tasks = [asyncio.create_task(player.run()) for player in players]
    several = len(target.servers) > 1
    if several:
        tasks += [asyncio.create_task(player.follow()) for player in players]
    await all_go_on(players, outcome)
    bar = progress.add_task("faults", total=faults)
    names: list[str] = []
    end = time.monotonic() + seconds
    for _ in range(faults):
        if time.monotonic() > end:
            break
        names = names or dice.sample(sorted(target.faults), len(target.faults))
        name = names.pop()
        progress.update(bar, description=name)
        await asyncio.sleep(0.1 * dice.random())
        began = time.monotonic()
        await target.faults[name]()
        if several:
            await all_go_on(players, outcome)  # now with one process less
        await target.up()
        await all_go_on(players, outcome)
        if several:
            await all_alike(players, outcome)
        took = time.monotonic() - began
        kind = outcome.kinds.setdefault(name, FaultKind())
        kind.number, kind.slowest, kind.total = kind.number + 1, max(kind.slowest, took), kind.total + took
        outcome.faults += 1
        progress.advance(bar)
    playing = set(tasks)
    while playing:  # Python 3.11 can lose a cancellation that arrives together with a message
        for task in playing:
            task.cancel()
        _, playing = await asyncio.wait(playing, timeout=1.0)
    for player in players:
        await player.close()
    return players


def check(database: str, players: list[Player], outcome: Outcome) -> None:
    """Compare acknowledged moves with the store, replay every table, and verify every log."""
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
            table = restore_table(row, events)
            outcome.not_replayed += bool(table.stopped)
            if table.play is not None and table.play.over:
                outcome.finished += 1
                try:
                    verified(log_of(table))
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
    """Run the whole loop on a new database, on PostgreSQL optionally with several serving processes."""
    outcome = Outcome(database, seed, circumstances(), serving=serving)
    with tempfile.TemporaryDirectory(prefix="eleven-faults-") as folder, Progress(disable=not shown) as progress:
        target = OnSqlite(Path(folder)) if database == SQLITE else OnPostgres(Path(folder), serving)
        try:
            began = time.monotonic()
            players = asyncio.run(play(target, faults, seconds, outcome, tables, progress))
            outcome.seconds = time.monotonic() - began
            target.close()
            check(target.servers[0].database, players, outcome)
        finally:
            target.close()
            target.unmount()
    return outcome


def at_once(processes: int, database: str, faults: int, seed: int, seconds: float, serving: int = 1) -> Outcome:
    """Run the loop in several processes, and return the combined outcome."""
    begun, runs = circumstances(), []
    for number in range(processes):
        share = faults // processes + (number < faults % processes)
        command = [sys.executable, "-m", "bench.faults", "--json", "--database", database, "--faults", str(share)]
        command += ["--seed", str(seed + number), "--seconds", str(seconds), "--serving", str(serving)]
        plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}  # replaying without compilation is faster than compiling
        runs.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=plain))
    whole = Outcome(database, seed, begun, processes=processes, serving=serving)
    for run in runs:
        told, _ = run.communicate()
        if not told:
            raise SystemExit(f"a run has ended without a result, with {run.returncode}")
        add(whole, outcome_of(json.loads(told)))
    return whole


def main() -> None:
    """Inject faults, and write the results."""
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
