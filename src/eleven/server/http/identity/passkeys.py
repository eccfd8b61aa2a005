"""Passkeys (WebAuthn): people show who they are by a signature that only their own device or key can make.

Each answer belongs to a challenge that was made here, expires after a few minutes and can be used once. The store has
only the public key. Browsers offer passkeys with TLS, and on `localhost`.
"""

import ipaddress
from typing import Any

import orjson
from fastapi import APIRouter, Request, Response
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    options_to_json_dict,
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from eleven.core.text.errors import Mistake
from eleven.server.http.dependencies import PROBLEMS, TheTables, TheVisitor
from eleven.server.http.identity.cookies import ensure_cookie, holder_of
from eleven.server.http.identity.visitor import Forbidden
from eleven.server.http.models.people import EmptyRequest, Me, NewPasskey, PasskeySignIn
from eleven.server.http.routes.people import ThePeople, described, enter, limit_attempts
from eleven.server.store import StoreError
from eleven.server.store.records import now
from eleven.server.store.rows.people import CHALLENGE, PASSKEY, Credential, People, hashed

passkeys = APIRouter(prefix="/api/me/passkeys", responses=PROBLEMS)
CHALLENGE_SECONDS = 300
MAX_PASSKEYS = 20
Answer = dict[str, Any]


def _host(request: Request) -> str:
    """The relying party id: the host name of this server."""
    name = request.url.hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name
    raise Mistake("passkeys need a name in the address, such as localhost, not a number")


def _origins(request: Request) -> list[str]:
    """The origins that the page may have; browsers offer passkeys only where that is safe."""
    return [f"{scheme}://{request.url.netloc}" for scheme in ("https", "http")]


async def _challenge(kept: People, challenge: bytes, holder: str | None) -> None:
    await kept.add(Credential(hashed(challenge), CHALLENGE, holder, expires=now() + CHALLENGE_SECONDS * 1000))


async def _answered(kept: People, client_data: bytes, holder: str | None) -> bytes:
    """The challenge of an answer; it is used up whether the answer is right or not."""
    challenge = parse_client_data_json(client_data).challenge
    name = hashed(challenge)
    found = await kept.find(CHALLENGE, name)
    if found is None or found.holder != holder or not await kept.use_up(CHALLENGE, name):
        raise _refused()
    return challenge


def _refused() -> Forbidden:
    return Forbidden("this answer of a passkey is not right, too old, or was used already")


@passkeys.post("/options")
async def passkey_options(
    _: EmptyRequest, request: Request, response: Response, tables: TheTables, who: TheVisitor, kept: ThePeople
) -> dict[str, Any]:
    """The options with which a browser creates a passkey for the visitor: JSON of WebAuthn, whose form is its own."""
    limit_attempts(request, "person_changes")
    host, holder = _host(request), holder_of(ensure_cookie(request, response, tables, who))
    person, ways = await kept.person(holder), await kept.of(holder)
    known = [orjson.loads(way.body)["id"] for way in ways if way.kind == PASSKEY]
    if len(known) >= MAX_PASSKEYS:
        raise Mistake("too many passkeys; remove one before the next")
    called = (person.name if person else "") or "Table Eleven"
    made = generate_registration_options(
        rp_id=host,
        rp_name="Table Eleven",
        user_name=called,
        user_id=bytes.fromhex(hashed(f"passkey {holder}"))[:16],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(name)) for name in known],
    )
    await _challenge(kept, made.challenge, holder)
    return dict(options_to_json_dict(made))


@passkeys.post("", status_code=201)
async def add_passkey(body: NewPasskey, request: Request, who: TheVisitor, kept: ThePeople) -> Me:
    """Keep the public key of a passkey that a browser has just made."""
    limit_attempts(request, "sign_ins")
    host, holder = _host(request), holder_of(who)
    try:
        given = parse_registration_credential_json(body.answer)
        challenge = await _answered(kept, given.response.client_data_json, holder)
        found = verify_registration_response(
            credential=given,
            expected_challenge=challenge,
            expected_rp_id=host,
            expected_origin=_origins(request),
            require_user_verification=True,
        )
    except (Mistake, StoreError):
        raise
    except Exception as problem:  # whatever was sent, it is simply not a valid answer
        raise _refused() from problem
    if await kept.find(PASSKEY, hashed(found.credential_id)):
        raise _refused()
    name, key = bytes_to_base64url(found.credential_id), bytes_to_base64url(found.credential_public_key)
    stored = orjson.dumps({"id": name, "key": key, "count": found.sign_count}).decode()
    await kept.add(Credential(hashed(found.credential_id), PASSKEY, holder, label=body.label, body=stored))
    return await described(kept, holder)


@passkeys.post("/challenge")
async def passkey_challenge(_: EmptyRequest, request: Request, kept: ThePeople) -> dict[str, Any]:
    """The options with which a browser signs somebody in by a passkey: JSON of WebAuthn, whose form is its own."""
    limit_attempts(request, "sign_ins")
    made = generate_authentication_options(rp_id=_host(request), user_verification=UserVerificationRequirement.REQUIRED)
    await _challenge(kept, made.challenge, None)
    return dict(options_to_json_dict(made))


@passkeys.post("/sign_in")
async def sign_in_by_passkey(
    body: PasskeySignIn, request: Request, response: Response, tables: TheTables, who: TheVisitor, kept: ThePeople
) -> Me:
    """Sign this device in as the owner of a passkey; `bring` takes its games along."""
    limit_attempts(request, "sign_ins")
    holder = await _holder_shown(kept, body.answer, _host(request), _origins(request))
    if holder == who.holder:
        return await described(kept, holder)
    return await enter(request, response, tables, kept, who, holder, body.bring)


async def _holder_shown(kept: People, answer: Answer, host: str, origins: list[str]) -> str:
    try:
        given = parse_authentication_credential_json(answer)
        challenge = await _answered(kept, given.response.client_data_json, None)
        stored = await kept.find(PASSKEY, hashed(given.raw_id))
        if stored is None or stored.holder is None:
            raise Forbidden("this passkey is not known here")
        body = orjson.loads(stored.body)
        found = verify_authentication_response(
            credential=given,
            expected_challenge=challenge,
            expected_rp_id=host,
            expected_origin=origins,
            credential_public_key=base64url_to_bytes(body["key"]),
            credential_current_sign_count=body["count"],
            require_user_verification=True,
        )
    except (Mistake, StoreError):
        raise
    except Exception as problem:  # whatever was sent, it is simply not a valid answer
        raise _refused() from problem
    await kept.set_body(stored.id, orjson.dumps({**body, "count": found.new_sign_count}).decode())
    return stored.holder
