"""The command `eleven simulate`."""

from typing import Annotated

import typer

from eleven.arguments import (
    LARGEST_SEED,
    AsJson,
    ComponentsFile,
    EditionName,
    GameName,
    Options,
    PartFile,
    Players,
    RayAddress,
    ShardName,
    chosen_setup,
    console,
    print_json,
)
from eleven.progress import progress_bar

EXAMPLES = (
    "eleven simulate elevenses --players 3 --games 100000",
    "eleven simulate elevenses --seconds 10 --workers 2 --json",
    "eleven simulate elevenses --games 1000000 --shard 3/8",
)


def simulate(
    game: GameName,
    players: Players = None,
    edition: EditionName = None,
    option: Options = None,
    components: ComponentsFile = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="How many games; 10000 unless given.", show_default=False)
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0.01, help="Or how long to play.", show_default=False)] = None,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="The same seed gives the same games.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes; they do not change the result.")] = 1,
    shard: ShardName = None,
    part: PartFile = None,
    ray: RayAddress = None,
    as_json: AsJson = False,
) -> None:
    """Play at random at full speed, and count."""
    from eleven.core.contract.game import find_game
    from eleven.core.text.errors import Mistake
    from eleven.shards.shard_options import ShardOptions
    from eleven.shards.simulation_job import SimulationJob
    from eleven.simulation import simulating
    from eleven.simulation.report import show_simulation

    if games is not None and seconds is not None:
        raise Mistake("give --games or --seconds, not both")
    if games is None and seconds is None:
        games = 10_000
    wanted = ShardOptions.of(shard, part, ray)
    if wanted.shared and games is None:
        raise Mistake("--shard and --ray share a number of --games, not --seconds")
    found = find_game(game)
    setup = chosen_setup(found, players, edition, option, components)
    simulation = simulating.Simulation(found, setup, seed, games, seconds, workers, wanted.shard)
    if ray is not None:
        tally, took = wanted.on_ray(SimulationJob.of(simulation))
    else:
        with progress_bar("compiling", simulation.games_here or simulation.seconds, counted=False) as on_progress:
            tally, took = simulating.simulate(simulation, on_progress)
    if shard is not None:
        wanted.keep(SimulationJob.of(simulation), game, tally, took, workers)
        return
    data = simulating.as_data(simulation, tally, took)
    if as_json:
        print_json(data)
    else:
        show_simulation(data, console())
