"""Routes for accounts: name, settings, devices, signing in and deletion. Nobody needs any of it to play."""

import secrets
from collections.abc import AsyncIterator
from typing import Annotated

import orjson
import segno
from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import StreamingResponse

from eleven.core.text.errors import Mistake
from eleven.server.http.dependencies import PROBLEMS, RateLimited, TheTables, TheVisitor
from eleven.server.http.identity.cookies import ensure_cookie, give_cookie, holder_of
from eleven.server.http.identity.devices import note_device, with_own_cookie
from eleven.server.http.identity.links import base_url
from eleven.server.http.identity.signing import COOKIE
from eleven.server.http.identity.visitor import Forbidden, Visitor, with_cookie
from eleven.server.http.models.people import (
    DeviceLink,
    EmptyRequest,
    LinkOwner,
    LinkText,
    Me,
    MyDevice,
    RecoveryCode,
    SettingsChange,
    SignedOut,
    SignIn,
    SignInMethod,
)
from eleven.server.http.origin import network_of
from eleven.server.limits.token_bucket import TokenBuckets
from eleven.server.live import ownership
from eleven.server.live.tables import Tables
from eleven.server.store.records import now
from eleven.server.store.rows.people import CODE, LINK, Credential, People, hashed
from eleven.server.store.rows.personal_data import games_of

people = APIRouter(prefix="/api/me", responses=PROBLEMS)
LINK_SECONDS = 600
CROCKFORD_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, without characters that look alike."""
LOOKALIKES = str.maketrans("ILO", "110")
GROUPS, GROUP = 5, 5
DeviceId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$", description="one of the visitor's `devices`")]
CredentialId = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", description="one of the visitor's `ways`")]


def people_of(request: Request) -> People:
    """The people in the store."""
    found: People = request.app.state.people
    return found


ThePeople = Annotated[People, Depends(people_of)]


def limit_attempts(request: Request, of: str) -> None:
    """Limit attempts by network: `of` names the limit, such as `sign_ins`."""
    limits: TokenBuckets = getattr(request.app.state, of)
    if not limits.take(network_of(request.scope)):
        raise RateLimited("too many attempts; wait a moment before the next one")


async def described(kept: People, holder: str | None) -> Me:
    """What a person is shown about themselves."""
    if holder is None:
        return Me(known=False)
    person = await kept.person(holder)
    ways = [
        SignInMethod(id=way.id, kind=way.kind, label=way.label, created=way.created, expires=way.expires)
        for way in await kept.of(holder)
    ]
    tables = await kept.count(holder)
    if person is None:
        return Me(known=True, tables=tables, ways=ways)
    return Me(known=True, name=person.name, settings=dict(person.settings), tables=tables, ways=ways)


@people.get("")
async def who_am_i(request: Request, response: Response, tables: TheTables, who: TheVisitor, kept: ThePeople) -> Me:
    """Who this device belongs to: name, settings, number of tables, and the ways in from other devices."""
    who = await with_own_cookie(request, response, tables, who)
    me = await described(kept, who.holder)
    if me.name or me.settings or me.ways:
        await note_device(request, tables, who)
    return me


@people.post("")
async def save(
    body: SettingsChange, request: Request, response: Response, tables: TheTables, who: TheVisitor, kept: ThePeople
) -> Me:
    """Save the visitor's name and settings for all their devices; what is left out stays."""
    limit_attempts(request, "person_changes")
    holder = holder_of(ensure_cookie(request, response, tables, who))
    before = await kept.person(holder)
    name = body.name if body.name is not None else before.name if before else ""
    settings = (dict(before.settings) if before else {}) | body.settings.model_dump(exclude_none=True)
    await kept.save(holder, name, settings)
    return await described(kept, holder)


@people.post("/links", status_code=201)
async def make_link(
    _: EmptyRequest, request: Request, response: Response, tables: TheTables, who: TheVisitor, kept: ThePeople
) -> DeviceLink:
    """A link and a QR code that sign in another device: once, within ten minutes, and only the newest."""
    limit_attempts(request, "person_changes")
    holder, secret = holder_of(ensure_cookie(request, response, tables, who)), secrets.token_urlsafe(24)
    expires = now() + LINK_SECONDS * 1000
    await kept.add(Credential(hashed(secret), LINK, holder, expires=expires), instead=True)
    url = f"{base_url(request, tables)}/me#link={secret}"
    qr = segno.make(url, error="m", micro=False).svg_data_uri(scale=6, border=3, light="#fff")
    return DeviceLink(url=url, qr=qr, seconds=LINK_SECONDS)


@people.post("/links/owner")
async def link_owner(body: LinkText, request: Request, who: TheVisitor, kept: ThePeople) -> LinkOwner:
    """The person that a link would sign this device in as; it is not used up."""
    limit_attempts(request, "sign_ins")
    holder = await _owner(kept, LINK, hashed(body.link))
    person = await kept.person(holder)
    return LinkOwner(name=person.name if person else "", mine=holder == who.holder)


@people.post("/code", status_code=201)
async def make_code(
    _: EmptyRequest, request: Request, response: Response, tables: TheTables, who: TheVisitor, kept: ThePeople
) -> RecoveryCode:
    """A recovery code, shown this once: it signs in another device, once; the one before becomes invalid."""
    limit_attempts(request, "person_changes")
    holder, code = holder_of(ensure_cookie(request, response, tables, who)), new_code()
    await kept.add(Credential(hashed(read_code(code)), CODE, holder), instead=True)
    return RecoveryCode(code=code)


def new_code() -> str:
    """125 bits that a person can write down."""
    return "-".join("".join(secrets.choice(CROCKFORD_ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))


def read_code(text: str) -> str:
    """Normalize a typed code: separators and case are ignored, characters that look alike are mapped."""
    return "".join(sign for sign in text.upper().translate(LOOKALIKES) if sign in CROCKFORD_ALPHABET)


@people.post("/sign_in")
async def sign_in(
    body: SignIn, request: Request, response: Response, tables: TheTables, who: TheVisitor, kept: ThePeople
) -> Me:
    """Sign this device in by a link or a recovery code, which is used up; `bring` takes its games along."""
    limit_attempts(request, "sign_ins")
    if (body.link is None) == (body.code is None):
        raise Mistake("send a link or a recovery code, one of them")
    kind, secret = (LINK, body.link) if body.link is not None else (CODE, read_code(body.code or ""))
    holder = await _owner(kept, kind, hashed(str(secret)))
    if holder == who.holder:
        return await described(kept, holder)
    if not await kept.use_up(kind, hashed(str(secret))):
        raise refused(kind)
    return await enter(request, response, tables, kept, who, holder, body.bring)


async def enter(
    request: Request, response: Response, tables: Tables, kept: People, who: Visitor, holder: str, bring: bool
) -> Me:
    """Sign this device in as somebody who has proved who they are, with its games if wanted."""
    if bring and who.holder is not None:
        await ownership.hand_over(tables, kept, who.holder, holder)
    now_here = give_cookie(request, response, tables, tables.signer.cookie_for(holder))
    if who.device and now_here.device:
        await tables.devices.move(who.device, now_here.device)
    await note_device(request, tables, now_here)
    return await described(kept, holder)


async def _owner(kept: People, kind: str, name: str) -> str:
    found = await kept.find(kind, name)
    if found is None or found.holder is None:
        raise refused(kind)
    return found.holder


def refused(kind: str) -> Forbidden:
    """The error for an invalid link or code; the same whether it was ever valid or not."""
    if kind == LINK:
        return Forbidden("this link was used already or has expired; make a new one on your other device")
    return Forbidden("this recovery code is not right, or was used already")


@people.post("/ways/{way}/remove")
async def remove_sign_in_method(way: CredentialId, _: EmptyRequest, who: TheVisitor, kept: ThePeople) -> Me:
    """Remove one of the visitor's ways in."""
    holder = holder_of(who)
    if not await kept.remove(holder, way):
        raise Mistake("this way in is closed already")
    return await described(kept, holder)


@people.get("/devices")
async def my_devices(tables: TheTables, who: TheVisitor) -> list[MyDevice]:
    """The visitor's devices, as far as they were recorded."""
    found = await tables.devices.of(who.holder) if who.holder else []
    return [
        MyDevice(id=one.id, label=one.label, created=one.created, seen=one.seen, here=one.id == who.device)
        for one in found
    ]


@people.post("/devices/{device}/sign_out")
async def sign_out_device(
    device: DeviceId, _: EmptyRequest, request: Request, tables: TheTables, who: TheVisitor, kept: ThePeople
) -> list[MyDevice]:
    """Sign out a device, and invalidate earlier links, codes and tokens, which it may know."""
    limit_attempts(request, "sign_ins")
    holder = holder_of(who)
    if not await tables.devices.sign_out(holder, device):
        raise Mistake("this device is signed out already")
    tables.device_signed_out(device)
    await kept.close(holder, (LINK, CODE))
    await ownership.renew(tables, kept, holder)
    return await my_devices(tables, who.by_now)


@people.post("/sign_out")
async def sign_out(
    _: EmptyRequest, request: Request, response: Response, tables: TheTables, who: TheVisitor
) -> SignedOut:
    """Sign this device out; a copy of its cookie becomes invalid too."""
    alone = not tables.signer.is_shared(request.cookies.get(COOKIE, ""))
    if who.holder is not None and who.device is not None and alone:
        limit_attempts(request, "person_changes")
        await note_device(request, tables, who)
        await tables.devices.sign_out(who.holder, who.device)
        tables.device_signed_out(who.device)
    response.delete_cookie(COOKIE, path="/")
    return SignedOut()


@people.post("/sign_out_others")
async def sign_out_others(
    _: EmptyRequest, request: Request, response: Response, tables: TheTables, who: TheVisitor, kept: ThePeople
) -> Me:
    """Sign out all other devices; links, tokens and codes from before become invalid."""
    limit_attempts(request, "sign_ins")
    old, cookie = holder_of(who), tables.signer.new_cookie()
    new = holder_of(with_cookie(tables, cookie))
    await tables.reminders.preferences.unsubscribe(old)  # whichever device subscribes again is this one
    await ownership.hand_over(tables, kept, old, new)
    await note_device(request, tables, give_cookie(request, response, tables, cookie))
    return await described(kept, new)


@people.get(
    "/export",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def export(request: Request, who: TheVisitor, tables: TheTables, kept: ThePeople) -> StreamingResponse:
    """All that is stored about the visitor, as one JSON file; its form is that of the database, table by table."""
    limit_attempts(request, "sign_ins")
    holder = holder_of(who)
    head = orjson.dumps({"person": (await described(kept, holder)).model_dump(), **await kept.rows(holder)})
    theirs = await kept.tables(holder)

    async def pieces() -> AsyncIterator[bytes]:
        yield head[:-1] + b',"games":['
        for number, (table_id, _) in enumerate(theirs):
            yield (b",\n" if number else b"\n") + orjson.dumps(await games_of(tables.store, table_id, holder))
        yield b"]}\n"

    headers = {"Content-Disposition": 'attachment; filename="table-eleven.json"'}
    return StreamingResponse(pieces(), media_type="application/json", headers=headers)


@people.post("/delete")
async def delete_me(
    _: EmptyRequest, request: Request, response: Response, tables: TheTables, who: TheVisitor, kept: ThePeople
) -> SignedOut:
    """Delete the visitor's name, settings and ways in; their games stay, without the name."""
    limit_attempts(request, "sign_ins")
    count = await ownership.forget(tables, kept, holder_of(who))
    response.delete_cookie(COOKIE, path="/")
    return SignedOut(tables=count)
