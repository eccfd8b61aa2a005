"""Static files, which browsers revalidate before each use."""

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope


class RevalidatedFiles(StaticFiles):
    """Static files with `no-cache`: browsers ask whether their copy is current, so no page mixes two releases."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or that it has not changed."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response
