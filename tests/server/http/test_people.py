"""Who somebody is on several devices: links and codes that open once, leaving, and what a thief of the database has."""

from collections.abc import Callable

import httpx
import pytest
from sqlalchemy import update

from eleven.core.text.words import LANGUAGES
from eleven.server.http.routes.people import new_code, read_code
from eleven.server.store.schema import CREDENTIALS
from tests.server.conftest import Device, Running

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
