"""What is said at a table, kept as what happened, so that everybody reads it in a language of her own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from eleven.core.game import Game, find_game
from eleven.core.narrate import event_sentence, seat_names
from eleven.core.saying import spoken
from eleven.core.words import DEFAULT_LANGUAGE, LANGUAGES, Words, load_words

HERE = Path(__file__).parent
REMEMBERED = 20_000


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
def house_words(language: str = DEFAULT_LANGUAGE) -> QuickWords:
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


@dataclass(frozen=True)
class Saying:
    """A sentence of the server: its key in the catalogue, and what is filled in."""

    key: str
    parts: Mapping[str, object] = field(default_factory=dict)

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The sentence in words."""
        parts = {name: spoken(part, language) for name, part in self.parts.items()}
        return house_words(language)(self.key, **parts)

    def in_language(self, language: str) -> str:
        """The same, as a part of what somebody else says."""
        return self.text(language)


@dataclass(frozen=True)
class Told:
    """What one seat heard of one event at the table: events of its sight, or a sentence of the server about a seat."""

    version: int
    seen: Sequence[Any] = ()
    key: str = ""
    seat: int = 0

    def lines(self, game: Game, language: str, names: Sequence[str]) -> list[str]:
        """What happened, in words."""
        if self.key:
            return [house_words(language)(self.key, seat=names[self.seat])]
        return [
            _line(game.id, language, it.what, names[it.seat], names[it.other], it.place, it.thing, it.cover)
            for it in self.seen
        ]


@dataclass(frozen=True)
class _Event:
    what: int
    place: int
    thing: int
    cover: int
    seat: int = 0
    other: int = 1


@lru_cache(REMEMBERED)
def _line(game_id: str, language: str, what: int, seat: str, other: str, place: int, thing: int, cover: int) -> str:
    """An event in words; those who saw the same in the same language are told the same."""
    event = _Event(what, place, thing, cover)
    return event_sentence(find_game(game_id), event, words_of(game_id, language), (seat, other))
