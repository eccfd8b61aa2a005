"""The command `eleven`: games, play, simulate, replay, rules, arena, review, serve, verify.

A user's mistake is one line on the error stream and exit code 2. Nothing of the core is imported before a command
needs it: `--help` is quick, and `play` and `replay` can first choose to run the rules uncompiled.
"""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eleven.arena import command as arena_command
from eleven.review import command as review_command
from eleven.server import command as server_command
from eleven.terminal.group import Commands

if TYPE_CHECKING:
    from rich.console import Console

    from eleven.core.game import Game, Setup
    from eleven.core.match import Match

LARGEST_SEED = 2**63 - 1


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

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game; `eleven games` lists them.", show_default=False)
]
Players = Annotated[int | None, typer.Option(help="How many players; the fewest unless given.", show_default=False)]
EditionName = Annotated[
    str | None, typer.Option(help="The published edition; the first unless given.", show_default=False)
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="K=V", help="A choice of the table; repeat for more.", show_default=False),
]
ComponentsFile = Annotated[
    Path | None, typer.Option("--components", metavar="FILE", help="Your own component tables.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="For a script.")]
Seed = Annotated[
    int | None, typer.Option(min=0, max=LARGEST_SEED, help="The same seed gives the same luck.", show_default=False)
]


def _run_plainly() -> None:
    """Single decisions need no compiler, and starting without it takes no time."""
    if "numba" not in sys.modules:
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


def _console() -> "Console":
    from eleven.terminal.screen import Screen

    return Screen()


def _print_json(data: Any) -> None:
    """Numbers and truth values out of a record become plain ones."""
    print(json.dumps(data, indent=2, ensure_ascii=False, default=lambda value: value.item()))


def _options(given: Sequence[str] | None) -> dict[str, str]:
    from eleven.core.errors import Mistake

    options = {}
    for item in given or ():
        name, equals, value = item.partition("=")
        if not equals:
            raise Mistake(f"--option {item}: write it as NAME=VALUE")
        options[name.strip()] = value.strip()
    return options


def _setup(
    game: "Game", players: int | None, edition: str | None, options: Sequence[str] | None, components: Path | None
) -> "Setup":
    own = game.components(components) if components else None
    return game.setup(players, edition, _options(options), own)


def _read_match(file: Path, components: Path | None) -> "Match":
    """A match from its log, checked; the components file belongs to the game that the log names."""
    from eleven.core.errors import Mistake
    from eleven.core.game import find_game
    from eleven.core.log import read_log
    from eleven.core.notation import read_lines
    from eleven.terminal.files import read_text

    text = read_text(file)
    try:
        game_id = next((line.value for line in read_lines(text) if line.label == "game"), "")
        own = find_game(game_id).components(components) if components else None
        return read_log(text, own)
    except Mistake as mistake:
        raise Mistake(f"{file}: {mistake}") from None


@app.callback(epilog=_examples("eleven play elevenses", "eleven rules elevenses EL-12", "eleven games --json"))
def welcome(ctx: typer.Context) -> None:
    """Four published table games from one source of the rules."""
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


@app.command(epilog=_examples("eleven games", "eleven games --json"))
def games(as_json: AsJson = False) -> None:
    """List the games with their editions, options and numbers of players."""
    _run_plainly()
    from eleven.core.describing import described
    from eleven.core.game import games as all_games
    from eleven.terminal import listing

    if as_json:
        _print_json([described(game) for game in all_games().values()])
        return
    console = _console()
    for game in all_games().values():
        listing.show_game(game, console)


@app.command(
    epilog=_examples(
        "eleven play elevenses",
        "eleven play elevenses --players 3 --option guests=on",
        "eleven play elevenses --players 2 --humans 2",
        "eleven play elevenses --resume tuesday.log",
    )
)
def play(
    game: GameName,
    players: Players = None,
    edition: EditionName = None,
    option: Options = None,
    components: ComponentsFile = None,
    seed: Seed = None,
    humans: Annotated[int, typer.Option(min=0, help="People at this screen; bots take the other seats.")] = 1,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.", show_default=False)
    ] = None,
) -> None:
    """Play in the terminal, against bots or several people at one screen."""
    _run_plainly()
    from eleven.core.errors import Mistake
    from eleven.terminal.files import autosave_path
    from eleven.terminal.playing import Leave, Sitting
    from eleven.terminal.seating import line_reader, resumed, seated

    if resume:
        if players or edition or option:
            raise Mistake("--resume takes the set-up from the file: leave --players, --edition and --option out")
        match, luck_seed = resumed(game, _read_match(resume, components), seed)
    else:
        match, luck_seed = seated(game, lambda found: _setup(found, players, edition, option, components), seed)
    if humans > match.setup.players:
        raise Mistake(f"--humans {humans} is more than the {match.setup.players} players")
    console = _console()
    sitting = Sitting(match, humans, console, line_reader(console), luck_seed, autosave_path(game))
    try:
        sitting.play()
    except Leave:
        console.print(f"You have left the table; {sitting.farewell()}", soft_wrap=True)
    except EOFError:
        console.print(f"\nThe input has ended; {sitting.farewell()}", soft_wrap=True)
    except KeyboardInterrupt:
        raise Mistake(f"stopped; {sitting.farewell()}") from None


@app.command(
    epilog=_examples(
        "eleven simulate elevenses --players 3 --games 100000",
        "eleven simulate elevenses --seconds 10 --workers 2 --json",
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
    as_json: AsJson = False,
) -> None:
    """Play at random at full speed, and count."""
    from eleven.core.errors import Mistake
    from eleven.core.game import find_game
    from eleven.terminal import simulating
    from eleven.terminal.reporting import progress_bar, show_simulation

    if games is not None and seconds is not None:
        raise Mistake("give --games or --seconds, not both")
    if games is None and seconds is None:
        games = 10_000
    found = find_game(game)
    setup = _setup(found, players, edition, option, components)
    series = simulating.Series(found, setup, seed, games, seconds, workers)
    with progress_bar(series) as progress:
        tally, took = simulating.simulate(series, progress)
    data = simulating.as_data(series, tally, took)
    if as_json:
        _print_json(data)
    else:
        show_simulation(data, _console())


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
    _run_plainly()
    from eleven.terminal import replaying

    match = _read_match(file, components)
    viewer = replaying.find_viewer(match, seat)
    if as_json:
        _print_json(replaying.as_data(match, viewer, step))
    elif step is None:
        replaying.show_log(match, viewer, _console())
    else:
        replaying.show_step(match, viewer, step, _console())


@app.command(
    epilog=_examples("eleven rules elevenses", "eleven rules elevenses EL-12", "eleven rules elevenses --json")
)
def rules(
    game: GameName,
    rule: Annotated[str | None, typer.Argument(metavar="[ID]", help="One rule by its id.", show_default=False)] = None,
    as_json: AsJson = False,
) -> None:
    """Show the rules in our own words, with their ids, rulings and what is reconstructed."""
    _run_plainly()
    from eleven.core.game import find_game
    from eleven.core.rulebook import rulebook
    from eleven.terminal import reading

    found = find_game(game)
    if as_json:
        _print_json(reading.book_as_data(found, rule))
    elif rule:
        _console().print(reading.rule_with_parts(rulebook(found), rule))
    else:
        reading.show_book(found, _console())


app.command(epilog=_examples(*arena_command.EXAMPLES))(arena_command.arena)
app.command(epilog=_examples(*review_command.EXAMPLES))(review_command.review)
app.command(epilog=_examples(*server_command.SERVE_EXAMPLES))(server_command.serve)
app.command(epilog=_examples(*server_command.VERIFY_EXAMPLES))(server_command.verify)


def main() -> None:
    """Run the command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app(prog_name="eleven")


if __name__ == "__main__":
    main()
