"""The public API: the example bot plays through it, its description is complete, and nothing makes it stumble."""

import importlib.util
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import data, sampled_from

from tests.sample_sizes import usual_or
from tests.server.conftest import PATIENCE, Device, Running
from tests.server.conftest import settings as server_settings
from tests.server.reminders.post_office import MailBox, mail_server

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


def routes_of(router: Any) -> Iterator[APIRoute]:
    """All routes below a router, whether or not it keeps those it has included apart."""
    for route in router.routes:
        if isinstance(route, APIRoute):
            yield route
        elif (included := getattr(route, "original_router", None)) is not None:
            yield from routes_of(included)


def test_documentation_lists_every_path(client: Device, server: Running) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    page = client.get("/api/docs").text
    assert all(path in page for path in paths)
    served = {(route.path, method) for route in routes_of(server.app) for method in route.methods or ()}
    wanted = {(path, method) for path, method in served if path.startswith("/api/") or method != "GET"}
    documented = {(path, method.upper()) for path, methods in paths.items() for method in methods}
    assert wanted - documented == {("/api/docs", "GET")}
    assert len(wanted) > 60


STUMBLES = 500
PASSERS_BY = "/api/me", "/api/play_now"
"""What people ask for themselves: each of it is asked by somebody new, for some of it ends with being nobody."""


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[tuple[str, MailBox]]:
    """A server by its name, which passkeys need, that sends mail and refuses nobody for asking often."""
    free = {
        "sign_ins_per_minute": 1e6,
        "sign_in_burst": 10**6,
        "confirmations_per_day": 1e9,
        "confirmation_burst": 10**6,
    }
    with mail_server() as (box, mail):
        running = Running(server_settings(tmp_path, **free, chat_burst=10**6, **mail))
        yield running.base.replace("127.0.0.1", "localhost"), box
        running.stop()


def test_no_generated_request_makes_a_server_error(patient: tuple[str, MailBox]) -> None:
    """Requests made up from the API's own description, valid and not, at real tables and at none."""
    import schemathesis
    from schemathesis.core.result import Ok

    base, box = patient
    schema = schemathesis.openapi.from_url(f"{base}/api/openapi.json", timeout=PATIENCE)
    host = Device(base)
    tables = [host.create("me", "friend", public=True)["table"], host.create("me", "hotseat")["table"]]
    links = mail_links(host, box)
    found = schema.exclude(path_regex="stream$").get_all_operations()
    operations = [operation.ok() for operation in found if isinstance(operation, Ok)]
    assert len(operations) > 60
    for operation in operations:
        device = Device(base) if operation.path.startswith(PASSERS_BY) else host
        real = {"table": tables, "link": links, "way": ways_of(device), "number": [1]}
        _fuzz(operation, real, dict(device.http.cookies))


def mail_links(device: Device, box: MailBox) -> list[str]:
    """The secret parts of the links in messages to somebody."""
    address = "ann@example.org"
    assert device.post("/api/me/reminders/mail", address=address, pace="turn", utc_offset=0).status_code == 201
    return [box.link(address, "confirm").rpartition("/")[2]]


def ways_of(device: Device) -> list[str]:
    """Let somebody be known under a name, with a recovery code."""
    device.post("/api/me", name="Ann", settings={"theme": "dark"})
    device.post("/api/me/code")
    return [way["id"] for way in device.get("/api/me").json()["ways"]]


def _fuzz(operation: Any, real: dict[str, list[Any]], cookies: dict[str, str]) -> None:
    from schemathesis import GenerationMode

    @settings(max_examples=usual_or(12, 100), deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(data())
    def fuzz(source: Any) -> None:
        mode = source.draw(sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
        case = source.draw(operation.as_strategy(generation_mode=mode))
        for name in set(case.path_parameters or {}) & set(real):
            case.path_parameters[name] = source.draw(sampled_from([*real[name], case.path_parameters[name]]))
        answer = case.call(headers={"X-Table-Eleven": "1"}, cookies=cookies, timeout=PATIENCE)
        assert answer.status_code < STUMBLES, (operation.label, answer.status_code, answer.text)
        if answer.status_code >= 400:
            assert answer.json()["error"], operation.label

    fuzz()
