"""What is true of every state, imagined ones too: every tile is there once, and nobody knows what is not so (EB-1)."""

from eleven.core.rules.bits import bit, size
from eleven.core.rules.enums import Invariants
from eleven.core.rules.jit import rule
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.dealing import tiles_in_game
from eleven.games.eleven_board.knowledge import on_board, on_racks, trail_at
from eleven.games.eleven_board.placing import end_is_free
from eleven.games.eleven_board.state import (
    ENDS,
    FIRST_JOKER,
    GIVE,
    MAX_TILES,
    NO_TILE,
    NUMBERS,
    PLACE,
    ROWS,
    START,
    TILE_KINDS,
    TURN,
    State,
    left_of,
    number_of,
    row_of,
)
from eleven.games.eleven_board.tiles import copies_of

INVARIANTS = Invariants()
BAG_MISCOUNTED = INVARIANTS.add("the number of tiles in the bag is not what the bag holds")
TILES_LOST = INVARIANTS.add("every coloured tile must be there exactly once (EB-1)")
JOKERS_LOST = INVARIANTS.add(
    "there must be four jokers of each grey number, and with the variant two of each symbol (EB-1)"
)
SYMBOL_ON_BOARD = INVARIANTS.add("a symbol lies on the board, but the variant is not played (EB-40)")
RACK_MISCOUNTED = INVARIANTS.add("a rack is empty, or its number of tiles is wrong (EB-30)")
LACKED_TILE_HELD = INVARIANTS.add("somebody holds a tile that they are known to lack (EB-28)")
FALSE_MEMORY = INVARIANTS.add("somebody remembers a tile that is not where it should be (EB-27)")
WRONG_END = INVARIANTS.add("a game that is not over needs one open question, and one that is over none")
FRESH_IS_NOT_THERE = INVARIANTS.add("a tile laid this turn does not lie on the board")
NOT_ASKED_IN_TURN = INVARIANTS.add("the question is not put to the player whose turn it is")
STARTS_WITHOUT_ELEVEN = INVARIANTS.add("who is asked to start holds no 11 (EB-10)")
WRONG_RECEIVER = INVARIANTS.add("tiles are given to the left neighbour (EB-27)")
TURN_HAS_BEGUN = INVARIANTS.add("tiles have been laid or drawn, but the turn is about to begin (EB-20, EB-28)")
NOTHING_DRAWN = INVARIANTS.add("the place of a drawn tile is asked for, but nothing was drawn (EB-28)")


@rule
def check(s: State) -> int:
    """Return 0 if every tile exists exactly once and all knowledge is true, else the number of the error."""
    wrong = _check_tiles(s)
    if wrong:
        return wrong
    for p in range(s.players):
        wrong = _check_seat(s, p)
        if wrong:
            return wrong
    return _check_turn(s)


@rule
def _check_tiles(s: State) -> int:
    """Every tile once: on the board, a rack, in the bag, or drawn and not yet laid (EB-1, EB-40)."""
    for i in range(MAX_TILES):
        if (i < s.in_bag) != (s.bag[i] != NO_TILE):
            return BAG_MISCOUNTED
    for end in range(ENDS):
        if not s.with_symbols and not end_is_free(s, end):
            return SYMBOL_ON_BOARD
    for r in range(ROWS):
        if not _row_adds_up(s, r):
            return TILES_LOST
    for tile in range(FIRST_JOKER, TILE_KINDS):
        if copies_of(s, tile) and _everywhere(s, tile) != copies_of(s, tile):
            return JOKERS_LOST
    if _all_tiles(s) != tiles_in_game(s):
        return JOKERS_LOST
    return 0


@rule
def _row_adds_up(s: State, r: int) -> bool:
    """Whether each coloured tile of a row exists exactly once: both the number of bits and their sum must match."""
    total = s.board[r] & NUMBERS & ~s.jokers
    count = size(total)
    for p in range(s.players):
        total += s.seats[p].rack[r] & NUMBERS
        count += size(s.seats[p].rack[r] & NUMBERS)
    for i in range(s.in_bag):
        if s.bag[i] < FIRST_JOKER and row_of(s.bag[i]) == r:
            total += bit(number_of(s.bag[i]))
            count += 1
    return total == s.cells[r] & ~s.jokers and count == size(total)


@rule
def _everywhere(s: State, tile: int) -> int:
    """How many tiles of a kind there are."""
    return on_board(s, tile) + on_racks(s, tile) + _in_bag(s, tile) + int(s.pending == tile)


@rule
def _all_tiles(s: State) -> int:
    """How many tiles there are at all."""
    found = s.in_bag + int(s.pending != NO_TILE)
    for r in range(ROWS):
        found += size(s.board[r])
    for p in range(s.players):
        found += tiles.number_in(s.seats[p].rack, 0)
    return found


@rule
def _in_bag(s: State, tile: int) -> int:
    found = 0
    for i in range(s.in_bag):
        if s.bag[i] == tile:
            found += 1
    return found


@rule
def _check_seat(s: State, p: int) -> int:
    """The number of tiles is right, and what is known about them is true (EB-27, EB-28)."""
    seat = s.seats[p]
    if seat.held != tiles.number_in(seat.rack, 0) or (seat.held == 0 and s.over == 0):
        return RACK_MISCOUNTED
    for r in range(ROWS):
        if seat.rack[r] & seat.lacks_to_giver[r] or seat.lacks[r] & ~seat.lacks_to_giver[r]:
            return LACKED_TILE_HELD
    if not _numbers_are_there(s, p):
        return FALSE_MEMORY
    for tile in range(FIRST_JOKER, TILE_KINDS):
        if copies_of(s, tile) and not _alike_are_there(s, p, tile):
            return FALSE_MEMORY
    return 0


@rule
def _numbers_are_there(s: State, p: int) -> bool:
    """The coloured tiles a player remembers really are with the players they think of (EB-27)."""
    for r in range(ROWS):
        q, remembered, there = p, 0, 0
        for reach in range(1, s.players):
            q = left_of(s, q)
            there |= s.seats[q].rack[r]
            remembered |= s.seats[p].trail[trail_at(reach) + r] & NUMBERS
            if remembered & ~there:
                return False
    return True


@rule
def _alike_are_there(s: State, p: int, tile: int) -> bool:
    """As many jokers or symbols of a kind as a player remembers are with the players they think of (EB-27)."""
    q, remembered, there = p, 0, 0
    for reach in range(1, s.players):
        q = left_of(s, q)
        there += tiles.count_of(s.seats[q].rack, 0, tile)
        remembered += tiles.count_of(s.seats[p].trail, trail_at(reach), tile)
        if remembered > there:
            return False
    return True


@rule
def _check_turn(s: State) -> int:
    """Check that there is one question, for the player whose turn it is, and this turn's tiles are on the board."""
    if s.depth != (s.over == 0):
        return WRONG_END
    for r in range(ROWS):
        if s.fresh[r] & ~s.board[r]:
            return FRESH_IS_NOT_THERE
    if s.over != 0:
        return 0
    question = s.asking[0]
    if question.seat != s.turn:
        return NOT_ASKED_IN_TURN
    if question.what == START and not tiles.has_eleven(s.seats[s.turn].rack):
        return STARTS_WITHOUT_ELEVEN
    if question.what == GIVE and question.about != left_of(s, s.turn):
        return WRONG_RECEIVER
    if question.what in (START, TURN) and (s.laid != 0 or s.drew != 0):
        return TURN_HAS_BEGUN
    if question.what == PLACE and s.drew == 0:
        return NOTHING_DRAWN
    return 0
