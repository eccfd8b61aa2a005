"""Web Push: readable by one browser alone, signed as ours, and never a way into the network of the server."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eleven.core.text.errors import Mistake
from eleven.server.reminders import endpoints, push
from eleven.server.reminders.endpoints import Unreachable, addresses_of, is_public, read_endpoint
from eleven.server.reminders.preferences import MAX_DEVICES, Subscription
from eleven.server.reminders.push import PushKey, PushNotSent, PushSender, check_keys
from tests.server.clocks.test_clocks import DAYS_CLOCK, Time, together
from tests.server.conftest import Device, Running, settings
from tests.server.reminders.helpers import looked_at, play_turn, stored, wait_for
from tests.server.reminders.post_office import PushService, certified, push_service


@pytest.fixture
def pushes() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def served(clockwork: Time, pushes: PushService, tmp_path: Path) -> Iterator[Running]:
    running = Running(settings(tmp_path, remind_after=0.0, push_hosts=(pushes.host,)))
    yield running
    running.stop()


def subscribe(device: Device, browser: Any, **more: Any) -> None:
    answer = device.post("/api/me/reminders/push", **browser, **more)
    assert answer.status_code == 201, answer.text


def test_all_devices_of_somebody_are_told_once_per_turn(served: Running, pushes: PushService) -> None:
    ann, ben, phone = Device(served.base), Device(served.base), Device(served.base)
    subscribe(ann, pushes.browser("desk"))
    link = ann.post("/api/me/links").json()["url"].rpartition("=")[2]
    phone.post("/api/me/sign_in", link=link)
    subscribe(phone, pushes.browser("phone"), language="de")
    assert phone.get("/api/me/reminders").json()["push"]["devices"] == 2
    table = together(ann, ben, DAYS_CLOCK)
    for turn in range(1, 3):
        wait_for(lambda turn=turn: len(pushes.of("phone")) == turn)  # type: ignore[misc]
        play_turn(ann if turn == 1 else phone, table)
        play_turn(ben, table)
    wait_for(lambda: len(pushes.of("phone")) == 3)
    looked_at(served)
    assert (len(pushes.of("desk")), len(pushes.of("phone"))) == (3, 3)
    assert pushes.of("desk")[0] == {
        "title": "Your turn: Elevenses",
        "body": "Against Ben",
        "path": f"/table/{table}",
        "tag": table,
    }
    assert pushes.of("phone")[0]["body"] == "Gegen Ben"
    _, headers, _ = pushes.taken[0]
    assert pushes.check(headers, ann.get("/api/me/reminders").json()["push"]["key"])["sub"] == ann.base.replace(
        "http", "https"
    )
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["Topic"] == table


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(served: Running, pushes: PushService, status: int) -> None:
    ann, ben = Device(served.base), Device(served.base)
    subscribe(ann, pushes.browser("desk"))
    pushes.status = status
    together(ann, ben, DAYS_CLOCK)
    wait_for(lambda: ann.get("/api/me/reminders").json()["push"]["devices"] == 0)
    assert pushes.asked == 1


@pytest.mark.parametrize("status", [302, 307, 429, 503])
def test_what_a_service_does_not_take_is_tried_again_and_redirects_are_not_followed(
    served: Running, pushes: PushService, clockwork: Time, status: int
) -> None:
    ann, ben = Device(served.base), Device(served.base)
    subscribe(ann, pushes.browser("desk"))
    pushes.status = status
    together(ann, ben, DAYS_CLOCK)
    wait_for(lambda: pushes.asked == 1)
    wait_for(lambda: stored(served, "reminders")[0][6] is None)
    pushes.status = 201
    clockwork.ahead += 61_000
    wait_for(lambda: pushes.of("desk"))
    looked_at(served)
    assert (pushes.asked, len(pushes.of("desk"))) == (2, 1)


@pytest.mark.slow
def test_a_browser_can_be_taken_off_and_signing_out_others_takes_off_all(served: Running, pushes: PushService) -> None:
    ann = Device(served.base)
    browsers = [pushes.browser(f"b{i}") for i in range(MAX_DEVICES + 1)]
    for browser in browsers:
        subscribe(ann, browser)
    assert ann.get("/api/me/reminders").json()["push"]["devices"] == MAX_DEVICES
    subscribe(ann, browsers[-1])
    gone = ann.post("/api/me/reminders/push/remove", endpoint=browsers[-1]["endpoint"])
    assert gone.json()["push"]["devices"] == MAX_DEVICES - 1
    other = Device(served.base)
    other.create("me", "bot")
    other.post("/api/me/reminders/push/remove", endpoint=browsers[-2]["endpoint"])
    assert ann.get("/api/me/reminders").json()["push"]["devices"] == MAX_DEVICES - 1, "nobody else can"
    ann.post("/api/me/sign_out_others")
    assert ann.get("/api/me/reminders").json()["push"]["devices"] == 0


# Where a push service may be

INSIDE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1%eth0",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2606:4700::5efe:10.0.0.1",
    "2606:4700::200:5efe:192.168.1.1",
    "64:ff9b:1::7f00:1",
    "::127.0.0.1",
    "fec0::1",
    "192.0.0.8",
    "198.18.0.1",
    "240.0.0.1",
    "3fff::1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.1",
    "localhost",
]


@pytest.mark.parametrize("address", INSIDE)
def test_a_private_address_is_not_public(address: str) -> None:
    assert not is_public(address)


def test_a_global_address_is_public() -> None:
    assert all(map(is_public, ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "2606:4700::5efe:8.8.8.8"]))


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example.org/x",
        "https://push.example.org:8443/x",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://2130706433/x",
        "https://0x7f000001/x",
        "https://0x7f.0.0.0x1/x",
        "https://0177.0.0.1/x",
        "https://127.1/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://push.example.org@127.0.0.1/x",
        "https://127.0.0.1#push.example.org/x",
        "https://push.example.org\\@127.0.0.1/x",
        "https://[::1]/x",
        "https://[fe80::1%25eth0]/x",
        "https://user:pass@push.example.org/x",
        "https://push.example.org/x\r\nHost: inside",
        "https://push.example.org/a b",
        "https://intranet/x",
        "ftp://push.example.org/x",
        "file:///etc/passwd",
        "https://",
        "https://[",
        "x",
    ],
)
def test_an_endpoint_that_is_private_or_odd_is_refused(url: str) -> None:
    with pytest.raises(Mistake, match="public push services"):
        read_endpoint(url)


@pytest.mark.slow
def test_a_private_endpoint_is_refused_in_words(client: Device, pushes: PushService) -> None:
    """It is the one that another test is allowed to use, and this server was not told to allow it."""
    answer = client.post("/api/me/reminders/push", **pushes.browser("desk"))
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"] == "reminders go to public push services with https only"
    nowhere = {**pushes.browser("desk"), "endpoint": "https://nowhere.invalid/x"}
    answer = client.post("/api/me/reminders/push", **nowhere)
    assert (answer.status_code, answer.json()["error"]) == (400, "this push service cannot be found")


def resolve_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    async def found(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]

    monkeypatch.setattr(asyncio.base_events.BaseEventLoop, "getaddrinfo", found)


@pytest.mark.parametrize("addresses", [["10.0.0.1"], ["8.8.8.8", "192.168.0.1"], ["::ffff:127.0.0.1"]])
def test_a_name_that_resolves_to_a_private_address_is_refused(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str]
) -> None:
    resolve_to(monkeypatch, *addresses)
    with pytest.raises(Mistake):
        asyncio.run(addresses_of(read_endpoint("https://push.example.org/x")))


def test_the_host_of_an_endpoint_is_resolved_again_when_sending(
    monkeypatch: pytest.MonkeyPatch, pushes: PushService
) -> None:
    resolve_to(monkeypatch, "8.8.8.8")
    endpoint = read_endpoint("https://push.example.org/x")
    assert asyncio.run(addresses_of(endpoint)) == ["8.8.8.8"]
    resolve_to(monkeypatch, "127.0.0.1")
    browser = pushes.browser("desk")
    device = Subscription("ann", "https://push.example.org/x", **browser["keys"], language="en", base="https://x.org")
    sender = PushSender(PushKey("k" * 64), "", ())

    async def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("connected")

    monkeypatch.setattr(asyncio, "open_connection", refuse)
    with pytest.raises(PushNotSent):
        asyncio.run(sender.send(device, {"title": "", "body": "", "path": "/", "tag": "x"}))


def test_a_hanging_dns_lookup_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang(*_: Any, **__: Any) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(asyncio.base_events.BaseEventLoop, "getaddrinfo", hang)
    monkeypatch.setattr(endpoints, "DNS_TIMEOUT_SECONDS", 0.01)
    with pytest.raises(Unreachable):
        asyncio.run(addresses_of(read_endpoint("https://push.example.org/x")))


@pytest.mark.parametrize("keys", [{"p256dh": "AAAA", "auth": "AAAA"}, {"p256dh": "A" * 87}, {"auth": "A" * 21}])
def test_keys_that_no_browser_has_are_refused(pushes: PushService, keys: dict[str, str]) -> None:
    right = pushes.browser("desk")["keys"]
    check_keys(**right)
    with pytest.raises(Mistake, match="cannot be read"):
        check_keys(**{**right, **keys})


def test_the_key_is_the_same_for_all_processes_and_another_for_another_signing_key() -> None:
    assert PushKey("a" * 64).public == PushKey("a" * 64).public != PushKey("b" * 64).public
    assert len(PushKey("a" * 64).public) == 87


@pytest.mark.parametrize("name", ["localhost", "elsewhere.example.org"])
def test_a_service_must_be_certified_by_its_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    shown, trusted = certified(name, tmp_path)
    monkeypatch.setattr(push, "_tls", lambda: trusted)
    with push_service(shown) as service:
        browser = service.browser("desk")
        device = Subscription("ann", browser["endpoint"], **browser["keys"], language="en", base="https://x.org")
        sending = PushSender(PushKey("k" * 64), "", (service.host,)).send(
            device, {"title": "Your turn", "body": "", "path": "/", "tag": "x"}
        )
        if name == "localhost":
            asyncio.run(sending)
            service.check(service.taken[0][1], PushKey("k" * 64).public)
        else:
            with pytest.raises(PushNotSent):
                asyncio.run(sending)
            assert service.asked == 0
