"""Routes for reminders: each channel is off until somebody chooses it here, and can be turned off again."""

import re
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from eleven.core.text.errors import Mistake
from eleven.core.text.messages import Message
from eleven.server.http.dependencies import PROBLEMS, RateLimited, TheTables, TheVisitor
from eleven.server.http.identity.cookies import ensure_cookie, holder_of
from eleven.server.http.identity.links import base_url
from eleven.server.http.models.people import EmptyRequest
from eleven.server.http.routes.people import limit_attempts
from eleven.server.limits.token_bucket import TokenBuckets
from eleven.server.live.tables import Tables
from eleven.server.reminders.endpoints import Unreachable, addresses_of, read_endpoint
from eleven.server.reminders.mail import MailBounced, MailNotSent, MailServer
from eleven.server.reminders.models import (
    MailRequest,
    MailState,
    MyReminders,
    NewSubscription,
    OldSubscription,
    PushState,
)
from eleven.server.reminders.preferences import ASKED, CONFIRM_WITHIN, MailAddress, Subscription
from eleven.server.reminders.push import check_keys
from eleven.server.reminders.reminder_timer import Reminders
from eleven.server.reminders.wording import confirmation
from eleven.server.store import StoreError, records
from eleven.server.store.rows.people import hashed

reminders = APIRouter(prefix="/api/me/reminders", responses=PROBLEMS)
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")


def reminders_of(request: Request) -> Reminders:
    """The reminders of this server."""
    tables: Tables = request.app.state.tables
    return tables.reminders


TheReminders = Annotated[Reminders, Depends(reminders_of)]


async def described(kept: Reminders, holder: str | None) -> MyReminders:
    """How somebody is reminded."""
    mail = await kept.preferences.mail_of(holder) if holder else None
    devices = await kept.preferences.subscriptions(holder) if holder else []
    push = PushState(key=kept.push_key.public, devices=len(devices))
    offered = kept.mail is not None
    if mail is None or (mail.confirmed is None and mail.created < records.now() - CONFIRM_WITHIN):
        return MyReminders(mail=MailState(offered=offered), push=push)
    state = "asked" if mail.confirmed is None else "on"
    if mail.stopped:
        state = "stopped" if mail.stopped == ASKED else "bounced"
    mail_state = MailState.model_validate(
        {"offered": offered, "state": state, "address": mail.address, "pace": mail.pace}
    )
    return MyReminders(mail=mail_state, push=push)


@reminders.get("")
async def my_reminders(who: TheVisitor, kept: TheReminders) -> MyReminders:
    """How the visitor is reminded, and what else is offered here."""
    return await described(kept, who.holder)


# Web Push


@reminders.post("/push", status_code=201)
async def subscribe(
    body: NewSubscription, request: Request, response: Response, tables: TheTables, who: TheVisitor, kept: TheReminders
) -> MyReminders:
    """Subscribe a browser to notifications; its push service must be public and use https."""
    limit_attempts(request, "person_changes")
    who = ensure_cookie(request, response, tables, who)
    holder, allowed = holder_of(who), tables.settings.push_hosts
    check_keys(body.keys.p256dh, body.keys.auth)
    try:
        await addresses_of(read_endpoint(body.endpoint, allowed), allowed)
    except Unreachable:
        raise Mistake("this push service cannot be found") from None
    base = base_url(request, tables)
    await kept.preferences.subscribe(
        Subscription(holder, body.endpoint, body.keys.p256dh, body.keys.auth, body.language, base, device=who.device)
    )
    return await described(kept, holder)


@reminders.post("/push/remove")
async def unsubscribe(body: OldSubscription, who: TheVisitor, kept: TheReminders) -> MyReminders:
    """Unsubscribe one of the visitor's browsers."""
    if who.holder is not None:
        await kept.preferences.unsubscribe(who.holder, body.endpoint)
    return await described(kept, who.holder)


# E-mail


@reminders.post("/mail", status_code=201)
async def want_mail(
    body: MailRequest, request: Request, response: Response, tables: TheTables, who: TheVisitor, kept: TheReminders
) -> MyReminders:
    """Set the address for reminders: a new one must be confirmed by a link first; or change how often they come."""
    limit_attempts(request, "person_changes")
    server = kept.mail
    if server is None:
        raise Mistake("whoever runs this server has not set up e-mail")
    if not ADDRESS.fullmatch(body.address):
        raise Mistake("this is not an e-mail address")
    holder = holder_of(ensure_cookie(request, response, tables, who))
    before = await kept.preferences.mail_of(holder)
    if before is not None and before.wanted and before.address == body.address:
        changes = {"pace": body.pace, "utc_offset": body.utc_offset, "language": body.language}
        await kept.preferences.change_mail(before.id, **changes)
    else:
        limit_attempts(request, "sign_ins")
        base = base_url(request, tables)
        mail = MailAddress(holder, body.address, body.pace, body.utc_offset, body.language, base)
        await _ask(request, tables, server, mail)
        await kept.preferences.set_mail(mail)
    return await described(kept, holder)


async def _ask(request: Request, tables: Tables, server: MailServer, mail: MailAddress) -> None:
    """Send the link that confirms an address; seldom to the same one, from any visitor."""
    limits: TokenBuckets = request.app.state.confirmations
    if not limits.take(hashed(mail.address.lower())):
        raise RateLimited("messages went to this address already; look there, or try again tomorrow")
    link = f"{mail.base}/mail/confirm/{tables.signer.mail_link('confirm', mail.id)}"
    try:
        await server.send(mail.address, confirmation(mail.base, link, mail.language))
    except MailBounced:
        raise Mistake("the mail server does not take this address") from None
    except MailNotSent:
        raise StoreError(Message("the mail server does not answer; try again later")) from None


@reminders.post("/mail/remove")
async def remove_mail(_: EmptyRequest, who: TheVisitor, kept: TheReminders) -> MyReminders:
    """Remove the visitor's address."""
    if who.holder is not None:
        await kept.preferences.remove_mail(who.holder)
    return await described(kept, who.holder)
