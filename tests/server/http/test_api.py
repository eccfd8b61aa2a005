"""The public API: the example bot plays through it, its description is complete, and nothing makes it stumble."""

import importlib.util
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import data, sampled_from

from tests.effort import usual_or
from tests.server.conftest import Device, Running

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[3] / "examples" / "bot.py"


def example() -> Any:
    spec = importlib.util.spec_from_file_location("example_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_bot_is_short_and_plays_a_game(client: Device) -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 60
    bot = example()
    dice = random.Random(4)
    bot.choose = lambda view: dice.choice(view["actions"])["name"]
    seats = [{"kind": "me"}, {"kind": "bot"}]
    made = client.post("/api/tables", game="elevenses", seats=seats).json()  # the bot itself adds the share of its seat
    over = bot.play(bot.Seat(client.base, made["table"], made["seats"][0]["token"]))
    assert over["scores"] == client.view(made["table"])["over"]["scores"]


def test_a_token_is_for_one_seat_of_one_table(client: Device, friend: Any) -> None:
    made, other = client.create("me", "hotseat"), client.create("me", "hotseat")
    token = made["seats"][1]["token"]
    stranger = friend()
    stranger.http.headers["Authorization"] = f"Bearer {token}"
    assert stranger.view(made["table"])["you"] == 1
    assert stranger.view(other["table"])["you"] is None
    assert stranger.get(f"/api/tables/{made['table']}/view", seat=0).status_code == 403
    stranger.http.headers["Authorization"] = f"Bearer {token[:-8]}xxxxxxxx"
    assert stranger.get(f"/api/tables/{made['table']}/view").status_code == 403
    claim = made["seats"][1]["link"].rsplit("/", 1)[1]
    friend().post(f"/api/tables/{made['table']}/join", claim=claim)
    stranger.http.headers["Authorization"] = f"Bearer {token}"
    assert stranger.view(made["table"])["you"] is None


def test_a_socket_can_be_opened_with_a_token(client: Device, friend: Any) -> None:
    made = client.create("me", "hotseat")
    with friend().socket(made["table"], Authorization=f"Bearer {made['seats'][1]['token']}") as socket:
        assert socket.hear("view")["you"] == 1


def test_games_and_rules_are_described(client: Device) -> None:
    game = next(game for game in client.get("/api/games").json() if game["id"] == "elevenses")
    assert game["players"] == [2, 3, 4]
    assert {option["name"] for option in game["options"]} >= {"target", "guests"}
    assert "EL-1" in client.get("/api/rules/elevenses").json()["rules"]
    assert client.get("/api/rules/chess").status_code == 400


def test_documentation_lists_every_path(client: Device) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    page = client.get("/api/docs").text
    assert {"/api/tables", "/api/tables/{table}/moves", "/health"} <= set(paths)
    assert all(path in page for path in paths)


STUMBLES = 500
PATIENCE = 120
"""Seconds for an answer, on a machine with far more to do than it can."""


def test_nothing_makes_the_server_stumble(server: Running) -> None:
    """Requests made up from the API's own description, valid and not, at real tables and at none."""
    import schemathesis
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_url(f"{server.base}/api/openapi.json", timeout=PATIENCE)
    device = Device(server.base)
    tables = [device.create("me", "friend", public=True)["table"], device.create("me", "hotseat")["table"]]
    cookies = dict(device.http.cookies)
    found = schema.exclude(path_regex="stream$").get_all_operations()
    operations = [operation.ok() for operation in found if isinstance(operation, Ok)]
    assert len(operations) >= 16
    for operation in operations:
        _fuzz(operation, tables, cookies)


def _fuzz(operation: Any, tables: list[str], cookies: dict[str, str]) -> None:
    from schemathesis import GenerationMode

    @settings(max_examples=usual_or(12, 100), deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(data())
    def fuzz(source: Any) -> None:
        mode = source.draw(sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
        case = source.draw(operation.as_strategy(generation_mode=mode))
        if "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = source.draw(sampled_from([*tables, case.path_parameters["table"]]))
        answer = case.call(headers={"X-Table-Eleven": "1"}, cookies=cookies, timeout=PATIENCE)
        assert answer.status_code < STUMBLES, (operation.label, answer.status_code, answer.text)
        if answer.status_code >= 400:
            assert answer.json()["error"], operation.label

    fuzz()
