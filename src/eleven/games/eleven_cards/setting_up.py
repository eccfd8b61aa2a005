"""Set-up: creates the record for the deal from components and options."""

from collections.abc import Mapping
from typing import Any

from eleven.core.contract.components import ComponentsError
from eleven.core.contract.game import RANDOM, Edition, Option, Setup
from eleven.core.text.errors import Mistake
from eleven.games.eleven_cards.state import ELEVEN, MAX_PLAYERS, NUMBERS
from eleven.games.eleven_cards.tokens import COLOUR, COLOUR_NAMES, SEAT

MIN_PLAYERS = 2
MIDDLE, ENDS = ELEVEN.bit_length(), 2
PLAYERS = tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1))
MOST_JOKERS, MOST_LINKS, MOST_BONUSES, MOST_POINTS = 8, 99, 8, 99

EDITIONS = (Edition("ravensburger", "11! the card game (Elfer raus! Master)", "Ravensburger"),)
OPTIONS = (
    Option("variant", ("full", "beginners"), "full"),
    Option("rounds", ("one", "match"), "one"),
    Option("exchanges", ("counted", "free"), "counted"),
    Option("rows", (RANDOM, "listed"), RANDOM),
    Option("start", (RANDOM, *SEAT.tokens), RANDOM),
)

KEYS = {
    "box": ("jokers", "links", "bonuses"),
    "deal": ("hands", "links"),
    "points": ("bonus", "joker"),
    "rows": ("listed",),
}
NUMBERS_TABLE = "numbers"
"""A table that may be left out: for each colour the first and the last number of its row (EC-1)."""


def check_components(tables: Mapping[str, Any]) -> None:
    """Reject tables with missing or unknown keys, or with numbers that cannot be dealt."""
    _check_keys({name: table for name, table in tables.items() if name != NUMBERS_TABLE})
    numbers = _checked_numbers(tables)
    box, deal, points = tables["box"], tables["deal"], tables["points"]
    _check_number("box", "jokers", box["jokers"], MOST_JOKERS)
    _check_number("box", "links", box["links"], MOST_LINKS)
    _check_number("box", "bonuses", box["bonuses"], MOST_BONUSES)
    _check_shares("hands", deal["hands"], 0 if NUMBERS_TABLE in tables else 1, numbers, "number cards besides the 11s")
    _check_shares("links", deal["links"], 0, box["links"], "link cards")
    for key in KEYS["points"]:
        _check_number("points", key, points[key], MOST_POINTS)
    listed = tables["rows"]["listed"]
    if not isinstance(listed, list) or sorted(map(str, listed)) != sorted(COLOUR_NAMES):
        raise ComponentsError("rows", "listed", f"listed must name each colour once: {', '.join(COLOUR_NAMES)}")


def _checked_numbers(tables: Mapping[str, Any]) -> int:
    """Return the number of number cards besides the 11s, and check that every row has its 11."""
    if NUMBERS_TABLE in tables:
        for key in tables[NUMBERS_TABLE]:
            if key not in (*COLOUR_NAMES, "kind"):
                raise ComponentsError(
                    NUMBERS_TABLE, key, f"there is no colour '{key}'; there is {', '.join(COLOUR_NAMES)}"
                )
    count = 0
    for colour in COLOUR_NAMES:
        ends = _ends(tables, colour)
        if not isinstance(ends, list) or len(ends) != ENDS or any(type(end) is not int for end in ends):
            raise ComponentsError(NUMBERS_TABLE, colour, f"{colour} must be the first and the last number of its row")
        if not 1 <= ends[0] <= MIDDLE <= ends[1] <= NUMBERS:
            reason = f"the row of {colour} must begin within 1 to {MIDDLE} and end within {MIDDLE} to {NUMBERS}"
            raise ComponentsError(NUMBERS_TABLE, colour, reason)
        count += ends[1] - ends[0]
    return count


def _ends(tables: Mapping[str, Any], colour: str) -> Any:
    """The first and the last number of a row."""
    return tables.get(NUMBERS_TABLE, {}).get(colour, [1, NUMBERS])


def _check_keys(tables: Mapping[str, Any]) -> None:
    for name in tables:
        if name not in KEYS:
            raise ComponentsError(
                name, "", f"there is no table [{name}] in 11! the card game; there is {', '.join(KEYS)}"
            )
    for name, keys in KEYS.items():
        if name not in tables:
            raise ComponentsError(name, "", f"the table [{name}] is missing")
        for key in tables[name]:
            if key not in (*keys, "kind"):
                raise ComponentsError(name, key, f"[{name}] has no key '{key}'; there is {', '.join(keys)}")
        for key in keys:
            if key not in tables[name]:
                raise ComponentsError(name, key, f"[{name}] needs the key '{key}'")


def _check_number(table: str, key: str, value: Any, most: int) -> None:
    if type(value) is not int or not 0 <= value <= most:
        raise ComponentsError(table, key, f"{key} must be a whole number from 0 to {most}")


def _check_shares(key: str, shares: Any, least: int, available: int, things: str) -> None:
    """Check for one share per number of players, and enough cards for all of them."""
    if not isinstance(shares, list) or len(shares) != len(PLAYERS) or any(type(share) is not int for share in shares):
        raise ComponentsError("deal", key, f"{key} must be {len(PLAYERS)} whole numbers, for 2 to 6 players")
    for players, share in zip(PLAYERS, shares, strict=True):
        if share < least:
            raise ComponentsError("deal", key, f"{key}: {share} is too few for {players} players")
        if share * players > available:
            raise ComponentsError(
                "deal", key, f"{key}: {share} each for {players} players, but there are {available} {things}"
            )


def prepare(s: Any, setup: Setup) -> None:
    """Write the set-up of a table into a blank record."""
    tables, options = setup.components.tables, setup.options
    s.beginners = options["variant"] == "beginners"
    s.exchanges_count = options["exchanges"] == "counted"
    s.rounds_to_play = setup.players if options["rounds"] == "match" else 1
    s.first = -1 if options["start"] == RANDOM else SEAT.value(options["start"])
    s.listed[:] = -1
    if options["rows"] == "listed":
        s.listed[:] = [COLOUR.value(name) for name in tables["rows"]["listed"]]
    for i, colour in enumerate(COLOUR_NAMES):
        first, last = _ends(tables, colour)
        s.places[i] = (1 << last) - (1 << first - 1)
    s.hand_size = tables["deal"]["hands"][setup.players - MIN_PLAYERS]
    if s.hand_size == 0:
        raise Mistake("these components have no hands for {players} players", players=setup.players)
    s.bonus_points, s.joker_points = tables["points"]["bonus"], tables["points"]["joker"]
    if not s.beginners:
        s.all_jokers, s.all_bonuses = tables["box"]["jokers"], tables["box"]["bonuses"]
        s.links_each = tables["deal"]["links"][setup.players - MIN_PLAYERS]
