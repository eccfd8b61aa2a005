"""Every answer is of a type that the document describes, whether it is checked when it is sent or not."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import orjson
import pytest
from pydantic import TypeAdapter

from eleven.core.text.log import write_log
from eleven.core.text.words import LANGUAGES
from eleven.review.decision_review import Finding, Judgement, Reasons, ReviewBudget
from eleven.review.game_review import assemble_review
from eleven.review.report import as_data
from eleven.review.search_evaluation import Reply, ValueEstimate
from eleven.server.http.models.games import GameInfo, RulesPage
from eleven.server.http.models.replays import ReplayPage
from eleven.server.http.models.reviews import ReviewReport, ReviewState
from eleven.server.replays.replay import Replay
from eleven.server.replays.review_jobs import with_sentences
from tests.bots.test_winning import GIVE_AWAY
from tests.server.conftest import Device, Running, settings
from tests.server.replays.test_reviews import reviewed
from tests.support import Scene

FREE = {
    "/paths//api/me/export/get/responses/200/content/application/json/schema": "as the database has it",
    "/paths//api/me/passkeys/options/post/responses/200/content/application/json/schema": "WebAuthn",
    "/paths//api/me/passkeys/challenge/post/responses/200/content/application/json/schema": "WebAuthn",
    "/components/schemas/NewPasskey/properties/answer": "WebAuthn",
    "/components/schemas/PasskeySignIn/properties/answer": "WebAuthn",
}
"""What the document does not describe, and whose form it has."""
SCHEMAS_IN = ("properties", "patternProperties", "schemas", "anyOf", "oneOf", "allOf", "prefixItems")
SCHEMA_AT = ("schema", "itemSchema", "items", "additionalProperties")
SAYING = {"type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"}


def schemas(part: Any, path: str = "", holds: bool = False) -> Iterator[tuple[str, Any]]:
    """Every schema in a part of the document, with the path to it; `holds` if all in this part are schemas."""
    named = enumerate(part) if isinstance(part, list) else part.items() if isinstance(part, dict) else ()
    for name, value in named:
        below = f"{path}/{name}"
        if holds or name in SCHEMA_AT:
            yield below, value
        if name == "content" and not holds:
            yield from ((f"{below}/{media}", {}) for media, told in value.items() if not told)
        yield from schemas(value, below, holds=not holds and name in SCHEMAS_IN)


def is_free(schema: Any) -> bool:
    """Whether anything goes: no type at all, or an object of any fields."""
    if not isinstance(schema, dict):
        return bool(schema)
    if not SAYING & schema.keys():
        return True
    more = schema.get("additionalProperties", not {"properties", "patternProperties"} & schema.keys())
    return schema.get("type") == "object" and more is True


def fits(kind: Any, text: str) -> Any:
    """No field too many, none too few, and each of its type."""
    return TypeAdapter(kind).validate_json(text, strict=True)


def test_the_document_describes_all_but_what_has_its_form_from_elsewhere(client: Device) -> None:
    document = client.get("/api/openapi.json").json()
    free = {path for path, schema in schemas(document) if is_free(schema)}
    assert {path.removesuffix("/additionalProperties") for path in free} == set(FREE)


@pytest.mark.parametrize(
    "schema", [{}, {"title": "Any"}, {"type": "object"}, {"type": "object", "additionalProperties": True}]
)
def test_what_is_free_is_found(schema: dict[str, Any]) -> None:
    field = {"anyOf": [schema, {"type": "null"}]}
    document = {"components": {"schemas": {"A": {"type": "object", "properties": {"type": field}}}}}
    found = next(path for path, found in schemas(document) if is_free(found))
    assert found == "/components/schemas/A/properties/type/anyOf/0"
    assert [path for path, _ in schemas({"content": {"application/json": {}}})] == ["/content/application/json"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_and_their_rules_have_the_type(client: Device, language: str) -> None:
    listed = fits(list[GameInfo], client.get("/api/games", language=language).text)
    assert listed
    for game in listed:
        page = fits(RulesPage, client.get(f"/api/rules/{game.id}", language=language).text)
        assert page["elements"]


def test_every_part_of_a_review_has_the_type() -> None:
    """A decision that cost much and had replies, and a turn of luck, which a quick review may not find."""
    scene = Scene("eleven_board", GIVE_AWAY)
    keep, stop = (scene.game.actions.named(name).id for name in ("keep", "stop"))
    low, high = ValueEstimate(0.2, 0.0), ValueEstimate(0.8, 0.0)
    why = Reasons(Reply(1, stop, 0.9), Reply(1, keep, 0.6), 0.4, 0.0)
    costly = Judgement(1, 0, keep, stop, 2, (ValueEstimate(-0.5, 0.1), ValueEstimate(0.5, 0.1)), 32, why)
    findings = [Finding(0, (high, low), None), Finding(1, (low, high), costly)]
    made = as_data(assemble_review(findings, [], [0.0, 1.0], ReviewBudget()), scene.game, 2)
    replay = cast(Replay, SimpleNamespace(game=scene.game, names=lambda _: ("Ann", "Ben")))
    told = fits(ReviewReport, orjson.dumps(with_sentences(made, replay, "en")).decode())
    assert told.keys() == ReviewReport.__annotations__.keys()
    assert told["costliest"]
    assert told["swings"]


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Device]:
    """A device at a server whose reviews are quick."""
    running = Running(settings(tmp_path, review_simulations=40))
    yield Device(running.base)
    running.stop()


@pytest.mark.slow
def test_a_replay_and_its_review_have_the_type(quick: Device) -> None:
    scene = Scene("eleven_board", GIVE_AWAY).play("lay yellow-10", "lay yellow-9", "stop", "keep", "lay yellow-12")
    name = quick.post("/api/replays", log=write_log(scene.match)).json()["replay"]
    for seat in ("open", "spectator", "1"):
        fits(ReplayPage, quick.get(f"/api/replays/{name}", seat=seat).text)
    fits(ReviewState, quick.get(f"/api/replays/{name}/review").text)
    assert reviewed(quick, name).keys() == ReviewReport.__annotations__.keys(), "a new review has all there is"
    state = fits(ReviewState, quick.get(f"/api/replays/{name}/review").text)
    assert state["review"]["costliest"]
