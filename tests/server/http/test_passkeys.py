"""Passkeys, by an authenticator of our own: what it signs opens once, here, and for its own person alone."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cbor2
import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from sqlalchemy import update
from webauthn.helpers import bytes_to_base64url as text_of

from eleven.server.store.schema import CREDENTIALS
from tests.server.conftest import Device, Running

Friend = Callable[[], Device]
PRESENT, VERIFIED, NEW = 0x01, 0x04, 0x40
Json = dict[str, Any]


class Authenticator:
    """A passkey in a device of somebody's."""

    def __init__(self, host: str, origin: str) -> None:
        self.host, self.origin, self.count = host, origin, 0
        self.key, self.id = ec.generate_private_key(ec.SECP256R1()), hashlib.sha256(str(id(self)).encode()).digest()

    def _about(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _answer(self, **response: bytes) -> Json:
        parts = {name: text_of(part) for name, part in response.items()}
        name = text_of(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": parts, "clientExtensionResults": {}}

    def make(self, options: Json) -> Json:
        """Make a passkey."""
        point = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        about = self._about(PRESENT | VERIFIED | NEW) + attested
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": about})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer(clientDataJSON=client, attestationObject=made)

    def show(self, options: Json, flags: int = PRESENT | VERIFIED) -> Json:
        """Show whose it is."""
        self.count += 1
        about, client = self._about(flags), self._client("webauthn.get", options["challenge"])
        signature = self.key.sign(about + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=about, signature=signature)


@pytest.fixture
def named(server: Running) -> Friend:
    """Devices at the server by its name, which passkeys need."""
    return lambda: Device(server.base.replace("127.0.0.1", "localhost"))


@pytest.fixture
def ann(named: Friend) -> Device:
    device = named()
    device.post("/api/me", name="Ann")
    return device


def with_passkey(device: Device) -> Authenticator:
    passkey = Authenticator("localhost", device.base)
    made = passkey.make(device.post("/api/me/passkeys/options").json())
    answer = device.post("/api/me/passkeys", answer=made, label="my key")
    assert answer.status_code == 201, answer.text
    return passkey


def challenge(device: Device) -> Json:
    found: Json = device.post("/api/me/passkeys/challenge").json()
    return found


def refused(answer: httpx.Response, words: str = "not right, too old, or was used") -> None:
    assert answer.status_code == 403, answer.text
    assert words in answer.json()["error"]


def test_a_passkey_makes_another_device_ones_own(ann: Device, named: Friend) -> None:
    table, passkey = ann.create("me", "bot")["table"], with_passkey(ann)
    assert [(way["kind"], way["label"]) for way in ann.get("/api/me").json()["ways"]] == [("passkey", "my key")]
    for _ in range(2):
        phone = named()
        mine = phone.post("/api/me/passkeys/sign_in", answer=passkey.show(challenge(phone)))
        assert mine.json()["name"] == "Ann"
        assert phone.view(table)["you"] == 0


def test_a_passkey_answer_signs_in_once(ann: Device, named: Friend) -> None:
    passkey, phone = with_passkey(ann), named()
    answer = passkey.show(challenge(phone))
    assert phone.post("/api/me/passkeys/sign_in", answer=answer).status_code == 200
    refused(named().post("/api/me/passkeys/sign_in", answer=answer))


def test_a_challenge_that_was_not_made_here_or_is_old_opens_nothing(
    ann: Device, named: Friend, server: Running
) -> None:
    passkey, phone = with_passkey(ann), named()
    refused(phone.post("/api/me/passkeys/sign_in", answer=passkey.show({"challenge": "c" * 43})))
    old = challenge(phone)
    with server.app.state.tables.store.engine.begin() as connection:
        connection.execute(update(CREDENTIALS).where(CREDENTIALS.c.kind == "challenge").values(expires=1))
    refused(phone.post("/api/me/passkeys/sign_in", answer=passkey.show(old)))
    made = ann.post("/api/me/passkeys/options").json()
    refused(phone.post("/api/me/passkeys/sign_in", answer=passkey.show(made)))


def test_what_another_page_or_key_has_signed_opens_nothing(ann: Device, named: Friend) -> None:
    passkey, phone = with_passkey(ann), named()
    foreign = Authenticator("localhost", ann.base)
    refused(phone.post("/api/me/passkeys/sign_in", answer=foreign.show(challenge(phone))), "not known here")
    foreign.id = passkey.id
    refused(phone.post("/api/me/passkeys/sign_in", answer=foreign.show(challenge(phone))))
    passkey.origin = "https://evil.example"
    refused(phone.post("/api/me/passkeys/sign_in", answer=passkey.show(challenge(phone))))
    passkey.origin, passkey.host = ann.base, "evil.example"
    refused(phone.post("/api/me/passkeys/sign_in", answer=passkey.show(challenge(phone))))


def test_whoever_is_not_verified_or_copied_a_key_is_refused(ann: Device, named: Friend) -> None:
    passkey, phone = with_passkey(ann), named()
    refused(phone.post("/api/me/passkeys/sign_in", answer=passkey.show(challenge(phone), PRESENT)))
    assert phone.post("/api/me/passkeys/sign_in", answer=passkey.show(challenge(phone))).status_code == 200
    passkey.count = 0
    refused(named().post("/api/me/passkeys/sign_in", answer=passkey.show(challenge(phone))))


def test_a_passkey_is_added_for_whoever_asked_and_for_one_person_alone(ann: Device, named: Friend) -> None:
    passkey, bob = with_passkey(ann), named()
    bob.post("/api/me", name="Bob")
    refused(bob.post("/api/me/passkeys", answer=passkey.make(ann.post("/api/me/passkeys/options").json())))
    refused(bob.post("/api/me/passkeys", answer=passkey.make(bob.post("/api/me/passkeys/options").json())))
    assert bob.get("/api/me").json()["ways"] == []


def test_a_removed_passkey_opens_nothing_and_another_identity_keeps_it(ann: Device, named: Friend) -> None:
    passkey, phone = with_passkey(ann), named()
    ann.post("/api/me/sign_out_others")
    assert phone.post("/api/me/passkeys/sign_in", answer=passkey.show(challenge(phone))).json()["name"] == "Ann"
    way = phone.get("/api/me").json()["ways"][0]["id"]
    phone.post(f"/api/me/ways/{way}/remove")
    refused(named().post("/api/me/passkeys/sign_in", answer=passkey.show(challenge(phone))), "not known here")


@pytest.mark.parametrize("answer", [{}, {"id": 1}, {"id": "x", "rawId": "x", "response": {}, "type": "public-key"}])
def test_odd_answers_are_refused_in_words(ann: Device, answer: Json) -> None:
    refused(ann.post("/api/me/passkeys/sign_in", answer=answer))
    refused(ann.post("/api/me/passkeys", answer=answer))


def test_passkeys_are_refused_on_a_numeric_address(client: Device) -> None:
    for path in ("options", "challenge"):
        answer = client.post(f"/api/me/passkeys/{path}")
        assert answer.status_code == 400
        assert "such as localhost" in answer.json()["error"]


def test_the_database_has_the_public_key_alone(ann: Device, tmp_path: Path) -> None:
    passkey = with_passkey(ann)
    secret = passkey.key.private_numbers().private_value.to_bytes(32, "big")
    held = b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite*"))
    assert text_of(passkey.id).encode() in held
    assert secret not in held
    assert text_of(secret).encode() not in held
