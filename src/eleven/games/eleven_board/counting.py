"""Where every tile is: what a sight accounts for, and the invariants of a whole state (EB-1)."""

from eleven.core.rules.bits import bit, size
from eleven.core.rules.jit import rule
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.knowledge import trail_at
from eleven.games.eleven_board.placing import end_is_free
from eleven.games.eleven_board.setting_out import copies_of, tiles_in_game
from eleven.games.eleven_board.state import (
    ENDS,
    FIRST_JOKER,
    FIRST_SYMBOL,
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
    is_joker,
    is_symbol,
    left_of,
    number_of,
    row_of,
)


@rule
def on_board(s: State, tile: int) -> int:
    """How many tiles of a kind lie on the board; what lies on a joker's column is a joker (EB-1)."""
    found = 0
    if copies_of(s, tile) == 0:
        return found
    if is_symbol(tile):
        for end in range(ENDS):
            if s.ends[end] == tile - FIRST_SYMBOL and not end_is_free(s, end):
                found += 1
        return found
    if is_joker(tile):
        for r in range(ROWS):
            found += (s.board[r] >> number_of(tile)) & 1
        return found
    return (s.board[row_of(tile)] >> number_of(tile)) & 1


@rule
def on_racks(s: State, tile: int) -> int:
    """How many tiles of a kind are on racks, as far as they are seen."""
    found = 0
    for p in range(s.players):
        found += tiles.count_of(s.seats[p].rack, 0, tile)
    return found


@rule
def known_copies(seen: State, tile: int) -> int:
    """How many tiles of a kind the viewer can place, be it on two or three racks."""
    found = on_board(seen, tile) + on_racks(seen, tile)
    if seen.pending == tile:
        found += 1
    if seen.viewer < seen.players and not seen.over:
        for reach in range(2, seen.players):
            found += tiles.count_of(seen.seats[seen.viewer].trail, trail_at(reach), tile)
    return found


@rule
def unseen_numbers(seen: State, r: int) -> int:
    """The coloured tiles of a row that the viewer cannot place, as bits."""
    gone = seen.board[r] | seen.jokers
    for p in range(seen.players):
        gone |= seen.seats[p].rack[r]
    if seen.viewer < seen.players and not seen.over:
        for reach in range(2, seen.players):
            gone |= seen.seats[seen.viewer].trail[trail_at(reach) + r]
    return NUMBERS & ~gone


# Invariants


@rule
def check(s: State) -> int:
    """0 while every tile is there exactly once and nobody knows what is not so; else what is wrong."""
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
            return 1
    for end in range(ENDS):
        if not s.with_symbols and not end_is_free(s, end):
            return 4
    for r in range(ROWS):
        if not _row_adds_up(s, r):
            return 2
    for tile in range(FIRST_JOKER, TILE_KINDS):
        if copies_of(s, tile) and _everywhere(s, tile) != copies_of(s, tile):
            return 3
    if _all_tiles(s) != tiles_in_game(s):
        return 3
    return 0


@rule
def _row_adds_up(s: State, r: int) -> bool:
    """So many bits with this sum can only be each coloured tile of the row once."""
    total = s.board[r] & NUMBERS & ~s.jokers
    count = size(total)
    for p in range(s.players):
        total += s.seats[p].rack[r] & NUMBERS
        count += size(s.seats[p].rack[r] & NUMBERS)
    for i in range(s.in_bag):
        if s.bag[i] < FIRST_JOKER and row_of(s.bag[i]) == r:
            total += bit(number_of(s.bag[i]))
            count += 1
    return total == NUMBERS & ~s.jokers and count == size(total)


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
        return 5
    for r in range(ROWS):
        if seat.rack[r] & seat.lacks_to_giver[r] or seat.lacks[r] & ~seat.lacks_to_giver[r]:
            return 6
    if not _numbers_are_there(s, p):
        return 7
    for tile in range(FIRST_JOKER, TILE_KINDS):
        if copies_of(s, tile) and not _alike_are_there(s, p, tile):
            return 7
    return 0


@rule
def _numbers_are_there(s: State, p: int) -> bool:
    """The coloured tiles a player remembers really are with the players she thinks of (EB-27)."""
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
    """As many jokers or symbols of a kind as a player remembers are with the players she thinks of (EB-27)."""
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
    """One question while the game goes on, put to the player whose turn it is; this turn's tiles lie on the board."""
    if s.depth != (s.over == 0):
        return 8
    for r in range(ROWS):
        if s.fresh[r] & ~s.board[r]:
            return 9
    if s.over != 0:
        return 0
    question = s.asking[0]
    if question.seat != s.turn:
        return 10
    if question.what == START and not tiles.has_eleven(s.seats[s.turn].rack):
        return 11
    if question.what == GIVE and question.about != left_of(s, s.turn):
        return 12
    if question.what in (START, TURN) and (s.laid != 0 or s.drew != 0):
        return 13
    if question.what == PLACE and s.drew == 0:
        return 14
    return 0
