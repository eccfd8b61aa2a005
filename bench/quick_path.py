"""What each piece of the server's quick path is worth: `python -m bench.quick_path`.

The same load is served with each piece switched off in turn, beside a server that has them all, and both are measured
again and again in turn: 16 and 64 tables whose players decide at once, 400 whose players think for a second. A piece is
switched off here, by putting something plainer in its place (`WITHOUT`); the server itself has no switches.

`--cores 2` gives each lane (a server, its writer and its players) so many cores of its own; with several lanes the
pieces are shared out among them, and each lane measures the whole server too. Elevenses is compiled first, once. The
figures are ratios: what the server without a piece does, to what the whole one does. `--json FILE` writes them down.
"""

import argparse
import asyncio
import importlib
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

from bench.server import OURS, Contestant, Row, free_port

RESULTS = Path(__file__).parent / "quick_path_results.md"
LOADS = ((16, 0.0), (64, 0.0), (400, 1.0))
WHOLE = "whole"
FIGURES = ("rate", "half", "most", "cpu")


# What is put in the place of a piece, in the process that serves


def _put(where: str, name: str, instead: Any) -> None:
    """Let a name of a module mean something else, for this process and whoever imports it from there later."""
    module = importlib.import_module(f"eleven.{where}")
    assert hasattr(module, name), f"eleven.{where} has no {name}"
    setattr(module, name, instead)


def _no_machine_code() -> None:
    _put("core.play.native", "use", lambda game: False)


def _no_plain_objects() -> None:
    """Uncompiled rules over NumPy's records, without machine code."""
    from eleven.core.play.rules_boards import RecordBoard
    from eleven.core.rules import luck

    def over_records(game: Any, record: Any, key: bytes | None = None) -> Any:
        return RecordBoard(game, record, luck.fresh(key, luck.RECORDING))

    _no_machine_code()
    _put("core.play.boards", "uncompiled_board", over_records)
    _put("core.play.match", "uncompiled_board", over_records)


def _no_gc_policy() -> None:
    from eleven.server.process.gc_policy import GcPolicy

    GcPolicy.begin = lambda self: None  # type: ignore[method-assign]


def _no_short_way() -> None:
    """Messages go through uvicorn's queue and Starlette, as they usually do."""
    _put("server.sockets.connection", "protocol_of", UsualWay)


def _no_writer_process() -> None:
    _put("server.serve", "STORE_PROCESS", False)


def _no_batches() -> None:
    """Each table's decision is a commit of its own."""
    from eleven.server.store.writer_client import WriterClient

    together = WriterClient._hand_over

    def one_by_one(self: WriterClient) -> None:
        later = self._waiting[1:]
        del self._waiting[1:]
        together(self)
        self._waiting = later

    WriterClient._hand_over = one_by_one  # type: ignore[method-assign]


def _no_preparing() -> None:
    """Views are made when they are sent, not while the decision is being written."""
    from eleven.server.live.live_table import LiveTable

    LiveTable._prepare = lambda self: None  # type: ignore[method-assign]


def _nothing_remembered() -> None:
    """Zones, sentences and questions are made each time; put in place before anybody has used the real thing."""
    _put("core.rules.cache_budget", "remembered", lambda make: make)


def _no_kept_parts() -> None:
    """Parts of a sight are read each time."""
    _put("core.rules.frozen", "_kept", lambda read, takes: read)


def _no_values() -> None:
    """Views are made from records."""
    from eleven.core.rules.record import from_bytes

    _put("core.rules.frozen", "value_of", from_bytes)


def _no_kept_frames() -> None:
    """What stays the same from move to move is made for each view."""
    from eleven.server.live.snapshot import Snapshot

    class Forgetful(dict[Any, Any]):
        def __setitem__(self, key: Any, value: Any) -> None:
            """Keep nothing."""

    class Bare(Snapshot):
        def __init__(self, table: Any, frame_cache: Any = None) -> None:
            super().__init__(table, Forgetful())

    _put("server.live.live_table", "Snapshot", Bare)


WITHOUT: dict[str, Callable[[], None]] = {
    WHOLE: lambda: None,
    "machine code": _no_machine_code,
    "plain objects": _no_plain_objects,
    "GC policy": _no_gc_policy,
    "huge pages": lambda: None,
    "short way of messages": _no_short_way,
    "writer process": _no_writer_process,
    "commits together": _no_batches,
    "views prepared": _no_preparing,
    "zones and sentences remembered": _nothing_remembered,
    "parts of sights kept": _no_kept_parts,
    "sights as values": _no_values,
    "frames kept": _no_kept_frames,
}
SLOW = ("plain objects",)
"""Measured with the first load alone: the others are more than such a server can do."""


class UsualWay:
    """What `WebSocketProtocol` does for a connection, by Starlette's own means."""

    def __init__(self, socket: Any) -> None:
        from eleven.server.sockets.websocket_protocol import EXTENSION

        self._socket, self._receive = socket, socket.receive
        self.transport = socket.scope["extensions"][EXTENSION].transport
        self.jammed = False
        self._ended = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None
        self._unsent: list[bytes] = []

    def listen(self, ear: Callable[[bytes | None], None], go_on: Callable[[], None]) -> None:
        """Read in a task of its own; whoever waits for the end of the connection is told of it."""
        self._socket.receive = self._ended.wait
        self._reading = asyncio.create_task(self._read(ear))

    async def _read(self, ear: Callable[[bytes | None], None]) -> None:
        while (event := await self._receive())["type"] == "websocket.receive":
            text = event.get("text")
            ear(None if text is None else text.encode())
        self._ended.set()

    def say(self, messages: Sequence[bytes]) -> None:
        """Send messages one after the other."""
        self._unsent += messages
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        try:
            while self._unsent:
                await self._socket.send_text(self._unsent.pop(0).decode())
        except Exception:  # whatever Starlette says of it, the other side has gone
            self._unsent.clear()
        finally:
            self._sending = None

    def hold(self) -> None:
        """Uvicorn reads when it has been answered."""

    def read_on(self) -> None:
        """The same."""


def serve(piece: str, port: int, database: str) -> None:
    """Serve without a piece; workers compile nothing meanwhile, for machine code is there already."""
    WITHOUT[piece]()
    from eleven.core.contract.game import find_game
    from eleven.core.play import native
    from eleven.server.process import huge_pages
    from eleven.server.serve import STORE_PROCESS
    from eleven.server.serve import run as run_server
    from eleven.server.settings import Settings

    huge_pages.keep_from_children()
    native.use(find_game("elevenses"))
    how = {"store_process": STORE_PROCESS, "compile_judge": False, "bot_processes": 0}
    run_server(Settings(port=port, database=database, **how).without_limits())  # type: ignore[arg-type]


def started(piece: str, folder: Path) -> Contestant:
    """A server without a piece, in a process of its own."""
    from eleven.server.process.huge_pages import ASKED_FOR

    port = free_port()
    where = f"sqlite:///{folder / piece.replace(' ', '-')}.sqlite"
    command = [sys.executable, "-m", "bench.quick_path", "--serve", piece, str(port), where]
    pages = {} if piece == "huge pages" else ASKED_FOR
    return Contestant(OURS, command, port, {**pages, "NUMBA_DISABLE_JIT": "1"})


# Measuring


@dataclass
class Sample:
    """One measurement."""

    piece: str
    round: int
    lane: int
    row: Row


def lane(number: int, pieces: Sequence[str], cores: Sequence[int], rounds: int, seconds: float, minutes: float) -> None:
    """Measure some pieces and the whole in turn, there and back, while there is time; a line of JSON for each."""
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
    """Share the pieces out among lanes, and collect what they find."""
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


def ratios(samples: Sequence[Sample]) -> dict[tuple[str, int], dict[str, float]]:
    """Without a piece to whole, figure by figure: the middle of what was found in the same lane and round."""
    whole = {(at.lane, at.round, at.row.tables): at.row for at in samples if at.piece == WHOLE}
    found: dict[tuple[str, int], dict[str, float]] = {}
    for key in dict.fromkeys((at.piece, at.row.tables) for at in samples if at.piece != WHOLE):
        rows = [at for at in samples if (at.piece, at.row.tables) == key]
        places = [(at.row, (at.lane, at.round, at.row.tables)) for at in rows]
        pairs = [(row, whole[place]) for row, place in places if place in whole]
        if pairs:
            found[key] = {
                figure: statistics.median(getattr(row, figure) / getattr(base, figure) for row, base in pairs)
                for figure in FIGURES
            }
    return found


HEAD = "| without | tables | moves/s | p50 | p99 | CPU a move |\n|---|---:|---:|---:|---:|---:|"


def report(samples: Sequence[Sample], seconds: float, cores: int) -> str:
    """The results page."""
    machine = f"{platform.machine()}, {os.cpu_count()} cores, {cores or 'all'} for each server with its players"
    lines = [
        f"| {piece} | {tables} | {at['rate']:.2f} | {at['half']:.2f} | {at['most']:.2f} | {at['cpu']:.2f} |"
        for (piece, tables), at in sorted(ratios(samples).items(), key=lambda pair: pair[0])
    ]
    wholes = [at.row for at in samples if at.piece == WHOLE]
    told = []
    for tables, _ in LOADS:
        rows = [row for row in wholes if row.tables == tables]
        if rows:
            rate, half, most, cpu = (statistics.median(getattr(row, name) for row in rows) for name in FIGURES)
            told.append(f"{tables} tables: {rate:.0f} moves/s, p50 {half:.1f} ms, p99 {most:.1f} ms, {cpu:.2f} ms CPU")
    return (
        f"# What each piece of the quick path is worth\n\n{date.today()}, {machine}, "
        f"Python {platform.python_version()}, {seconds:.0f} s for each measurement, everything measured "
        f"{max(at.round for at in samples) + 1} times; load of the machine in the last minutes "
        f"{os.getloadavg()[2]:.1f}. "
        f"Made by `python -m bench.quick_path`. The whole server: {'; '.join(told)}.\n\n"
        "Ratios, without the piece to the whole server; CPU above 1 is what the piece saves. "
        "At 400 tables players think for a second, so that moves/s say nothing. `plain objects` are without machine "
        "code too.\n\n" + "\n".join([HEAD, *lines]) + "\n"
    )


def main() -> None:
    """Measure, show, and write it down where it is wanted."""
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


if __name__ == "__main__":
    main()
