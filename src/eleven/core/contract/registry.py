"""Where games are found: in `eleven.games`, in packages that offer them, and in folders of your own.

A package offers a game by an entry point in the group `eleven.games`: its name is the game's id, its value a module
with GAME in it. While a game is being written, the variable ELEVEN_GAMES (`eleven --games-from`) names its folder, or a
folder of such folders; it is then imported as `eleven.games.<folder>`. A game from elsewhere that does not import is
left out, and one line says why.
"""

import importlib
import multiprocessing
import os
import pkgutil
import sys
import traceback
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

GROUP = "eleven.games"
VARIABLE = "ELEVEN_GAMES"


def game_modules() -> Iterator[Any]:
    """The modules of all games: the built-in ones first, which cannot be replaced."""
    import eleven.games as own_games

    own = [module.name for module in pkgutil.iter_modules(own_games.__path__[:1]) if module.ispkg]
    for name in own:
        yield importlib.import_module(f"{own_games.__name__}.{name}")
    taken = set(own)
    for folder in own_folders():
        yield from _offered(f"{own_games.__name__}.{folder.name}", str(folder), folder.name, taken, folder.parent)
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        yield from _offered(point.module, f"{point.module} ({point.name})", point.name, taken)


def own_folders() -> list[Path]:
    """The folders of games that the variable names: each a game itself, or a folder with games in it."""
    found: list[Path] = []
    for text in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        folder = Path(text).resolve()
        if is_game(folder):
            found.append(folder)
        elif folder.is_dir():
            found += [inner for inner in sorted(folder.iterdir()) if is_game(inner)]
        else:
            _say(f"{VARIABLE}: there is no folder {folder}")
    return found


def is_game(folder: Path) -> bool:
    """Whether a folder is a game: a package with an English rulebook."""
    return (folder / "__init__.py").is_file() and (folder / "rulebook.en.md").is_file()


def _offered(module: str, where: str, name: str, taken: set[str], parent: Path | None = None) -> Iterator[Any]:
    """The module of an external game, if it imports and its name is free."""
    if name in taken:
        _say(f"the game in {where} is left out: there is another one called {name}")
        return
    try:
        if parent is not None:
            _mount(parent)
        found = importlib.import_module(module)
        if found.GAME.id != name:
            raise ValueError(f"the game is called {found.GAME.id}, not {name}")
        found.GAME.setup()  # reads components.toml
    except (Exception, SystemExit) as error:
        _say(f"the game in {where} is left out: {reason(error)}")
        return
    taken.add(name)
    yield found


def _mount(folder: Path) -> None:
    """Add a folder to the search path of `eleven.games`, after the built-in games."""
    import eleven.games as own_games

    if str(folder) not in own_games.__path__:
        own_games.__path__.append(str(folder))


def reason(error: BaseException) -> str:
    """An error in one line, with the innermost file and line of the game; a syntax error names its own."""
    passed_by = (str(Path(__file__).parents[1]), str(Path(importlib.__file__).parent), "<")
    frames = traceback.extract_tb(error.__traceback__)
    at = [frame for frame in frames if not frame.filename.startswith(passed_by)]
    where = f" ({Path(at[-1].filename).name}:{at[-1].lineno})" if at and not isinstance(error, SyntaxError) else ""
    return " ".join(f"{type(error).__name__}: {error}".split()) + where


def _say(line: str) -> None:
    """Print a line to stderr, in the main process only: worker processes find the same games."""
    if multiprocessing.parent_process() is None:
        print(f"eleven: {line}", file=sys.stderr)
