"""Set-up: creates the record for the deal from components and options."""

from collections.abc import Mapping
from typing import Any

from eleven.core.contract.components import ComponentsError
from eleven.core.contract.game import RANDOM, Edition, Option, Setup
from eleven.games.elefant.state import CHINA_DECK, COPIES, HERD, LOWEST_VALUE, PAIR, VALUES
from eleven.games.elefant.tokens import CHINA, COLOUR_NAMES, ELEPHANT, PAIR_NAMES, PLAYERS, SEAT

TABLES = ("china", "starting", "elephants")
PAIR_VALUES = [3, 4]

EDITIONS = (Edition("amigo", "Der Elefant im Porzellanladen", "Amigo, 2006"),)
OPTIONS = (Option("start", (RANDOM, *PLAYERS), RANDOM),)


def check_components(tables: Mapping[str, Any]) -> None:
    """Refuse tables that are not 40 china cards, five starting pairs of a 3 and a 4, and 30 elephants (EP-1)."""
    for name in TABLES:
        if name not in tables:
            raise ComponentsError(name, "", f"the table [{name}] is missing")
    for name in tables:
        if name not in TABLES:
            raise ComponentsError(name, "", f"there is no table [{name}] here; there is {', '.join(TABLES)}")
    _check_china(tables["china"])
    _check_starting(tables["starting"])
    _check_elephants(tables["elephants"])
    for kind, count in enumerate(_china_counts(tables)):
        together = count + _pairs(tables).count(kind)
        if together > COPIES:
            token = CHINA.token(kind)
            reason = f"there are {together} {token} with the starting pairs; there is room for {COPIES}"
            raise ComponentsError("china", token.split("-")[0], reason)


def _check_keys(table: str, rows: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for key in rows:
        if key != "kind" and key not in names:
            raise ComponentsError(table, key, f"there is no '{key}' in [{table}]; there is {', '.join(names[:8])} …")


def _check_all_there(table: str, rows: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        if name not in rows:
            raise ComponentsError(table, "", f"'{name}' is missing in [{table}]")


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= COPIES


def _check_china(rows: Mapping[str, Any]) -> None:
    _check_keys("china", rows, COLOUR_NAMES)
    _check_all_there("china", rows, COLOUR_NAMES)
    for colour in COLOUR_NAMES:
        counts = rows[colour]
        if not isinstance(counts, list) or len(counts) != VALUES or not all(_is_count(count) for count in counts):
            raise ComponentsError(
                "china", colour, f"{colour} must be {VALUES} whole numbers from 0 to {COPIES}, for 3 to 8"
            )
    total = sum(sum(rows[colour]) for colour in COLOUR_NAMES)
    if total != CHINA_DECK:
        raise ComponentsError("china", COLOUR_NAMES[-1], f"there must be {CHINA_DECK} china cards, not {total}")


def _check_starting(rows: Mapping[str, Any]) -> None:
    _check_keys("starting", rows, PAIR_NAMES)
    _check_all_there("starting", rows, PAIR_NAMES)
    for name in PAIR_NAMES:
        pair = rows[name]
        if not isinstance(pair, list) or len(pair) != PAIR or not all(card in CHINA.tokens for card in pair):
            raise ComponentsError("starting", name, f"{name} must be {PAIR} china cards such as {CHINA.tokens[0]}")
        if sorted(LOWEST_VALUE + CHINA.value(card) % VALUES for card in pair) != PAIR_VALUES:
            raise ComponentsError("starting", name, f"{name} must be a 3 and a 4")


def _check_elephants(rows: Mapping[str, Any]) -> None:
    _check_keys("elephants", rows, tuple(ELEPHANT.tokens))
    for name, count in rows.items():
        if name != "kind" and not _is_count(count):
            raise ComponentsError("elephants", name, f"{name} must be a whole number from 0 to {COPIES}")
    total = sum(_elephant_counts(rows))
    if total != HERD:
        raise ComponentsError("elephants", "kind", f"there must be {HERD} elephants, not {total}")


def _china_counts(tables: Mapping[str, Any]) -> list[int]:
    return [count for colour in COLOUR_NAMES for count in tables["china"][colour]]


def _pairs(tables: Mapping[str, Any]) -> list[int]:
    return [CHINA.value(card) for name in PAIR_NAMES for card in tables["starting"][name]]


def _elephant_counts(rows: Mapping[str, Any]) -> list[int]:
    return [rows.get(name, 0) for name in ELEPHANT.tokens]


def prepare(s: Any, setup: Setup) -> None:
    """Write the set-up of a table into a blank record."""
    start = setup.options["start"]
    s.first = -1 if start == RANDOM else SEAT.value(start)
    s.china_cards[:] = _china_counts(setup.components.tables)
    s.pairs[:] = _pairs(setup.components.tables)
    s.herd_cards[:] = _elephant_counts(setup.components.tables["elephants"])
