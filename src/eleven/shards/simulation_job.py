"""Random games as a job; a unit is a block of games."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from rich.console import Console

from eleven.core.contract.game import find_game
from eleven.core.play.engine import engine
from eleven.shards.jobs import Json, source_version
from eleven.shards.parts import Part
from eleven.simulation import simulating
from eleven.simulation.report import show_simulation
from eleven.simulation.simulating import BlockRunner, Simulation
from eleven.simulation.tally import Tally


@dataclass(frozen=True)
class SimulationJob:
    """A simulation as a job, which holds plain values only; the set-up is stored as the prepared record."""

    game: str
    edition: str
    players: int
    options: tuple[tuple[str, str], ...]
    prepared: bytes
    seed: int
    games: int
    block: int
    kind: ClassVar[str] = "simulate"

    @classmethod
    def of(cls, simulation: Simulation) -> "SimulationJob":
        """Create the job for a whole simulation, regardless of shards."""
        assert simulation.games is not None
        setup = simulation.setup
        prepared = engine(simulation.game.id).prepared(setup).tobytes()
        options = tuple(setup.options.items())
        about = (simulation.game.id, setup.edition, setup.players, options, prepared)
        return cls(*about, simulation.seed, simulation.games, simulating.BLOCK_SIZE)

    @property
    def settings(self) -> Json:
        """Everything that the result depends on."""
        return {
            "game": self.game,
            "edition": self.edition,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
            "block": self.block,
            "components": hashlib.sha256(self.prepared).hexdigest()[:16],
            "source": source_version([self.game]),
        }

    @property
    def units(self) -> int:
        """The number of blocks."""
        return -(-self.games // self.block)

    def worker(self) -> Callable[[int], Tally]:
        """Compile, and return a function that plays a block."""
        prepared = np.frombuffer(self.prepared, find_game(self.game).state).copy()
        runner = BlockRunner(engine(self.game), prepared, self.seed)
        runner.play(0, 1)
        return lambda unit: runner.play(unit * self.block, min((unit + 1) * self.block, self.games))

    def empty(self) -> Tally:
        """Return the tally of no games."""
        return Tally()


def merged(parts: list[Part]) -> Json:
    """Combine parts into the result of the whole run; the parts count as played in parallel."""
    total = Tally()
    for part in parts:
        total.add(Tally.from_json(part.result))
    settings: Any = parts[0].settings
    game = find_game(settings["game"])
    setup = game.setup(settings["players"], settings["edition"], settings["options"])
    workers, seconds = sum(part.workers for part in parts), max(part.seconds for part in parts)
    simulation = Simulation(game, setup, settings["seed"], settings["games"], None, workers)
    return simulating.as_data(simulation, total, seconds)


def show(data: Json, console: Console) -> None:
    """Print the result."""
    show_simulation(data, console)
