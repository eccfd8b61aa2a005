"""Every lesson plays through the rules to its end, in every language, and shows the learner's sight alone."""

import re
import tomllib
from typing import cast

import pytest

from eleven.core.contract.game import Game, games
from eleven.core.contract.zones import Zone
from eleven.core.play.match import see
from eleven.core.text.notation import read_position
from eleven.core.text.words import LANGUAGES
from eleven.server.views.lessons import has_lesson, lesson
from tests.server.conftest import Device

TAUGHT = [game for game in games().values() if has_lesson(game)]
FEWEST, MOST = 6, 10
each_lesson = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)


def test_every_published_game_teaches() -> None:
    assert [game.id for game in games().values() if not game.draft and game not in TAUGHT] == []


@each_lesson
def test_a_lesson_plays_to_its_end(game: Game) -> None:
    """The learner is asked in every step that wants a decision, and what is wanted is theirs to touch."""
    told = tomllib.loads((game.folder / "lesson.toml").read_text(encoding="utf-8"))
    seat = game.seat.value(told["seat"])
    steps = lesson(game.id, "en")["steps"]
    assert FEWEST <= len(steps) <= MOST
    for script, step in zip(told["steps"], steps, strict=True):
        view = step["view"]
        assert view["you"] == seat
        assert not view["over"]
        assert [action["name"] for action in view["actions"]] == ([script["do"]] if "do" in script else [])
        assert view["yours"] or "do" not in script
        assert len(step["then"]) == ("do" in script) + len(script.get("then", []))
        assert all(reply["actions"] == [] for reply in step["then"])
    assert sum("do" in script for script in told["steps"]) >= FEWEST - 1


@each_lesson
def test_a_lesson_shows_what_the_learner_may_see(game: Game) -> None:
    """What is sent is what their own sight of the position shows."""
    told = tomllib.loads((game.folder / "lesson.toml").read_text(encoding="utf-8"))
    _, state = read_position(game, told["position"])
    zones = cast(list[Zone], lesson(game.id, "en")["steps"][0]["view"]["zones"])
    seen = see(game, state, game.seat.value(told["seat"]))
    assert [zone.things for zone in zones] == [zone.things for zone in game.zones(seen, game.words())]


@each_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_in_every_language(game: Game, language: str) -> None:
    found = lesson(game.id, language)
    texts = [step["text"] for step in found["steps"]] + [found["end"]]
    assert all(len(text) > 20 for text in texts)
    keys = {key for key in game.words(language).entries if re.match(r"lesson\.", key)}
    assert keys == {f"lesson.{n}" for n in range(1, len(found["steps"]) + 1)} | {"lesson.end"}


def test_lessons_by_the_api(client: Device) -> None:
    listed = {game["id"]: game["lesson"] for game in client.get("/api/games").json()}
    assert listed == {game.id: has_lesson(game) for game in games().values()}
    answer = client.get(f"/api/lessons/{TAUGHT[0].id}", language="fr")
    assert answer.status_code == 200
    assert answer.json()["language"] == "fr"
    assert client.get("/api/lessons/nothing").status_code == 400
