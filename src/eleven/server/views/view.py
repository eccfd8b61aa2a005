"""What one seat is sent: the table in zones, the question, its legal actions and the news, from its sight alone."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import Any, cast

from eleven.bots.available_levels import levels_at
from eleven.core.contract.game import Game, Setup
from eleven.core.contract.zones import Zone, ids_of
from eleven.core.play.boards import legal_ids
from eleven.core.rules.cache_budget import bytes_of, shared_budget
from eleven.core.text.narration import pending, sentence
from eleven.core.text.words import DEFAULT_LANGUAGE
from eleven.server.views.languages import words_of
from eleven.server.views.score_sheet_types import Sheet
from eleven.server.views.view_types import (
    ActionView,
    ChatView,
    ClockView,
    EventLines,
    GameOver,
    MomentPart,
    SeatKind,
    SeatView,
    SightPart,
    Stage,
    TablePart,
    View,
)

Json = dict[str, Any]


def action_view(game: Game, action: int, seat: int, language: str, names: Sequence[str] = ()) -> ActionView:
    """An action as the seat that is asked sees it: its name, its sentence, and what to touch."""
    row = game.actions[action]
    touch = list(row.touch_for(game.seat.token(seat)))
    return {"name": row.name, "sentence": sentence(game, action, words_of(game.id, language), names), "touch": touch}


ACTION_BYTES = 700
"""The approximate bytes of an action as a dictionary."""


class ActionViews:
    """The actions of a game as one seat reads them in one language; made on demand, and cached."""

    def __init__(self, game: Game, seat: int, language: str, form: Callable[[ActionView], Any] = dict) -> None:
        self._of, self._form, self._naming = (game, seat, language), form, _naming(game)
        self._kept = shared_budget.cached(self._make, _bytes_kept)

    def _make(self, action: int, names: Sequence[str] = ()) -> Any:
        game, seat, language = self._of
        return self._form(action_view(game, action, seat, language, names))

    def views_for(self, actions: Sequence[int], names: Sequence[str]) -> list[Any]:
        """Actions at a table; one that names a seat reads differently at every table, and is not cached."""
        if self._naming.isdisjoint(actions):
            return [*map(self._kept, actions)]
        return [self._make(each, names) if each in self._naming else self._kept(each) for each in actions]


def _bytes_kept(_: tuple[int, ...], made: Any) -> int:
    return bytes_of(made) if isinstance(made, bytes) else ACTION_BYTES


action_views_of = cache(ActionViews)


@cache
def _naming(game: Game) -> frozenset[int]:
    """The actions whose sentences name a seat."""
    return frozenset(row.id for row in game.actions if any(kind is game.seat for kind, _ in row.arguments))


@cache
def touch_word(game: Game, touch: str, language: str) -> str:
    """The label of a button for a touch that is not a thing on the table."""
    words = words_of(game.id, language)
    prefix, _, token = touch.partition(":")
    for key in (f"{prefix}.{token}", f"touch.{touch}"):
        if key in words:
            return words(key)
    return token.replace("-", " ").replace(":", " ").capitalize() or touch


@cache
def _touches(game: Game, seat: int) -> tuple[list[tuple[str, ...]], dict[str, int]]:
    """What a seat touches for every action of a game, and the order in which touches are listed."""
    lists = [action.touch_for(game.seat.token(seat)) for action in game.actions]
    return lists, {touch: place for place, touch in enumerate(dict.fromkeys(chain.from_iterable(lists)))}


def verbs_for(
    game: Game, seat: int, actions: Sequence[int], zones: Sequence[Zone], names: Sequence[str], language: str
) -> dict[str, str]:
    """The labels of all touches that are not things on the table; a seat has its player's name."""
    lists, order = _touches(game, seat)
    left = set(chain.from_iterable(map(lists.__getitem__, actions)))
    left.difference_update(*map(ids_of, zones))
    found = {}
    for touch in sorted(left, key=order.__getitem__):
        word = _verb(game, touch, language)
        found[touch] = word if isinstance(word, str) else names[word]
    return found


@cache
def _verb(game: Game, touch: str, language: str) -> str | int:
    """The label of a touch, or the seat whose player's name is the label."""
    prefix, _, token = touch.partition(":")
    return int(game.seat.value(token)) if prefix == "seat" else touch_word(game, touch, language)


def sight_view(
    game: Game,
    seen: Any,
    names: Sequence[str],
    language: str = DEFAULT_LANGUAGE,
    shown: Any = None,
    legal: Sequence[int] | None = None,
    actions_as: Callable[[Game, int, str], ActionViews] = action_views_of,
) -> SightPart:
    """The part of a view that comes from the sight: zones, question, actions, the round.

    `shown` is a reduced sight for the zones, `legal` the legal actions if they are known, `actions_as` makes their
    views.
    """
    words = words_of(game.id, language)
    seat, question, rules = pending(game, seen, words, names)
    zones: Any = game.zones(seen if shown is None else shown, words)
    found: SightPart = {
        "zones": zones,
        "question": question,
        "rules": list(rules),
        "asked": seat,
        "yours": False,
        "round": round_of(seen),
        "actions": [],
        "verbs": {},
    }
    if seat is not None and seat == int(seen.viewer):
        views, legal = actions_as(game, seat, language), legal_ids(game, seen) if legal is None else legal
        found["yours"], found["actions"] = True, views.views_for(legal, names)
        found["verbs"] = verbs_for(game, seat, legal, zones, names, language)
    return found


def seat_row(
    game: Game,
    seat: int,
    name: str,
    score: int,
    kind: str,
    level: str = "",
    here: bool = True,
    left: bool = False,
    bot: bool = False,
    absent: bool = False,
    late: bool = False,
    away: Sequence[str] = (),
    character: str = "",
) -> SeatView:
    """A seat, as every view has it; `bot` says that a bot decides there now, `absent` that one may."""
    return {
        "token": game.seat.token(seat),
        "name": name,
        "kind": cast(SeatKind, kind),
        "level": level,
        "character": character,
        "here": here,
        "score": score,
        "left": left,
        "bot": bot,
        "absent": absent,
        "late": late,
        "away": list(away),
    }


def table_part(
    game: Game,
    setup: Setup,
    language: str,
    you: int | None,
    viewing: str,
    table: str = "",
    commitment: str = "",
    share_wanted: bool = False,
    rematch: str | None = None,
    hints: bool = False,
    memory: bool = True,
    public: bool = False,
    rated: bool = False,
    hot_seat: Sequence[int] = (),
) -> TablePart:
    """The part of every view that stays the same from move to move; the defaults are those of replays and lessons."""
    return {
        "table": table,
        "game": game.id,
        "title": game.title_in(language),
        "edition": setup.edition,
        "options": dict(setup.options),
        "levels": list(levels_at(game, setup)),
        "language": language,
        "hash": commitment,
        "share_wanted": share_wanted,
        "rematch": rematch,
        "hints": hints,
        "memory": memory,
        "public": public,
        "rated": rated,
        "you": you,
        "viewing": viewing,
        "hot_seat": list(hot_seat),
    }


def moment_part(
    sight: SightPart,
    seats: Any,
    events: list[EventLines],
    stage: Stage,
    over: GameOver | None,
    undo: bool = False,
    message: str = "",
    clock: ClockView | None = None,
    chat: ChatView | None = None,
) -> MomentPart:
    """The part of every view that changes from move to move, around what comes from the sight."""
    return {
        **sight,
        "seats": seats,
        "events": events,
        "can_take_back": undo,
        "stage": stage,
        "message": message,
        "over": over,
        "clock": clock,
        "chat": chat,
    }


def over_part(
    reason: str,
    winners: Sequence[int],
    scores: Sequence[int],
    sheet: Sheet,
    secret: str = "",
    shares: Sequence[str] = (),
) -> GameOver:
    """How a game ended; at a live table with the secret of its luck, and what every seat's device has added."""
    return {
        "reason": reason,
        "winners": list(winners),
        "scores": list(scores),
        "secret": secret,
        "shares": list(shares),
        "sheet": sheet,
    }


def whole_view(version: int, table: TablePart, moment: MomentPart) -> View:
    """A view from its two parts; `table_view` makes the same as bytes."""
    return {"type": "view", "version": version, **table, **moment}


def points(game: Game, seen: Any) -> list[int]:
    """Every seat's points, as far as the viewer can count them."""
    return [int(game.score(seen, seat)) for seat in range(int(seen.players))]


def round_of(seen: Any) -> int | None:
    """Which round is played, in a game that counts them in the field `rounds`."""
    return int(getattr(seen, "rounds", 0)) or None


def ending(game: Game, over: int, language: str = DEFAULT_LANGUAGE) -> str:
    """How the game ended, in words."""
    return words_of(game.id, language)(f"ending.{game.endings[over]}")
