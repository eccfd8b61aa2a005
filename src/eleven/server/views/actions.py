"""Legal actions as they are sent: names, sentences, what to touch, and the words on buttons."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import Any

from eleven.core.contract.game import Game
from eleven.core.contract.zones import Zone, ids_of
from eleven.core.rules.cache_budget import bytes_of, shared_budget
from eleven.core.text.narration import sentence
from eleven.server.views.narration import words_of
from eleven.server.views.types import Action


def action_view(game: Game, action: int, seat: int, language: str, names: Sequence[str] = ()) -> Action:
    """An action as the seat that is asked sees it: its name, its sentence, and what to touch."""
    row = game.actions[action]
    touch = list(row.touch_for(game.seat.token(seat)))
    return {"name": row.name, "sentence": sentence(game, action, words_of(game.id, language), names), "touch": touch}


ACTION_BYTES = 700
"""What an action takes as a dictionary, roughly."""


class ActionViews:
    """The actions of a game as one seat reads them in one language; made when wanted, and kept a while."""

    def __init__(self, game: Game, seat: int, language: str, form: Callable[[Action], Any] = dict) -> None:
        self._of, self._form, self._naming = (game, seat, language), form, _naming(game)
        self._kept = shared_budget.cached(self._make, _bytes_kept)

    def _make(self, action: int, names: Sequence[str] = ()) -> Any:
        game, seat, language = self._of
        return self._form(action_view(game, action, seat, language, names))

    def told(self, actions: Sequence[int], names: Sequence[str]) -> list[Any]:
        """Actions at a table; one that names a seat reads differently at every table, and is made each time."""
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
    """The word on a button for something to touch that does not lie on the table."""
    words = words_of(game.id, language)
    prefix, _, token = touch.partition(":")
    for key in (f"{prefix}.{token}", f"touch.{touch}"):
        if key in words:
            return words(key)
    return token.replace("-", " ").replace(":", " ").capitalize() or touch


@cache
def _touches(game: Game, seat: int) -> tuple[list[tuple[str, ...]], dict[str, int]]:
    """What a seat touches for every action of a game, and in which order these things are named."""
    lists = [action.touch_for(game.seat.token(seat)) for action in game.actions]
    return lists, {touch: place for place, touch in enumerate(dict.fromkeys(chain.from_iterable(lists)))}


def verbs_for(
    game: Game, seat: int, actions: Sequence[int], zones: Sequence[Zone], names: Sequence[str], language: str
) -> dict[str, str]:
    """The words for all touches that are no thing on the table; a seat is called by its player's name."""
    lists, order = _touches(game, seat)
    left: set[str] = set().union(*[lists[action] for action in actions])
    left.difference_update(*map(ids_of, zones))
    found = {}
    for touch in sorted(left, key=order.__getitem__):
        word = _verb(game, touch, language)
        found[touch] = word if isinstance(word, str) else names[word]
    return found


@cache
def _verb(game: Game, touch: str, language: str) -> str | int:
    """The word for a touch, or the seat whose player gives it their name."""
    prefix, _, token = touch.partition(":")
    return int(game.seat.value(token)) if prefix == "seat" else touch_word(game, touch, language)
