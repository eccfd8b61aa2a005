"""Routes about the games themselves: what there is, lessons, rulebooks."""

import asyncio
from typing import Any

import orjson
from fastapi import APIRouter, Response

from eleven.bots.available_levels import levels_of, limits_of
from eleven.bots.levels import DEFAULT_LEVEL
from eleven.core.contract.description import described
from eleven.core.contract.game import Game, find_game
from eleven.core.contract.game import games as all_games
from eleven.server.http.dependencies import PROBLEMS, GameId, TheLanguage
from eleven.server.views.lesson_types import Lesson
from eleven.server.views.lessons import has_lesson, lesson
from eleven.server.views.rules_page import rules_page

games = APIRouter(prefix="/api", responses=PROBLEMS)


@games.get("/games")
async def list_games(language: TheLanguage) -> list[dict[str, Any]]:
    """Every game, with its editions, options and numbers of players."""
    return [{**described(game, language), **_levels(game), "lesson": has_lesson(game)} for game in all_games().values()]


def _levels(game: Game) -> dict[str, Any]:
    """The levels that bots can have, and where not all tables have them."""
    return {"levels": levels_of(game), "level_limits": limits_of(game), "level": DEFAULT_LEVEL}


@games.get("/lessons/{game}", response_model=Lesson)
async def read_lesson(game: GameId, language: TheLanguage) -> Response:
    """An introduction that teaches by playing: steps with a text, the table, what to do, and what then happens."""
    found = await asyncio.to_thread(lesson, game, language)
    return Response(orjson.dumps(found), media_type="application/json")


@games.get("/rules/{game}")
async def read_rules(game: GameId, language: TheLanguage) -> dict[str, Any]:
    """The rulebook in our own words, as Markdown and each rule by its id; the component tables; the drawings."""
    return rules_page(find_game(game), language)
