"""The command `eleven`: games, play, simulate, replay, rules, arena, review, merge, serve and more.

A user's mistake is one line on the error stream and exit code 2. Nothing of the core is imported before a command
needs it: `--help` is quick, and `play` and `replay` can first choose to run the rules uncompiled.
"""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from eleven.arena import command as arena_command
from eleven.arena import exploit_command
from eleven.arguments import (
    LARGEST_SEED,
    AsJson,
    ComponentsFile,
    EditionName,
    GameName,
    Language,
    Options,
    PartFile,
    Players,
    RayAddress,
    ShardName,
    chosen_setup,
    console,
    games_from,
    known_language,
    read_match,
    run_plainly,
)
from eleven.progress import progress_bar
from eleven.review import command as review_command
from eleven.scaffold import command as scaffold_command
from eleven.server import command as server_command
from eleven.shards import command as shards_command
from eleven.storage import command as storage_command
from eleven.terminal import command as play_command
from eleven.terminal.group import Commands


def _examples(*lines: str) -> str:
    """Examples under a help page; an empty line keeps each on its own."""
    return "\n\n".join(["Examples:", *lines])


app = typer.Typer(
    cls=Commands,
    rich_markup_mode="rich",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_json(data: Any) -> None:
    """Numbers and truth values out of a record become plain ones."""
    print(json.dumps(data, indent=2, ensure_ascii=False, default=lambda value: value.item()))


@app.callback(epilog=_examples("eleven play elevenses", "eleven rules elevenses EL-12", "eleven games --json"))
def welcome(
    ctx: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--games-from", metavar="DIR", help="A game of your own, or a folder of such.", show_default=False
        ),
    ] = None,
) -> None:
    """Published table games from one source of the rules."""
    if folder is not None:
        games_from(folder)
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


@app.command(epilog=_examples("eleven games", "eleven games --json"))
def games(as_json: AsJson = False) -> None:
    """List the games with their editions, options and numbers of players."""
    run_plainly()
    from eleven.core.contract.description import described
    from eleven.core.contract.game import games as all_games
    from eleven.terminal import listing

    if as_json:
        _print_json([described(game) for game in all_games().values()])
        return
    screen = console()
    for game in all_games().values():
        listing.show_game(game, screen)


app.command(epilog=_examples(*play_command.EXAMPLES))(play_command.play)


@app.command(
    epilog=_examples(
        "eleven simulate elevenses --players 3 --games 100000",
        "eleven simulate elevenses --seconds 10 --workers 2 --json",
        "eleven simulate elevenses --games 1000000 --shard 3/8",
    )
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
    from eleven.shards.running import Wanted
    from eleven.shards.simulation import Simulation
    from eleven.terminal import simulating
    from eleven.terminal.reporting import show_simulation

    if games is not None and seconds is not None:
        raise Mistake("give --games or --seconds, not both")
    if games is None and seconds is None:
        games = 10_000
    wanted = Wanted.of(shard, part, ray)
    if wanted.shared and games is None:
        raise Mistake("--shard and --ray share a number of --games, not --seconds")
    found = find_game(game)
    setup = chosen_setup(found, players, edition, option, components)
    series = simulating.Series(found, setup, seed, games, seconds, workers, wanted.shard)
    if ray is not None:
        tally, took = wanted.on_ray(Simulation.of(series))
    else:
        with progress_bar("compiling", series.games_here or series.seconds, counted=False) as tell:
            tally, took = simulating.simulate(series, tell)
    if shard is not None:
        wanted.keep(Simulation.of(series), game, tally, took, workers)
        return
    data = simulating.as_data(series, tally, took)
    if as_json:
        _print_json(data)
    else:
        show_simulation(data, console())


@app.command(
    epilog=_examples(
        "eleven replay tuesday.log",
        "eleven replay tuesday.log --seat red",
        "eleven replay tuesday.log --seat spectator --step 12",
    )
)
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log, as `save` writes it.", show_default=False)],
    seat: Annotated[
        str | None,
        typer.Option(
            help="Whose sight: a seat, its number from 1, or spectator; else all is open.", show_default=False
        ),
    ] = None,
    step: Annotated[
        int | None, typer.Option(help="Draw the table after so many decisions.", show_default=False)
    ] = None,
    components: ComponentsFile = None,
    as_json: AsJson = False,
) -> None:
    """Check the log of a game and show it, as one seat saw it."""
    run_plainly()
    from eleven.terminal import replaying

    match = read_match(file, components)
    viewer = replaying.find_viewer(match, seat)
    if as_json:
        _print_json(replaying.as_data(match, viewer, step))
    elif step is None:
        replaying.show_log(match, viewer, console())
    else:
        replaying.show_step(match, viewer, step, console())


@app.command(
    epilog=_examples("eleven rules elevenses", "eleven rules elevenses EL-12", "eleven rules elevenses --json")
)
def rules(
    game: GameName,
    rule: Annotated[str | None, typer.Argument(metavar="[ID]", help="One rule by its id.", show_default=False)] = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Show the rules in our own words, with their ids, rulings and what is reconstructed."""
    run_plainly()
    from eleven.core.contract.game import find_game
    from eleven.core.contract.rulebook import rulebook
    from eleven.terminal import reading

    found = find_game(game)
    if as_json:
        _print_json(reading.book_as_data(found, rule))
    elif rule:
        console().print(reading.rule_with_parts(rulebook(found, known_language(language)), rule))
    else:
        reading.show_book(found, console(), known_language(language))


app.command(epilog=_examples(*arena_command.EXAMPLES))(arena_command.arena)
app.command(epilog=_examples(*exploit_command.EXAMPLES))(exploit_command.exploit)
app.command(epilog=_examples(*review_command.EXAMPLES))(review_command.review)
app.command(epilog=_examples(*shards_command.EXAMPLES))(shards_command.merge)
app.command(epilog=_examples(*server_command.SERVE_EXAMPLES))(server_command.serve)
app.command(epilog=_examples(*server_command.VERIFY_EXAMPLES))(server_command.verify)
app.add_typer(storage_command.store, name="store", epilog=_examples(*storage_command.EXAMPLES))
app.command("new-game", epilog=_examples(*scaffold_command.NEW_EXAMPLES))(scaffold_command.new_game)
app.command("check-game", epilog=_examples(*scaffold_command.CHECK_EXAMPLES))(scaffold_command.check_game)


def main() -> None:
    """Run the command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app(prog_name="eleven")


def main_at_the_tables() -> None:
    """Run the command `table-eleven`: it serves the tables and opens the page; with a command it is `eleven`."""
    sys.argv[1:] = at_the_tables(sys.argv[1:])
    main()


def at_the_tables(given: list[str]) -> list[str]:
    """What `table-eleven` is told: options alone, such as `--port 9000`, are for `serve`."""
    for_eleven = given and (given[0].startswith(("--help", "--games-from")) or not given[0].startswith("-"))
    return given if for_eleven else ["serve", "--open", *given]


if __name__ == "__main__":
    main()
