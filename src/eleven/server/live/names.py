"""Player names: without invisible or misleading characters, and unique at a table."""

import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING

from eleven.core.text.words import LANGUAGES
from eleven.server.views.languages import seat_words

if TYPE_CHECKING:
    from eleven.server.live.table import Table

MAX_NAME_LENGTH = 24
MAX_MARKS = 2
"""How many combining marks a letter may have; more would reach into the lines above."""
UNSEEN = ("Cc", "Cf", "Cs", "Co")
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Blank characters that Unicode does not classify as spaces."""
SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))
UNSEEN_MARKS = {"\u034f", "\u17b4", "\u17b5", *(chr(code) for codes in SELECTORS for code in codes)}
ALIKE = str.maketrans("авекмнорстухіјѕԁοανρτυικ01|", "abekmhopctyxijsdoavptuikoll")
"""Lower-case letters of other alphabets, and digits, that look like Latin letters."""


def clean(name: str) -> str:
    """Clean a name: no invisible characters, few combining marks, single spaces, composed form (NFC)."""
    text = "".join(_shown(sign) for sign in unicodedata.normalize("NFC", name))
    kept, marks = [], 0
    for sign in " ".join(text.split()):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks <= MAX_MARKS:
            kept.append(sign)
    return unicodedata.normalize("NFC", "".join(kept))


def _shown(sign: str) -> str:
    """What is kept of a character: itself, a space, or nothing."""
    if sign.isspace() or sign in BLANK:
        return " "
    return "" if unicodedata.category(sign) in UNSEEN or sign in UNSEEN_MARKS else sign


def skeleton(name: str) -> str:
    """A skeleton of a name: equal for two names that a person would confuse."""
    folded = unicodedata.normalize("NFKC", clean(name)).casefold()
    return "".join(folded.translate(ALIKE).replace("i", "l").split())


def distinct(name: str, taken: Iterable[str]) -> str:
    """A name that looks like none of the others: the second Ann is `Ann (2)`."""
    skeletons_taken = {skeleton(other) for other in taken}
    found, number = name, 1
    while name and skeleton(found) in skeletons_taken:
        number += 1
        ending = f" ({number})"
        found = name[: MAX_NAME_LENGTH - len(ending)].rstrip() + ending
    return found


def name_at(table: "Table", seat: int, wanted: str) -> str:
    """The name of somebody who takes a seat: as they wish, but like no other player, bot or seat here."""
    others = [i for i in range(table.players) if i != seat]
    taken = [table.seats[i].name for i in others]
    taken += [seat_words(table.game.id, language)[i] for language in LANGUAGES for i in others]
    return distinct(clean(wanted)[:MAX_NAME_LENGTH], taken)
