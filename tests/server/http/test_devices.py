"""The devices of a person: listed for those who want to be remembered, and signed out one by one."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from eleven.core.text.messages import Message
from eleven.server.http.identity.devices import label_of
from eleven.server.http.identity.signing import COOKIE
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.tables import Tables
from eleven.server.reminders.preferences import Subscription
from eleven.server.store import StoreError
from tests.server.cluster.two_processes import carried_out, soon, two
from tests.server.conftest import Device, Json, Running, settings
from tests.server.http.test_people import link

Friend = Callable[[], Device]
PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
DESK = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"


def devices(device: Device) -> list[Json]:
    found: list[Json] = device.get("/api/me/devices").json()
    return found


def sign_out(device: Device, label: str) -> None:
    (name,) = [one["id"] for one in devices(device) if one["label"] == label]
    assert device.post(f"/api/me/devices/{name}/sign_out").status_code == 200


@pytest.fixture
def desk(client: Device) -> Device:
    client.http.headers["User-Agent"] = DESK
    client.post("/api/me", name="Ann")
    client.get("/api/me")
    return client


@pytest.fixture
def signed_in(desk: Device, friend: Friend) -> Friend:
    """Further devices of the same person."""

    def another() -> Device:
        made = friend()
        made.http.headers["User-Agent"] = PHONE
        assert made.post("/api/me/sign_in", link=link(desk)).status_code == 200
        return made

    return another


def test_one_device_is_signed_out_and_the_others_stay(desk: Device, signed_in: Friend) -> None:
    phone, tablet = signed_in(), signed_in()
    tablet.http.headers["User-Agent"] = "Something else"
    made = desk.create("me", "friend")
    table, token = made["table"], made["seats"][0]["token"]
    assert [one["label"] for one in devices(desk) if one["here"]] == ["Chrome, Linux"]
    assert sorted(one["label"] for one in devices(desk)) == ["Chrome, Linux", "Firefox, Android", "Firefox, Android"]
    code = phone.post("/api/me/code").json()["code"]
    (lost,) = [one["id"] for one in devices(phone) if one["here"]]
    with phone.socket(table) as watching, tablet.socket(table) as other:
        assert watching.hear("view")["you"] == other.hear("view")["you"] == 0
        answer = desk.post(f"/api/me/devices/{lost}/sign_out")
        assert answer.status_code == 200, answer.text
        assert len(answer.json()) == 2
        while watching.hear("view")["you"] is not None:
            pass
        watching.send(type="look", seat=0)
        assert "not your seat" in watching.hear("refused")["reason"]
    assert phone.view(table)["you"] is None
    assert phone.get("/api/me").json()["known"] is False
    assert devices(phone) == []
    assert desk.view(table)["you"] == tablet.view(table)["you"] == 0
    for stranger in (phone, Device(desk.base)):
        assert stranger.post("/api/me/sign_in", code=code).status_code == 403
    phone.http.cookies.clear()
    phone.http.headers["Authorization"] = f"Bearer {token}"
    assert phone.view(table)["you"] is None, "it may have known the token of a bot"
    again = desk.post(f"/api/me/devices/{lost}/sign_out")
    assert (again.status_code, again.json()["error"]) == (400, "this device is signed out already")


def test_it_stays_signed_out_after_a_restart_and_when_its_person_is_forgotten(
    desk: Device, signed_in: Friend, server: Running, tmp_path: Path
) -> None:
    phone, tablet = signed_in(), signed_in()
    cookie = phone.http.cookies[COOKIE]
    phone.post("/api/me/sign_out")
    assert COOKIE not in phone.http.cookies
    server.stop()
    again = Running(settings(tmp_path))
    try:
        for device in (desk, phone, tablet):
            device.base, device.http.base_url = again.base, again.base
        phone.http.cookies.set(COOKIE, cookie)
        assert phone.get("/api/me").json()["known"] is False
        assert desk.get("/api/me").json()["name"] == "Ann"
        desk.post("/api/me/delete")
        table = tablet.create("me", "bot")["table"]
        assert tablet.view(table)["you"] == 0
        assert phone.view(table)["you"] is None
    finally:
        again.stop()


def test_nobody_else_can_sign_a_device_out_and_nobody_is_listed_who_only_plays(desk: Device, friend: Friend) -> None:
    other = friend()
    other.create("me", "bot")
    assert other.get("/api/me").json()["known"]
    assert devices(other) == []
    mine = devices(desk)[0]["id"]
    assert other.post(f"/api/me/devices/{mine}/sign_out").status_code == 400
    assert friend().post(f"/api/me/devices/{mine}/sign_out").status_code == 403
    assert desk.get("/api/me").json()["name"] == "Ann"
    assert desk.get("/api/me/export").json()["devices"][0]["label"] == "Chrome, Linux"
    desk.post("/api/me/sign_out_others")
    assert [one["here"] for one in devices(desk)] == [True], "a new identity, and no device from before"


def test_a_device_that_is_signed_out_is_told_of_no_turn(desk: Device, signed_in: Friend, server: Running) -> None:
    preferences, signer = server.app.state.tables.reminders.preferences, server.app.state.tables.signer
    phone = signed_in()
    holder = signer.holder(phone.http.cookies[COOKIE])
    for device, label in ((desk, "desk"), (phone, "phone")):
        (name,) = [one["id"] for one in devices(device) if one["here"]]
        told = Subscription(holder, f"https://push.example.org/{label}", "p", "a", "en", "x", device=name)
        asyncio.run(preferences.subscribe(told))
    sign_out(desk, "Firefox, Android")
    assert [one.endpoint for one in asyncio.run(preferences.subscriptions(holder))] == ["https://push.example.org/desk"]


def test_devices_that_had_the_same_cookie_get_their_own(desk: Device, friend: Friend, server: Running) -> None:
    signer, phone, tablet = server.app.state.tables.signer, friend(), friend()
    shared = signer._people.dumps(signer.holder(desk.http.cookies[COOKIE]))
    for device in (phone, tablet):
        device.http.cookies.set(COOKIE, shared)
    assert tablet.post("/api/me/sign_out").status_code == 200, "which leaves the other"
    assert phone.get("/api/me").json()["name"] == "Ann"
    assert len(devices(phone)) == 2
    assert {cookie.value for cookie in phone.http.cookies.jar} != {shared}


def test_a_device_is_let_in_while_the_store_cannot_write(desk: Device, server: Running) -> None:
    async def refuse(*_: object) -> None:
        raise StoreError(Message("the store cannot write: {reason}", reason="it is full"))

    server.app.state.tables.devices.note = refuse
    assert desk.get("/api/me").json()["name"] == "Ann"


@pytest.mark.slow
def test_other_processes_learn_that_a_device_was_signed_out(postgres: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with two(postgres, tmp_path) as (first, second):
            await seen_out(first, second, "a" * 32)
            third = Tables(settings(tmp_path, database=postgres))
            assert "a" * 32 in third.devices.signed_out
            cast(Any, first.store).notify = nobody
            await first.devices.note("b" * 32, "ann", "")
            assert await first.devices.sign_out("ann", "b" * 32)
            found = await second.devices.new_sign_outs()
            assert "b" * 32 in (*found, *second.devices.signed_out)  # it looks now and then by itself, perhaps just now
            third.undo_worker.stop()

    carried_out(whole)


async def nobody(_: object) -> None:
    """A notice that is lost."""


async def seen_out(first: Tables, second: Tables, device: str) -> None:
    """Let a device be signed out at one process; the other hears of it."""
    await first.add(new_table("ann", "elevenses", None, {}, [SeatSpec("me"), SeatSpec("bot")], False))
    await first.devices.note(device, "ann", "")
    assert await first.devices.sign_out("ann", device)
    await soon(lambda: device in second.devices.signed_out)


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (PHONE, "Firefox, Android"),
        (DESK, "Chrome, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("<script>", ""),
        ("", ""),
    ],
)
def test_a_device_is_called_what_people_call_it(agent: str, label: str) -> None:
    assert label_of(agent) == label
