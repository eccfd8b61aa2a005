"""The commands `new-game` and `check-game`."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from eleven.arguments import run_plainly

NEW_EXAMPLES = ("eleven new-game tea_time", "eleven new-game tea_time --folder games --players 3-5")
CHECK_EXAMPLES = ("eleven check-game tea_time", "eleven check-game games/tea_time --all")
REPOSITORY = Path(__file__).resolve().parents[3]

NEXT = """{folder} is a game that plays. Try it:

  eleven --games-from {folder} play {name}
  eleven --games-from {folder} serve --open
  eleven check-game {folder}

Then make it yours, in this order:

  1. rulebook.en.md   the rules in your words, each with its id
  2. state.py         what there is: cards, fields of the record, questions
  3. rules.py         deal, legal, act, score; actions.py what a player can do
  4. sight.py         PUBLIC, see and imagine: who knows what; invariants.py what is always true
     heuristics.py    what looks good to a bot; `weigh` may wait, but it names your actions
  5. table.py, words.en.toml, components.toml   what a person sees and reads
  6. tests/test_rules.py   a scenario for each rule

docs/adding-a-game.md tells the making of a whole game. It is a draft until `draft=True` goes from __init__.py.
"""


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, such as tea_time.", show_default=False)],
    folder: Annotated[Path, typer.Option(metavar="DIR", help="Where its folder is made.")] = Path(),
    players: Annotated[str, typer.Option(metavar="N-M", help="How many can play, up to 6.")] = "2-4",
) -> None:
    """Lay out a game of your own that already plays, and say what to change first."""
    run_plainly()
    from eleven.scaffold.layout import lay_out

    made = lay_out(name, folder, players)
    typer.echo(NEXT.format(folder=os.path.relpath(made), name=name), nl=False)


def check_game(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, or the folder of one.", show_default=False)],
    everything: Annotated[
        bool, typer.Option("--all", help="The slow tests too: compiled, bounds-checked, every world.")
    ] = False,
) -> None:
    """Run the tests that every game must pass over one game, and its own."""
    run_plainly()
    from eleven.core.contract.game import find_game
    from eleven.core.contract.registry import VARIABLE, is_game
    from eleven.core.text.errors import Mistake

    contract = REPOSITORY / "tests" / "contract"
    if not contract.is_dir() or find_spec("pytest") is None:
        raise Mistake("the tests of the contract are in the source of Table Eleven; get it, and run `make setup` there")
    folder = Path(game).resolve()
    if is_game(folder):
        os.environ[VARIABLE] = os.pathsep.join(filter(None, [str(folder), os.environ.get(VARIABLE)]))
    elif folder.is_dir():
        raise Mistake(f"{game} is no game: __init__.py or rulebook.en.md is not there")
    elif os.sep in game:
        raise Mistake(f"there is no folder {game}")
    found = find_game(folder.name if is_game(folder) else game)
    own = [path for path in (found.folder / "tests", REPOSITORY / "tests" / "games" / found.id) if path.is_dir()]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", str(REPOSITORY / "pyproject.toml")]
    command += [
        f"--rootdir={REPOSITORY}",
        "--game",
        found.id,
        *([] if everything else ["-m", "not slow or check_game"]),
    ]
    ran = subprocess.run([*command, str(contract), *map(str, own)], cwd=REPOSITORY, env=_environment())
    raise typer.Exit(ran.returncode)


def _environment() -> dict[str, str]:
    """Return an environment in which the rules are not compiled, and this installation of `eleven` is imported."""
    path = os.pathsep.join(filter(None, [str(REPOSITORY / "src"), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
