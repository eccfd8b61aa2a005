"""`/metrics`: the figures move with what happens, and the world is not told."""

import re
from pathlib import Path

import pytest

from eleven.server.http.routes.metrics import is_private_address
from tests.server.conftest import Device, Running, settings


def figure(device: Device, name: str) -> float:
    text = device.get("/metrics").text
    found = re.search(rf"^{name} ([\d.e+]+)$", text, re.MULTILINE)
    assert found, text
    return float(found[1])


def test_metrics_change_with_what_happens(tmp_path: Path) -> None:
    server = Running(settings(tmp_path))
    try:
        device = Device(server.base)
        assert device.get("/metrics").headers["content-type"].startswith("text/plain")
        assert figure(device, "eleven_move_seconds_count") == 0
        table = device.create("me", "hotseat")["table"]
        view = device.view(table, seat=device.view(table)["asked"])
        move = {"action": view["actions"][0]["name"], "version": view["version"]}
        assert device.post(f"/api/tables/{table}/moves", **move).status_code == 200
        assert device.post(f"/api/tables/{table}/moves", **move).status_code == 409
        assert figure(device, "eleven_move_seconds_count") == 2
        assert figure(device, "eleven_moves_refused_total") == 1
        assert figure(device, "eleven_tables") == 1
        assert figure(device, "eleven_store_commits") >= 2
        assert figure(device, "eleven_store_lag_seconds") >= 0
        assert figure(device, "eleven_bots_waiting") == 0
        with device.socket(table) as socket:
            socket.hear("view")
            assert figure(device, "eleven_sockets") == 1
        assert table not in device.get("/metrics").text
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("where", "near"),
    [("127.0.0.1", True), ("::1", True), ("10.0.0.3", True), ("192.168.1.9", True), ("8.8.8.8", False), ("", False)],
)
def test_only_the_private_network_is_told(where: str, near: bool) -> None:
    assert is_private_address(where) is near


def test_behind_a_proxy_the_world_is_refused(tmp_path: Path) -> None:
    server = Running(settings(tmp_path, behind_proxy=True))
    try:
        device = Device(server.base)
        assert device.http.get("/metrics", headers={"X-Forwarded-For": "8.8.8.8"}).status_code == 403
        assert device.http.get("/metrics", headers={"X-Forwarded-For": "10.1.2.3"}).status_code == 200
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ({}, 200),
        ({"X-Forwarded-For": "10.1.2.3"}, 200),
        ({"X-Forwarded-For": "8.8.8.8"}, 403),
        ({"X-Forwarded-For": "10.1.2.3, 8.8.8.8"}, 403),
        ({"X-Forwarded-For": "8.8.8.8, 10.1.2.3"}, 403),
        ({"X-Forwarded-For": "unknown"}, 403),
        ({"Forwarded": "for=8.8.8.8"}, 403),
    ],
)
def test_the_world_is_refused_also_through_a_proxy_that_nobody_named(
    client: Device, header: dict[str, str], status: int
) -> None:
    assert client.http.get("/metrics", headers=header).status_code == status
