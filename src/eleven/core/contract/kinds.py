"""Kinds of things and their tokens: how a number inside a record is written everywhere outside.

A token is one word without spaces (`red-tea`, `7`, `joker`). Action names, logs, positions and pages use tokens;
people read the words that a catalogue gives for them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eleven.core.text.errors import Mistake
from eleven.core.text.words import Words

NOTHING = "-"


@dataclass(frozen=True)
class Kind:
    """A kind of thing: `tokens[value]` is the token of a value, `hidden[back]` that of a thing known by its back."""

    name: str
    tokens: Sequence[str]
    hidden: Sequence[str] = ()

    def token(self, value: int) -> str:
        """The token of a value; -1 is nothing, or the first hidden thing where the kind has backs."""
        if value >= 0:
            return self.tokens[value]
        if self.hidden:
            return self.hidden[-1 - value]
        return NOTHING

    def value(self, token: str) -> int:
        """The value of a token."""
        if token in self.tokens:
            return self.tokens.index(token)
        if token in self.hidden:
            return -1 - self.hidden.index(token)
        if token == NOTHING and not self.hidden:
            return -1
        raise Mistake(
            "'{token}' is no {kind}; try one of: {some} …", token=token, kind=self.name, some=", ".join(self.tokens[:8])
        )


class Numbers(Kind):
    """Whole numbers are their own tokens."""

    def __init__(self) -> None:
        super().__init__("number", ())

    def token(self, value: int) -> str:
        return str(value)

    def value(self, token: str) -> int:
        try:
            return int(token)
        except ValueError:
            raise Mistake("'{token}' is no whole number", token=token) from None


NUMBER = Numbers()


def plain_word(words: Words, kind: Kind, value: int) -> str:
    """The word of a thing: `kind.token` in the catalogue, else the token itself."""
    token = kind.token(value)
    key = f"{kind.name}.{token}"
    return words(key) if key in words else token


def kinds(*all_kinds: Kind) -> Mapping[str, Kind]:
    """The kinds of a game by name, including numbers."""
    return {kind.name: kind for kind in (NUMBER, *all_kinds)}
