"""Texts for people that are made in code: mistakes, and what happens at a table.

The English template is the translation key: `Message("the seat {seat} is taken", seat="red")`. Its translations are
under `[said]` in `words.<language>.toml` beside the code (core, bots, server); a test finds every template in the
source and compares. A part may itself be such a text, or any other object with `in_language`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from eleven.core.text.words import DEFAULT_LANGUAGE, own_translations

if TYPE_CHECKING:
    from eleven.core.contract.game import Game

PACKAGE = Path(__file__).parents[2]
SPEAKING = (PACKAGE / "core" / "text", PACKAGE / "bots", PACKAGE / "server")
"""The folders with the translations of templates in code."""


@runtime_checkable
class Translatable(Protocol):
    """Anything that can be rendered in several languages."""

    def in_language(self, language: str) -> str:
        """The text in a language."""


class Message:
    """A translatable text; its parts are filled in when somebody reads it."""

    __slots__ = ("parts", "template")

    def __init__(self, template: str, /, **parts: object) -> None:
        self.template, self.parts = template, parts

    def in_language(self, language: str) -> str:
        """The text in a language, or in English if there is no translation."""
        template = translations(language).get(self.template, self.template)
        if not self.parts:
            return template
        return template.format(**{name: spoken(part, language) for name, part in self.parts.items()})

    def __str__(self) -> str:
        return self.in_language(DEFAULT_LANGUAGE)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.template, self.parts) == (other.template, other.parts)

    def __hash__(self) -> int:
        return hash(self.template)


@dataclass(frozen=True)
class SeatName:
    """A seat by the word its game has for it."""

    game: "Game"
    seat: int

    def in_language(self, language: str) -> str:
        """The name of the seat in a language."""
        return self.game.word(self.game.words(language), self.game.seat, self.seat)


def spoken(part: object, language: str) -> str:
    """A part of a text in a language."""
    return part.in_language(language) if isinstance(part, Translatable) else str(part)


@cache
def translations(language: str) -> Mapping[str, str]:
    """Every template of ours in a language; English needs none."""
    found: dict[str, str] = {}
    for folder in SPEAKING:
        found.update(own_translations(folder, language))
    return found
