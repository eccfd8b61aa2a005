"""Where people want to be reminded, in the store: mail addresses, and browsers that take Web Push."""

import secrets
from dataclasses import asdict, dataclass, field

from sqlalchemy import Connection, delete, insert, select, update

from eleven.server.store import records
from eleven.server.store.rows.people import hashed
from eleven.server.store.schema import MAIL_ADDRESSES, PUSH_SUBSCRIPTIONS, REMINDERS
from eleven.server.store.store import Store

MAIL, PUSH = "mail", "push"
"""The channels of reminders."""
DAILY = "daily"
ASKED, BOUNCED = "asked", "bounced"
"""Why no more is sent to an address."""
MAX_BOUNCES = 3
CONFIRM_WITHIN = 7 * 86_400_000
MAX_DEVICES = 20


@dataclass(frozen=True)
class MailAddress:
    """The address where somebody wants mail, how often, and its state; `base` is the URL of this server."""

    holder: str
    address: str
    pace: str
    utc_offset: int
    language: str
    base: str
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    created: int = field(default_factory=lambda: records.now())
    confirmed: int | None = None
    stopped: str = ""
    bounces: int = 0

    @property
    def wanted(self) -> bool:
        """Whether reminders go there."""
        return self.confirmed is not None and not self.stopped


@dataclass(frozen=True)
class Subscription:
    """A browser's Web Push subscription: its endpoint and the keys to encrypt for it."""

    holder: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    base: str
    created: int = field(default_factory=lambda: records.now())
    device: str | None = None

    @property
    def id(self) -> str:
        """A hash of the endpoint: the same for all users of the browser."""
        return hashed(self.endpoint)


class Preferences:
    """The reminder settings of all people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Mail

    async def mail_of(self, holder: str) -> MailAddress | None:
        """The address of somebody; the newest, if two people became one."""
        theirs = MAIL_ADDRESSES.c.holder == holder
        query = select(MAIL_ADDRESSES).where(theirs).order_by(MAIL_ADDRESSES.c.created.desc()).limit(1)
        found = await self._store.read(lambda connection: connection.execute(query).mappings().first())
        return None if found is None else MailAddress(**found)

    async def mail(self, name: str) -> MailAddress | None:
        """The address that a link was made for."""
        query = select(MAIL_ADDRESSES).where(MAIL_ADDRESSES.c.id == name)
        found = await self._store.read(lambda connection: connection.execute(query).mappings().first())
        return None if found is None else MailAddress(**found)

    async def set_mail(self, mail: MailAddress) -> None:
        """Replace somebody's address."""

        def keep(connection: Connection) -> None:
            connection.execute(delete(MAIL_ADDRESSES).where(MAIL_ADDRESSES.c.holder == mail.holder))
            connection.execute(insert(MAIL_ADDRESSES).values(**asdict(mail)))

        await self._store.change(keep)

    async def change_mail(self, name: str, **changes: object) -> bool:
        """Change something about an address; false if it is gone."""
        change = update(MAIL_ADDRESSES).where(MAIL_ADDRESSES.c.id == name).values(**changes)
        return bool(await self._store.change(lambda connection: connection.execute(change).rowcount))

    async def bounced(self, name: str) -> None:
        """A message was refused for good; after the third in a row no more is sent."""

        def count(connection: Connection) -> None:
            one = MAIL_ADDRESSES.c.id == name
            connection.execute(update(MAIL_ADDRESSES).where(one).values(bounces=MAIL_ADDRESSES.c.bounces + 1))
            enough = one & (MAIL_ADDRESSES.c.bounces >= MAX_BOUNCES) & (MAIL_ADDRESSES.c.stopped == "")
            connection.execute(update(MAIL_ADDRESSES).where(enough).values(stopped=BOUNCED))

        await self._store.change(count)

    async def remove_mail(self, holder: str) -> None:
        """Remove the address of somebody."""
        await self._remove(holder, MAIL, delete(MAIL_ADDRESSES).where(MAIL_ADDRESSES.c.holder == holder))

    # Push

    async def subscriptions(self, holder: str) -> list[Subscription]:
        """The browsers of somebody, oldest first."""
        columns = [column for column in PUSH_SUBSCRIPTIONS.c if column.name != "id"]
        theirs = PUSH_SUBSCRIPTIONS.c.holder == holder
        query = select(*columns).where(theirs).order_by(PUSH_SUBSCRIPTIONS.c.created, PUSH_SUBSCRIPTIONS.c.id)
        rows = await self._store.read(lambda connection: connection.execute(query).mappings().all())
        return [Subscription(**row) for row in rows]

    async def subscribe(self, subscription: Subscription) -> None:
        """Store a subscription, in place of an earlier owner's; of too many the oldest go."""
        others = [old.id for old in await self.subscriptions(subscription.holder) if old.id != subscription.id]
        too_many = others[: 1 - MAX_DEVICES]

        def keep(connection: Connection) -> None:
            gone = PUSH_SUBSCRIPTIONS.c.id.in_([subscription.id, *too_many])
            connection.execute(delete(PUSH_SUBSCRIPTIONS).where(gone))
            connection.execute(insert(PUSH_SUBSCRIPTIONS).values(id=subscription.id, **asdict(subscription)))

        await self._store.change(keep)

    async def unsubscribe(self, holder: str, endpoint: str | None = None) -> None:
        """Remove one subscription of somebody, or all."""
        theirs = PUSH_SUBSCRIPTIONS.c.holder == holder
        if endpoint is not None:
            theirs &= PUSH_SUBSCRIPTIONS.c.id == hashed(endpoint)
        gone = delete(PUSH_SUBSCRIPTIONS).where(theirs)
        await self._store.change(lambda connection: connection.execute(gone))

    async def _remove(self, holder: str, channel: str, removal: object) -> None:
        waiting = (REMINDERS.c.holder == holder) & (REMINDERS.c.channel == channel) & REMINDERS.c.sent.is_(None)

        def remove(connection: Connection) -> None:
            connection.execute(removal)  # type: ignore[call-overload]
            connection.execute(delete(REMINDERS).where(waiting))

        await self._store.change(remove)
