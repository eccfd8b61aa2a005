"""Routes for what somebody has played: their finished games, their record, and all of it as JSON Lines."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from eleven.core.contract.game import games as all_games
from eleven.server.http.dependencies import PROBLEMS, TheLanguage, TheTables, TheVisitor
from eleven.server.http.models.history import GameCount, GameRecord, MyGames, MyRecord, PlayedGame
from eleven.server.http.models.tables import Word
from eleven.server.http.routes.people import limit_attempts
from eleven.server.store.rows.history import FinishedGame, GameStatistics, WinCount, finished_games, records
from eleven.server.views.languages import seat_words

history = APIRouter(prefix="/api/me", responses=PROBLEMS)
PAGE_SIZE = 25
EXPORT_BATCH = 200
CursorText = Annotated[str, Query(pattern=r"^\d{1,18}\.[0-9a-f]{16}$", description="`next` of the page before")]


def title_of(game: str, language: str) -> str:
    """The title of a game; its id if it is no longer installed."""
    known = all_games().get(game)
    return known.title_in(language) if known else game


def _line(found: FinishedGame, language: str) -> PlayedGame:
    names = seat_words(found.game, language) if found.game in all_games() else [""] * len(found.seats)
    seats = [replace(seat, name=seat.name or names[seat.seat]) for seat in found.seats]
    return PlayedGame(
        table=found.table,
        game=found.game,
        title=title_of(found.game, language),
        ended=found.ended,
        won=found.won,
        seats=seats,
        replay=f"/replay/{found.table}",
    )


@history.get("/games")
async def my_games(
    who: TheVisitor,
    tables: TheTables,
    language: TheLanguage,
    before: CursorText | None = None,
    game: Word | None = None,
) -> MyGames:
    """The visitor's finished games with their results, page by page."""
    if who.holder is None:
        return MyGames(games=[], next=None)
    ended, _, table = (before or "").partition(".")
    found = await finished_games(tables.store, who.holder, (int(ended), table) if before else None, game, PAGE_SIZE)
    more = f"{found[-1].ended}.{found[-1].table}" if len(found) == PAGE_SIZE else None
    return MyGames(games=[_line(each, language) for each in found], next=more)


@history.get("/record")
async def my_record(who: TheVisitor, tables: TheTables, language: TheLanguage) -> MyRecord:
    """How often the visitor has played and won each game: by players, level and opponent, and over time."""
    found = await records(tables.store, who.holder) if who.holder else []
    return MyRecord(games=[_record_response(record, language) for record in found])


def _record_response(record: GameStatistics, language: str) -> GameRecord:
    def most(pairs: list[tuple[GameCount, WinCount]]) -> list[GameCount]:
        return [count for count, _ in sorted(pairs, key=lambda pair: -pair[1].played)]

    openings = list(record.by_opening.items()) if len(record.by_opening) > 1 else []
    return GameRecord(
        game=record.game,
        title=title_of(record.game, language),
        **vars(record.all),
        players=[GameCount(players=number, **vars(tally)) for number, tally in sorted(record.by_players.items())],
        levels=most([(GameCount(level=level, **vars(tally)), tally) for level, tally in record.by_level.items()]),
        people=most(
            [(GameCount(name=record.names[person], **vars(tally)), tally) for person, tally in record.by_person.items()]
        ),
        openings=most(
            [
                (GameCount(opening=_opening(record.game, verb, language), **vars(tally)), tally)
                for verb, tally in openings
            ]
        ),
        curve=record.curve(),
    )


def _opening(game_id: str, verb: str, language: str) -> str:
    """A kind of decision in words, without its arguments; as stored, if the game no longer has it."""
    game = all_games().get(game_id)
    action = next((action for action in game.actions if action.verb == verb), None) if game else None
    if game is None or action is None:
        return verb
    return game.words(language)(f"action.{verb}", **{kind.name: "…" for kind, _ in action.arguments})


@history.get(
    "/games.jsonl",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/jsonl": {"itemSchema": {"$ref": "#/components/schemas/PlayedGame"}}}}},
)
async def my_games_as_lines(
    request: Request, who: TheVisitor, tables: TheTables, language: TheLanguage
) -> StreamingResponse:
    """All finished games of the visitor, one JSON object per line, newest first."""
    limit_attempts(request, "sign_ins")

    async def lines() -> AsyncIterator[bytes]:
        last = None
        while who.holder and (found := await finished_games(tables.store, who.holder, last, None, EXPORT_BATCH)):
            yield b"".join(orjson.dumps(_line(each, language).model_dump()) + b"\n" for each in found)
            last = (found[-1].ended, found[-1].table)

    headers = {"Content-Disposition": 'attachment; filename="table-eleven.jsonl"'}
    return StreamingResponse(lines(), media_type="application/jsonl", headers=headers)
