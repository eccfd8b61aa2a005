"""A whole view: the table's seats, stage and news around what comes from one seat's sight."""

from collections import deque

from eleven.server.live import Live
from eleven.server.table import OPEN, Table
from eleven.server.views import Json, ending, points, sight_view


def seat_view(live: Live, mine: list[int], viewer: int, since: int) -> Json:
    """Everything a person needs to go on from nothing; `since` is the last version she has heard of."""
    table = live.table
    play = table.play
    told = table.story(viewer).told
    view: Json = {
        "type": "view",
        "table": table.row.id,
        "version": table.version,
        "you": mine[0] if mine else None,
        "viewing": table.token(viewer) if viewer < table.players else "spectator",
        "game": table.game.id,
        "title": table.game.title,
        "edition": table.row.edition,
        "options": table.setup.options,
        "language": "en",
        "seats": _seats(live, viewer),
        **_sight(live, viewer),
        "events": _since(told, since),
        "can_take_back": table.mid_turn == viewer and live.may_take_back == (table.version, True),
        "hot_seat": mine if len(mine) > 1 else [],
        "hash": live.commitment,
        "stage": table.stage,
        "rematch": table.next_table,
        "message": table.stopped or live.light,
    }
    if play is not None and play.over:
        view["over"] = {
            "reason": ending(table.game, play.state),
            "winners": play.winners(),
            "scores": play.scores(),
            "secret": table.row.secret,
        }
    return view


def _sight(live: Live, viewer: int) -> Json:
    """What comes from the sight, made once for all who look from the same seat."""
    play = live.table.play
    if play is None:
        return _waiting(live.table)
    version, known = live.sights.get(viewer, (-1, {}))
    if version != live.table.version:
        known = {**sight_view(live.table.game, play.seen(viewer), live.table.names), "over": None}
        live.sights[viewer] = (live.table.version, known)
    return known


def _waiting(table: Table) -> Json:
    missing = [name for name, seat in zip(table.names, table.seats, strict=True) if seat.kind == OPEN]
    question = f"Waiting for players: {', '.join(missing)}." if missing else "The cards are being dealt."
    nothing: Json = {"zones": [], "actions": [], "verbs": {}, "over": None}
    return {**nothing, "question": question, "asked": None, "yours": False}


def _seats(live: Live, viewer: int) -> list[Json]:
    play = live.table.play
    scores = [0] * live.table.players
    if play is not None:
        scores = play.scores() if play.over else points(live.table.game, play.seen(viewer))
    here = {seat for line in live.lines for seat in line.seats()}
    return [
        {
            "token": live.table.token(i),
            "name": live.table.names[i],
            "kind": seat.kind,
            "level": seat.level,
            "here": i in here or seat.bot_plays,
            "score": scores[i],
            "left": seat.left,
            "bot": seat.bot_plays,
        }
        for i, seat in enumerate(live.table.seats)
    ]


def _since(told: deque[tuple[int, list[str]]], since: int) -> list[Json]:
    """What was told after a version, oldest first; mostly it is the newest alone."""
    found: list[Json] = []
    for version, lines in reversed(told):
        if version <= since:
            break
        if lines:
            found.append({"version": version, "lines": lines})
    return found[::-1]
