"""Why an action is not possible now: the rule, its text, and the case at hand."""

from collections.abc import Sequence
from typing import Any

from eleven.core.contract.game import Game
from eleven.core.contract.rulebook import rulebook
from eleven.core.play.boards import legal_ids
from eleven.core.rules.asking import NOBODY, asked
from eleven.core.text.words import DEFAULT_LANGUAGE
from eleven.server.views.languages import seat_words, server_words, words_of


def action_touched(game: Game, seat: int, touch: Sequence[str]) -> str | None:
    """The name of the first action that begins with touching these things, legal or not; its button may be left out."""
    for action in game.actions:
        path = [step for step in action.touch_for(game.seat.token(seat)) if step in touch or not step.startswith("do:")]
        if touch and path[: len(touch)] == list(touch):
            return action.name
    return None


def why_nothing(language: str = DEFAULT_LANGUAGE) -> tuple[None, str, None]:
    """The answer to a touch that begins no action."""
    return None, server_words(language)("why.nothing"), None


def why(game: Game, seen: Any, name: str, language: str = DEFAULT_LANGUAGE) -> tuple[str | None, str, str | None]:
    """The rule that forbids an action now, its text, and what stands in the way here; from the sight of the player."""
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
