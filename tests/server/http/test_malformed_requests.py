"""Odd requests that once were too much for the server: each is answered in words, with the safe headers."""

import io
import logging
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from fastapi import FastAPI

from eleven.core.rules import luck
from eleven.server.http.security import SECURITY_HEADERS
from eleven.server.process.json_logging import configure_logging
from tests.server.conftest import QUIET, Device, Running, settings

pytestmark = pytest.mark.slow


@pytest.fixture
def log_output() -> Iterator[io.StringIO]:
    """What the server writes into its log."""
    out, root = io.StringIO(), logging.getLogger()
    before, level = list(root.handlers), root.level
    configure_logging(stream=out)
    yield out
    root.handlers[:] = before
    root.setLevel(level)


def safe(answer: httpx.Response) -> bool:
    return all(answer.headers.get(name) == value for name, value in SECURITY_HEADERS.items())


@pytest.mark.parametrize("origin", ["http://[", "http://]", "[", "http://[::1", "", "http://a]b"])
def test_an_origin_that_is_no_address_is_refused(client: Device, log_output: io.StringIO, origin: str) -> None:
    answer = httpx.post(f"{client.base}/api/tables", json={}, headers={**QUIET, "Origin": origin})
    assert answer.status_code in (400, 403)
    assert answer.status_code == 400 or safe(answer)
    assert "trace" not in log_output.getvalue()


def test_a_fault_of_ours_is_said_with_the_safe_headers_and_noted_once(tmp_path: Path, log_output: io.StringIO) -> None:
    running = Running(settings(tmp_path))
    app: FastAPI = running.app

    async def broken() -> None:
        raise RuntimeError("on purpose")

    app.add_api_route("/api/broken", broken)
    app.router.routes.insert(0, app.router.routes.pop())
    try:
        answer = httpx.get(f"{running.base}/api/broken", headers={"Accept-Language": "fr"})
        assert answer.status_code == 500
        assert safe(answer)
        assert answer.json()["error"].startswith("quelque chose a mal tourné ici")
        assert log_output.getvalue().count('"trace"') == 1
    finally:
        running.stop()


@pytest.mark.parametrize("outcomes", [luck.TAPE, 15_000])
def test_a_log_with_more_luck_than_a_decision_has_is_refused(
    client: Device, log_output: io.StringIO, outcomes: int
) -> None:
    head = "table-eleven log: 1\ngame: elevenses\nplayers: 2\n"
    answer = client.post("/api/replays", log=f"{head}luck deal: {'red-tea ' * outcomes}\n")
    assert answer.status_code == 400
    assert str(luck.TAPE) in answer.json()["error"]
    assert "trace" not in log_output.getvalue()


@pytest.mark.parametrize("name", ["\x00", "a" * 16 + "\x00", "0123456789ABCDEF", "é" * 16, "a" * 5000, "' OR 1=1"])
def test_the_store_is_not_asked_for_impossible_table_names(
    client: Device, server: Running, name: str, log_output: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.app.state.tables.store, "table", None)
    with client.socket(quote(name, safe="")) as socket:
        assert socket.hear("error")["reason"] == "there is no such table"
    assert client.get(f"/api/tables/{quote(name, safe='')}/view").status_code in (404, 422)
    assert client.get(f"/api/replays/{quote(name, safe='')}").status_code in (404, 422)
    assert "trace" not in log_output.getvalue()
