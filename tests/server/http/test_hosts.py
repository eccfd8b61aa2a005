"""A server answers to its own names, and believes a proxy only when it was told that there is one."""

import socket
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.requests import Request
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus

from eleven.cli import app
from eleven.server.http.allowed_hosts import AllowedHosts, host_in
from eleven.server.http.identity import links
from eleven.server.live.tables import Tables
from eleven.server.settings import Settings
from tests.server.conftest import PATIENCE, QUIET, Device, Running, settings


def allows(host: str, listening: str = "127.0.0.1", *, to: str = "127.0.0.1", names: tuple[str, ...] = ()) -> bool:
    found = host_in(host)
    assert found is not None
    return AllowedHosts(Settings(listening, allow_hosts=names)).allows(found, {"server": (to, 1111)})


def test_only_hosts_that_are_listened_on_are_allowed() -> None:
    for name in ("localhost", "LOCALHOST:1111", "127.0.0.1:80", "[::1]:1111", "localhost."):
        assert allows(name)
    for name in ("evil.example", "evil.example:1111", "127.0.0.1.evil.example", "192.0.2.7", "localhost.evil.example"):
        assert not allows(name)
    assert allows("table.lan:1111", "table.lan")
    assert allows("[2001:DB8:0::1]", "2001:db8::1")


def test_listening_everywhere_allows_the_names_of_this_machine_and_the_address_one_came_in_by() -> None:
    name = socket.gethostname()
    assert allows(name, "0.0.0.0")
    assert allows(f"{name.partition('.')[0]}.local:1111", "0.0.0.0")
    assert not allows(name)
    assert allows("192.0.2.7:1111", "0.0.0.0", to="192.0.2.7")
    assert allows("192.0.2.7", "::", to="::ffff:192.0.2.7")
    assert not allows("192.0.2.8:1111", "0.0.0.0", to="192.0.2.7")
    assert not allows("evil.example", "0.0.0.0", to="192.0.2.7")


def test_names_can_be_added() -> None:
    assert allows("Tables.Example.org", names=("tables.example.org", "other.example"))
    assert not allows("www.tables.example.org", names=("tables.example.org",))


@pytest.mark.parametrize("header", ["", " ", "[", "[::1", "a b", "a/b", "a:b", "a@b", "a:123456", "é.example", "a\x00"])
def test_an_invalid_host_header_names_no_host(header: str) -> None:
    assert host_in(header) is None


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
def test_links_name_an_address_that_others_can_reach(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "eleven.server.settings.address_on_network", lambda ipv6: "2001:db8::7" if ipv6 else "192.0.2.7"
    )
    headers = [(b"host", f"{name}:1111".encode())]
    request = Request({"type": "http", "scheme": "http", "path": "/", "query_string": b"", "headers": headers})

    def base(listening: str) -> str:
        return links.base_url(request, cast(Tables, SimpleNamespace(settings=Settings(listening))))

    assert base("0.0.0.0") == "http://192.0.2.7:1111"
    assert base("::") == "http://[2001:db8::7]:1111"
    assert base("127.0.0.1") == f"http://{name}:1111"


def raw(base: str, request: bytes) -> bytes:
    """What a server answers to these bytes."""
    where = urlsplit(base)
    with socket.create_connection((str(where.hostname), where.port or 80), timeout=PATIENCE) as line:
        line.sendall(request)
        return line.recv(65536)


@pytest.mark.slow
def test_dns_rebinding_is_refused(client: Device) -> None:
    """DNS rebinding: host and origin are the same, and both are somebody else's."""
    evil = {"Host": "evil.example", "Origin": "http://evil.example"}
    assert httpx.get(f"{client.base}/api/games", headers=evil).status_code == 421
    body = {"game": "elevenses", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    answer = httpx.post(f"{client.base}/api/tables", json=body, headers={**QUIET, **evil, "Accept-Language": "de"})
    assert answer.status_code == 421
    assert "evil.example" in answer.json()["error"]
    assert "dieser Server" in answer.json()["error"]
    assert answer.headers["x-frame-options"] == "DENY"
    table = client.create("me", "bot")["table"]
    with pytest.raises(InvalidStatus), client.socket(table, -1, **evil) as socket:
        socket.receive()
    upgrade = f"GET /ws/{table} HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\n"
    upgrade += "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    assert raw(client.base, upgrade.encode()).startswith(b"HTTP/1.1 421")
    assert raw(client.base, upgrade.replace("evil.example", urlsplit(client.base).netloc).encode()).startswith(
        b"HTTP/1.1 101"
    )
    for lines in (b"", b"Host: [\r\n", b"Host: a\r\nHost: 127.0.0.1\r\n"):
        answered = raw(client.base, b"GET /health HTTP/1.1\r\n" + lines + b"Connection: close\r\n\r\n")
        assert answered.startswith(b"HTTP/1.1 400"), answered


@pytest.mark.slow
def test_forwarded_headers_count_only_behind_a_proxy(tmp_path: Path) -> None:
    few = {"requests_per_second": 0.001, "request_burst": 5}

    def answers(**more: object) -> list[int]:
        running = Running(settings(tmp_path, **few, **more))
        try:
            headers = [{"X-Forwarded-For": f"192.0.2.{i}", "Forwarded": f"for=192.0.2.{i}"} for i in range(10)]
            return [httpx.get(f"{running.base}/health", headers=line).status_code for line in headers]
        finally:
            running.stop()

    assert answers() == [200] * 5 + [429] * 5
    assert answers(behind_proxy=True) == [200] * 10


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a client choose any loopback address")
def test_a_proxy_elsewhere_is_trusted_if_it_is_named(tmp_path: Path) -> None:
    forwarded = {**QUIET, "X-Forwarded-For": "8.8.8.8", "X-Forwarded-Proto": "https"}
    body = {"game": "elevenses", "seats": [{"kind": "me"}, {"kind": "friend"}]}

    def made(trusted: str) -> tuple[bool, bool, int]:
        """Whether the cookie is Secure and the link https, and the answer to another client."""
        few = {"requests_per_second": 0.001, "request_burst": 1}
        running = Running(settings(tmp_path, behind_proxy=True, trusted_proxies=(trusted,), **few))
        try:
            proxy = httpx.HTTPTransport(local_address="127.0.0.2")
            with httpx.Client(transport=proxy, base_url=running.base, headers=forwarded) as through:
                answer = through.post("/api/tables", json=body)
                another = through.get("/health", headers={"X-Forwarded-For": "9.9.9.9"})
            assert answer.status_code == 201, answer.text
            link = answer.json()["seats"][1]["url"]
            return "Secure" in answer.headers["set-cookie"], link.startswith("https:"), another.status_code
        finally:
            running.stop()

    assert made("127.0.0.2") == made("127.0.0.0/29") == (True, True, 200)
    assert made("127.0.0.3") == (False, False, 429)


def test_options_of_serve_set_proxy_and_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[Settings] = []
    monkeypatch.setattr("eleven.server.serve.run", lambda settings, *_: chosen.append(settings))
    monkeypatch.setattr("eleven.server.command.restart_without_numba", lambda _: None)
    run = CliRunner().invoke
    assert (
        run(app, ["serve", "--behind-proxy", "--allow-host", "a.example", "--allow-host", "b.example"]).exit_code == 0
    )
    assert chosen[0].behind_proxy
    assert chosen[0].allow_hosts == ("a.example", "b.example")
    assert run(app, ["serve"]).exit_code == 0
    assert not chosen[1].behind_proxy
    assert chosen[1].allow_hosts == ()
    assert run(app, ["serve", "--trusted-proxy", "10.0.0.7", "--trusted-proxy", "10.1.0.0/16"]).exit_code == 0
    assert chosen[2].behind_proxy
    assert chosen[2].trusted_proxies == ("10.0.0.7", "10.1.0.0/16")
    assert run(app, ["serve"], env={"ELEVEN_TRUSTED_PROXY": "10.0.0.7 fd00::/8"}).exit_code == 0
    assert chosen[3].trusted_proxies == ("10.0.0.7", "fd00::/8")
    said = run(app, ["serve", "--help"], terminal_width=200).output
    assert "--behind-proxy --allow-host tables.example.org" in said
