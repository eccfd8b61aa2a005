"""A fake mail server and push service, for tests of reminders."""

import asyncio
import base64
import json
import os
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from tests.server.serving.test_kill import free_port

Json = dict[str, Any]


def text_of(message: EmailMessage) -> str:
    return str(message.get_content())


class MailBox:
    """The messages of a mail server; `answer` is its reply to a recipient, and `seconds` its delay per message."""

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.answer = "250 OK"
        self.asked = 0
        self.seconds = 0.0

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        self.asked += 1
        if self.answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.answer

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        assert envelope.rcpt_tos == [message["To"]]
        await asyncio.sleep(self.seconds)
        self.messages.append(message)
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        """Return the reminders for an address, without the confirmation message."""
        return [one for one in self.messages if one["To"] == address and one["List-Unsubscribe"]]

    def link(self, address: str, purpose: str) -> str:
        """Return the last link of a kind that was sent to an address."""
        texts = [text_of(one) for one in self.messages if one["To"] == address]
        found = [line for text in texts for line in text.splitlines() if f"/mail/{purpose}/" in line]
        return found[-1]


@contextmanager
def mail_server() -> Iterator[tuple[MailBox, Json]]:
    """Start a mail server; yield it with the settings for it."""
    box = MailBox()
    controller = Controller(box, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        chosen = {"smtp": f"smtp://127.0.0.1:{controller.port}", "mail_from": "Table Eleven <tables@example.org>"}
        yield box, chosen
    finally:
        controller.stop()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService:
    """A push service and its subscribed browsers."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.taken: list[tuple[str, dict[str, str], Json]] = []
        """For each message, the browser, the headers, and the decrypted content."""
        self.status = 201
        self.asked = 0
        self._browsers: dict[str, tuple[ec.EllipticCurvePrivateKey, bytes]] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.take(self.path.strip("/"), dict(self.headers), body)
                self.send_response(service.status)
                self.send_header("Location", f"http://{service.host}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self._server.server_address[1]}"
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
            self.host = self.host.replace("127.0.0.1", "localhost")
        self.scheme = "http" if tls is None else "https"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def browser(self, name: str) -> Json:
        """Return the subscription of a browser."""
        key, secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self._browsers[name] = key, secret
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"{self.scheme}://{self.host}/{name}",
            "keys": {"p256dh": _text(point), "auth": _text(secret)},
        }

    def take(self, name: str, headers: dict[str, str], body: bytes) -> None:
        self.asked += 1
        key, secret = self._browsers[name]
        told = http_ece.decrypt(body, private_key=key, auth_secret=secret, version="aes128gcm")
        if self.status == 201:
            self.taken.append((name, headers, json.loads(told)))

    def of(self, name: str) -> list[Json]:
        """Return the messages to a browser."""
        return [told for browser, _, told in self.taken if browser == name]

    def check(self, headers: dict[str, str], public: str) -> Json:
        """Verify the signature of a message (VAPID, RFC 8292), and return its claims."""
        scheme, _, parameters = headers["Authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in parameters.split(","))
        assert (scheme, parts["k"]) == ("vapid", public)
        signed, _, signature = parts["t"].rpartition(".")
        raw = _bytes(signature)
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(public))
        both = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        key.verify(both, signed.encode(), ec.ECDSA(SHA256()))
        claims: Json = json.loads(_bytes(signed.partition(".")[2]))
        assert claims["aud"] == f"{self.scheme}://{self.host}"
        assert 0 < claims["exp"] - time.time() <= 86_400
        return claims


def certified(name: str, folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return TLS contexts for a service with this name, and for a client that trusts it."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, SHA256())
    )
    file = folder / f"{name}.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(secret + certificate.public_bytes(Encoding.PEM))
    shown = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    shown.load_cert_chain(file)
    return shown, ssl.create_default_context(cadata=certificate.public_bytes(Encoding.PEM).decode())


@contextmanager
def push_service(tls: ssl.SSLContext | None = None) -> Iterator[PushService]:
    service = PushService(tls)
    try:
        yield service
    finally:
        service.stop()
