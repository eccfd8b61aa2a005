"""Records the devices of people who want to be remembered, each with a short label."""

import contextlib

from fastapi import Request, Response

from eleven.server.http.identity.cookies import give_cookie
from eleven.server.http.identity.signing import COOKIE
from eleven.server.http.identity.visitor import Visitor
from eleven.server.live.tables import Tables
from eleven.server.store import StoreError

SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
"""Parts of the user agent, specific ones before those that many browsers share, and the names people know."""


def label_of(user_agent: str) -> str:
    """A label by which people recognise their device: browser and system, and nothing else of the user agent."""
    found = (next((name for sign, name in names.items() if sign in user_agent), "") for names in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in found if name)


async def note_device(request: Request, tables: Tables, who: Visitor) -> None:
    """Record that this device is in use; a failed write is ignored."""
    if who.holder is not None and who.device is not None:
        with contextlib.suppress(StoreError):
            await tables.devices.note(who.device, who.holder, label_of(request.headers.get("user-agent", "")))


async def with_own_cookie(request: Request, response: Response, tables: Tables, who: Visitor) -> Visitor:
    """Replace a cookie of an older version, which several devices of a person share, by one of its own."""
    cookie = request.cookies.get(COOKIE, "")
    if who.holder is None or not tables.signer.is_shared(cookie):
        return who
    return give_cookie(request, response, tables, tables.signer.cookie_for(who.holder))
