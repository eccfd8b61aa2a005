"""The lobby with a large PostgreSQL database: `python -m bench.lobby`, a million finished and 10,000 running tables.

A few tables are really played; the database multiplies their rows. Copies of finished tables have the events for
seating and dealing, but no moves, which would fill the disk and which the lobby never reads. Half of the other tables
wait for players, half are being played. One person has sat at sixty tables, ten of which are running; these have all
their events. Then that person and a stranger request the lobby repeatedly over HTTP. Writes bench/lobby_results.md and
.json; `--as NAME` sets a title for the rows, such as `before`.
"""

import argparse
import asyncio
import json
import os
import pwd
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median, quantiles

import httpx
import uvicorn
from sqlalchemy import text

from bench.faults.processes import free_port
from bench.faults.targets import program_of_postgres
from eleven.server.app import make_app
from eleven.server.http.identity.signing import COOKIE
from eleven.server.live.live_table import LiveTable
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.tables import Tables
from eleven.server.serve import config_for
from eleven.server.settings import Settings
from eleven.server.store.database import open_engine

HERE = Path(__file__).parent
FINISHED, PLAYING, WAITING = 1_000_000, 5_000, 5_000
OWN_OVER, OWN_RUNNING = 50, 10
TIMES = 40
NAME = "substr(md5(CAST(:prefix AS text) || n), 1, 16)"
COPY_TABLES = text(
    f"INSERT INTO tables SELECT {NAME}, created + n, game, edition, players, options, components, "
    "engine, rules, :public, secret, stage, pace, language, rated, counted, rating "
    "FROM tables, generate_series(1, :many) n WHERE id = :name"
)
COPY_EVENTS = text(
    f"INSERT INTO events SELECT {NAME}, sequence, at, kind, seat, "
    "CASE WHEN holder IS NULL OR :own THEN holder ELSE 'somebody ' || n % 100000 END, body "
    "FROM events, generate_series(1, :many) n WHERE table_id = :name AND (:moves OR kind NOT IN ('move', 'take_back'))"
)


class Cluster:
    """A private PostgreSQL server (run as nobody if we are root)."""

    def __init__(self, folder: Path) -> None:
        self._user = "nobody" if os.getuid() == 0 else None
        if self._user:
            os.chown(folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._folder, self._data, port = folder, str(folder / "data"), free_port()
        self.url = f"postgresql://eleven@127.0.0.1:{port}/postgres"
        self._run("initdb", "-D", self._data, "-A", "trust", "-U", "eleven", "--no-sync", "--locale=C", "-E", "UTF8")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c max_wal_size=4GB"
        self._run("pg_ctl", "-D", self._data, "-w", "-o", options, "-l", str(folder / "log"), "start")

    def _run(self, name: str, *words: str) -> None:
        command = [program_of_postgres(name), *words]
        subprocess.run(command, check=True, user=self._user, cwd="/", stdout=subprocess.DEVNULL)

    def stop(self) -> None:
        """End it."""
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop")


async def play(live: LiveTable, moves: int, dice: random.Random) -> None:
    """Play a number of random moves for all seats, or until the game is over."""
    await live.shares.give([0, 1], live.commitment, "ab")
    while (match := live.table.play) is not None and not match.over and live.table.version < moves:
        await live.move(match.asked, dice.choice(match.legal()).name, live.table.version)


async def templates(settings: Settings) -> tuple[str, tuple[str, str, str]]:
    """Create the tables to be copied: return a cookie, and a finished, a running and a waiting table."""
    tables, dice = Tables(settings), random.Random(1)
    cookie = tables.signer.new_cookie()
    holder = tables.signer.holder(cookie)
    assert holder is not None
    tables.store.start()
    hotseat = [SeatSpec("me"), SeatSpec("hotseat")]
    over = await tables.add(new_table(holder, "eleven_board", None, {}, hotseat, False))
    await play(over, 10**6, dice)
    playing = await tables.add(new_table(holder, "eleven_board", None, {}, hotseat, False))
    await play(playing, 30, dice)
    waiting = await tables.add(new_table(holder, "eleven_board", None, {}, [SeatSpec("me"), SeatSpec("friend")], True))
    names = over.table.row.id, playing.table.row.id, waiting.table.row.id
    await tables.stop()
    return cookie, names


def fill(url: str, names: tuple[str, str, str], finished: int) -> float:
    """Multiply the tables; return the size of the database in megabytes."""
    over, playing, waiting = names
    engine = open_engine(url)
    with engine.begin() as line:
        for name, many, public, own in (
            (over, finished, False, False),
            (playing, PLAYING, True, False),
            (waiting, WAITING, True, False),
            (over, OWN_OVER, False, True),
            (playing, OWN_RUNNING, False, True),
        ):
            copies = {"name": name, "prefix": f"{name} {own} ", "many": many}
            line.execute(COPY_TABLES, {**copies, "public": public})
            line.execute(COPY_EVENTS, {**copies, "own": own, "moves": own or name != over})
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as line:
        line.exec_driver_sql("VACUUM ANALYZE")
        size = line.exec_driver_sql("SELECT pg_database_size(current_database())").scalar()
    engine.dispose()
    return float(size or 0) / 1e6


async def no_bots(self: Tables) -> None:
    """Replace the loading of running tables at start-up, so that only the lobby is measured."""


def measure(settings: Settings, cookie: str) -> dict[str, list[float]]:
    """Return the milliseconds of every request, by person."""
    Tables._resume = no_bots  # type: ignore[method-assign]
    app = make_app(settings)
    server = uvicorn.Server(config_for(app, settings))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    base = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    found: dict[str, list[float]] = {}
    with (
        httpx.Client(base_url=base, timeout=600) as stranger,
        httpx.Client(base_url=base, timeout=600, cookies={COOKIE: cookie}) as own,
    ):
        everything = {"game": "eleven_board", "pace": "none"}
        for who, client, query in (
            ("a stranger", stranger, {}),
            ("a stranger who looks for a game and a pace", stranger, everything),
            ("a stranger who looks for what nobody plays", stranger, {"pace": "days"}),
            ("a stranger who looks for ratings that nobody has", stranger, {**everything, "rating_from": "1600"}),
            ("somebody with 60 games", own, {}),
        ):
            for number in range(TIMES + 1):
                began = time.perf_counter()
                lobby = client.get("/api/tables", params=query).raise_for_status().json()
                took = 1000 * (time.perf_counter() - began)
                found.setdefault(f"{who}, the first time" if number == 0 else who, []).append(took)
            print(who, len(lobby["open"]), len(lobby["mine"]), file=sys.stderr)
    server.should_exit = True
    thread.join()
    return found


def report(known: dict[str, dict[str, object]]) -> str:
    """The page."""
    told = ["# The lobby of a large database\n", "Made by `python -m bench.lobby`, which says what is in it.\n"]
    for name, row in known.items():
        size = f"{row['finished']:,} finished tables, {row['running']:,} that wait or go on, {row['mb']:,.0f} MB"
        told.append(f"## {name}\n\n{size} in PostgreSQL.\n")
        told.append("| who asks | times | median ms | p95 ms | most |\n|---|---:|---:|---:|---:|")
        times: dict[str, list[float]] = row["ms"]  # type: ignore[assignment]
        for who, all_of in times.items():
            p95 = quantiles(all_of, n=20)[-1] if len(all_of) > 1 else all_of[0]
            told.append(f"| {who} | {len(all_of)} | {median(all_of):.1f} | {p95:.1f} | {max(all_of):.1f} |")
        told.append("")
    return "\n".join(told)


def main() -> None:
    """Fill a database, measure, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--as", dest="name", default="now", metavar="NAME")
    parser.add_argument("--finished", type=int, default=FINISHED)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eleven-lobby-") as where:
        folder = Path(where)
        (folder / "postgres").mkdir()
        folder.chmod(0o755)
        cluster = Cluster(folder / "postgres")
        try:
            more = {"port": 0, "database": cluster.url, "key_file": str(folder / "key"), "compiled_workers": False}
            settings = Settings(**more, bot_processes=0).without_limits()  # type: ignore[arg-type]
            cookie, names = asyncio.run(templates(settings))
            megabytes = fill(cluster.url, names, chosen.finished)
            row = {"finished": chosen.finished, "running": PLAYING + WAITING, "mb": megabytes}
            ms = measure(settings, cookie)
        finally:
            cluster.stop()
    path = HERE / "lobby_results.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known[chosen.name] = {**row, "ms": ms}
    path.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    page = report(known)
    (HERE / "lobby_results.md").write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
