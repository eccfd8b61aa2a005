"""Every view is of one type: live, replayed and taught, of every game, from every seat and a spectator's."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import TypeAdapter

from eleven.core.contract.game import games
from eleven.server.sockets.connection import Connection
from eleven.server.sockets.messages import OUTGOING
from eleven.server.views.lessons import has_lesson, lesson
from eleven.server.views.typescript import CHOICES_FILE, TYPES, choices, typescript
from eleven.server.views.view_types import View
from tests.server.conftest import Device
from tests.server.replays.test_replay import finished

RECEIVED = [name.removeprefix("_on_") for name in vars(Connection) if name.startswith("_on_")]
SENT = ("view", "ack", "refused", "why", "hint", "pong", "error")
ADAPTER: TypeAdapter[Any] = TypeAdapter(View)


def check(view: dict[str, Any]) -> None:
    """No field too many, none too few, and each of its type."""
    ADAPTER.validate_python(view, strict=True)


def test_a_field_too_many_or_too_few_is_found(client: Device) -> None:
    view = client.view(client.create("me", "friend")["table"])
    check(view)
    for wrong in ({**view, "more": 1}, {**view, "version": "1"}, {key: view[key] for key in view if key != "round"}):
        with pytest.raises(ValueError, match="1 validation error"):
            check(wrong)


@pytest.mark.parametrize("game", sorted(games()))
def test_live_views_have_the_type(client: Device, friend: Callable[[], Device], game: str) -> None:
    players = min(games()[game].players)
    table = client.create("me", *["hotseat"] * (players - 1), game=game, public=True)["table"]
    for decisions in range(12):
        views = [client.view(table, seat=seat) for seat in range(players)] + [friend().view(table)]
        for view in views:
            check(view)
        asked = next((view for view in views if view["yours"]), None)
        if asked is None:
            assert decisions
            break
        name = asked["actions"][-1]["name"]
        client.post(f"/api/tables/{table}/moves", action=name, version=asked["version"])


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(games()))
def test_the_end_and_the_replay_have_the_type(client: Device, game: str) -> None:
    table = finished(client, game)
    check(client.view(table))
    replay = client.get(f"/api/replays/{table}").json()
    for seat in replay["viewers"]:
        for step in (0, replay["last"] // 2, replay["last"]):
            check(client.get(f"/api/replays/{table}/view", step=step, seat=seat).json())


@pytest.mark.parametrize("game", [game.id for game in games().values() if has_lesson(game)])
def test_lessons_have_the_type(client: Device, game: str) -> None:
    assert lesson(game, "en")["steps"]
    for step in client.get(f"/api/lessons/{game}").json()["steps"]:
        for view in (step["view"], *step["then"]):
            check(view)


@pytest.mark.slow
def test_the_api_describes_views(client: Device) -> None:
    document = client.get("/api/openapi.json").json()
    for path in ("/api/tables/{table}/view", "/api/replays/{replay_id}/view"):
        answer = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
        assert answer["schema"] == {"$ref": "#/components/schemas/View"}
    fields = document["components"]["schemas"]["View"]["properties"]
    assert all(field["description"] for field in fields.values())


def test_the_api_describes_lessons_and_the_messages_of_a_socket(client: Device) -> None:
    document = client.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]
    answer = document["paths"]["/api/lessons/{game}"]["get"]["responses"]["200"]["content"]["application/json"]
    assert answer["schema"] == {"$ref": "#/components/schemas/Lesson"}
    for name, handled in (("SocketRequest", RECEIVED), ("SocketMessage", SENT)):
        assert set(schemas[name]["discriminator"]["mapping"]) == set(handled)
        assert all(part["$ref"].rpartition("/")[2] in schemas for part in schemas[name]["oneOf"])


def test_what_a_socket_says_has_the_type(client: Device) -> None:
    """Every kind of message that a table of people and a bot is sent, whatever it is told."""
    table = client.create("me", "bot", hints=True)["table"]
    with client.socket(table) as socket:
        view = socket.hear("view")
        while not view["yours"]:
            view = socket.hear("view")
        socket.send(type="ping")
        socket.send(type="why", action=view["actions"][0]["name"])
        socket.send(type="nonsense")
        socket.send(type="move", version=view["version"], action="nothing of the kind", id="1")
        socket.send(type="hint")
        socket.hear("hint")
        socket.send(type="move", version=view["version"], action=view["actions"][0]["name"], id="2")
        socket.view_after(view["version"] + 1)
        heard = [OUTGOING.validate_json(text, strict=True) for text in socket.heard]
    assert {json.loads(text)["type"] for text in socket.heard} == set(SENT)
    assert len(heard) == len(socket.heard)


BY_HAND = {TYPES / "page.d.ts"}
LONGEST = 300
LONGER = {TYPES / "view.d.ts"}


def test_the_types_of_the_page_are_made_of_the_document() -> None:
    told = "run python -m eleven.server.views.typescript"
    files = typescript()
    assert {*TYPES.glob("*.d.ts")} == BY_HAND | files.keys()
    for path, text in files.items():
        assert path.read_text(encoding="utf-8") == text, told
        assert path in LONGER or len(text.splitlines()) <= LONGEST
    assert CHOICES_FILE.read_text(encoding="utf-8") == choices(), told


def test_every_answer_has_a_type_of_the_page(client: Device) -> None:
    document = client.get("/api/openapi.json").json()
    types = {name for text in typescript().values() for name in re.findall(r"^export \w+ (\w+)", text, re.MULTILINE)}
    for path, operations in document["paths"].items():
        for operation in operations.values() if path.startswith("/api/") else ():
            answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            assert set(re.findall(r"schemas/(\w+)", json.dumps(answers))) <= types, path
