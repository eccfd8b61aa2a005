"""Web Push (RFC 8030): a short text that only one browser can read (RFC 8291), signed as ours (RFC 8292).

The key we sign with is derived from the signing key, so it is in no database, needs no file of its own, and is the
same for all serving processes.
"""

import asyncio
import base64
import logging
import secrets
import ssl
import time
from collections.abc import Collection
from functools import cache

import http_ece
import orjson
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from eleven.core.text.errors import Mistake
from eleven.server.reminders.endpoints import Endpoint, Unreachable, addresses_of, read_endpoint
from eleven.server.reminders.preferences import Subscription

LOG = logging.getLogger("eleven.reminders")
TIMEOUT_SECONDS = 15.0
TTL_SECONDS = 86_400
"""Seconds for which a push service keeps a message for a device that is off."""
VAPID_SECONDS = 3600
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of the curve P-256."""
GONE_STATUSES = (404, 410)
POINT, SECRET = 65, 16


class SubscriptionGone(Exception):
    """The browser takes no more messages."""


class PushNotSent(Exception):
    """The push service did not take a message now."""


class PushKey:
    """The key that identifies this server to push services (VAPID)."""

    def __init__(self, signing_key: str) -> None:
        drawn = HKDF(SHA256(), length=48, salt=None, info=b"table eleven web push").derive(signing_key.encode())
        number = int.from_bytes(drawn) % (P256_ORDER - 1) + 1
        self._vapid = Vapid02(ec.derive_private_key(number, ec.SECP256R1()), {"no-strict": True})

    @property
    def public(self) -> str:
        """The public key, as a browser needs it to subscribe."""
        return encoded(self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def authorization(self, audience: str, contact: str) -> str:
        """The Authorization header that signs a message to one push service, for a while."""
        claims = {"aud": audience, "exp": int(time.time()) + VAPID_SECONDS, "sub": contact}
        return str(self._vapid.sign(claims)["Authorization"])


def encoded(data: bytes) -> str:
    """Encode bytes as base64url without padding, as browsers do."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Decode base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_keys(p256dh: str, auth: str) -> None:
    """Refuse keys that are not valid for encryption."""
    try:
        point, secret = decoded(p256dh), decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        point = secret = b""
    if len(point) != POINT or len(secret) != SECRET:
        raise Mistake("these keys of a push subscription cannot be read")


def encrypted(payload: dict[str, str], subscription: Subscription) -> bytes:
    """Encrypt a message for one browser (RFC 8291)."""
    return bytes(
        http_ece.encrypt(
            orjson.dumps(payload),
            salt=secrets.token_bytes(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=decoded(subscription.p256dh),
            auth_secret=decoded(subscription.auth),
            version="aes128gcm",
        )
    )


class PushSender:
    """Sends to push services."""

    def __init__(self, key: PushKey, contact: str, allowed: Collection[str]) -> None:
        self._key, self._contact, self._allowed = key, contact, allowed

    async def send(self, subscription: Subscription, payload: dict[str, str]) -> None:
        """Send a notification; raises `SubscriptionGone` if the browser never takes one again, else `PushNotSent`."""
        try:
            endpoint = read_endpoint(subscription.endpoint, self._allowed)
            addresses = await addresses_of(endpoint, self._allowed)
        except (Mistake, Unreachable):
            LOG.warning("a push service cannot be reached, or may not be")
            raise PushNotSent from None
        body = encrypted(payload, subscription)
        headers = {
            "Host": endpoint.origin.partition("//")[2],
            "Authorization": self._key.authorization(endpoint.origin, self._contact or _contact(subscription)),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Content-Length": str(len(body)),
            "TTL": str(TTL_SECONDS),
            "Topic": payload["tag"],
            "Connection": "close",
        }
        status = await _post(endpoint, addresses, headers, body)
        if status in GONE_STATUSES:
            raise SubscriptionGone
        if not 200 <= status < 300:
            LOG.warning("a push service refuses", extra={"why": str(status)})
            raise PushNotSent


def _contact(subscription: Subscription) -> str:
    """The contact for push services where no address is configured: this server's URL, with https."""
    return f"https://{subscription.base.partition('://')[2]}"


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


async def _post(endpoint: Endpoint, addresses: list[str], headers: dict[str, str], body: bytes) -> int:
    """Send a request and return the status; redirects are not followed, nothing else is read."""
    head = f"POST {endpoint.path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            reader, writer = await _connect(endpoint, addresses)
            try:
                writer.write(f"{head}\r\n".encode() + body)
                await writer.drain()
                line = await reader.readline()
            finally:
                writer.transport.abort()
        return int(line.split(b" ", 2)[1])
    except (OSError, ValueError, IndexError) as problem:  # a timeout is an OSError
        LOG.info("a push service does not answer", extra={"why": type(problem).__name__})
        raise PushNotSent from None


async def _connect(endpoint: Endpoint, addresses: list[str]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to one of the addresses that were checked; the certificate must be that of the name."""
    tls, name = (_tls(), endpoint.host) if endpoint.tls else (None, None)
    for address in addresses[:-1]:
        try:
            return await asyncio.open_connection(address, endpoint.port, ssl=tls, server_hostname=name)
        except OSError:
            continue
    return await asyncio.open_connection(addresses[-1], endpoint.port, ssl=tls, server_hostname=name)
