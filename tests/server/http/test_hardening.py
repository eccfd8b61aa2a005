"""Strangers, strange messages and strange pages are refused, in words; and nothing secret is ever said."""

import io
import json
import logging
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from eleven.server.process.json_logging import configure_logging
from tests.server.conftest import NO_TLS, QUIET, Device, Running, settings

pytestmark = pytest.mark.slow

Friend = Callable[[], Device]


def test_every_answer_carries_the_safe_headers(client: Device) -> None:
    for path in ("/health", "/api/games", "/nowhere", "/static/nothing.js", "/api/docs"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers or "uvicorn" not in headers["server"]


def test_posts_from_other_pages_are_refused(server: Running) -> None:
    body = {"game": "elevenses", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    url = f"{server.base}/api/tables"
    assert httpx.post(url, verify=NO_TLS, json=body).status_code == 403
    assert (
        httpx.post(url, verify=NO_TLS, json=body, headers={**QUIET, "Origin": "http://evil.example"}).status_code == 403
    )
    assert httpx.post(url, verify=NO_TLS, json=body, headers={**QUIET, "Origin": "null"}).status_code == 403
    assert (
        httpx.post(url, verify=NO_TLS, json=body, headers={**QUIET, "Sec-Fetch-Site": "cross-site"}).status_code == 403
    )
    assert httpx.post(url, verify=NO_TLS, json=body, headers={**QUIET, "Origin": server.base}).status_code == 201


def test_sockets_from_other_pages_are_refused(client: Device) -> None:
    table = client.create("me", "bot")["table"]
    for origin in ("http://evil.example", "null"):
        with pytest.raises(InvalidStatus), client.socket(table, Origin=origin) as socket:
            socket.receive()
    with client.socket(table, Origin=client.base) as socket:
        assert socket.hear("view")["you"] == 0


def test_the_cookie_is_for_the_server_alone_and_cannot_be_made_up(client: Device, friend: Friend) -> None:
    answer = client.post("/api/tables", game="elevenses", seats=[{"kind": "me"}, {"kind": "friend"}])
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    thief = friend()
    thief.http.cookies.set("eleven", client.http.cookies["eleven"][:-2] + "xx")
    assert thief.view(answer.json()["table"])["you"] is None


def test_wrong_input_is_refused_in_words(client: Device, server: Running) -> None:
    for body in (
        {"game": "chess", "seats": [{"kind": "me"}, {"kind": "bot"}]},
        {"game": "elevenses", "seats": [{"kind": "me"}]},
        {"game": "elevenses", "seats": [{"kind": "me"}, {"kind": "ghost"}]},
        {"game": "elevenses", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"target": "6"}},
        {"game": "elevenses", "seats": [{"kind": "me"}, {"kind": "bot"}], "edition": "gold"},
        {"game": "elevenses", "seats": [{"kind": "me"}, {"kind": "bot"}], "memory": "xyz"},
        {"game": "elevenses", "seats": [{"kind": "me", "name": "<b>"}, {"kind": "bot"}]},
        {"game": "elevenses", "seats": [{"kind": "me"}, {"kind": "bot"}], "more": 1},
    ):
        answer = client.post("/api/tables", **body)
        assert answer.status_code in (400, 422), body
        assert answer.json()["error"]
    assert client.get("/api/tables/0123456789abcdef/view").status_code == 404
    assert client.get("/api/tables/x/view").status_code == 422
    assert httpx.post(f"{server.base}/api/tables", content=b"{", headers=QUIET).status_code == 422


def test_large_bodies_are_refused(server: Running) -> None:
    url, large = f"{server.base}/api/tables", b"x" * 40_000
    assert httpx.post(url, verify=NO_TLS, content=large, headers=QUIET).status_code == 413
    assert httpx.post(url, verify=NO_TLS, content=iter([large]), headers=QUIET).status_code in (400, 413)


def test_strange_messages_are_answered_and_large_ones_cut_off(client: Device) -> None:
    table = client.create("me", "bot")["table"]
    with client.socket(table) as socket:
        for text in ("{", "[]", '"x"', '{"type": "dance"}', '{"type": "move"}', '{"type": "look", "seat": "0"}'):
            socket.connection.send(text)
            assert socket.hear("error")["reason"]
        socket.send(type="ping")
        assert socket.hear("pong").keys() == {"type", "now", "page_version"}
        socket.connection.send("x" * 5000)
        with pytest.raises(ConnectionClosed):
            socket.hear("nothing more")
    with client.socket("0123456789abcdef") as socket:
        assert socket.hear("error")["reason"] == "there is no such table"


def test_too_many_requests_and_messages_are_slowed(tmp_path: Path) -> None:
    few = {"requests_per_second": 0.1, "request_burst": 8, "messages_per_second": 0.1, "message_burst": 5}
    running = Running(settings(tmp_path, **few))
    device = Device(running.base)
    table = device.create("me", "bot")["table"]
    with device.socket(table) as socket:
        for _ in range(8):
            socket.send(type="ping")
        assert "too many" in socket.hear("error")["reason"]
    answers = [device.get("/health").status_code for _ in range(12)]
    assert answers[0] == 200
    assert answers[-1] == 429
    running.stop()


def test_secrets_are_in_no_view_and_no_log(client: Device, friend: Friend) -> None:
    out, root = io.StringIO(), logging.getLogger()
    before, level = list(root.handlers), root.level
    configure_logging(verbose=True, stream=out)
    try:
        made = client.create("me", "friend")
        table = made["table"]
        claim = made["seats"][1]["link"].rsplit("/", 1)[1]
        other = friend()
        other.get(f"/join/{table}/{claim}")
        other.join(table, claim=claim)
        texts = [client.get(f"/api/tables/{table}/view").text, other.get("/api/tables").text]
        with other.socket(table) as socket:
            socket.hear("view")
            texts += socket.heard
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    secrets = [claim, *(seat["token"] for seat in made["seats"] if seat["token"]), client.http.cookies["eleven"]]
    server_lines = [line for line in out.getvalue().splitlines() if '"from": "httpx"' not in line]
    assert any('"route": "/api/tables/{table}/join"' in line for line in server_lines)
    assert all(json.loads(line)["at"] for line in server_lines)
    for secret in secrets:
        assert not any(secret in text for text in texts)
        assert not any(secret in line for line in server_lines)


def test_health(client: Device) -> None:
    answer = client.get("/health").json()
    assert answer["ok"]
    assert answer["store"]


def test_files_are_counted_apart_from_requests(tmp_path: Path) -> None:
    running = Running(
        settings(tmp_path, requests_per_second=0.01, request_burst=3, files_per_second=0.01, file_burst=30)
    )
    try:
        client = Device(running.base)
        assert [client.get("/static/table/connection.js").status_code for _ in range(30)] == [200] * 30
        assert [client.get("/health").status_code for _ in range(4)] == [200, 200, 200, 429]
        assert client.get("/static/table/connection.js").status_code == 429
    finally:
        running.stop()
