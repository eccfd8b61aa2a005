"""Reviews at the server: made once, with progress, kept for tables, and as secret as the replay."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from eleven.core.text.log import write_log
from eleven.core.text.narration import sentence
from eleven.server.replays.replay import Replay
from eleven.server.replays.review_jobs import with_sentences
from eleven.server.store import Store
from eleven.server.views.languages import words_of
from tests.bots.test_winning import GIVE_AWAY
from tests.server.conftest import Device, Running, settings
from tests.server.replays.test_replay import finished
from tests.support import Scene

pytestmark = pytest.mark.slow

Json = dict[str, Any]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    running = Running(settings(tmp_path, review_simulations=4))
    yield running
    running.stop()


def blunder() -> str:
    scene = Scene("eleven_board", GIVE_AWAY).play("lay yellow-10", "lay yellow-9", "stop", "keep", "lay yellow-12")
    return write_log(scene.match)


def reviewed(device: Device, name: str) -> Json:
    """Wait until a review is done; progress only grows."""
    progress, told = 0.0, device.post(f"/api/replays/{name}/review").json()
    while told["state"] != "done":
        assert told["state"] in ("waiting", "working")
        assert told["progress"] >= progress
        progress = told["progress"]
        time.sleep(0.1)
        told = device.get(f"/api/replays/{name}/review").json()
    found: Json = told["review"]
    return found


def test_a_review_is_made_once_and_told_in_words(client: Device, server: Running) -> None:
    name = client.post("/api/replays", log=blunder()).json()["replay"]
    assert client.get(f"/api/replays/{name}/review").json()["state"] == "none"
    found = reviewed(client, name)
    assert len(found["shares"]) == 6
    assert all(0 <= share["value"] <= 1 for row in found["shares"] for share in row)
    assert {row["seat"] for row in found["luck"]} == {"1", "2"}
    assert "decisions" not in found
    job = server.app.state.reviews._jobs[name]
    assert client.post(f"/api/replays/{name}/review").json()["review"] == found
    assert server.app.state.reviews._jobs[name] is job


def test_the_review_of_a_table_is_stored(
    client: Device, server: Running, friend: Callable[[], Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(client)
    assert friend().post(f"/api/replays/{table}/review").status_code == 403
    running = client.create("me", "hotseat")["table"]
    assert client.post(f"/api/replays/{running}/review").status_code == 409
    store: Store = server.app.state.tables.store
    kept = '{"costliest": [], "shares": [], "decisions": [1]}'
    asyncio.run(store.keep_review(table, kept))
    asyncio.run(store.keep_review(table, "{}"))
    told = client.get(f"/api/replays/{table}/review").json()
    assert told == {"state": "done", "progress": 1.0, "review": {"costliest": [], "shares": []}}


def test_a_costly_decision_is_told_with_the_replies_in_the_readers_language() -> None:
    scene = Scene("eleven_board", GIVE_AWAY)
    replay = SimpleNamespace(game=scene.game, names=lambda language: ("Ann", "Ben"))
    reply = {"seat": "2", "action": "stop", "share": 0.6}
    row = {
        "step": 0,
        "action": "keep",
        "best": "stop",
        "why": {"after": reply, "instead": None, "worse": 0.8, "better": 0.1},
    }
    told: Any = with_sentences(
        {"costliest": [row, {"step": 4, "action": "keep", "best": "stop"}]}, cast(Replay, replay), "de"
    )
    first, second = told["costliest"]
    stop = sentence(scene.game, scene.game.actions.named("stop").id, words_of("eleven_board", "de"))
    assert first["better"] == first["why"]["after"]["sentence"] == stop
    assert first["why"]["instead"] is None
    assert (first["step"], second["step"]) == (1, 5), "decisions are counted from one, as in the log"
    assert second["why"] is None, "a review that was kept before there were reasons"
