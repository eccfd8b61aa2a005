"""What is said at a table, kept as what happened, so that everybody reads it in their own language."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from eleven.core.contract.game import find_game
from eleven.core.rules.cache_budget import remembered
from eleven.core.rules.frozen import fixed
from eleven.core.text.narration import event_sentence, seat_names
from eleven.core.text.words import DEFAULT_LANGUAGE, LANGUAGES, Words, load_words

HERE = Path(__file__).parents[1]


class QuickWords(Words):
    """A catalogue, with the texts that need nothing filled in made ready."""

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
def words_of(game_id: str, language: str = DEFAULT_LANGUAGE) -> QuickWords:
    """The words of a game."""
    return QuickWords(find_game(game_id).words(language))


@cache
def server_words(language: str = DEFAULT_LANGUAGE) -> QuickWords:
    """The words of the server itself."""
    return QuickWords(load_words(HERE, language))


@cache
def seat_words(game_id: str, language: str = DEFAULT_LANGUAGE) -> list[str]:
    """What every seat of a game is called."""
    game = find_game(game_id)
    return seat_names(game, words_of(game_id, language), game.max_players)


def language_wanted(accepted: str | None) -> str:
    """The first language of an Accept-Language header that is spoken here."""
    weighed = []
    for place, item in enumerate((accepted or "").lower().split(",")):
        name, _, weight = item.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), place, name.split("-")[0]))
        except ValueError:
            continue
    return next((name for weight, _, name in sorted(weighed) if name in LANGUAGES and weight < 0), DEFAULT_LANGUAGE)


def heard(seen: Any) -> tuple[Any, ...]:
    """What a sight tells of the last decision, as values; those of a frozen sight are such already."""
    events = seen.events[: seen.told]
    return events if isinstance(events, tuple) else tuple([fixed(event).fields for event in events])


class Told(NamedTuple):
    """What one seat heard of one event at the table: events of its sight, or a sentence of the server about a seat."""

    version: int
    events: tuple[Any, ...] = ()
    key: str = ""
    seat: int = 0

    def lines(self, game_id: str, language: str, names: tuple[str, ...]) -> Sequence[str]:
        """What happened, in words."""
        if self.key:
            return [server_words(language)(self.key, seat=names[self.seat])]
        return _lines(game_id, language, names, self.events)


@remembered
def _lines(game_id: str, language: str, names: tuple[str, ...], events: tuple[Any, ...]) -> Sequence[str]:
    """Events in words; those who saw the same in the same language are told the same."""
    return [_line(game_id, language, names[it.seat], names[it.other], it._replace(seat=0, other=1)) for it in events]


@remembered
def _line(game_id: str, language: str, seat: str, other: str, event: Any) -> str:
    """An event in words; its seats are the two that are named."""
    return event_sentence(find_game(game_id), event, words_of(game_id, language), (seat, other))
