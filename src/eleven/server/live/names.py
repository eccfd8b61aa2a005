"""What players are called: names that say what they show, and that nobody shares at a table."""

import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING

from eleven.core.text.words import LANGUAGES
from eleven.server.views.languages import seat_words

if TYPE_CHECKING:
    from eleven.server.live.table import Table

LONGEST = 24
MARKS = 2
"""So many marks may stand on one letter; a tower of them reaches into the lines above."""
UNSEEN = ("Cc", "Cf", "Cs", "Co")
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters without a shape, which Unicode does not call spaces."""
SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))
UNSEEN_MARKS = {"\u034f", "\u17b4", "\u17b5", *(chr(code) for codes in SELECTORS for code in codes)}
ALIKE = str.maketrans("авекмнорстухіјѕԁοανρτυικ01|", "abekmhopctyxijsdoavptuikoll")
"""Small letters of other alphabets, and digits, that look like Latin ones; the rest stays as it is."""


def clean(name: str) -> str:
    """A name without anything that hides, turns or piles up what is read; spaces are single, the form composed."""
    text = "".join(_shown(sign) for sign in unicodedata.normalize("NFC", name))
    kept, marks = [], 0
    for sign in " ".join(text.split()):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks <= MARKS:
            kept.append(sign)
    return unicodedata.normalize("NFC", "".join(kept))


def _shown(sign: str) -> str:
    """A sign as it is kept: itself, a space, or nothing."""
    if sign.isspace() or sign in BLANK:
        return " "
    return "" if unicodedata.category(sign) in UNSEEN or sign in UNSEEN_MARKS else sign


def look(name: str) -> str:
    """What two names that a person would confuse have in common."""
    folded = unicodedata.normalize("NFKC", clean(name)).casefold()
    return "".join(folded.translate(ALIKE).replace("i", "l").split())


def distinct(name: str, taken: Iterable[str]) -> str:
    """A name that looks like none of the others: the second Ann is `Ann (2)`."""
    looks_taken = {look(other) for other in taken}
    found, number = name, 1
    while name and look(found) in looks_taken:
        number += 1
        ending = f" ({number})"
        found = name[: LONGEST - len(ending)].rstrip() + ending
    return found


def name_at(table: "Table", seat: int, wanted: str) -> str:
    """What somebody who sits down is called: as they wish, but like nobody else here, bots and seats included."""
    others = [i for i in range(table.players) if i != seat]
    taken = [table.seats[i].name for i in others]
    taken += [seat_words(table.game.id, language)[i] for language in LANGUAGES for i in others]
    return distinct(clean(wanted)[:LONGEST], taken)
