"""Routes about the games themselves: what there is, lessons, rulebooks."""

import asyncio

import orjson
from fastapi import APIRouter, Response

from eleven.bots.available_levels import levels_of, limits_of
from eleven.bots.levels import DEFAULT_LEVEL
from eleven.core.contract.description import described
from eleven.core.contract.game import Game, find_game
from eleven.core.contract.game import games as all_games
from eleven.server.http.dependencies import PROBLEMS, GameId, TheLanguage
from eleven.server.http.models.games import GameInfo, RulesPage
from eleven.server.views.lesson_types import Lesson
from eleven.server.views.lessons import has_lesson, lesson
from eleven.server.views.rules_page import rules_page

games = APIRouter(prefix="/api", responses=PROBLEMS)


@games.get("/games", response_model=list[GameInfo])
async def list_games(language: TheLanguage) -> Response:
    """Every game, with its editions, options and numbers of players."""
    found = [_info(game, language) for game in all_games().values()]
    return Response(orjson.dumps(found), media_type="application/json")


def _info(game: Game, language: str) -> GameInfo:
    return GameInfo(
        **vars(described(game, language)),
        levels=list(levels_of(game)),
        level_limits=limits_of(game),
        level=DEFAULT_LEVEL,
        lesson=has_lesson(game),
    )


@games.get("/lessons/{game}", response_model=Lesson)
async def read_lesson(game: GameId, language: TheLanguage) -> Response:
    """An introduction that teaches by playing: steps with a text, the table, what to do, and what then happens."""
    found = await asyncio.to_thread(lesson, game, language)
    return Response(orjson.dumps(found), media_type="application/json")


@games.get("/rules/{game}", response_model=RulesPage)
async def read_rules(game: GameId, language: TheLanguage) -> Response:
    """The rulebook in our own words, as Markdown and each rule by its id; the component tables; the drawings."""
    page = rules_page(find_game(game), language)
    return Response(orjson.dumps(page), media_type="application/json")
