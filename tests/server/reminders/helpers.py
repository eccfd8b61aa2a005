"""Helpers for tests of reminders: playing turns, following links and waiting."""

import time
from collections.abc import Callable
from typing import Any

from eleven.server.reminders.reminder_timer import Reminders
from eleven.server.store import records
from tests.server.conftest import PATIENCE, Device, Running
from tests.server.reminders.post_office import MailBox

ANN, BEN = "ann@example.org", "ben@example.org"


def wait_for(true: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "what was waited for did not happen"
        time.sleep(0.01)


def open_link(device: Device, url: str, **more: Any) -> str:
    """Follow a link of a message and press its button, like a browser without the app's header."""
    del device.http.headers["X-Table-Eleven"]
    device.http.headers["Origin"] = "null"  # as browsers send it from a page with `no-referrer`
    device.http.headers["Accept"] = "text/html"
    path = url.removeprefix(device.base)
    page = device.get(path)
    assert page.status_code == 200, page.text
    assert '<form id="ask" method="post"' in page.text
    answer = device.http.post(path, **more)
    assert answer.status_code == 200, answer.text
    return answer.text


def want_mail(device: Device, box: MailBox, address: str, **wish: Any) -> None:
    answer = device.post("/api/me/reminders/mail", address=address, **wish)
    assert answer.status_code == 201, answer.text
    assert answer.json()["mail"]["state"] == "asked"
    open_link(Device(device.base), box.link(address, "confirm"))
    assert device.get("/api/me/reminders").json()["mail"]["state"] == "on"


def play_turn(device: Device, table: str) -> None:
    """Play until it is somebody else's turn."""
    while (view := device.view(table))["yours"]:
        assert not view["over"]
        move = {"action": view["actions"][0]["name"], "version": view["version"]}
        assert device.post(f"/api/tables/{table}/moves", **move).status_code == 200


def looked_at(running: Running) -> None:
    """Wait until all due tables have been processed, and all due reminders have been sent."""
    reminders: Reminders = running.app.state.tables.reminders
    loop = running.server.servers[0].get_loop()
    looks: list[int] = []

    def look() -> None:
        following = reminders.deadlines.next
        looks.append(int(not reminders.changed and (following is None or following > records.now())))

    while sum(looks[-5:]) < 5:
        loop.call_soon_threadsafe(look)
        time.sleep(0.02)


def stored(running: Running, table: str) -> list[tuple[Any, ...]]:
    with running.app.state.tables.store.engine.connect() as connection:
        return [tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {table}")]
