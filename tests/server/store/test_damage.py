"""One damaged row is shown as what it is, in words, and harms nobody else."""

import sqlite3
from pathlib import Path

import pytest

from eleven.core.text.words import LANGUAGES
from tests.server.conftest import Device, Running, settings

pytestmark = pytest.mark.slow

BROKEN_BODY = ("UPDATE events SET body = '{\"ki' WHERE table_id = ? AND sequence = 2", "event 2 cannot be repeated")
NO_OBJECT = ("UPDATE events SET body = '[1]' WHERE table_id = ? AND sequence = 2", "event 2 cannot be repeated")
UNKNOWN_KIND = ("UPDATE events SET kind = 'dance' WHERE table_id = ? AND sequence = 1", "no events of the kind 'dance'")
WRONG_SEAT = ("UPDATE events SET seat = 99 WHERE table_id = ? AND sequence = 1", "event 1 cannot be repeated")
GAP = ("DELETE FROM events WHERE table_id = ? AND sequence = 1", "event 2 cannot be repeated")
UNKNOWN_GAME = ("UPDATE tables SET game = 'whist' WHERE id = ?", "this table is damaged: there is no game 'whist'")
BROKEN_OPTIONS = ("UPDATE tables SET options = '{' WHERE id = ?", "this table is damaged")


@pytest.mark.parametrize(
    ("damage", "reason"), [BROKEN_BODY, NO_OBJECT, UNKNOWN_KIND, WRONG_SEAT, GAP, UNKNOWN_GAME, BROKEN_OPTIONS]
)
def test_a_damaged_table_harms_nobody_else(tmp_path: Path, damage: str, reason: str) -> None:
    first = Running(settings(tmp_path))
    owner = Device(first.base)
    whole, broken = (owner.create("me", "friend", public=True, hints=True)["table"] for _ in range(2))
    bots = owner.create("me", "bot")["table"]
    first.stop()
    connection = sqlite3.connect(tmp_path / "tables.sqlite")
    connection.execute(damage, (broken,))
    connection.commit()
    connection.close()

    second = Running(settings(tmp_path))
    again, stranger = Device(second.base), Device(second.base)
    again.http.cookies.update(owner.http.cookies)
    for lines in (again.get("/api/tables").json()["mine"], stranger.get("/api/tables").json()["open"]):
        problems = {line["table"]: line["problem"] for line in lines}
        assert reason in problems[broken]
        assert problems[whole] == ""
    said = {again.get("/api/tables", language=language).json()["mine"][1]["problem"] for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    _shown_at_its_address(again, broken, reason)
    for path in ("moves", "leave", "take_over", "rematch", "join"):
        answer = again.post(f"/api/tables/{broken}/{path}", **BODIES.get(path, {}))
        assert 400 <= answer.status_code < 500, (path, answer.text)
    assert stranger.post(f"/api/tables/{whole}/join", name="Ben").status_code == 200
    while not (view := again.view(bots))["yours"]:
        assert view["stage"] == "playing"
    second.stop()


BODIES: dict[str, dict[str, object]] = {"moves": {"action": "end", "version": 0, "seat": 0}, "take_over": {"seat": 1}}


def _shown_at_its_address(device: Device, table: str, reason: str) -> None:
    answer = device.get(f"/api/tables/{table}/view")
    if answer.status_code == 200:
        assert reason in answer.json()["message"]
    else:
        assert answer.status_code == 409
        assert reason in answer.json()["error"]
    with device.socket(table) as socket:
        message = socket.receive()
        assert reason in (message["message"] if message["type"] == "view" else message["reason"])
