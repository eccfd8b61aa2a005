"""The look of each game: a few files of its folder, served beside the pages, or plain ones where it has none."""

import os
from pathlib import Path

from eleven.core.contract.game import games
from eleven.server.http.pages.file_version import STATIC
from eleven.server.http.pages.static_files import RevalidatedFiles

FILES = ("art.svg", "cover.svg", "look.css", "look.js", "preview.png")
DEFAULT_LOOK = STATIC / "default_look"
"""What a game without a file of its own gets: nothing but a plain cover."""


def look_file(path: str) -> Path | None:
    """The file behind `<game>/<file>`, or None where there is no such game or look has no such file."""
    game, _, name = path.replace(os.sep, "/").partition("/")
    if game not in games() or name not in FILES:
        return None
    own = games()[game].folder / "look" / name
    return own if own.is_file() else DEFAULT_LOOK / name


class GameAssets(RevalidatedFiles):
    """Serves only the files named above."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The path and the stat result of a file."""
        file = look_file(path)
        return ("", None) if file is None else (str(file), file.stat())
