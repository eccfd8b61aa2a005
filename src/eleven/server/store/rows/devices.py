"""The devices of people, in the store, and those that are signed out, which every request is checked against.

A device is known by a hash of its cookie. The signed-out ones are in the memory of every process; processes notify each
other of new ones, and poll in case they missed a notification.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection, delete, insert, select, update

from eleven.server.store.records import WriteConflict, now
from eleven.server.store.schema import DEVICES, PUSH_SUBSCRIPTIONS
from eleven.server.store.store import Store
from eleven.server.store.writing.postgres_notifications import TOPIC_SIGNED_OUT

DAY = 86_400_000
SHOWN_FOR = 400 * DAY
"""A device that was not used for so long has lost its cookie, which lasts a year."""
CLOCKS_APART = 600_000
"""Milliseconds by which the clocks of two hosts may differ."""


@dataclass(frozen=True)
class DeviceRow:
    """A device of somebody; `seen` is the day on which it was last used, more or less."""

    id: str
    holder: str | None
    created: int
    seen: int
    label: str
    signed_out: int | None = None


class Devices:
    """All devices of people who want to be remembered."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read_at = 0
        self.signed_out: set[str] = set()
        with store.engine.connect() as connection:  # before any request is served
            self.signed_out.update(self._found(connection))

    def _found(self, connection: Connection) -> Sequence[str]:
        since, self._read_at = self._read_at - CLOCKS_APART, now()
        return connection.scalars(select(DEVICES.c.id).where(DEVICES.c.signed_out >= since)).all()

    async def new_sign_outs(self) -> list[str]:
        """The devices that were signed out through other processes, and are not known here yet."""
        found = await self._store.read(self._found)
        return [device for device in found if device not in self.signed_out]

    async def of(self, holder: str) -> list[DeviceRow]:
        """The devices of somebody, the last used one first."""
        here = (DEVICES.c.holder == holder) & DEVICES.c.signed_out.is_(None) & (DEVICES.c.seen >= now() - SHOWN_FOR)
        query = select(DEVICES).where(here).order_by(DEVICES.c.seen.desc(), DEVICES.c.id)
        rows = await self._store.read(lambda connection: connection.execute(query).mappings().all())
        return [DeviceRow(**row) for row in rows]

    async def note(self, device: str, holder: str, label: str) -> None:
        """Record that a device is in use; written when that is new, and once a day."""
        row = DeviceRow(device, holder, now(), now(), label)
        query = select(DEVICES).where(DEVICES.c.id == device)
        found = await self._store.read(lambda connection: connection.execute(query).mappings().first())
        if found is None:
            with contextlib.suppress(WriteConflict):  # two of its pages were opened at once
                await self._store.change(lambda connection: connection.execute(insert(DEVICES).values(**vars(row))))
        elif found["signed_out"] is None and (found["seen"] < now() - DAY or found["holder"] != holder):
            fresh = replace(row, created=found["created"])
            change = update(DEVICES).where(DEVICES.c.id == device, DEVICES.c.signed_out.is_(None))
            await self._store.change(lambda connection: connection.execute(change.values(**vars(fresh))))

    async def move(self, old: str, new: str) -> None:
        """A device has got another cookie: its subscriptions to notifications go with it."""

        def change(connection: Connection) -> None:
            theirs = PUSH_SUBSCRIPTIONS.c.device == old
            connection.execute(update(PUSH_SUBSCRIPTIONS).where(theirs).values(device=new))
            connection.execute(delete(DEVICES).where(DEVICES.c.id == old, DEVICES.c.signed_out.is_(None)))

        await self._store.change(change)

    async def sign_out(self, holder: str, device: str) -> bool:
        """Sign out a device of somebody; false if it is not theirs, or is signed out already."""
        theirs = (DEVICES.c.holder == holder) & (DEVICES.c.id == device) & DEVICES.c.signed_out.is_(None)
        theirs_or_older = (PUSH_SUBSCRIPTIONS.c.device == device) | PUSH_SUBSCRIPTIONS.c.device.is_(None)

        def change(connection: Connection) -> bool:
            done = bool(connection.execute(update(DEVICES).where(theirs).values(signed_out=now())).rowcount)
            if done:  # an older subscription has no device, so it may be this one's
                gone = delete(PUSH_SUBSCRIPTIONS).where(PUSH_SUBSCRIPTIONS.c.holder == holder, theirs_or_older)
                connection.execute(gone)
            return done

        done = await self._store.change(change)
        if done:
            await self._store.notify([f"{self._store.process} {TOPIC_SIGNED_OUT} {device}"])
        return done


def leave_devices(connection: Connection, holder: str) -> None:
    """Remove all devices of somebody; of signed-out ones only that fact is kept."""
    theirs = DEVICES.c.holder == holder
    connection.execute(delete(DEVICES).where(theirs, DEVICES.c.signed_out.is_(None)))
    connection.execute(update(DEVICES).where(theirs).values(holder=None, label=""))
