"""Who sees what in 11! the board game: `see`, the one door for hidden information.

A world is consistent if it would look like `seen`. What players could conclude for certain is part of `seen`:
tiles that a rack surely lacks (`lacks`), tiles given away (`trail`), and that whoever is asked to start holds an 11.
"""

from eleven.core.rules.asking import see_header
from eleven.core.rules.jit import rule
from eleven.core.rules.lists import copy, fill
from eleven.core.rules.record import Ints
from eleven.games.eleven_board.state import (
    NO_TILE,
    ROWS,
    Seat,
    State,
    left_of,
    right_of,
)

HIDDEN_FIELDS = ("bag", "seats.rack", "seats.trail", "seats.lacks_to_giver")
KNOWLEDGE_FIELDS = ("seats.trail", "seats.lacks_to_giver")
SEEN_ONLY_FIELDS = ("viewer",)


@rule
def see(s: State, viewer: int, seen: State) -> None:
    """The open table, the viewer's own rack, and what she knows of the others'; at the end all racks lie open."""
    see_header(s, viewer, seen)
    copy_open(s, seen)
    fill(seen.bag, NO_TILE)
    for p in range(s.players):
        if p == viewer or s.over:
            copy(s.seats[p].rack, seen.seats[p].rack)
    if viewer < s.players:
        _see_neighbours(s, viewer, seen)


@rule
def _see_neighbours(s: State, viewer: int, seen: State) -> None:
    """What a player gave to her left and got from her right, and what follows for who lacks what (EB-27)."""
    left, right = left_of(s, viewer), right_of(s, viewer)
    copy(s.seats[viewer].trail, seen.seats[viewer].trail)
    copy_tiles(s.seats[right].trail, seen.seats[right].trail)
    copy(s.seats[left].lacks_to_giver, seen.seats[left].lacks_to_giver)
    copy(s.seats[viewer].lacks_to_giver, seen.seats[viewer].lacks_to_giver)
    if not s.over:
        copy_tiles(s.seats[viewer].trail, seen.seats[left].rack)


@rule
def copy_tiles(one: Ints, other: Ints) -> None:
    """Copy the first set of tiles of an array."""
    for r in range(ROWS):
        other[r] = one[r]


@rule
def copy_open(s: State, to: State) -> None:
    """What lies open to everybody and what the table agreed on."""
    copy(s.board, to.board)
    copy(s.fresh, to.fresh)
    copy(s.bridges, to.bridges)
    copy(s.bonus_bridges, to.bonus_bridges)
    copy(s.ends, to.ends)
    to.zones = s.zones
    to.jokers = s.jokers
    to.in_bag = s.in_bag
    to.turn = s.turn
    to.laid = s.laid
    to.drew = s.drew
    to.bonuses = s.bonuses
    to.pending = s.pending
    to.rounds = s.rounds
    to.opener = s.opener
    to.hand = s.hand
    to.with_symbols = s.with_symbols
    to.bonus_after_draw = s.bonus_after_draw
    to.last_round = s.last_round
    to.first = s.first
    for p in range(s.players):
        _copy_open_seat(s.seats[p], to.seats[p])


@rule
def _copy_open_seat(seat: Seat, to: Seat) -> None:
    """The number of tiles, the points, and what everybody knows to be lacking."""
    to.held = seat.held
    to.points = seat.points
    copy(seat.lacks, to.lacks)
