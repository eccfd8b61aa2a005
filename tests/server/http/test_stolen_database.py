"""A stolen database without the key file gives access to no seat and no account.

Every table of the database has something in it here, so one that comes later must be filled in, and is tried too.
"""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, insert

from eleven.server.http.identity.signing import COOKIE, Signer
from eleven.server.http.routes.people import read_code
from eleven.server.live.tables import Tables
from eleven.server.reminders.push import PushKey
from eleven.server.store import schema
from eleven.server.store.rows.people import CODE, LINK, hashed
from tests.server.conftest import Device, Running
from tests.server.http.test_leaving import be_reminded
from tests.server.http.test_passkeys import with_passkey
from tests.server.http.test_people import link
from tests.server.matchmaking.test_friends import friends, have_played

OTHERS: dict[Table, dict[str, Any]] = {
    schema.PROCESSES: {"id": "a-process", "until": 1},
    schema.CLAIMS: {"name": "turns 0123456789abcdef", "process": "a-process"},
    schema.PRESENCE: {"table_id": "0123456789abcdef", "process": "a-process", "seats": "0"},
    schema.OPENED_LOGS: {"name": "log-0123456789abcdef", "at": 1, "body": "table-eleven log: 1"},
}
"""What only several serving processes write."""


class Victim:
    """Somebody who uses all there is, and what they know that nobody else does."""

    def __init__(self, running: Running) -> None:
        self.tables: Tables = running.app.state.tables
        self.device = Device(running.base.replace("127.0.0.1", "localhost"))
        self.friend = Device(self.device.base)
        self.device.post("/api/me", name="Ann", settings={"theme": "dark"})
        self.friend.post("/api/me", name="Bob")
        assert self.device.get("/api/me").json()["known"]
        self.holder = str(self.tables.signer.holder(self.device.http.cookies[COOKIE]))
        made = self.device.create("me", "friend")
        self.table = made["table"]
        self.claim = made["seats"][1]["link"].rpartition("/")[2]
        self.token = made["seats"][0]["token"]
        self.link, self.code = link(self.device), read_code(self.device.post("/api/me/code").json()["code"])
        with_passkey(self.device)
        self.device.post("/api/me/passkeys/challenge")
        self._chat_and_be_found(running)
        asyncio.run(be_reminded(self.tables.reminders, self.holder, self.table))
        with self.tables.store.engine.begin() as connection:
            for table, row in OTHERS.items():
                connection.execute(insert(table).values(**row))
            connection.execute(insert(schema.REVIEWS).values(table_id=self.table, body="{}"))
            rating = {"holder": self.holder, "game": "elefant", "mu": 25.0, "sigma": 8.0, "games": 1, "changed": 1}
            connection.execute(insert(schema.RATINGS).values(**rating))

    def _chat_and_be_found(self, running: Running) -> None:
        self.friend.join(self.table, claim=self.claim, name="Bob")
        self.friend.post(f"/api/tables/{self.table}/chat", text="hello")
        self.device.post(f"/api/tables/{self.table}/chat/1/report")
        have_played(running, "elevenses", 100, self.device, self.friend)
        self.known_as = friends(self.device)[0]["friend"]
        self.device.post(f"/api/me/friends/{self.known_as}/block")
        self.device.post("/api/play_now", game="elevenses", players=2, pace="none")

    def secrets(self) -> list[str]:
        """All that opens something."""
        signer = self.tables.signer
        mail = [signer.mail_link(purpose, self.holder) for purpose in ("confirm", "stop")]
        cookies = [device.http.cookies[COOKIE] for device in (self.device, self.friend)]
        opening = [*cookies, self.claim, self.token, self.link, self.code, signer.replay_key(self.table)]
        return [*opening, *mail, self.known_as]


def strings_in(value: Any) -> Iterator[str]:
    """All texts in what a cell holds."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from strings_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings_in(part)
    else:
        yield str(value)


def cells_of(database: Path) -> Iterator[tuple[str, str]]:
    """Each cell of a database with its table, and what lies in those that are JSON."""
    with closing(sqlite3.connect(database)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            for row in connection.execute(f"SELECT * FROM {name}"):
                for cell in row:
                    yield name, str(cell)
                    if str(cell)[:1] in ("{", "["):
                        yield from ((name, text) for text in strings_in(json.loads(cell)))


@pytest.fixture
def victim(server: Running) -> Victim:
    return Victim(server)


@pytest.fixture
def stolen(victim: Victim, tmp_path: Path) -> set[str]:
    """All that stands in the database."""
    found = list(cells_of(tmp_path / "tables.sqlite"))
    assert {table.name for table in schema.METADATA.sorted_tables} <= {name for name, _ in found}
    assert victim.holder in {cell for _, cell in found}, "the holder's name is there, and opens nothing:"
    return {cell for _, cell in found}


def test_nothing_in_it_opens_a_seat_or_an_account(stolen: set[str], victim: Victim) -> None:
    signer, foreign = victim.tables.signer, Signer("f" * 64)
    assert not any(secret in cell for secret in victim.secrets() for cell in stolen)
    for cell in stolen:
        for cookie in (cell, foreign.cookie_for(cell)):
            assert signer.holder(cookie) is None, cell
        for text in (cell, foreign.claim(victim.table, 0, 1), foreign.token(victim.table, 0, 1)):
            assert signer.read_claim(text) is None, cell
            assert signer.read_token(text) is None, cell
        assert not signer.opens_replay(victim.table, cell)


def test_nothing_in_it_is_a_link_or_a_code(stolen: set[str], server: Running) -> None:
    async def opened() -> list[str]:
        kept, found = server.app.state.people, []
        for cell in stolen:
            tried = [(LINK, hashed(cell)), (CODE, hashed(read_code(cell)))]
            found += [cell for kind, name in tried if await kept.find(kind, name)]
        return found

    assert asyncio.run(opened()) == []


def test_nothing_in_it_confirms_or_stops_reminders_or_signs_them(stolen: set[str], victim: Victim) -> None:
    """Where people want to be reminded is there to be read; no link of a message is, and not the key of pushes."""
    signer, foreign = victim.tables.signer, Signer("f" * 64)
    assert "ann@example.org" in stolen
    assert any(cell.startswith("https://push.example.org/") for cell in stolen)
    for cell in stolen:
        for purpose in ("confirm", "stop"):
            assert signer.read_mail_link(purpose, cell) is None
            assert signer.read_mail_link(purpose, foreign.mail_link(purpose, cell)) is None
        assert PushKey(cell).public != victim.tables.reminders.push_key.public


def test_a_thief_who_comes_to_the_server_looks_on_and_no_more(stolen: set[str], victim: Victim) -> None:
    """As the documentation says: the name of a private table is enough to be its spectator."""
    thief = Device(victim.device.base)
    for cookie in (victim.holder, Signer("f" * 64).cookie_for(victim.holder)):
        thief.http.cookies.set(COOKIE, cookie)
        assert thief.get("/api/me").json() == Device(victim.device.base).get("/api/me").json()
        assert thief.get("/api/me/games").json()["games"] == []
        view = thief.view(victim.table)
        assert (view["you"], view["yours"]) == (None, False)
        move = {"action": "play red-tea", "version": view["version"]}
        refused = {
            f"/api/tables/{victim.table}/moves": move,
            f"/api/tables/{victim.table}/join": {"claim": victim.table, "name": "Eve"},
            f"/api/tables/{victim.table}/leave": {},
            "/api/me/delete": {},
        }
        answers = {path: thief.post(path, **body).status_code for path, body in refused.items()}
        assert set(answers.values()) == {403}, answers
        thief.http.cookies.clear()
    assert victim.device.view(victim.table)["you"] == 0
