"""Random games at full speed, played in blocks by one or several processes.

The random numbers of a game depend only on the seed and the number of the game. Blocks are assigned in order, so a run
always plays games 0 to N - 1, and its result does not depend on the number of workers.
"""

import contextlib
import multiprocessing
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection, wait
from typing import Any

import numpy as np

from eleven.core.contract.game import Game, Setup, find_game
from eleven.core.play.engine import Engine, engine
from eleven.core.rules.record import Array
from eleven.core.text.errors import Mistake
from eleven.progress import OnProgress
from eleven.shards.parts import WHOLE, Shard
from eleven.simulation.tally import Tally, spread, tally_of

BLOCK_SIZE = 32
"""Games in a block."""


@dataclass(frozen=True)
class Simulation:
    """The games to play: a number of `games`, or as many blocks as start within `seconds`; or a shard of the blocks."""

    game: Game
    setup: Setup
    seed: int
    games: int | None
    seconds: float | None
    workers: int
    shard: Shard = WHOLE

    def block(self, number: int) -> tuple[int, int]:
        """Return the number of a block's first game, and that of the first game after the block."""
        end = (number + 1) * BLOCK_SIZE
        return number * BLOCK_SIZE, end if self.games is None else min(end, self.games)

    @property
    def games_here(self) -> int | None:
        """The number of games in this shard, or None if it is limited by time."""
        if self.games is None:
            return None
        spans = (self.block(number) for number in self.shard.units(-(-self.games // BLOCK_SIZE)))
        return sum(end - first for first, end in spans)


class BlockRunner:
    """Plays blocks of games with one set-up; the first call compiles."""

    def __init__(self, rules: Engine, prepared: Array, seed: int) -> None:
        self.rules, self.prepared, self.seed = rules, prepared, seed
        self.room = rules.workspace()

    def play(self, first: int, end: int) -> Tally:
        """Play games `first` to `end - 1`."""
        lengths = np.zeros(end - first, np.int64)
        scores = np.zeros((end - first, self.rules.game.max_players), np.int64)
        span = np.array([first, end, self.seed, self.rules.game.truncate_at], np.int64)
        states, luck, dice, mask = self.room
        self.rules.playouts(self.prepared, states, luck, dice, mask, span, lengths, scores)
        return tally_of(lengths, scores, int(self.prepared[0].players))


def simulate(simulation: Simulation, on_progress: OnProgress) -> tuple[Tally, float]:
    """Play the simulation; return the tally, and the seconds it took without compilation."""
    rules = engine(simulation.game.id)
    prepared = rules.prepared(simulation.setup)
    runner = BlockRunner(rules, prepared, simulation.seed)
    runner.play(0, 1)
    if simulation.workers == 1:
        return _alone(simulation, runner, on_progress)
    with _workers(simulation, prepared) as pipes:
        return _together(simulation, pipes, on_progress)


def _blocks(simulation: Simulation, began: float) -> Iterator[tuple[int, int]]:
    """Yield the blocks in order, until there are enough games or the time is up."""
    numbers = count() if simulation.games is None else simulation.shard.units(-(-simulation.games // BLOCK_SIZE))
    for number in numbers:
        if simulation.seconds is not None and number and time.perf_counter() - began >= simulation.seconds:
            return
        yield simulation.block(number)


def _report_progress(simulation: Simulation, games: int, seconds: float, on_progress: OnProgress) -> None:
    on_progress(seconds if simulation.games is None else games, what=f"{games:,} games")


def _alone(simulation: Simulation, runner: BlockRunner, on_progress: OnProgress) -> tuple[Tally, float]:
    total, began = Tally(), time.perf_counter()
    for first, end in _blocks(simulation, began):
        total.add(runner.play(first, end))
        _report_progress(simulation, total.games, time.perf_counter() - began, on_progress)
    return total, time.perf_counter() - began


@contextlib.contextmanager
def _workers(simulation: Simulation, prepared: Array) -> Iterator[list[Connection]]:
    """Start worker processes and wait until they have compiled; end them with the `with` block."""
    context = multiprocessing.get_context("spawn")
    processes, pipes = [], []
    try:
        for _ in range(simulation.workers):
            here, there = context.Pipe()
            what = (there, simulation.game.id, prepared.tobytes(), simulation.seed)
            process = context.Process(target=_work, args=what, daemon=True)
            with _ignoring_sigint():
                process.start()
            there.close()
            processes.append(process)
            pipes.append(here)
        for pipe in pipes:
            _receive(pipe)
        yield pipes
    finally:
        for pipe in pipes:
            pipe.close()
        for process in processes:
            process.terminate()
            process.join()


@contextlib.contextmanager
def _ignoring_sigint() -> Iterator[None]:
    """Let processes started here ignore Ctrl-C, which a terminal sends to all; the main process ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(pipe: Connection, game_id: str, prepared: bytes, seed: int) -> None:
    """Run a worker process: compile, report that it is ready, then play the blocks it receives."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    game = find_game(game_id)
    runner = BlockRunner(engine(game_id), np.frombuffer(prepared, game.state).copy(), seed)
    runner.play(0, 1)
    with contextlib.suppress(EOFError, OSError):
        pipe.send(Tally())
        while True:
            first, end = pipe.recv()
            pipe.send(runner.play(first, end))


def _receive(pipe: Connection) -> Tally:
    try:
        answer: Tally = pipe.recv()
    except EOFError:
        raise Mistake("a worker process has ended unexpectedly; try fewer --workers") from None
    return answer


def _together(simulation: Simulation, pipes: list[Connection], on_progress: OnProgress) -> tuple[Tally, float]:
    total, began = Tally(), time.perf_counter()
    blocks = _blocks(simulation, began)
    busy = [pipe for pipe in pipes if _send_next(pipe, blocks)]
    while busy:
        for ready in wait(busy):
            pipe = next(pipe for pipe in busy if pipe is ready)
            total.add(_receive(pipe))
            _report_progress(simulation, total.games, time.perf_counter() - began, on_progress)
            if not _send_next(pipe, blocks):
                busy.remove(pipe)
    return total, time.perf_counter() - began


def _send_next(pipe: Connection, blocks: Iterator[tuple[int, int]]) -> bool:
    block = next(blocks, None)
    if block is not None:
        pipe.send(block)
    return block is not None


def as_data(simulation: Simulation, tally: Tally, seconds: float) -> dict[str, Any]:
    """Return the result as JSON data."""
    seats = range(simulation.setup.players)
    return {
        "game": simulation.game.id,
        "edition": simulation.setup.edition,
        "players": simulation.setup.players,
        "options": dict(simulation.setup.options),
        "seed": simulation.seed,
        "workers": simulation.workers,
        "games": tally.games,
        "decisions": tally.decisions,
        "seconds": seconds,
        "decisions_per_second": tally.decisions / seconds if seconds else 0.0,
        "mean_length": tally.decisions / tally.games if tally.games else 0.0,
        "truncated": tally.truncated,
        "wins": {simulation.game.seat.token(seat): tally.wins_of(seat) for seat in seats},
        "scores": {simulation.game.seat.token(seat): spread(tally.scores_of([seat])) for seat in seats},
        "scores_overall": spread(tally.scores_of(list(seats))),
    }
