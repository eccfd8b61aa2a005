"""The cookie that identifies a device: who gets one, how long it lasts, and whose seat it may hold."""

from typing import TYPE_CHECKING

from fastapi import Request, Response

from eleven.server.http.identity.signing import COOKIE
from eleven.server.http.identity.visitor import Forbidden, Visitor, with_cookie

if TYPE_CHECKING:
    from eleven.server.live.tables import Tables

A_YEAR = 365 * 24 * 3600


def ensure_cookie(request: Request, response: Response, tables: "Tables", who: Visitor) -> Visitor:
    """Set a cookie for somebody who has none, so that they can hold a seat."""
    if who.holder is not None or who.token is not None:
        return who
    return give_cookie(request, response, tables, tables.signer.new_cookie())


def give_cookie(request: Request, response: Response, tables: "Tables", cookie: str) -> Visitor:
    """Set the cookie that identifies this device."""
    secure = tables.settings.secure_cookies or request.url.scheme == "https"
    response.set_cookie(COOKIE, cookie, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure, path="/")
    return with_cookie(tables, cookie)


def holder_of(who: Visitor) -> str:
    """The holder by cookie; Forbidden for a token, which is only for the one seat it was made for."""
    if who.holder is None:
        raise Forbidden("a seat's token is for that seat alone; come without it")
    return who.holder
