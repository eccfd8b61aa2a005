"""Who somebody is on several devices: links and codes that open once, leaving, and what a thief of the database has."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Column, String, Table, func, select, update

from eleven.core.text.words import LANGUAGES
from eleven.server.http.identity.signing import COOKIE
from eleven.server.http.routes.people import new_code, read_code
from eleven.server.reminders.preferences import MailAddress, Subscription
from eleven.server.reminders.timer import Reminders
from eleven.server.reminders.turns import Turn
from eleven.server.store.schema import CREDENTIALS, METADATA
from tests.server.conftest import Device, Running, settings

Friend = Callable[[], Device]
SETTINGS = {"language": "fr", "theme": "dark", "pace": "quick", "sounds": "on"}


def link(device: Device) -> str:
    made = device.post("/api/me/links")
    assert made.status_code == 201
    return str(made.json()["url"].rpartition("#link=")[2])


def reason(answer: httpx.Response, status: int = 403) -> str:
    assert answer.status_code == status, answer.text
    return str(answer.json()["error"])


class TestSeveralDevices:
    def test_a_second_device_is_the_same_person(self, client: Device, friend: Friend) -> None:
        table = client.create("me", "bot")["table"]
        assert client.post("/api/me", name="Ann", settings=SETTINGS).json()["name"] == "Ann"
        phone = friend()
        assert phone.get("/api/me").json() == {"known": False, "name": "", "settings": {}, "tables": 0, "ways": []}
        mine = phone.post("/api/me/sign_in", link=link(client)).json()
        assert (mine["name"], mine["settings"], mine["tables"]) == ("Ann", SETTINGS, 1)
        assert phone.view(table)["you"] == 0
        assert [line["table"] for line in phone.get("/api/tables").json()["mine"]] == [table]
        view = phone.view(table)
        if view["yours"]:
            move = {"action": view["actions"][0]["name"], "version": view["version"]}
            assert phone.post(f"/api/tables/{table}/moves", **move).status_code == 200
        assert client.view(table)["you"] == 0, "the first device stays theirs"

    def test_a_link_says_whose_it_is_opens_once_and_the_newest_alone(self, client: Device, friend: Friend) -> None:
        client.post("/api/me", name="Ann")
        old, new = link(client), link(client)
        phone = friend()
        assert "used already" in reason(phone.post("/api/me/sign_in", link=old))
        assert phone.post("/api/me/links/owner", link=new).json() == {"name": "Ann", "mine": False}
        assert client.post("/api/me/links/owner", link=new).json()["mine"]
        assert client.post("/api/me/sign_in", link=new).status_code == 200, "on one's own device nothing happens"
        assert phone.post("/api/me/sign_in", link=new).status_code == 200
        for who in (phone, friend()):
            assert "used already" in reason(who.post("/api/me/sign_in", link=new))

    def test_an_expired_link_opens_nothing(self, client: Device, friend: Friend, server: Running) -> None:
        given = link(client)
        with server.app.state.tables.store.engine.begin() as connection:
            connection.execute(update(CREDENTIALS).values(expires=1))
        assert "expired" in reason(friend().post("/api/me/sign_in", link=given))
        assert "expired" in reason(friend().post("/api/me/links/owner", link=given))
        assert client.get("/api/me").json()["ways"] == []

    def test_a_link_is_also_a_picture_and_stays_out_of_addresses(self, client: Device) -> None:
        made = client.post("/api/me/links").json()
        assert made["qr"].startswith("data:image/svg+xml")
        assert made["url"].startswith(f"{client.base}/me#link="), "what follows # is not sent, and not logged"
        assert made["seconds"] == 600

    def test_a_code_opens_once_however_it_is_written(self, client: Device, friend: Friend) -> None:
        table = client.create("me", "bot")["table"]
        void, code = (client.post("/api/me/code").json()["code"] for _ in range(2))
        assert [way["kind"] for way in client.get("/api/me").json()["ways"]] == ["code"]
        phone = friend()
        assert "not right" in reason(phone.post("/api/me/sign_in", code=void))
        written = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
        assert phone.post("/api/me/sign_in", code=written).status_code == 200
        assert phone.view(table)["you"] == 0
        assert "not right" in reason(friend().post("/api/me/sign_in", code=code))
        assert phone.get("/api/me").json()["ways"] == []

    def test_games_of_the_other_device_come_along_if_that_is_wanted(self, client: Device, friend: Friend) -> None:
        client.create("me", "bot")
        for bring, count in ((True, 2), (False, 1)):
            phone = friend()
            theirs = phone.create("me", "friend", "friend")["table"]
            assert phone.view(theirs)["you"] == 0
            before = client.get("/api/me").json()["tables"]
            assert phone.post("/api/me/sign_in", link=link(client), bring=bring).json()["tables"] == before + count - 1
            assert phone.view(theirs)["you"] == (0 if bring else None)
            assert client.view(theirs)["you"] == (0 if bring else None)

    def test_no_other_device_stays_in_if_that_is_wanted(self, client: Device, friend: Friend) -> None:
        made = client.create("me", "bot")
        client.post("/api/me", name="Ann")
        phone, thief = friend(), friend()
        phone.post("/api/me/sign_in", link=link(client))
        code, token = phone.post("/api/me/code").json()["code"], made["seats"][0]["token"]
        given = link(phone)
        mine = client.post("/api/me/sign_out_others").json()
        assert (mine["name"], mine["tables"], mine["ways"]) == ("Ann", 1, [])
        assert client.view(made["table"])["you"] == 0
        assert phone.view(made["table"])["you"] is None
        assert phone.get("/api/me").json()["tables"] == 0
        thief.http.headers["Authorization"] = f"Bearer {token}"
        assert thief.view(made["table"])["you"] is None
        del thief.http.headers["Authorization"]
        assert thief.post("/api/me/sign_in", code=code).status_code == 403
        assert thief.post("/api/me/sign_in", link=given).status_code == 403

    def test_signing_out_leaves_the_device_to_nobody(self, client: Device, friend: Friend) -> None:
        table = client.create("me", "bot")["table"]
        code = client.post("/api/me/code").json()["code"]
        client.post("/api/me/sign_out")
        assert client.view(table)["you"] is None
        client.post("/api/me/sign_in", code=code)
        assert client.view(table)["you"] == 0


class TestRefusals:
    def test_a_way_in_is_closed_by_its_own_person_alone(self, client: Device, friend: Friend) -> None:
        code = client.post("/api/me/code").json()["code"]
        way = client.get("/api/me").json()["ways"][0]["id"]
        other = friend()
        other.create("me", "bot")
        assert "closed already" in reason(other.post(f"/api/me/ways/{way}/remove"), 400)
        assert client.post(f"/api/me/ways/{way}/remove").json()["ways"] == []
        assert friend().post("/api/me/sign_in", code=code).status_code == 403

    def test_guessing_is_slowed_down(self, client: Device, friend: Friend) -> None:
        answers = [friend().post("/api/me/sign_in", code=new_code()).status_code for _ in range(12)]
        assert answers[:10] == [403] * 10
        assert answers[10:] == [429] * 2

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_refusals_are_said_in_every_language(self, client: Device, language: str) -> None:
        client.http.headers["Accept-Language"] = language
        said = [
            reason(client.post("/api/me/sign_in", link="x" * 32)),
            reason(client.post("/api/me/sign_in", code="x")),
            reason(client.post("/api/me/sign_in"), 400),
        ]
        english = [
            "this link was used already or has expired; make a new one on your other device",
            "this recovery code is not right, or was used already",
            "send a link or a recovery code, one of them",
        ]
        assert (said == english) == (language == "en")
        assert len(set(said)) == 3

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "body",
        [{"link": "a b"}, {"link": "x" * 65}, {"code": ""}, {"code": 7}, {"link": None, "more": 1}, {"bring": "x"}],
    )
    def test_odd_input_is_refused_in_words(self, client: Device, body: dict[str, object]) -> None:
        answer = client.http.post("/api/me/sign_in", json=body)
        assert answer.status_code == 422
        assert answer.json()["error"]

    def test_a_seats_token_is_nobodys_identity(self, client: Device, friend: Friend) -> None:
        token, bot = client.create("me", "bot")["seats"][0]["token"], friend()
        bot.http.headers["Authorization"] = f"Bearer {token}"
        for path in ("links", "code", "delete", "sign_out_others"):
            assert "come without it" in reason(bot.post(f"/api/me/{path}")), path
        assert "come without it" in reason(bot.get("/api/me/export"))

    def test_a_code_is_long_and_says_itself_clearly(self) -> None:
        codes = {new_code() for _ in range(50)}
        assert len(codes) == 50
        assert all(len(read_code(code)) == 25 and not set(code) & set("ILOU") for code in codes)


class TestLeaving:
    def test_everything_about_me_can_be_had_and_nothing_else(self, client: Device, friend: Friend) -> None:
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


def test_whatever_table_has_a_holder_follows_its_person_and_goes_with_them(
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
    await reminders.outbox.put(Turn(table, 0, 3, holder, 0), {"mail": 2**60, "push": 2**60})


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
