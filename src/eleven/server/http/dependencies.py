"""Dependencies of routes: the tables, who asks, which table is meant, which language they read; rate limits."""

from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response

from eleven.core.text.errors import Mistake
from eleven.core.text.words import Language
from eleven.server.http.identity.signing import COOKIE
from eleven.server.http.identity.visitor import Forbidden, Visitor, visitor, with_cookie
from eleven.server.http.limits.rate_limits import TokenBuckets, address
from eleven.server.http.models.tables import Problem
from eleven.server.live.live_table import LiveTable
from eleven.server.live.tables import Tables
from eleven.server.views.narration import language_wanted

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 403, 404, 409, 413, 422, 429, 503)
}
A_YEAR = 365 * 24 * 3600
TableId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="the name of a table")]
GameId = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,40}$", description="the name of a game")]


class TooMany(Mistake):
    """A rate limit is exceeded; answered with 429."""


def tables_of(request: Request) -> Tables:
    """The tables this request is for."""
    tables: Tables = request.app.state.tables
    return tables


def who_asks(request: Request, tables: Annotated[Tables, Depends(tables_of)]) -> Visitor:
    """Who is asking."""
    return visitor(tables, request)


async def live_table(table: TableId, tables: Annotated[Tables, Depends(tables_of)]) -> LiveTable:
    """The table that is meant."""
    return await tables.find(table)


def language_of(request: Request, language: Language | None = None) -> str:
    """The language somebody reads: the one they name, or the first their browser accepts."""
    return language or language_wanted(request.headers.get("accept-language"))


TheTables = Annotated[Tables, Depends(tables_of)]
TheVisitor = Annotated[Visitor, Depends(who_asks)]
TheTable = Annotated[LiveTable, Depends(live_table)]
TheLanguage = Annotated[str, Depends(language_of)]


def ensure_cookie(request: Request, response: Response, tables: Tables, who: Visitor) -> Visitor:
    """Set a cookie for somebody who has none, so that they can hold a seat."""
    if who.holder is not None or who.token is not None:
        return who
    return give_cookie(request, response, tables, tables.signer.new_cookie())


def give_cookie(request: Request, response: Response, tables: Tables, cookie: str) -> Visitor:
    """Set the cookie that identifies this device."""
    secure = tables.settings.secure_cookies or request.url.scheme == "https"
    response.set_cookie(COOKIE, cookie, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure, path="/")
    return with_cookie(tables, cookie)


def holder_of(who: Visitor) -> str:
    """Who is to hold a seat, by their cookie; a token is refused, for it is for one seat that is already held."""
    if who.holder is None:
        raise Forbidden("a seat's token is for that seat alone; come without it")
    return who.holder


def limit_new_tables(request: Request) -> None:
    """Limit by address how many tables are set up."""
    limits: TokenBuckets = request.app.state.new_tables
    if not limits.take(address(request.scope)):
        raise TooMany("so many tables; wait a moment before the next one")
