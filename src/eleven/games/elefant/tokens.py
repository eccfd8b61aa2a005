"""The names of seats, china, elephants and scoring categories in text and JSON."""

from collections.abc import Iterator

from eleven.core.contract.kinds import NOTHING, NUMBER, Kind, Numbers
from eleven.games.elefant.state import LOWEST_VALUE, SMALL_MOST, UNUSED, VALUES

PLAYERS = ("white", "yellow", "orange", "violet", "black")
COLOUR_NAMES = ("red", "green", "blue")
PAIR_NAMES = ("I", "II", "III", "IV", "V")


def _small_elephants() -> Iterator[str]:
    """Yield names such as `red2-blue1`: every combination of up to two of each colour, except none at all."""
    numbers = range(SMALL_MOST + 1)
    for counts in ((red, green, blue) for red in numbers for green in numbers for blue in numbers):
        token = "-".join(f"{name}{n}" for name, n in zip(COLOUR_NAMES, counts, strict=True) if n)
        if token:
            yield token


SEAT = Kind("seat", PLAYERS)
CHINA = Kind(
    "china",
    tuple(f"{colour}-{LOWEST_VALUE + i}" for colour in COLOUR_NAMES for i in range(VALUES)),
    hidden=("?", NOTHING),
)
ELEPHANT = Kind(
    "elephant",
    (
        *_small_elephants(),
        *(f"big-{colour}" for colour in COLOUR_NAMES),
        *(f"grey{n + 1}" for n in range(SMALL_MOST)),
        "odd",
        "even",
    ),
    hidden=("?", NOTHING),
)
CATEGORY = Kind("category", ("lowest", "highest", "colour", "everything"))
SCORING = Kind("scoring", ("lowest", "highest", *COLOUR_NAMES, "everything"))
"""The ways to score: a category, or for one colour, the colour."""


class _Points(Numbers):
    """Points on a sheet; an empty column is a dash."""

    def token(self, value: int) -> str:
        return NOTHING if value == UNUSED else str(value)

    def value(self, token: str) -> int:
        return UNUSED if token == NOTHING else NUMBER.value(token)


POINTS = _Points()
