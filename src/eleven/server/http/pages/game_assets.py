"""The look of each game: a few files of its folder, served beside the pages, or plain ones where it has none."""

import os
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from eleven.core.contract.game import games
from eleven.server.http.pages.page_html import STATIC

FILES = ("art.svg", "cover.svg", "look.css", "look.js", "preview.png")
PLAIN = STATIC / "plain"
"""What a game without a file of its own gets: nothing but a plain cover."""


def look_file(path: str) -> Path | None:
    """The file behind `<game>/<file>`, or None where there is no such game or look has no such file."""
    game, _, name = path.replace(os.sep, "/").partition("/")
    if game not in games() or name not in FILES:
        return None
    own = games()[game].folder / "look" / name
    return own if own.is_file() else PLAIN / name


class GameAssets(StaticFiles):
    """Only the named files, each asked for again before it is used, so that no page mixes two releases."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where the file is, and how old."""
        file = look_file(path)
        return ("", None) if file is None else (str(file), file.stat())

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or that it has not changed."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response
