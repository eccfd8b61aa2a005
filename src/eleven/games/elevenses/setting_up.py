"""Set-up: creates the record for the deal from components and options."""

from collections.abc import Mapping
from typing import Any

from eleven.core.contract.components import ComponentsError
from eleven.core.contract.game import RANDOM, Edition, Option, Setup
from eleven.games.elevenses.state import ELEVENSES, SERVANTS, SET
from eleven.games.elevenses.tokens import COLOURS, GUEST_NAMES, SEAT

WISHES = 3
NEVER = "0"
"""The number of turns after which it is noon in a game that knows no noon (EL-22)."""

EDITIONS = (
    Edition("adventureland", "Elevenses (French edition)", "Adventureland Games, 2014"),
    Edition("grail", "Elevenses (English edition)", "Grail Games, 2014"),
)
OPTIONS = (
    Option("target", ("5", "7", "9", "11"), {"adventureland": "7", "grail": "5"}),
    Option("ties", ("share", "play-on"), "share"),
    Option("guests", ("off", "on"), "off"),
    Option("server_tie", ("holder-first", "holder-last"), "holder-first"),
    Option("noon", ("15", "30", NEVER), "30"),
    Option("start", (RANDOM, *COLOURS), RANDOM),
)


def check_components(tables: Mapping[str, Any]) -> None:
    """Check for eleven spoon values, and six guests with three wishes each."""
    for name in tables:
        if name not in ("spoons", "guests"):
            raise ComponentsError(name, "", f"there is no table [{name}] in Elevenses")
    for name in ("spoons", "guests"):
        if name not in tables:
            raise ComponentsError(name, "", f"the table [{name}] is missing")
    values = tables["spoons"].get("values")
    if not _whole_numbers(values) or len(values) != SET or min(values) < 0 or max(values) > 9:
        raise ComponentsError("spoons", "values", f"values must be {SET} whole numbers from 0 to 9")
    guests = {name: wish for name, wish in tables["guests"].items() if name != "kind"}
    for name, wish in guests.items():
        if name not in GUEST_NAMES:
            raise ComponentsError("guests", name, f"there is no guest '{name}'; there is {', '.join(GUEST_NAMES)}")
        _check_wish(name, wish)
    for name in GUEST_NAMES:
        if name not in guests:
            raise ComponentsError("guests", "", f"the guest '{name}' is missing")


def _check_wish(name: str, wish: Any) -> None:
    if not _whole_numbers(wish) or len(set(wish)) != WISHES or len(wish) != WISHES:
        raise ComponentsError("guests", name, f"{name} must want {WISHES} different cards, by number")
    if min(wish) < 1 or max(wish) >= ELEVENSES:
        raise ComponentsError("guests", name, f"{name} can want the cards 1 to {SERVANTS} of a spread only")


def _whole_numbers(values: Any) -> bool:
    return isinstance(values, list) and all(type(value) is int for value in values) and bool(values)


def prepare(s: Any, setup: Setup) -> None:
    """Write the set-up of a table into a blank record."""
    s.target = int(setup.options["target"])
    s.play_on = setup.options["ties"] == "play-on"
    s.with_guests = setup.options["guests"] == "on"
    s.holder_last = setup.options["server_tie"] == "holder-last"
    s.noon = int(setup.options["noon"])
    start = setup.options["start"]
    s.first = -1 if start == RANDOM else SEAT.value(start)
    s.spoons[:] = setup.components.tables["spoons"]["values"]
    for i, name in enumerate(GUEST_NAMES):
        s.wishes[i] = sum(1 << (number - 1) for number in setup.components.tables["guests"][name])
