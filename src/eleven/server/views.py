"""What one seat is sent: the table in zones, the question, its legal actions and the news, from its sight alone."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from eleven.core.asking import NOBODY, asked
from eleven.core.game import Game, find_game, sentence
from eleven.core.narrate import news, question
from eleven.core.rulebook import rulebook
from eleven.core.words import Words
from eleven.core.zones import Zone
from eleven.server.playing import legal_ids

Json = dict[str, Any]
LANGUAGE = "en"


class QuickWords(Words):
    """The catalogue, with the texts that need nothing filled in made ready."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.language, words.entries)
        object.__setattr__(self, "_ready", {key: _ready(text) for key, text in words.entries.items()})

    def __call__(self, key: str, **parts: object) -> str:
        """The text of a key, filled in."""
        text: str | None = self._ready[key]  # type: ignore[attr-defined]
        return self.entries[key].format(**parts) if text is None else text


def _ready(text: str) -> str | None:
    """A text without gaps as it will read, or None."""
    try:
        return text.format()
    except (KeyError, IndexError):
        return None


@cache
def words_of(game_id: str) -> QuickWords:
    """The words of a game."""
    return QuickWords(find_game(game_id).words(LANGUAGE))


@cache
def action_view(game_id: str, action: int, seat: int) -> Json:
    """An action as the seat that is asked sees it: its name, its sentence, and what to touch."""
    game = find_game(game_id)
    row = game.actions[action]
    touch = list(row.touch_for(game.seat.token(seat)))
    return {"name": row.name, "sentence": sentence(game, action, words_of(game_id)), "touch": touch}


@cache
def touch_word(game_id: str, touch: str) -> str:
    """The word on a button for something to touch that does not lie on the table."""
    words = words_of(game_id)
    prefix, _, token = touch.partition(":")
    for key in (f"{prefix}.{token}", f"touch.{touch}"):
        if key in words:
            return words(key)
    return token.replace("-", " ").replace(":", " ").capitalize() or touch


def verbs_for(game: Game, actions: Sequence[Json], zones: Sequence[Zone], names: Sequence[str]) -> dict[str, str]:
    """The words for all touches that are no thing on the table; a seat is called by its player's name."""
    there = {thing.id for zone in zones for thing in zone.things}
    seats = {f"seat:{game.seat.token(seat)}": name for seat, name in enumerate(names)}
    verbs: dict[str, str] = {}
    for action in actions:
        for touch in action["touch"]:
            if touch not in there and touch not in verbs:
                verbs[touch] = seats.get(touch) or touch_word(game.id, touch)
    return verbs


def sight_view(game: Game, seen: Any, names: Sequence[str]) -> Json:
    """The part of a view that comes from the sight: zones, question, actions, points."""
    words = words_of(game.id)
    viewer, seat = int(seen.viewer), int(asked(seen))
    zones = game.zones(seen, words)
    yours = seat != NOBODY and viewer == seat
    actions = [action_view(game.id, action, seat) for action in legal_ids(game, seen)] if yours else []
    return {
        "zones": zones,
        "question": question(game, seen, words, names),
        "asked": None if seat == NOBODY else seat,
        "yours": yours,
        "actions": actions,
        "verbs": verbs_for(game, actions, zones, names) if yours else {},
    }


def points(game: Game, seen: Any) -> list[int]:
    """Every seat's points, as far as the viewer can count them."""
    return [int(game.score(seen, seat)) for seat in range(int(seen.players))]


def news_lines(game: Game, seen: Any, names: Sequence[str]) -> list[str]:
    """What the last decision did, as this seat saw it."""
    return news(game, seen, words_of(game.id), names)


def ending(game: Game, seen: Any) -> str:
    """How the game ended, in words."""
    return words_of(game.id)(f"ending.{game.endings[int(seen.over)]}")


def action_touched(game: Game, seat: str, touch: Sequence[str]) -> str | None:
    """The name of the first action that begins with touching these things, legal or not."""
    for action in game.actions:
        if touch and action.touch_for(seat)[: len(touch)] == tuple(touch):
            return action.name
    return None


def why(game: Game, seen: Any, name: str) -> tuple[str | None, str]:
    """The rule that forbids an action now, and its text; from the sight of the seat that asks."""
    action = game.actions.named(name)
    seat = int(asked(seen))
    if seat == int(seen.viewer) and action.id in legal_ids(game, seen):
        return None, "This is allowed now."
    if seat not in (NOBODY, int(seen.viewer)):
        return None, f"It is not your decision now: {game.seat.token(seat)} is asked."
    rule_id = game.why_not(seen, action.id)
    return rule_id, rulebook(game).rule(rule_id)
