"""The pages of links in mails: confirming an address, and stopping mail to it, without signing in.

Opening such a page changes nothing, since mail programs open links on their own; its button does. A mail program that
offers "unsubscribe" posts to the same address by itself (RFC 8058).
"""

import html
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse

from eleven.server.http.dependencies import PROBLEMS, TheTables
from eleven.server.http.pages.page_html import page_response, page_words, reader_language
from eleven.server.live.tables import Tables, UnknownTable
from eleven.server.reminders.preferences import ASKED, CONFIRM_WITHIN, MailAddress
from eleven.server.store import records

mail_pages = APIRouter(responses=PROBLEMS, default_response_class=HTMLResponse)
PART = "mail"
Link = Annotated[str, Path(pattern=r"^[A-Za-z0-9_.-]{1,200}$", description="the secret part of a link in a message")]


async def _mail(tables: Tables, purpose: str, link: str) -> MailAddress:
    name = tables.signer.read_mail_link(purpose, link)
    found = await tables.reminders.preferences.mail(name) if name else None
    expired = found is not None and found.confirmed is None and found.created < records.now() - CONFIRM_WITHIN
    if found is None or (expired and purpose == "confirm"):
        raise UnknownTable("this link leads to nothing any more; nothing is sent because of it")
    return found


def _page(request: Request, key: str, mail: MailAddress, ask: bool) -> HTMLResponse:
    language = reader_language(request)
    words = page_words(language, (PART,))
    parts = {
        "title": html.escape(words(f"mail.{key}")),
        "lead": html.escape(words(f"mail.{key}.lead", address=mail.address)),
    }
    if ask:
        parts["ask"] = f'<button class="primary">{html.escape(words(f"mail.{key}.yes"))}</button>'
    return page_response(PART, language, f"{words(f'mail.{key}')} · {words('brand')}", parts)


@mail_pages.get("/mail/confirm/{link}", include_in_schema=False)
async def ask_to_confirm(link: Link, request: Request, tables: TheTables) -> HTMLResponse:
    """Ask whether reminders may go to an address."""
    return _page(request, "confirm", await _mail(tables, "confirm", link), ask=True)


@mail_pages.post("/mail/confirm/{link}")
async def confirm(link: Link, request: Request, tables: TheTables) -> HTMLResponse:
    """Confirm the address that a link was sent to."""
    mail = await _mail(tables, "confirm", link)
    await tables.reminders.preferences.change_mail(mail.id, confirmed=records.now(), stopped="", bounces=0)
    return _page(request, "confirmed", mail, ask=False)


@mail_pages.get("/mail/stop/{link}", include_in_schema=False)
async def ask_to_stop(link: Link, request: Request, tables: TheTables) -> HTMLResponse:
    """Ask whether to stop all mail to an address."""
    return _page(request, "stop", await _mail(tables, "stop", link), ask=True)


@mail_pages.post("/mail/stop/{link}")
async def stop(link: Link, request: Request, tables: TheTables) -> HTMLResponse:
    """Send no more to an address; mail programs may do this by themselves (`List-Unsubscribe=One-Click`)."""
    mail = await _mail(tables, "stop", link)
    if not mail.stopped:
        await tables.reminders.preferences.change_mail(mail.id, stopped=ASKED)
    return _page(request, "stopped", mail, ask=False)
