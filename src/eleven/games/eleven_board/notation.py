"""Positions of 11! the board game as text.

A row of the board is its colour and what lies in it; dots are free cells and may be left out. Tiles that a hand-written
position does not mention go onto the racks it does not mention, up to a full hand, and then into the bag; if the bag is
written, all of them go onto those racks. The bag's first tile is the one drawn next.

    players: 2
    board:
      yellow 10 11 12
      blue left 1
    1 rack: red-11 joker-7 joker-7
    bag: green-4 yellow-1
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from eleven.core.contract.kinds import NOTHING
from eleven.core.rules.asking import ask
from eleven.core.rules.record import THE_TRUTH
from eleven.core.text.errors import Mistake
from eleven.core.text.notation import Field, Notation, One
from eleven.games.eleven_board import placing, tiles
from eleven.games.eleven_board.invariants import INVARIANTS, check
from eleven.games.eleven_board.knowledge import on_board, on_racks
from eleven.games.eleven_board.state import (
    BONUS,
    COLUMNS,
    COPIES,
    FIRST_JOKER,
    GIVE,
    LIMIT,
    MORE,
    NO_TILE,
    NUMBERS,
    PLACE,
    ROWS,
    SYMBOL_COPIES,
    TILE_KINDS,
    TURN,
    is_symbol,
    left_of,
)
from eleven.games.eleven_board.tiles import copies_of
from eleven.games.eleven_board.tokens import COLOURS, COLUMN, SEAT, TILE

FREE_CELL = "."


@dataclass(frozen=True)
class BoardText:
    """Reads and writes the board: four rows, one per line."""

    def write(self, value: Any) -> str:
        return "".join(f"\n  {colour:6} {self._row(int(value[r]))}" for r, colour in enumerate(COLOURS))

    def _row(self, mask: int) -> str:
        return " ".join(f"{COLUMN.token(c) if mask >> c & 1 else FREE_CELL:>2}" for c in range(COLUMNS))

    def read(self, text: str, size: int) -> Any:
        rows = [0] * size
        for line in text.split("\n"):
            colour, *cells = line.split() or [""]
            if not colour or colour == NOTHING:
                continue
            if colour not in COLOURS:
                raise Mistake(f"a row begins with one of {', '.join(COLOURS)}, not '{colour}'")
            for cell in cells:
                if cell != FREE_CELL:
                    rows[COLOURS.index(colour)] |= 1 << COLUMN.value(cell)
        return rows


@dataclass(frozen=True)
class TileSets:
    """Reads and writes sets of tiles: in any order, repeating identical ones; sets are separated by `|`."""

    def write(self, value: Any) -> str:
        return " | ".join(self._set(value, at) for at in range(0, len(value), ROWS))

    def _set(self, value: Any, at: int) -> str:
        found = [TILE.token(tile) for tile in range(TILE_KINDS) for _ in range(int(tiles.count_of(value, at, tile)))]
        return " ".join(found) or NOTHING

    def read(self, text: str, size: int) -> Any:
        parts = text.split("|")
        if len(parts) != size // ROWS:
            raise Mistake(f"{size // ROWS} lists separated by | are wanted here, not {len(parts)}")
        masks = np.zeros(size, np.int64)
        for i, part in enumerate(parts):
            for token in [] if part.strip() == NOTHING else part.split():
                self._add(masks, i * ROWS, token)
        return masks

    def _add(self, masks: Any, at: int, token: str) -> None:
        tile = TILE.value(token)
        most = 1 if tile < FIRST_JOKER else SYMBOL_COPIES if is_symbol(tile) else COPIES
        if tile < 0 or tiles.count_of(masks, at, tile) == most:
            raise Mistake(f"'{token}' cannot stand here (again)")
        tiles.put(masks, at, tile)


@dataclass(frozen=True)
class BagText:
    """Reads and writes the bag, starting with the tile that is drawn next."""

    def write(self, value: Any) -> str:
        return " ".join(TILE.token(int(tile)) for tile in reversed(value) if tile != NO_TILE) or NOTHING

    def read(self, text: str, size: int) -> Any:
        found = [TILE.value(token) for token in reversed(text.split()) if token != NOTHING]
        if len(found) > size:
            raise Mistake(f"there are only {size} tiles")
        return found + [NO_TILE] * (size - len(found))


FIELDS = (
    Field("board", BoardText()),
    Field("fresh", BoardText()),
    Field("bag", BagText()),
    Field("in_bag"),
    Field("turn", One(SEAT)),
    Field("laid"),
    Field("drew"),
    Field("bonuses"),
    Field("pending", One(TILE)),
    Field("rounds"),
    Field("opener", One(SEAT)),
    Field("rack", TileSets(), of_seat=True),
    Field("held", of_seat=True),
    Field("points", of_seat=True),
    Field("trail", TileSets(), of_seat=True),
    Field("lacks", TileSets(), of_seat=True),
    Field("lacks_to_giver", TileSets(), of_seat=True),
)


def complete(s: Any, given: set[str]) -> None:
    """Fill what a hand-written position leaves out, and refuse an impossible one."""
    if s.viewer != THE_TRUTH:
        return
    _check_tokens(s)
    s.rounds = s.rounds or 1
    _hand_out(s, _unmentioned(s), given)
    for p in range(s.players):
        seat = s.seats[p]
        seat.lacks_to_giver |= seat.lacks
        if f"{SEAT.token(p)} held" not in given:
            seat.held = tiles.number_in(seat.rack, 0)
    if "in bag" not in given:
        s.in_bag = sum(1 for tile in s.bag if tile != NO_TILE)
    _ask_the_obvious(s, given)
    reason = int(check(s))
    if reason:
        raise Mistake(INVARIANTS[reason])
    _check_question(s)


def _check_tokens(s: Any) -> None:
    """Check that all tokens are valid at this table."""
    for name in ("turn", "opener"):
        if not 0 <= getattr(s, name) < s.players:
            raise Mistake(f"{name}: nobody sits there")
    if not 0 <= s.laid <= LIMIT:
        raise Mistake(f"laid: a player lays at most {LIMIT} tiles (EB-20)")
    if not 0 <= s.rounds <= s.last_round:
        raise Mistake(f"rounds: this game has {s.last_round}")
    if s.drew not in (0, 1):
        raise Mistake("drew: 1 if the player had to draw in this turn, else 0 (EB-28)")
    if s.bonuses not in (0, 1, 2):
        raise Mistake("bonuses: one tile earns at most two (EB-26)")
    if any(s.fresh[r] & ~NUMBERS for r in range(ROWS)):
        raise Mistake("fresh: only numbers count as laid this turn (EB-42)")
    for p in range(s.players):
        if s.seats[p].points > 0:
            raise Mistake("points: there are only minus points (EB-30)")


def _unmentioned(s: Any) -> list[int]:
    """Return the tiles that have no position yet."""
    bag = [int(tile) for tile in s.bag]
    missing = []
    for tile in range(TILE_KINDS):
        found = int(on_racks(s, tile)) + bag.count(tile) + (s.pending == tile)
        if copies_of(s, tile) == 0 and found:
            raise Mistake(f"there is no {TILE.token(tile)} in this game (EB-1)")
        missing += [tile] * int(copies_of(s, tile) - found - on_board(s, tile))
    return missing


def _hand_out(s: Any, missing: list[int], given: set[str]) -> None:
    """Put missing tiles onto racks that are not given, then into the bag unless it is given."""
    racks = [p for p in range(s.players) if f"{SEAT.token(p)} rack" not in given]
    rounds = len(missing) if "bag" in given else int(s.hand)
    for _ in range(rounds):
        for p in racks:
            if missing:
                tiles.put(s.seats[p].rack, 0, missing.pop(0))
    if missing and "bag" in given:
        raise Mistake(f"{TILE.token(missing[0])} is nowhere: not on the board, a rack or in the bag (EB-1)")
    if "bag" not in given:
        s.bag[: len(missing)] = missing


def _ask_the_obvious(s: Any, given: set[str]) -> None:
    """Fill in the default question: the player whose turn it is lays a tile."""
    if s.over == 0 and "asking" not in given:
        ask(s, int(s.turn), MORE if s.laid else TURN, 0, LIMIT - int(s.laid))
    if s.depth == 1:
        question = s.asking[0]
        if "turn" not in given:
            s.turn = question.seat
        if question.what == PLACE and "drew" not in given:
            s.drew = 1
        if question.what == GIVE and "asking" in given and question.about == 0:
            question.about = left_of(s, int(question.seat))


def _check_question(s: Any) -> None:
    """Check that the question fits the state of the turn."""
    if s.over:
        return
    what = int(s.asking[0].what)
    if (s.pending != NO_TILE) != (what in (PLACE, BONUS)):
        raise Mistake("a drawn tile is pending when, and only when, its place is asked for (EB-26, EB-28)")
    if what in (PLACE, BONUS) and placing.spots(s, int(s.pending), what == PLACE) == 0:
        raise Mistake("the pending tile can go nowhere (EB-26, EB-28)")
    if what == MORE and not 1 <= s.laid < LIMIT:
        raise Mistake("more tiles are laid after the first and before the third (EB-20)")
    if what == GIVE and not placing.may_give(s):
        raise Mistake("a tile is given only after two neighbouring ones were laid this turn (EB-27)")


NOTATION = Notation(FIELDS, complete)
