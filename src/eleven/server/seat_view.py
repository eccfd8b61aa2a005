"""A whole view: the table's seats, stage and news around what comes from one seat's sight."""

from functools import cache

import orjson

from eleven.core.words import DEFAULT_LANGUAGE
from eleven.core.zones import Thing, Zone
from eleven.server.live import Live
from eleven.server.saying import house_words
from eleven.server.table import OPEN, Table
from eleven.server.views import Json, action_view, ending, points, seat_row, sight_view

KEPT = 64


def view_bytes(live: Live, mine: list[int], viewer: int, since: int, language: str = DEFAULT_LANGUAGE) -> bytes:
    """A view as it is sent, made once for all who look from the same seats in the same language."""
    key = (*mine, viewer, since, language)
    body: bytes | None = live.looks.get(key)
    if body is None:
        body = orjson.dumps(_whole_view(live, mine, viewer, since, language))
        if len(live.looks) < KEPT:
            live.looks[key] = body
    return body


def seat_view(live: Live, mine: list[int], viewer: int, since: int, language: str = DEFAULT_LANGUAGE) -> Json:
    """The same, read again."""
    view: Json = orjson.loads(view_bytes(live, mine, viewer, since, language))
    return view


def _whole_view(live: Live, mine: list[int], viewer: int, since: int, language: str) -> Json:
    """Everything a person needs to go on from nothing; `since` is the last version she has heard of."""
    table, play = live.table, live.table.play
    frame = live.frames.get(language)
    if frame is None:
        frame = live.frames[language] = _frame(live, language)
    names = frame["names"]
    view: Json = {
        "type": "view",
        "version": table.version,
        **frame["fixed"],
        "you": mine[0] if mine else None,
        "viewing": table.token(viewer) if viewer < table.players else "spectator",
        "seats": _seats(live, viewer, language, frame),
        **_sight(live, viewer, language, names),
        "events": _since(table, viewer, since, language, names),
        "can_take_back": live.may_take_back == (table.version, True) and table.mid_turn == viewer,
        "hot_seat": mine if len(mine) > 1 else (),
        "stage": table.stage,
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


def _frame(live: Live, language: str) -> Json:
    """What stays the same from move to move, for everybody who reads this language."""
    table = live.table
    fixed = {
        "table": table.row.id,
        "game": table.game.id,
        "title": table.game.title_in(language),
        "edition": table.row.edition,
        "options": orjson.Fragment(orjson.dumps(table.setup.options)),
        "language": language,
        "hash": live.commitment,
        "rematch": table.next_table,
        "hints": table.hints,
        "memory": table.memory,
        "public": table.row.public,
    }
    return {"fixed": fixed, "names": table.names(language), "here": live.here()}


def _encoded(part: Zone | Thing) -> orjson.Fragment:
    """A zone or a thing as JSON; it is kept with it, for games remember them while nothing changes."""
    kept = part.__dict__
    found: orjson.Fragment | None = kept.get("_encoded")
    if found is None:
        whole = dict(kept)
        if isinstance(part, Zone):
            whole["things"] = [_encoded(thing) for thing in part.things]
        whole.pop("_ids", None)
        found = kept["_encoded"] = orjson.Fragment(orjson.dumps(whole))
    return found


@cache
def _encoded_action(game_id: str, action: int, seat: int, language: str) -> orjson.Fragment:
    """An action as JSON."""
    return orjson.Fragment(orjson.dumps(action_view(game_id, action, seat, language)))


def _sight(live: Live, viewer: int, language: str, names: list[str]) -> Json:
    """What comes from the sight."""
    table, play = live.table, live.table.play
    if play is None:
        return _waiting(table, language, names)
    shown = None if table.memory else play.shown(viewer)
    legal = play.legal() if viewer == play.asked else ()
    view = sight_view(table.game, play.seen(viewer), names, language, shown, legal, _encoded_action)
    view["zones"] = [_encoded(zone) for zone in view["zones"]]
    view["over"] = None
    return view


def _waiting(table: Table, language: str, names: list[str]) -> Json:
    missing = [name for name, seat in zip(names, table.seats, strict=True) if seat.kind == OPEN]
    words = house_words(language)
    question = words("waiting.players", names=", ".join(missing)) if missing else words("waiting.deal")
    nothing: Json = {"zones": [], "actions": [], "verbs": {}, "rules": [], "round": None, "over": None}
    return {**nothing, "question": question, "asked": None, "yours": False}


def _seats(live: Live, viewer: int, language: str, frame: Json) -> orjson.Fragment:
    """Who sits where with how many points, which change seldom."""
    play = live.table.play
    scores = [0] * live.table.players
    if play is not None:
        scores = play.scores() if play.over else points(live.table.game, play.seen(viewer))
    key = (language, *scores)
    found: orjson.Fragment | None = live.frames.get(key)
    if found is None:
        rows = [
            seat_row(
                live.table.game,
                i,
                frame["names"][i],
                scores[i],
                seat.kind,
                seat.level,
                here=i in frame["here"] or seat.bot_plays,
                left=seat.left,
                bot=seat.bot_plays,
            )
            for i, seat in enumerate(live.table.seats)
        ]
        found = live.frames[key] = orjson.Fragment(orjson.dumps(rows))
    return found


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
