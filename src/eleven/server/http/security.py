"""What every request passes: rate limits, allowed hosts, sizes and origins; security headers on every answer."""

import logging
from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from eleven.core.text.messages import Message
from eleven.server.http.allowed_hosts import AllowedHosts, host_in
from eleven.server.http.origin import network_of, same_origin
from eleven.server.limits.token_bucket import TokenBuckets
from eleven.server.process.gc_policy import gc_policy
from eleven.server.settings import Settings
from eleven.server.views.languages import language_wanted

LOG = logging.getLogger("eleven.requests")
CSRF_HEADER = "x-table-eleven"
LOG_UPLOAD_PATH = "/api/replays"
MAIL_PATH = "/mail/"
"""Where links in mails lead. The secret in such a link is all that counts: mail programs do not send our header, and
browsers send no origin from a page with `Referrer-Policy: no-referrer`."""
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def error(status: int, reason: str, rule: str | None = None) -> JSONResponse:
    """An error as JSON, with a reason for people."""
    return JSONResponse({"error": reason, "rule": rule}, status)


class SecurityMiddleware:
    """Rate limits, allowed hosts, sizes and origins for every request; security headers on every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._requests = TokenBuckets(settings.requests_per_second, settings.request_burst)
        self._files = TokenBuckets(settings.files_per_second, settings.file_burst)
        self._hosts = AllowedHosts(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on; a WebSocket is refused by an ordinary answer, before the handshake."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        gc_policy.cycles_likely()
        try:
            await self._dispatch(scope, receive, send)
        finally:
            gc_policy.cycles_likely()

    async def _dispatch(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope)
        safely = _with_headers(send, scope["path"])
        if refusal is not None:
            await refusal(scope, receive, safely)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self._answer(scope, _limited(receive, self._most(scope)), safely)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; an unforeseen exception is logged and answered with 500, with the same headers."""
        begun = False

        async def noted(message: AsgiMessage) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception:
            LOG.exception("a request could not be handled")
            if begun:
                raise
            reading = language_wanted(Headers(scope=scope).get("accept-language"))
            problem = error(500, Message("something went wrong here; it is noted").in_language(reading))
            await problem(scope, receive, send)

    def _most(self, scope: Scope) -> int:
        """How many bytes a body may have; the log of a whole game is longer than any other."""
        return self.settings.log_bytes if scope["path"] == LOG_UPLOAD_PATH else self.settings.body_bytes

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        headers = Headers(scope=scope)
        reading = language_wanted(headers.get("accept-language"))
        limit = self._files if scope["path"].startswith("/static/") else self._requests
        if not limit.take(network_of(scope)):
            return error(429, Message("too many requests; wait a moment").in_language(reading))
        named = headers.getlist("host")
        host = host_in(named[0]) if len(named) == 1 else None
        if host is None:
            return error(400, Message("the header Host is missing, or names no host").in_language(reading))
        if not self._hosts.allows(host, scope):
            return error(
                421,
                Message("this server is not called {host}; --allow-host lets it be", host=host).in_language(reading),
            )
        if scope["type"] == "websocket" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        if not scope["path"].startswith(MAIL_PATH) and (reason := _cross_origin(headers)) is not None:
            return error(403, reason.in_language(reading))
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._most(scope):
            return error(
                413, Message("a request has at most {most} bytes", most=self._most(scope)).in_language(reading)
            )
        return None


def _cross_origin(headers: Headers) -> Message | None:
    """Why a request that changes something is refused as cross-origin, if it is."""
    if not same_origin(headers) or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return Message("this page may not act here: it comes from somewhere else")
    return None if headers.get(CSRF_HEADER) == "1" else Message("the header X-Table-Eleven: 1 is missing")


def _limited(receive: Receive, most: int) -> Receive:
    """Cut off a body of unannounced length when it gets too long."""
    seen = 0

    async def limited() -> AsgiMessage:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            return {"type": "http.disconnect"}
        return message

    return limited


def _with_headers(send: Send, path: str) -> Callable[[AsgiMessage], Awaitable[None]]:
    async def with_headers(message: AsgiMessage) -> None:
        if message["type"].endswith("http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
            if path.startswith(("/api", "/table", "/join", "/replay", "/me", "/history", "/mail")):
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return with_headers
