"""Dependencies of routes: the tables, the visitor, the table of the path, the visitor's language; rate limits."""

from typing import Annotated, Any

from fastapi import Depends, Path, Request

from eleven.core.text.errors import Mistake
from eleven.core.text.words import Language
from eleven.server.http.identity.visitor import Visitor, visitor
from eleven.server.http.models.tables import ErrorAnswer
from eleven.server.http.origin import network_of
from eleven.server.limits.token_bucket import TokenBuckets
from eleven.server.live.live_table import LiveTable
from eleven.server.live.tables import Tables
from eleven.server.views.languages import language_wanted

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer} for status in (400, 403, 404, 409, 413, 422, 429, 503)
}
TableId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="the name of a table")]
GameId = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,40}$", description="the name of a game")]


class RateLimited(Mistake):
    """A rate limit is exceeded; answered with 429."""


def tables_of(request: Request) -> Tables:
    """The tables of this server."""
    tables: Tables = request.app.state.tables
    return tables


def who_asks(request: Request, tables: Annotated[Tables, Depends(tables_of)]) -> Visitor:
    """The visitor who sent the request."""
    return visitor(tables, request)


async def live_table(table: TableId, tables: Annotated[Tables, Depends(tables_of)]) -> LiveTable:
    """The table named in the path."""
    return await tables.find(table)


def language_of(request: Request, language: Language | None = None) -> str:
    """The reader's language: the `language` parameter, or the best match of Accept-Language."""
    return language or language_wanted(request.headers.get("accept-language"))


TheTables = Annotated[Tables, Depends(tables_of)]
TheVisitor = Annotated[Visitor, Depends(who_asks)]
TheTable = Annotated[LiveTable, Depends(live_table)]
TheLanguage = Annotated[str, Depends(language_of)]


def limit_new_tables(request: Request) -> None:
    """Limit new tables by network."""
    if not _may_begin(request):
        raise RateLimited("too many tables; wait a moment before the next one")


def limit_new_logs(request: Request) -> None:
    """Limit opened logs by network, together with new tables."""
    if not _may_begin(request):
        raise RateLimited("too many logs; wait a moment before the next one")


def _may_begin(request: Request) -> bool:
    limits: TokenBuckets = request.app.state.new_tables
    return limits.take(network_of(request.scope))
