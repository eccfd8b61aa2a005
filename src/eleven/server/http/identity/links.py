"""Links to seats, as addresses and as QR codes."""

import io

import segno
from starlette.requests import Request

from eleven.server.http.identity.signing import ANY_SEAT
from eleven.server.http.identity.visitor import Forbidden, Visitor
from eleven.server.http.models.tables import Invitation, Seated, SeatLink
from eleven.server.live.live_table import LiveTable
from eleven.server.live.table import BOT, OPEN_SEAT, Table
from eleven.server.live.tables import Tables
from eleven.server.settings import LOOPBACK_HOSTS, url_host
from eleven.server.views.languages import language_wanted


def base_url(request: Request, tables: Tables) -> str:
    """The address others reach this server by: its own host, or this machine's on the network."""
    name, port = request.url.hostname or "localhost", request.url.port
    if name in LOOPBACK_HOSTS and not tables.settings.loopback:
        name = tables.settings.reachable_host
    return f"{request.url.scheme}://{url_host(name)}" + (f":{port}" if port else "")


def seat_links(tables: Tables, table: Table, who: Visitor, request: Request) -> list[SeatLink]:
    """All seats; players also get the links of open seats and of their own, and their own tokens."""
    mine, names = who.seats(table), table.names(language_wanted(request.headers.get("accept-language")))
    base = base_url(request, tables)
    found = []
    for i, seat in enumerate(table.seats):
        link = SeatLink(seat=i, color=table.token(i), kind=seat.kind, name=names[i], mine=i in mine)
        if mine and (seat.kind == OPEN_SEAT or i in mine) and seat.kind != BOT:
            link.link = f"/join/{table.row.id}/{tables.signer.claim(table.row.id, i, seat.epoch)}"
            link.url = base + link.link
            link.qr = f"/api/tables/{table.row.id}/qr?seat={i}"
        if i in mine:
            link.token = tables.signer.token(table.row.id, i, seat.epoch)
        found.append(link)
    return found


def free_seats(table: Table) -> list[int]:
    """The open seats that are not reserved."""
    return [i for i, seat in enumerate(table.seats) if seat.kind == OPEN_SEAT and seat.holder is None]


def invitation(tables: Tables, table: Table, who: Visitor, request: Request) -> Invitation:
    """One link for all free seats, for those who sit at the table."""
    if not who.seats(table):
        raise Forbidden("only who sits at the table can invite to it")
    claim = tables.signer.claim(table.row.id, ANY_SEAT, 0)
    url = f"{base_url(request, tables)}/join/{table.row.id}/{claim}"
    return Invitation(free=len(free_seats(table)), url=url, qr=f"/api/tables/{table.row.id}/qr")


def claimed_seat(tables: Tables, table: Table, claim: str, holder: str | None) -> int | None:
    """The seat that a link opens: the one it names; with an invitation, the holder's own seat or a free one."""
    found = tables.signer.read_claim(claim)
    if found is None or found[0] != table.row.id:
        raise Forbidden("this link does not open a seat any more")
    if found[1] != ANY_SEAT:
        if table.seats[found[1]].epoch != found[2]:
            raise Forbidden("this link does not open a seat any more")
        return found[1]
    kept = table.kept_for(holder) if holder else None
    mine = table.held_by(holder) + ([kept] if kept is not None else [])
    return next(iter([*mine, *free_seats(table)]), None)


def seated(tables: Tables, live: LiveTable, who: Visitor, request: Request) -> Seated:
    """The answer to setting up or joining a table: above all the commitment, and the links."""
    seats = seat_links(tables, live.table, who, request)
    return Seated(table=live.table.row.id, commitment=live.commitment, seats=seats)


def qr_svg(text: str) -> bytes:
    """A QR code as a picture."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", scale=6, border=3, xmldecl=False, svgclass=None)
    return out.getvalue()
