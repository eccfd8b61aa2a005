"""With which of their devices somebody comes: noted for those who want to be remembered, in a few words."""

import contextlib

from fastapi import Request, Response

from eleven.server.http.identity.cookies import give_cookie
from eleven.server.http.identity.signing import COOKIE
from eleven.server.http.identity.visitor import Visitor
from eleven.server.live.tables import Tables
from eleven.server.store import Refusal

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
"""What a browser says of itself, the telling before what many say, and what people call it."""


def label_of(user_agent: str) -> str:
    """A label by which people recognise their device: browser and system, and nothing else of the user agent."""
    found = (next((name for sign, name in names.items() if sign in user_agent), "") for names in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in found if name)


async def note_device(request: Request, tables: Tables, who: Visitor) -> None:
    """Keep that somebody is here with this device; nobody is refused anything because that could not be written."""
    if who.holder is not None and who.device is not None:
        with contextlib.suppress(Refusal):
            await tables.devices.note(who.device, who.holder, label_of(request.headers.get("user-agent", "")))


async def with_own_cookie(request: Request, response: Response, tables: Tables, who: Visitor) -> Visitor:
    """A device whose cookie others of the same person have too, from before there was one for each, gets its own."""
    cookie = request.cookies.get(COOKIE, "")
    if who.holder is None or not tables.signer.is_shared(cookie):
        return who
    return give_cookie(request, response, tables, tables.signer.cookie_for(who.holder))
