"""Creates the folder of a new game: a copy of the template with another name, prefix and number of players.

`template` is a complete game, so all checks for games apply to it, too. Only the words below are replaced.
"""

import keyword
import os
import re
import shutil
import tempfile
from pathlib import Path

from eleven.core.contract.game import games
from eleven.core.text.errors import Mistake

TEMPLATE = Path(__file__).parent / "template"
FEWEST, MOST = 2, 6
WRITTEN = (".py", ".toml", ".md")


def lay_out(name: str, folder: Path, players: str) -> Path:
    """Create the folder of a new game atomically, and return its path."""
    low, high = _players(players)
    _check_name(name)
    target = folder.resolve() / name
    if target.exists():
        raise Mistake(f"{target} is there already; nothing was written")
    if not folder.is_dir():
        raise Mistake(f"there is no folder {folder} to make {name} in; nothing was written")
    room = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=folder))
    try:
        made = room / name
        shutil.copytree(TEMPLATE, made, ignore=shutil.ignore_patterns("__pycache__"))
        for path in made.rglob("*"):
            if path.suffix in WRITTEN:
                path.write_text(_own(path.read_text(encoding="utf-8"), name, low, high), encoding="utf-8")
        os.rename(made, target)
    finally:
        shutil.rmtree(room, ignore_errors=True)
    return target


def _own(text: str, name: str, low: int, high: int) -> str:
    """Adapt the text of a template file to the new game."""
    for old, new in (
        ("Game Title", title_of(name)),
        ("game_id", name),
        ("XX-", f"{prefix_of(name)}-"),
        ('"XX"', f'"{prefix_of(name)}"'),
        ("players=(2, 3, 4)", f"players={tuple(range(low, high + 1))}"),
        ("MAX_PLAYERS = 4", f"MAX_PLAYERS = {high}"),
        ("PLAYERS = 2", f"PLAYERS = {low}"),
        ("Two to four players", f"{low} to {high} players" if high > low else f"{low} players"),
    ):
        text = text.replace(old, new)
    return text


def title_of(name: str) -> str:
    """Return the name as a title: `tea_time` becomes Tea Time."""
    return name.replace("_", " ").title()


def prefix_of(name: str) -> str:
    """Return the two letters for rule ids: TT for `tea_time`, MA for `magpies`."""
    parts = [part for part in re.split(r"[_\d]+", name) if part]
    letters = parts[0][0] + parts[1][0] if len(parts) > 1 else f"{parts[0]}x"[:2]
    return letters.upper()


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,39}", name) or keyword.iskeyword(name):
        raise Mistake(f"'{name}' cannot be a game's name: 2 to 40 small letters, digits and _, such as tea_time")
    if name in games():
        raise Mistake(f"there is a game called {name} already; choose another name")


def _players(text: str) -> tuple[int, int]:
    """Parse the minimum and maximum number of players from `2-4` or `3`."""
    found = re.fullmatch(r"(\d)(?:-(\d))?", text)
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not FEWEST <= low <= high <= MOST:
        raise Mistake(f"--players {text}: write it as 2-4, from {FEWEST} to {MOST}")
    return low, high
