"""Who is asking, and for which seat: by cookie, or by a seat's token."""

from collections.abc import Collection
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from eleven.core.text.errors import Mistake
from eleven.server.http.identity.signing import COOKIE, device_of
from eleven.server.live.table import OPEN_SEAT, Table
from eleven.server.live.tables import Tables


class Forbidden(Mistake):
    """The visitor may not do this; answered with 403."""


@dataclass(frozen=True)
class Visitor:
    """Who sent a request: a holder of seats by cookie, or a bot by the token of one seat."""

    holder: str | None
    token: tuple[str, int, int] | None = None
    device: str | None = None
    signed_out: Collection[str] = field(default=(), compare=False, repr=False)
    """The devices that are signed out, as known at any moment."""

    @property
    def by_now(self) -> "Visitor":
        """The visitor, or ANONYMOUS if their device was signed out meanwhile."""
        return ANONYMOUS if self.device is not None and self.device in self.signed_out else self

    def seats(self, table: Table) -> list[int]:
        """The seats this visitor may act for."""
        if self.token is not None:
            name, seat, epoch = self.token
            fits = name == table.row.id and seat < table.players and table.seats[seat].epoch == epoch
            return [seat] if fits and table.seats[seat].kind != OPEN_SEAT else []
        return table.held_by(self.holder)

    def seat(self, table: Table, wanted: int | None) -> int:
        """The wanted seat, by default the first; Forbidden unless it is theirs."""
        mine = self.seats(table)
        if not mine or (wanted is not None and wanted not in mine):
            raise Forbidden("this is not your seat")
        return mine[0] if wanted is None else wanted

    def own_seats(self, table: Table) -> list[int]:
        """All seats of theirs; Forbidden if there are none."""
        self.seat(table, None)
        return self.seats(table)

    def acting_seat(self, table: Table, wanted: int | None) -> int:
        """The seat to act for: on a shared device, the one of theirs that is asked."""
        if wanted is None and table.play is not None and table.play.asked in self.seats(table):
            return table.play.asked
        return self.seat(table, wanted)

    def holder_at(self, table: Table) -> str | None:
        """The holder that the visitor acts for at this table."""
        mine = self.seats(table)
        return table.seats[mine[0]].holder if self.token is not None and mine else self.holder


ANONYMOUS = Visitor(None)


def visitor(tables: Tables, connection: HTTPConnection, token: str | None = None) -> Visitor:
    """Identify the visitor of a connection, by token or by cookie."""
    given = token or bearer(connection.headers.get("authorization"))
    if given is not None:
        read = tables.signer.read_token(given)
        if read is None:
            raise Forbidden("this token opens no seat")
        return Visitor(None, read)
    return with_cookie(tables, connection.cookies.get(COOKIE))


def with_cookie(tables: Tables, cookie: str | None) -> Visitor:
    """The visitor with a cookie, and their device."""
    holder = tables.signer.holder(cookie)
    if holder is None or cookie is None:
        return ANONYMOUS
    return Visitor(holder, None, device_of(cookie), tables.devices.signed_out).by_now


def bearer(header: str | None) -> str | None:
    """The token of an Authorization header."""
    scheme, _, token = (header or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None
