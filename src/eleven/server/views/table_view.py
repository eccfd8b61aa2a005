"""A whole view: the table's seats, stage and news around what comes from one seat's sight."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson

from eleven.core.contract.game import Game
from eleven.core.contract.zones import json_of, kept_json
from eleven.core.play.observation import Observation
from eleven.core.play.score_sheet import sheet_of
from eleven.core.rules.cache_budget import cached_in_budget
from eleven.core.text.errors import Mistake
from eleven.core.text.narration import event_sentence
from eleven.core.text.words import DEFAULT_LANGUAGE
from eleven.server.clocks.clock import day_text
from eleven.server.live.live_table import LiveTable
from eleven.server.live.snapshot import Snapshot
from eleven.server.live.table import OPEN_SEAT, OVER, Table
from eleven.server.views.clock_view import clock_view
from eleven.server.views.languages import server_words, words_of
from eleven.server.views.score_sheet_view import sheet_view
from eleven.server.views.view import ActionViews, ending, moment_part, over_part, seat_row, sight_view, table_part
from eleven.server.views.view_types import ChatView, EventLines, GameOver, MomentPart, SightPart
from eleven.server.views.viewer_event import ViewerEvent

MAX_CACHED_VIEWS = 64


def view_bytes(
    live: LiveTable,
    mine: list[int],
    viewer: int,
    since: int,
    language: str = DEFAULT_LANGUAGE,
    heard: int = 0,
    snapshot: Snapshot | None = None,
) -> bytes:
    """A view as it is sent, made once for all who look from the same seats in the same language.

    `heard` is the last line of the chat they have received; `snapshot` is what is shown, by default the current one.

    A view has everything a person needs to start from nothing; `since` is the last version they have received.
    """
    key = (*mine, viewer, since, language, heard, live.chat.last)
    snapshot = snapshot or live.now
    body: bytes | None = snapshot.view_cache.get(key)
    if body is None:
        context = snapshot.context_cache.get((*mine, viewer, language)) or _table_context(
            live, snapshot, mine, viewer, language
        )
        moment: Any = _moment(live, snapshot, viewer, since, context)
        if context.chat:
            moment["chat"] = _chat(live, snapshot.table.is_over, bool(mine), heard, context)
        zones, actions = b",".join(moment.pop("zones")), b",".join(moment.pop("actions"))
        head, rest = b'{"type":"view","version":%d,' % snapshot.table.version, orjson.dumps(moment)[1:]
        body = b"".join((head, context.fixed, b',"zones":[', zones, b'],"actions":[', actions, b"],", rest))
        if len(snapshot.view_cache) < MAX_CACHED_VIEWS:
            snapshot.view_cache[key] = body
    return body


def sheet_bytes(live: LiveTable, language: str = DEFAULT_LANGUAGE) -> bytes:
    """The score sheet of the finished rounds, as it is sent; cached until the next decision."""
    snapshot = live.now
    table, play = snapshot.table, snapshot.table.play
    if play is None:
        raise Mistake("the game has not begun")
    body: bytes | None = snapshot.view_cache.get(("sheet", language))
    if body is None:
        sheet = table.sheet if play.over else sheet_of(play)
        scores = play.scores() if play.over else play.observation(table.players).scores
        body = snapshot.view_cache[("sheet", language)] = orjson.dumps(sheet_view(table.game, sheet, scores, language))
    return body


@dataclass
class TableContext:
    """What stays the same from move to move for one viewer: names, who is here, and its JSON."""

    language: str
    names: tuple[str, ...]
    here: set[int]
    absent: set[int]
    chat: bool
    """Whether there is a chat."""
    fixed: bytes
    """The inside of a JSON object."""


def _presence(live: LiveTable) -> tuple[set[int], set[int]]:
    """Who is here, and who has been away so long that a bot may step in."""
    return live.presence.here(), live.presence.absent()


def _table_context(live: LiveTable, snapshot: Snapshot, mine: list[int], viewer: int, language: str) -> TableContext:
    """Make the context of a viewer, which is cached until somebody comes or goes."""
    table = snapshot.table
    fixed = table_part(
        table.game,
        table.setup,
        language,
        mine[0] if mine else None,
        table.token(viewer) if viewer < table.players else "spectator",
        table=table.row.id,
        commitment=live.commitment,
        share_wanted=table.play is None and any(table.seats[seat].awaits_share for seat in mine),
        rematch=table.next_table,
        hints=table.hints,
        memory=table.memory,
        public=table.row.public,
        rated=table.row.rated,
        hot_seat=mine if len(mine) > 1 else (),
    )
    context = TableContext(
        language, tuple(table.names(language)), *_presence(live), table.chat, orjson.dumps(fixed)[1:-1]
    )
    snapshot.context_cache[(*mine, viewer, language)] = context
    return context


def _moment(live: LiveTable, snapshot: Snapshot, viewer: int, since: int, context: TableContext) -> MomentPart:
    """The table at one moment; its zones and actions are JSON already."""
    table, stage, language, light = snapshot.table, snapshot.table.stage, context.language, live.turns.light
    play = table.play
    observation = play.observation(viewer) if play is not None else None
    scores = (
        observation.scores if observation is not None and stage != OVER else play.scores() if play is not None else ()
    )
    seats, events = _seats(snapshot, scores, context), _since(table, viewer, since, context)
    is_asked = play is not None and play.asked == viewer  # others have nothing to take back
    undo = is_asked and table.mid_turn == viewer and live.undo_checks.allows(table.version)
    message = table.why_stopped(language) if table.stopped else light.in_language(language) if light else ""
    over = _over(table, language) if stage == OVER else None
    clock = clock_view(table) if table.clock is not None else None
    sight = _sight(table, observation, context) if observation is not None else _waiting(table, context)
    return moment_part(sight, seats, events, stage, over, undo, message, clock)


def _chat(live: LiveTable, over: bool, is_player: bool, heard: int, context: TableContext) -> ChatView:
    """The chat since a line, as players or as spectators read it."""
    lines = live.chat.heard(is_player, over, heard, context.names) if live.chat.last > heard else []
    return {"room": "players" if is_player else "spectators", "lines": lines}


def _over(table: Table, language: str) -> GameOver:
    """How the game ended, with the secret that was committed to and what every seat's device has added."""
    play = table.play
    assert play is not None
    reason = ending(table.game, play.board.over, language)
    scores = play.scores()
    sheet = sheet_view(table.game, table.sheet, scores, language)
    return over_part(reason, play.winners(), scores, sheet, table.row.secret, table.luck_shares())


@cache
def actions_as_json(game: Game, seat: int, language: str) -> ActionViews:
    """Actions as JSON."""
    return ActionViews(game, seat, language, kept_json)


def _sight(table: Table, observation: Observation, context: TableContext) -> SightPart:
    """What comes from the sight; its zones and actions as JSON."""
    shown = None if table.memory else observation.shown
    view: Any = sight_view(
        table.game, observation.value, context.names, context.language, shown, observation.legal, actions_as_json
    )
    view["zones"] = map(json_of, view["zones"])
    sight: SightPart = view
    return sight


def _waiting(table: Table, context: TableContext) -> SightPart:
    missing = [name for name, seat in zip(context.names, table.seats, strict=True) if seat.kind == OPEN_SEAT]
    words = server_words(context.language)
    question = words("waiting.players", names=", ".join(missing)) if missing else words("waiting.deal")
    return {
        "zones": [],
        "actions": [],
        "verbs": {},
        "rules": [],
        "round": None,
        "question": question,
        "asked": None,
        "yours": False,
    }


def _seats(snapshot: Snapshot, scores: Sequence[int], context: TableContext) -> orjson.Fragment:
    """All seats with their points, cached until these change; nobody has any before the deal."""
    table = snapshot.table
    key = (context.language, *scores)
    found: orjson.Fragment | None = snapshot.context_cache.get(key)
    if found is None:
        rows = [
            seat_row(
                table.game,
                i,
                context.names[i],
                scores[i] if scores else 0,
                seat.kind,
                seat.level,
                here=i in context.here or seat.bot_plays,
                left=seat.left,
                bot=seat.bot_plays,
                absent=i in context.absent,
                late=seat.late,
                away=list(map(day_text, seat.away)),
                character="" if seat.played_by_bot else seat.character,
            )
            for i, seat in enumerate(table.seats)
        ]
        found = snapshot.context_cache[key] = orjson.Fragment(kept_json(rows))
    return found


def _since(table: Table, viewer: int, since: int, context: TableContext) -> list[EventLines]:
    """The news after a version, oldest first; usually only the newest."""
    found: list[EventLines] = []
    for event in table.news_log(viewer):
        if event.version <= since:
            break
        lines = _lines_of(event, table.game, context)
        if lines:
            found.append({"version": event.version, "lines": list(lines)})
    return found[::-1]


def _lines_of(event: ViewerEvent, game: Game, context: TableContext) -> Sequence[str]:
    """What happened, in words."""
    if event.key:
        return [server_words(context.language)(event.key, seat=context.names[event.seat])]
    return _lines(game, context.language, context.names, event.events)


@cached_in_budget
def _lines(game: Game, language: str, names: tuple[str, ...], events: tuple[Any, ...]) -> Sequence[str]:
    """Events in words; cached for all who saw the same and read the same language."""
    return [_line(game, language, names[it.seat], names[it.other], type(it)(it.what, 0, 1, *it[3:])) for it in events]


@cached_in_budget
def _line(game: Game, language: str, seat: str, other: str, event: Any) -> str:
    """An event in words; its seats are the two that are named."""
    return event_sentence(game, event, words_of(game.id, language), (seat, other))
