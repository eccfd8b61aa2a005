"""The command `eleven arena`: bots against bots."""

import json
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Annotated

import typer

from eleven.arguments import LARGEST_SEED, PartFile, RayAddress, ShardName
from eleven.progress import OnProgress, progress_bar

if TYPE_CHECKING:
    from eleven.arena.series import ArenaGame, Series

EXAMPLES = (
    "eleven arena elevenses --bots greedy,random --deals 200",
    "eleven arena elefant --bots peeking,expert,plain --deals 20 --workers 2",
    "eleven arena elevenses --bots expert,hard,greedy --players 3 --deals 50 --simulations 2000 --workers 2",
    "eleven arena eleven_cards --bots easy,beginner --deals 200 --remove-luck",
    "eleven arena elevenses --bots hard,normal --deals 10000 --shard 3/8",
)


def arena(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game; `eleven games` lists them.", show_default=False)
    ],
    bots: Annotated[str, typer.Option(help="Who plays, with commas between.")] = "expert,greedy",
    players: Annotated[
        int | None, typer.Option(help="How many players; the fewest unless given.", show_default=False)
    ] = None,
    deals: Annotated[int, typer.Option(min=1, help="How many deals; every seating plays each.")] = 20,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Cores that share the deals.")] = 1,
    simulations: Annotated[
        int | None,
        typer.Option(min=1, help="At most this many simulations per decision.", show_default=False),
    ] = None,
    clock: Annotated[
        bool, typer.Option("--clock", help="With the bots' time limits: not repeatable, one core.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="The same seed gives the same deals.")] = 0,
    remove_luck: Annotated[
        bool, typer.Option("--remove-luck", help="Also win shares without the luck of the draw, which vary less.")
    ] = False,
    shard: ShardName = None,
    part: PartFile = None,
    ray: RayAddress = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a script.")] = False,
) -> None:
    """Let bots play each other on the same deals, seats rotated, and rate them."""
    from eleven.arena.report import as_data, show
    from eleven.core.text.errors import Mistake
    from eleven.shards.arena_job import ArenaJob, games_of
    from eleven.shards.shard_options import ShardOptions
    from eleven.terminal.screen import Screen

    series = replace(make_series(game, bots, players, deals, simulations, seed), remove_luck=remove_luck)
    wanted = ShardOptions.of(shard, part, ray)
    if remove_luck and (wanted.shared or clock):
        raise Mistake("--remove-luck is for one computer without a clock: leave --shard, --ray and --clock out")
    if wanted.shared:
        if clock:
            raise Mistake("--shard and --ray share what can be repeated; --clock cannot")
        total, took = wanted.compute(ArenaJob.of(series), workers)
        if shard is not None:
            wanted.keep(ArenaJob.of(series), game, total, took, workers)
            return
        games = games_of(total)
    else:
        with progress_bar("compiling", series.deals * len(series.seatings)) as on_progress:
            games = _play(series, workers, clock, on_progress)
    data = as_data(series, games)
    if as_json:
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        show(data, Screen())


def _play(series: "Series", workers: int, clock: bool, on_progress: OnProgress) -> "list[ArenaGame]":
    """Play it here, and tell how many games are done."""
    from eleven.arena.series import play_series, play_series_by_clock

    done = count(1)

    def told(_: "ArenaGame") -> None:
        on_progress(next(done), what="playing")

    return play_series_by_clock(series, told) if clock else play_series(series, workers, told)


def make_series(
    game_id: str, bots: str, players: int | None, deals: int, simulations: int | None, seed: int
) -> "Series":
    """A series as the command line describes it."""
    from eleven.arena.baselines import find_contestant
    from eleven.arena.series import Series
    from eleven.bots.available_levels import refuse_level
    from eleven.bots.levels import LEVELS, without_clock
    from eleven.core.contract.game import find_game
    from eleven.core.text.errors import Mistake

    game = find_game(game_id)
    setup = game.setup(players)
    chosen = [find_contestant(name.strip(), game, setup.players) for name in bots.split(",")]
    if len({bot.name for bot in chosen}) < max(2, len(chosen)):
        raise Mistake("--bots needs two bots or more, each once")
    if simulations is not None:
        chosen = [replace(bot, simulations=without_clock(bot, simulations).simulations) for bot in chosen]
    for bot in chosen:
        if bot.name in LEVELS:
            refuse_level(bot.name, game, setup)
    return Series(game, setup, chosen, deals, seed)
