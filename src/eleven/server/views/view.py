"""What one seat is sent: the table in zones, the question, its legal actions and the news, from its sight alone."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from eleven.bots.offered import levels_at
from eleven.core.contract.game import Game, Setup
from eleven.core.contract.rulebook import rulebook
from eleven.core.play.boards import legal_ids
from eleven.core.rules.asking import NOBODY, asked
from eleven.core.text.narration import pending
from eleven.core.text.words import DEFAULT_LANGUAGE
from eleven.server.views.actions import ActionViews, action_views_of, verbs_for
from eleven.server.views.narration import seat_words, server_words, words_of
from eleven.server.views.sheet_types import Sheet
from eleven.server.views.types import (
    Clock,
    FramePart,
    MomentPart,
    News,
    Over,
    Seat,
    SeatKind,
    SightPart,
    Stage,
    Talk,
    View,
)

Json = dict[str, Any]


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

    `shown` may be less of the sight, `legal` what is known of it already, and `actions_as` how actions are told.
    """
    words = words_of(game.id, language)
    seat, question, rules = pending(game, seen, words, names)
    zones = game.zones(seen if shown is None else shown, words)
    found: SightPart = {
        "zones": cast(Any, zones),
        "question": question,
        "rules": rules,
        "asked": seat,
        "yours": False,
        "round": round_of(seen),
        "actions": [],
        "verbs": {},
    }
    if seat is not None and seat == int(seen.viewer):
        told, legal = actions_as(game, seat, language), legal_ids(game, seen) if legal is None else legal
        found["yours"], found["actions"] = True, told.told(legal, names)
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
) -> Seat:
    """Who sits on a seat, as every view tells it; `bot` says that a bot decides there now, `absent` that one may."""
    return {
        "token": game.seat.token(seat),
        "name": name,
        "kind": cast(SeatKind, kind),
        "level": level,
        "here": here,
        "score": score,
        "left": left,
        "bot": bot,
        "absent": absent,
        "late": late,
        "away": list(away),
    }


def frame_part(
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
) -> FramePart:
    """The part of every view that stays the same from move to move; the usual values are those of no live table."""
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
    events: list[News],
    stage: Stage,
    over: Over | None,
    undo: bool = False,
    message: str = "",
    clock: Clock | None = None,
    talk: Talk | None = None,
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
        "talk": talk,
    }


def over_part(
    reason: str,
    winners: Sequence[int],
    scores: Sequence[int],
    sheet: Sheet,
    secret: str = "",
    shares: Sequence[str] = (),
) -> Over:
    """How a game ended; at a live table with the secret of its luck, and what every seat's device has added."""
    return {
        "reason": reason,
        "winners": list(winners),
        "scores": list(scores),
        "secret": secret,
        "shares": list(shares),
        "sheet": sheet,
    }


def whole_view(version: int, frame: FramePart, moment: MomentPart) -> View:
    """A view of its two parts; `table_view` puts the same together as bytes."""
    return {"type": "view", "version": version, **frame, **moment}


def points(game: Game, seen: Any) -> list[int]:
    """Every seat's points, as far as the viewer can count them."""
    return [int(game.score(seen, seat)) for seat in range(int(seen.players))]


def round_of(seen: Any) -> int | None:
    """Which round is played, in a game that counts them in the field `rounds`."""
    return int(getattr(seen, "rounds", 0)) or None


def ending(game: Game, over: int, language: str = DEFAULT_LANGUAGE) -> str:
    """How the game ended, in words."""
    return words_of(game.id, language)(f"ending.{game.endings[over]}")


def action_touched(game: Game, seat: str, touch: Sequence[str]) -> str | None:
    """The name of the first action that begins with touching these things, legal or not; its button may be left out."""
    for action in game.actions:
        path = [step for step in action.touch_for(seat) if step in touch or not step.startswith("do:")]
        if touch and path[: len(touch)] == list(touch):
            return action.name
    return None


def why(game: Game, seen: Any, name: str, language: str = DEFAULT_LANGUAGE) -> tuple[str | None, str, str | None]:
    """The rule that forbids an action now, its text, and what stands in the way here; from the sight of who asks."""
    action = game.actions.named(name)
    seat = int(asked(seen))
    if seat == int(seen.viewer) and action.id in legal_ids(game, seen):
        return None, server_words(language)("why.allowed"), None
    if seat not in (NOBODY, int(seen.viewer)):
        return None, server_words(language)("why.not_asked", seat=seat_words(game.id, language)[seat]), None
    rule_id = game.why_not(seen, action.id)
    case = game.explain(seen, action.id, words_of(game.id, language))
    if (
        case is None
        and seat != NOBODY
        and action.verb not in {game.actions[legal].verb for legal in legal_ids(game, seen)}
    ):
        case = server_words(language)("why.asked")
    return rule_id, rulebook(game, language).rule(rule_id), case
