"""Files that pages load: asked for again before each use, and compressed on the way."""

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope


class RevalidatedFiles(StaticFiles):
    """No page mixes two releases: a browser asks whether its copy is still the file, and does not guess."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or that it has not changed."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response
