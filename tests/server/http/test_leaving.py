"""Who leaves is forgotten, with all that is stored about them; what is theirs follows them before."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Column, String, Table, func, select

from eleven.server.http.identity.signing import COOKIE
from eleven.server.reminders.awaited_turns import AwaitedTurn
from eleven.server.reminders.preferences import MailAddress, Subscription
from eleven.server.reminders.reminder_timer import Reminders
from eleven.server.store.schema import METADATA
from tests.server.conftest import Device, Running, settings
from tests.server.http.test_people import link

Friend = Callable[[], Device]


class TestLeaving:
    def test_a_person_can_download_everything_about_them_and_nothing_else(self, client: Device, friend: Friend) -> None:
        made = client.create("me", "friend", public=True)
        other = friend()
        other.join(made["table"], name="Bob")
        client.post("/api/me", name="Ann", settings={"theme": "dark"})
        view = client.view(made["table"])
        player = client if view["yours"] else other
        view = player.view(made["table"])
        chosen = view["actions"][0]["name"]
        player.post(f"/api/tables/{made['table']}/moves", action=chosen, version=view["version"])
        for device, name, foreign in ((client, "P0", "Bob"), (other, "Bob", "P0")):
            answer = device.get("/api/me/export")
            assert "attachment" in answer.headers["content-disposition"]
            told = answer.json()
            assert told["games"][0]["table"] == made["table"]
            assert [event["kind"] for event in told["games"][0]["events"]][:2] == ["sit", "share"]
            assert name in answer.text
            assert foreign not in answer.text
            assert "tape" not in answer.text
            assert "secret" not in answer.text
            assert (chosen in answer.text) == (device is player)
        assert client.get("/api/me/export").json()["person"]["name"] == "Ann"

    def test_games_stay_and_the_name_goes(
        self, client: Device, friend: Friend, server: Running, tmp_path: Path
    ) -> None:
        seats = [{"kind": "me", "name": "Zebedee"}, {"kind": "friend", "name": "Zuleika"}, {"kind": "friend"}]
        made = client.post("/api/tables", game="elevenses", seats=seats, public=True).json()
        client.share(made)
        other = friend()
        for seat in (1, 2):
            by_link = client.get(f"/api/tables/{made['table']}/links").json()[seat]["link"].rpartition("/")[2]
            other.join(made["table"], claim=by_link, name="" if seat == 1 else "Yolanda", share="cd34")
        client.post("/api/me", name="Zebedee")
        client.post("/api/me/code")
        cookie = client.http.cookies[COOKIE]
        assert [seat["name"] for seat in other.view(made["table"])["seats"]] == ["Zebedee", "Zuleika", "Yolanda"]
        with other.socket(made["table"]) as watching:
            watching.hear("view")
            assert other.post("/api/me/delete").json() == {"ok": True, "tables": 1}
            view = watching.hear("view")
            assert [seat["name"] for seat in view["seats"]] == ["Zebedee", "Green", "Blue"]
            assert view["you"] is None
        assert client.view(made["table"])["you"] == 0
        assert client.post("/api/me/delete").json()["tables"] == 1
        stranger = friend()
        stranger.http.cookies.set(COOKIE, cookie)
        assert stranger.view(made["table"])["you"] is None
        assert stranger.get("/api/me").json()["tables"] == 0
        assert stranger.get(f"/api/tables/{made['table']}/view").status_code == 200, "the game stays"
        server.stop()
        held = b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite*"))
        for name in (b"Zebedee", b"Zuleika", b"Yolanda"):
            assert name not in held, "not in a row, nor in what the database has freed"
        again = Running(settings(tmp_path))
        names = [seat["name"] for seat in Device(again.base).view(made["table"])["seats"]]
        again.stop()
        assert names == ["Red", "Green", "Blue"]

    def test_a_deletion_that_was_cut_short_is_done_by_the_next(self, client: Device, server: Running) -> None:
        """The names have gone and the power with them: the person is still themselves, and deletes again."""
        table = client.create("me", "bot")["table"]
        state = server.app.state
        holder = state.tables.signer.holder(client.http.cookies[COOKIE])

        async def cut_short(_: str) -> None:
            raise RuntimeError("the power is gone")

        whole, state.people.forget = state.people.forget, cut_short
        assert client.post("/api/me/delete").status_code == 500
        state.people.forget = whole
        assert client.get("/api/me").json()["tables"] == 1
        assert client.post("/api/me/delete").json()["tables"] == 1
        assert state.tables.at_hand(table).table.seats[0].name == ""
        with closing(sqlite3.connect(state.tables.store.engine.url.database)) as connection:
            assert connection.execute("SELECT count(*) FROM events WHERE holder = ?", (holder,)).fetchone() == (0,)


@pytest.fixture
def notes() -> Iterator[Table]:
    """A further table of the database whose rows are somebody's."""
    table = Table("notes", METADATA, Column("text", String(20), primary_key=True), Column("holder", String(64)))
    yield table
    METADATA.remove(table)


def test_every_database_table_with_a_holder_is_moved_and_deleted_with_its_person(
    notes: Table, client: Device, server: Running
) -> None:
    client.create("me", "bot")
    store, signer = server.app.state.tables.store, server.app.state.tables.signer
    with store.engine.begin() as connection:
        notes.create(connection)
        connection.execute(notes.insert().values(text="hello", holder=signer.holder(client.http.cookies[COOKIE])))
    before = signer.holder(client.http.cookies[COOKIE])
    client.post("/api/me/sign_out_others")
    assert signer.holder(client.http.cookies[COOKIE]) != before
    assert client.get("/api/me/export").json()["notes"] == [{"text": "hello"}]
    client.post("/api/me", name="Ann")
    client.post("/api/me/code")
    holder = signer.holder(client.http.cookies[COOKIE])
    client.post("/api/me/delete")
    held = [table for table in METADATA.sorted_tables if "holder" in table.c]
    assert {table.name for table in held} >= {"events", "results", "people", "credentials", "notes"}
    with store.engine.connect() as connection:
        for table in held:
            theirs = select(func.count()).select_from(table).where(table.c.holder.in_([holder, before]))
            assert connection.scalar(theirs) == 0, table.name


async def be_reminded(reminders: Reminders, holder: str, table: str) -> None:
    """Let somebody have chosen every way of being reminded, and be reminded of a turn."""
    mail = MailAddress(holder, "ann@example.org", "turn", 0, "en", "https://tables.example.org", confirmed=1)
    await reminders.preferences.set_mail(mail)
    endpoint = f"https://push.example.org/{holder}"
    await reminders.preferences.subscribe(Subscription(holder, endpoint, "BPoint", "secret", "en", mail.base))
    await reminders.outbox.put(AwaitedTurn(table, 0, 3, holder, 0), {"mail": 2**60, "push": 2**60})


def test_reminders_are_in_the_download_come_along_and_go_with_their_person(
    client: Device, friend: Friend, server: Running, tmp_path: Path
) -> None:
    reminders, signer = server.app.state.tables.reminders, server.app.state.tables.signer
    phone = friend()
    for device in (client, phone):
        table = device.create("me", "bot")["table"]
        asyncio.run(be_reminded(reminders, signer.holder(device.http.cookies[COOKIE]), table))
    told = client.get("/api/me/export").json()
    assert [row["address"] for row in told["mail_addresses"]] == ["ann@example.org"]
    assert len(told["push_subscriptions"]) == 1
    assert {row["channel"] for row in told["reminders"]} == {"mail", "push"}
    assert phone.post("/api/me/sign_in", link=link(client), bring=True).status_code == 200, "both had an address"
    assert phone.get("/api/me/reminders").json()["push"]["devices"] == 2
    assert phone.post("/api/me/delete").status_code == 200
    server.stop()
    held = b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite*"))
    assert b"ann@example.org" not in held
    assert b"push.example.org" not in held
