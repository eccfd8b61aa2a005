"""The command `eleven`: games, play, simulate, replay, rules, arena, review, merge, serve and more.

A user's mistake prints one line on stderr and exits with code 2. The core is imported only when a command needs it, so
`--help` is quick, and `play` and `replay` can disable the compiler first. Each command with its options is defined in
the package that implements it: `simulation/command.py`, `terminal/play_command.py`, `server/command.py`.
"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from eleven.arena import command as arena_command
from eleven.arena import exploit_command
from eleven.arguments import games_from
from eleven.review import command as review_command
from eleven.scaffold import command as scaffold_command
from eleven.server import command as server_command
from eleven.shards import command as shards_command
from eleven.simulation import command as simulation_command
from eleven.store_commands import command as store_command
from eleven.terminal import play_command, replay_command, rules_command
from eleven.terminal.group import CommandGroup


def _examples(*lines: str) -> str:
    """The examples below a help page; the blank lines keep Rich from joining them."""
    return "\n\n".join(["Examples:", *lines])


app = typer.Typer(
    cls=CommandGroup,
    rich_markup_mode="rich",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


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


app.command(epilog=_examples(*rules_command.GAMES_EXAMPLES))(rules_command.games)
app.command(epilog=_examples(*play_command.EXAMPLES))(play_command.play)
app.command(epilog=_examples(*simulation_command.EXAMPLES))(simulation_command.simulate)
app.command(epilog=_examples(*replay_command.EXAMPLES))(replay_command.replay)
app.command(epilog=_examples(*rules_command.RULES_EXAMPLES))(rules_command.rules)
app.command(epilog=_examples(*arena_command.EXAMPLES))(arena_command.arena)
app.command(epilog=_examples(*exploit_command.EXAMPLES))(exploit_command.exploit)
app.command(epilog=_examples(*review_command.EXAMPLES))(review_command.review)
app.command(epilog=_examples(*shards_command.EXAMPLES))(shards_command.merge)
app.command(epilog=_examples(*server_command.SERVE_EXAMPLES))(server_command.serve)
app.command(epilog=_examples(*server_command.VERIFY_EXAMPLES))(server_command.verify)
app.add_typer(store_command.store, name="store", epilog=_examples(*store_command.EXAMPLES))
app.command("new-game", epilog=_examples(*scaffold_command.NEW_EXAMPLES))(scaffold_command.new_game)
app.command("check-game", epilog=_examples(*scaffold_command.CHECK_EXAMPLES))(scaffold_command.check_game)


def main() -> None:
    """Run the command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app(prog_name="eleven")


def main_table_eleven() -> None:
    """Run `table-eleven`: without a subcommand it serves and opens the page, otherwise it acts as `eleven`."""
    sys.argv[1:] = table_eleven_arguments(sys.argv[1:])
    main()


def table_eleven_arguments(given: list[str]) -> list[str]:
    """The arguments of `table-eleven`; options without a subcommand, such as `--port 9000`, go to `serve`."""
    for_eleven = given and (given[0].startswith(("--help", "--games-from")) or not given[0].startswith("-"))
    return given if for_eleven else ["serve", "--open", *given]


if __name__ == "__main__":
    main()
