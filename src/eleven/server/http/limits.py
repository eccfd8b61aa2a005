"""What stands between the network and the tables: origins, sizes, rates, headers, and errors in plain words."""

import ipaddress
import logging
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eleven.core.text.messages import Said
from eleven.server.http.allowed_hosts import AllowedHosts, host_in
from eleven.server.process.gc_policy import gc_policy
from eleven.server.settings import Settings
from eleven.server.views.narration import language_wanted

LOG = logging.getLogger("eleven.requests")
HEADER = "x-table-eleven"
LOGS = "/api/replays"
FROM_MAIL = "/mail/"
"""Where links of messages lead: whoever follows one shows its secret, which counts alone. Mail programs send no header
of ours, and browsers no origin from a page that tells nobody where it is."""
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SAFE = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
MANY = 10_000


class TokenBucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("burst", "last", "left", "rate")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.last = float(burst), time.monotonic()

    def take(self, tokens: int = 1) -> bool:
        """Whether there is one more, which costs so many of what is left."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.last) * self.rate)
        self.last = now
        if self.left < tokens:
            return False
        self.left -= tokens
        return True


class TokenBuckets:
    """A bucket for each address; full ones are forgotten.

    Where `processes` share a limit, each lets its part of it through: what one takes counts for all of them.
    """

    def __init__(self, rate: float, burst: int, processes: Callable[[], int] = lambda: 1) -> None:
        self.rate, self.burst, self._processes = rate, burst, processes
        self._of: dict[str, TokenBucket] = {}

    def take(self, who: str) -> bool:
        """Whether this address may once more."""
        if len(self._of) > MANY:
            now = time.monotonic()
            full = self.burst / self.rate
            self._of = {name: bucket for name, bucket in self._of.items() if now - bucket.last < full}
        if who not in self._of:
            self._of[who] = TokenBucket(self.rate, self.burst)
        return self._of[who].take(min(self.burst, self._processes()))


def address(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""


def network_of(scope: Scope) -> str:
    """The household a request comes from: an address of IPv4, or the first half of one of IPv6, which one line has."""
    found = address(scope)
    return str(ipaddress.ip_network((found, 64), strict=False)) if ":" in found else found


def same_origin(headers: Headers) -> bool:
    """Whether a browser's page is ours; what is no browser sends no origin."""
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


def error(status: int, reason: str, rule: str | None = None) -> JSONResponse:
    """An error a person can read."""
    return JSONResponse({"error": reason, "rule": rule}, status)


class SecurityMiddleware:
    """Rate limits, allowed hosts, sizes and origins for every request; security headers on every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._requests = TokenBuckets(settings.requests_per_second, settings.request_burst)
        self._files = TokenBuckets(settings.files_per_second, settings.file_burst)
        self._hosts = AllowedHosts(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or let in; a socket is refused before it is one, by an ordinary answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        gc_policy.cycles_likely()
        try:
            await self._let_in(scope, receive, send)
        finally:
            gc_policy.cycles_likely()

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope)
        safely = _with_headers(send, scope["path"])
        if refusal is not None:
            await refusal(scope, receive, safely)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self._answer(scope, _limited(receive, self._most(scope)), safely)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have it answered; whatever goes wrong is noted, and said with the safe headers like anything else."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception:
            LOG.exception("unforeseen")
            if begun:
                raise
            reading = language_wanted(Headers(scope=scope).get("accept-language"))
            problem = error(500, Said("something went wrong here; it is noted").in_language(reading))
            await problem(scope, receive, send)

    def _most(self, scope: Scope) -> int:
        """How long a body may be; the log of a whole game is longer than anything else that comes in."""
        return self.settings.log_bytes if scope["path"] == LOGS else self.settings.body_bytes

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        headers = Headers(scope=scope)
        reading = language_wanted(headers.get("accept-language"))
        limit = self._files if scope["path"].startswith("/static/") else self._requests
        if not limit.take(address(scope)):
            return error(429, Said("too many requests; wait a moment").in_language(reading))
        named = headers.getlist("host")
        host = host_in(named[0]) if len(named) == 1 else None
        if host is None:
            return error(400, Said("the header Host is missing, or names no host").in_language(reading))
        if not self._hosts.allows(host, scope):
            return error(
                421, Said("this server is not called {host}; --allow-host lets it be", host=host).in_language(reading)
            )
        if scope["type"] == "websocket" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        if not scope["path"].startswith(FROM_MAIL) and (foreign := _foreign(headers)) is not None:
            return error(403, foreign.in_language(reading))
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._most(scope):
            return error(413, Said("a request has at most {most} bytes", most=self._most(scope)).in_language(reading))
        return None


def _foreign(headers: Headers) -> Said | None:
    """Why a request that changes something may not come from a page of ours, if so."""
    if not same_origin(headers) or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return Said("this page may not act here: it comes from somewhere else")
    return None if headers.get(HEADER) == "1" else Said("the header X-Table-Eleven: 1 is missing")


def _limited(receive: Receive, most: int) -> Receive:
    """A body that says nothing of its length is cut off when it is too long."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            return {"type": "http.disconnect"}
        return message

    return limited


def _with_headers(send: Send, path: str) -> Callable[[Message], Awaitable[None]]:
    async def with_headers(message: Message) -> None:
        if message["type"].endswith("http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in SAFE.items():
                headers.setdefault(name, value)
            if path.startswith(("/api", "/table", "/join", "/replay", "/me", "/history", "/mail")):
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return with_headers
