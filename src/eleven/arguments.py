"""Command-line options and helpers shared by several commands."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eleven.core.text.words import LANGUAGES

if TYPE_CHECKING:
    from rich.console import Console

    from eleven.core.contract.game import Game, Setup
    from eleven.core.play.match import Match

LARGEST_SEED = 2**63 - 1

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
LanguageName = Annotated[
    str, typer.Option(help=f"The game's own words: {', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}.")
]

ShardName = Annotated[
    str | None,
    typer.Option(
        "--shard", metavar="I/N", help="Compute the I-th of N shares, as a part for `eleven merge`.", show_default=False
    ),
]
PartFile = Annotated[
    Path | None,
    typer.Option("--part", metavar="FILE", help="Where the part is written; in this folder unless given."),
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="[ADDRESS]", help="Compute on a Ray cluster: there, or the one found or started here."
    ),
]


def known_language(language: str) -> str:
    """Return `language` if the games are translated into it; raise `Mistake` otherwise."""
    from eleven.core.text.errors import Mistake

    if language not in LANGUAGES:
        raise Mistake(f"there is no language '{language}'; there is {', '.join(LANGUAGES)}")
    return language


def games_from(folder: Path) -> None:
    """Also look for games in `folder`. It is set in the environment so that child processes find them, too."""
    from eleven.core.contract.registry import VARIABLE
    from eleven.core.text.errors import Mistake

    if not folder.is_dir():
        raise Mistake(f"--games-from {folder}: there is no such folder")
    os.environ[VARIABLE] = os.pathsep.join(filter(None, [str(folder.resolve()), os.environ.get(VARIABLE)]))


def run_plainly(always: bool = False) -> None:
    """Disable Numba's JIT, so that the command starts at once; `always` overrides the user's environment."""
    if "numba" in sys.modules:
        return
    if always:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    else:
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


def console() -> "Console":
    """The console that commands print to."""
    from eleven.terminal.screen import Screen

    return Screen()


def print_json(data: Any) -> None:
    """Print as JSON; NumPy numbers and booleans become plain ones."""
    print(json.dumps(data, indent=2, ensure_ascii=False, default=lambda value: value.item()))


def _options(given: Sequence[str] | None) -> dict[str, str]:
    from eleven.core.text.errors import Mistake

    options = {}
    for item in given or ():
        name, equals, value = item.partition("=")
        if not equals:
            raise Mistake(f"--option {item}: write it as NAME=VALUE")
        options[name.strip()] = value.strip()
    return options


def chosen_setup(
    game: "Game", players: int | None, edition: str | None, options: Sequence[str] | None, components: Path | None
) -> "Setup":
    """The validated set-up for the command-line options."""
    own = game.components(components) if components else None
    return game.setup(players, edition, _options(options), own)


def read_match(file: Path, components: Path | None) -> "Match":
    """Read a match from its log and check it; `components` is a components file for the game named in the log."""
    from eleven.core.contract.game import find_game
    from eleven.core.text.errors import Mistake
    from eleven.core.text.lines import read_lines
    from eleven.core.text.log import read_log
    from eleven.terminal.files import read_text

    text = read_text(file)
    try:
        game_id = next((line.value for line in read_lines(text) if line.label == "game"), "")
        own = find_game(game_id).components(components) if components else None
        return read_log(text, own)
    except Mistake as mistake:
        raise Mistake(f"{file}: {mistake}") from None
