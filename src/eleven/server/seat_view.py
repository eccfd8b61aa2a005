"""A whole view: the table's seats, stage and news around what comes from one seat's sight."""

import orjson

from eleven.core.words import DEFAULT_LANGUAGE
from eleven.core.zones import Zone
from eleven.server.live import Live
from eleven.server.saying import house_words
from eleven.server.table import OPEN, Table
from eleven.server.views import Json, ending, points, seat_row, sight_view

KEPT = 64


def view_bytes(live: Live, mine: list[int], viewer: int, since: int, language: str = DEFAULT_LANGUAGE) -> bytes:
    """A view as it is sent, made once for all who look from the same seats in the same language."""
    key = (*mine, viewer, since, language)
    body: bytes | None = live.looks.get(key)
    if body is None:
        view = seat_view(live, mine, viewer, since, language)
        body = orjson.dumps({**view, "zones": [_encoded(zone) for zone in view["zones"]]})
        if len(live.looks) < KEPT:
            live.looks[key] = body
    return body


def _encoded(zone: Zone) -> orjson.Fragment:
    """A zone as JSON; it is kept with the zone, which games remember while nothing changes in it."""
    kept = zone.__dict__
    if "_encoded" not in kept:
        kept["_encoded"] = orjson.Fragment(orjson.dumps(zone))
    found: orjson.Fragment = kept["_encoded"]
    return found


def seat_view(live: Live, mine: list[int], viewer: int, since: int, language: str = DEFAULT_LANGUAGE) -> Json:
    """Everything a person needs to go on from nothing; `since` is the last version she has heard of."""
    table = live.table
    play = table.play
    names = table.names(language)
    view: Json = {
        "type": "view",
        "table": table.row.id,
        "version": table.version,
        "you": mine[0] if mine else None,
        "viewing": table.token(viewer) if viewer < table.players else "spectator",
        "game": table.game.id,
        "title": table.game.title_in(language),
        "edition": table.row.edition,
        "options": table.setup.options,
        "language": language,
        "seats": _seats(live, viewer, names),
        **_sight(live, viewer, language, names),
        "events": _since(table, viewer, since, language, names),
        "can_take_back": table.mid_turn == viewer and live.may_take_back == (table.version, True),
        "hot_seat": mine if len(mine) > 1 else [],
        "hash": live.commitment,
        "stage": table.stage,
        "rematch": table.next_table,
        "hints": table.hints,
        "memory": table.memory,
        "public": table.row.public,
        "message": table.why_stopped(language) or (live.light.text(language) if live.light else ""),
    }
    if play is not None and play.over:
        view["over"] = {
            "reason": ending(table.game, play.state, language),
            "winners": play.winners(),
            "scores": play.scores(),
            "secret": table.row.secret,
        }
    return view


def _sight(live: Live, viewer: int, language: str, names: list[str]) -> Json:
    """What comes from the sight."""
    play = live.table.play
    if play is None:
        return _waiting(live.table, language, names)
    shown = None if live.table.memory else play.shown(viewer)
    return {**sight_view(live.table.game, play.seen(viewer), names, language, shown), "over": None}


def _waiting(table: Table, language: str, names: list[str]) -> Json:
    missing = [name for name, seat in zip(names, table.seats, strict=True) if seat.kind == OPEN]
    words = house_words(language)
    question = words("waiting.players", names=", ".join(missing)) if missing else words("waiting.deal")
    nothing: Json = {"zones": [], "actions": [], "verbs": {}, "rules": [], "round": None, "over": None}
    return {**nothing, "question": question, "asked": None, "yours": False}


def _seats(live: Live, viewer: int, names: list[str]) -> list[Json]:
    play = live.table.play
    scores = [0] * live.table.players
    if play is not None:
        scores = play.scores() if play.over else points(live.table.game, play.seen(viewer))
    here = live.here()
    return [
        seat_row(
            live.table.game,
            i,
            names[i],
            scores[i],
            seat.kind,
            seat.level,
            here=i in here or seat.bot_plays,
            left=seat.left,
            bot=seat.bot_plays,
        )
        for i, seat in enumerate(live.table.seats)
    ]


def _since(table: Table, viewer: int, since: int, language: str, names: list[str]) -> list[Json]:
    """What was told after a version, oldest first; mostly it is the newest alone."""
    found: list[Json] = []
    for told in reversed(table.story(viewer)):
        if told.version <= since:
            break
        lines = told.lines(table.game, language, names)
        if lines:
            found.append({"version": told.version, "lines": lines})
    return found[::-1]
