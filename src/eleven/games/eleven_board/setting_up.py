"""Set-up: creates the record for the deal from components and options."""

from collections.abc import Mapping, Sequence
from typing import Any

from eleven.core.contract.components import ComponentsError
from eleven.core.contract.game import RANDOM, Edition, Option, Setup
from eleven.core.text.errors import Mistake
from eleven.games.eleven_board.state import ELEVEN, ENDS, LAST, NO_TILE
from eleven.games.eleven_board.tokens import COLOURS, GAPS, SEAT, SIDES, SYMBOLS

JOKER_NUMBERS = 4
BONUSES = 4
PLAYERS = (2, 3, 4)
TABLES = ("tiles", "hands", "zones", "bridges", "bonus", "symbols")
NUMBERS_TABLE = "numbers"
"""A table that may be left out: for each colour the first and the last number of its row, or none (EB-1)."""

EDITIONS = (Edition("ravensburger", "Start 11! Le jeu de plateau / Het bordspel", "Ravensburger, 2013"),)
OPTIONS = (
    Option("symbols", ("off", "on"), "off"),
    Option("bonus_after_draw", ("yes", "no"), "yes"),
    Option("rounds", ("one", "match"), "one"),
    Option("start", (RANDOM, *SEAT.tokens), RANDOM),
)


def check_components(tables: Mapping[str, Any]) -> None:
    """Reject components with which the game cannot be played."""
    for name in TABLES:
        if name not in tables:
            raise ComponentsError(name, "", f"the table [{name}] is missing")
    for name in tables:
        if name not in (*TABLES, NUMBERS_TABLE):
            raise ComponentsError(name, "", f"there is no table [{name}] in 11! the board game")
    _check_tiles(tables["tiles"])
    _check_hands(tables["hands"], _checked_numbers(tables), 0 if NUMBERS_TABLE in tables else 1)
    _keys(tables, "zones", ("columns",))
    _columns(tables, "zones", "columns")
    _check_bridges(tables)
    _check_symbols(tables)


def _keys(tables: Mapping[str, Any], table: str, wanted: Sequence[str]) -> None:
    for key in tables[table]:
        if key != "kind" and key not in wanted:
            raise ComponentsError(table, key, f"[{table}] has no '{key}'; there is {', '.join(wanted)}")
    for key in wanted:
        if key not in tables[table]:
            raise ComponentsError(table, "", f"[{table}] needs '{key}'")


def _whole_numbers(values: Any) -> bool:
    return isinstance(values, list) and all(type(value) is int for value in values)


def _columns(tables: Mapping[str, Any], table: str, key: str) -> list[int]:
    """Return a list of columns, checked to be different numbers from 1 to 20."""
    values = tables[table][key]
    if not _whole_numbers(values) or any(not 1 <= value <= LAST for value in values):
        raise ComponentsError(table, key, f"'{key}' must be a list of numbers from 1 to {LAST}")
    if len(set(values)) != len(values):
        raise ComponentsError(table, key, f"'{key}' names a number twice")
    return list(values)


def _check_tiles(table: Mapping[str, Any]) -> None:
    """Four grey numbers, the 11 not being one of them: somebody must be able to begin (EB-1, EB-10)."""
    _keys({"tiles": table}, "tiles", ("jokers",))
    jokers = _columns({"tiles": table}, "tiles", "jokers")
    if len(jokers) != JOKER_NUMBERS:
        raise ComponentsError("tiles", "jokers", f"there are {JOKER_NUMBERS} numbers with jokers, not {len(jokers)}")
    if ELEVEN in jokers:
        raise ComponentsError("tiles", "jokers", "the 11 cannot be a joker: a coloured 11 begins each row")


def _checked_numbers(tables: Mapping[str, Any]) -> int:
    """Return the number of tiles with numbers, one per cell, and check that every row has its 11."""
    given = tables.get(NUMBERS_TABLE, {})
    for key in given:
        if key not in (*COLOURS, "kind"):
            raise ComponentsError(NUMBERS_TABLE, key, f"there is no colour '{key}'; there is {', '.join(COLOURS)}")
    for colour in COLOURS:
        ends = _ends(tables, colour)
        if not _whole_numbers(ends) or len(ends) not in (0, len(SIDES)):
            raise ComponentsError(
                NUMBERS_TABLE, colour, f"{colour} must be the first and the last number of its row, or []"
            )
        if ends and not 1 <= ends[0] <= ELEVEN <= ends[1] <= LAST:
            reason = f"the row of {colour} must begin within 1 to {ELEVEN} and end within {ELEVEN} to {LAST}"
            raise ComponentsError(NUMBERS_TABLE, colour, reason)
    count = sum(_cells(tables, colour).bit_count() for colour in COLOURS)
    if count == 0:
        raise ComponentsError(NUMBERS_TABLE, "", "there must be a row")
    return count


def _ends(tables: Mapping[str, Any], colour: str) -> Any:
    """The first and the last number of a row."""
    return tables.get(NUMBERS_TABLE, {}).get(colour, [1, LAST])


def _cells(tables: Mapping[str, Any], colour: str) -> int:
    """The number cells of a row, as bits."""
    ends = _ends(tables, colour)
    return (2 << ends[1]) - (1 << ends[0]) if ends else 0


def _check_hands(table: Mapping[str, Any], tiles: int, least: int) -> None:
    _keys({"hands": table}, "hands", ("sizes",))
    sizes = table["sizes"]
    if not _whole_numbers(sizes) or len(sizes) != len(PLAYERS) or min(sizes) < least:
        raise ComponentsError(
            "hands", "sizes", f"sizes must be three whole numbers from {least}, for 2, 3 and 4 players"
        )
    for players, size in zip(PLAYERS, sizes, strict=True):
        if players * size >= tiles:
            raise ComponentsError(
                "hands", "sizes", f"{players} hands of {size} leave nothing of {tiles} tiles in the bag"
            )


def _check_bridges(tables: Mapping[str, Any]) -> None:
    """Four of the bridges carry a bonus, and no bonus floats without a bridge (EB-3)."""
    _keys(tables, "bridges", GAPS)
    _keys(tables, "bonus", GAPS)
    total = 0
    for gap in GAPS:
        bridges = _columns(tables, "bridges", gap)
        for column in _columns(tables, "bonus", gap):
            if column not in bridges:
                raise ComponentsError("bonus", gap, f"there is no bridge {gap} at {column} to carry a bonus")
            total += 1
    if total != BONUSES:
        raise ComponentsError("bonus", "", f"exactly {BONUSES} bridges carry a bonus, not {total}")


def _check_symbols(tables: Mapping[str, Any]) -> None:
    """Two cells for each symbol, one beside a 1 and one beside a 20 (EB-4)."""
    _keys(tables, "symbols", COLOURS)
    found: list[str] = []
    for colour in COLOURS:
        ends = tables["symbols"][colour]
        if not isinstance(ends, list) or len(ends) != len(SIDES) or any(end not in SYMBOLS for end in ends):
            raise ComponentsError("symbols", colour, f"'{colour}' must be two of {', '.join(SYMBOLS)}: left and right")
        found += ends
    for symbol in SYMBOLS:
        if found.count(symbol) != ENDS // len(SYMBOLS):
            raise ComponentsError("symbols", "", f"the {symbol} needs exactly two cells, not {found.count(symbol)}")
        if found[:: len(SIDES)].count(symbol) != 1:
            raise ComponentsError("symbols", "", f"the {symbol} needs one cell beside a 1 and one beside a 20")


def _mask(columns: Sequence[int]) -> int:
    return sum(1 << column for column in columns)


def prepare(s: Any, setup: Setup) -> None:
    """Write the set-up of a table into a blank record."""
    tables = setup.components.tables
    s.with_symbols = setup.options["symbols"] == "on"
    s.bonus_after_draw = setup.options["bonus_after_draw"] == "yes"
    s.last_round = setup.players if setup.options["rounds"] == "match" else 1
    start = setup.options["start"]
    s.first = -1 if start == RANDOM else SEAT.value(start)
    s.hand = tables["hands"]["sizes"][setup.players - PLAYERS[0]]
    if s.hand == 0:
        raise Mistake("these components have no hands for {players} players", players=setup.players)
    if s.with_symbols and NUMBERS_TABLE in tables:
        raise Mistake("these components have no symbols")
    s.cells[:] = [_cells(tables, colour) for colour in COLOURS]
    s.jokers = _mask(tables["tiles"]["jokers"])
    s.zones = _mask(tables["zones"]["columns"])
    for i, gap in enumerate(GAPS):
        s.bridges[i] = _mask(tables["bridges"][gap])
        s.bonus_bridges[i] = _mask(tables["bonus"][gap])
    s.ends[:] = [SYMBOLS.index(symbol) for colour in COLOURS for symbol in tables["symbols"][colour]]
    s.bag[:] = NO_TILE
    s.pending = NO_TILE
