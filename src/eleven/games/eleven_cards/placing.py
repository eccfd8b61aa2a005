"""Where cards fit and what a player may still do in their turn (EC-10 to EC-18): the predicates of the rules."""

from eleven.core.rules import bits
from eleven.core.rules.jit import rule
from eleven.games.eleven_cards.state import CARDS_A_TURN, COLOURS, HIGH_HALF, LOW_HALF, State


@rule
def fitting(filled: int, places: int) -> int:
    """The free places of a row next to a card that lies there (EC-12)."""
    return (filled << 1 | filled >> 1) & ~filled & places


@rule
def beside(s: State, row: int) -> int:
    """The numbers that lie in a neighbouring row, in the order from top to bottom (EC-16)."""
    numbers = 0
    if row > 0:
        numbers |= s.filled[s.order[row - 1]]
    if row < COLOURS - 1:
        numbers |= s.filled[s.order[row + 1]]
    return numbers


@rule
def linkable(s: State, p: int, row: int) -> int:
    """The free places of a row that only a link card of the player reaches (EC-16)."""
    if s.seats[p].links == 0:
        return 0
    return only_by_link(s, row)


@rule
def only_by_link(s: State, row: int) -> int:
    """The free places of a row next to a card above or below, but to none in the row (EC-16)."""
    colour = s.order[row]
    filled, places = s.filled[colour], s.places[colour]
    return beside(s, row) & ~filled & ~fitting(filled, places) & places


@rule
def may_use_cards(s: State) -> bool:
    """Fewer than four cards were used this turn: laid, discarded, or exchanged where that counts (EC-10)."""
    return s.used < CARDS_A_TURN


@rule
def some_place_is_open(s: State) -> bool:
    """Whether any place can be filled: each row has its 11, so every row that is not full has such a place."""
    for colour in range(COLOURS):
        if s.filled[colour] != s.places[colour]:
            return True
    return False


@rule
def holds_fitting_number(s: State, p: int) -> bool:
    """Whether a player can lay a number card without link or exchange (EC-11)."""
    for colour in range(COLOURS):
        if s.seats[p].hand[colour] & fitting(s.filled[colour], s.places[colour]):
            return True
    return False


@rule
def holds_linkable_number(s: State, p: int) -> bool:
    """Whether a player can lay a number card with a link (EC-16)."""
    for row in range(COLOURS):
        if s.seats[p].hand[s.order[row]] & linkable(s, p, row):
            return True
    return False


@rule
def can_lay(s: State, p: int, used: int, jokers: int) -> bool:
    """Whether any card could be laid, with `used` cards used and `jokers` jokers in hand (EC-18)."""
    if used >= CARDS_A_TURN:
        return False
    if jokers > 0 and some_place_is_open(s):
        return True
    return holds_fitting_number(s, p) or holds_linkable_number(s, p)


@rule
def must_lay(s: State, p: int) -> bool:
    """With an empty pile, a player who holds a number card that fits must lay a card (EC-11)."""
    return s.pile == 0 and s.laid == 0 and holds_fitting_number(s, p)


@rule
def owes_for_exchange(s: State) -> bool:
    """An exchange must come with another card laid in the same turn (EC-14)."""
    return s.exchanged > 0 and s.laid == 0


@rule
def may_exchange(s: State) -> bool:
    """Another card was laid this turn, or can be after it: the regained joker, if nothing else (EC-14)."""
    used = s.used + s.exchanges_count
    if s.laid > 0:
        return used <= CARDS_A_TURN
    return used < CARDS_A_TURN and some_place_is_open(s)


@rule
def may_discard(s: State, p: int) -> bool:
    """A joker may go to the box, unless a card is owed and none could be laid afterwards (EC-15, EC-18)."""
    jokers = s.seats[p].jokers
    if jokers == 0 or not may_use_cards(s):
        return False
    if owes_for_exchange(s) or must_lay(s, p):
        return can_lay(s, p, s.used + 1, jokers - 1)
    return True


@rule
def has_begun(s: State) -> bool:
    """Whether the player has laid or exchanged, which rules out drawing and passing; discards do not (EC-14, EC-15)."""
    return s.laid > 0 or s.exchanged > 0


@rule
def may_draw(s: State) -> bool:
    """Instead of laying, a card may be drawn while the pile lasts, also after discards (EC-10, EC-15)."""
    return s.pile > 0 and not has_begun(s)


@rule
def may_pass(s: State, p: int) -> bool:
    """With an empty pile, a player who cannot lay a number card may pass, also after discards (EC-11, EC-15)."""
    return s.pile == 0 and not has_begun(s) and not must_lay(s, p)


@rule
def may_end(s: State) -> bool:
    """A turn ends when a card was laid: neither discards nor exchanges are enough (EC-10, EC-14, EC-15)."""
    return s.laid > 0


@rule
def only_discarded(s: State) -> bool:
    """All four cards were discards, so that nothing but a draw or a pass is left (EC-15)."""
    return not may_use_cards(s) and not has_begun(s)


@rule
def may_have_exchange(s: State, p: int) -> bool:
    """Whether, for all that is public, the player could exchange a joker now (EC-14)."""
    if not may_exchange(s):
        return False
    for colour in range(COLOURS):
        if s.stand_ins[colour] & ~s.seats[p].lacks[colour]:
            return True
    return False


@rule
def completes_half(s: State, colour: int, place: int) -> bool:
    """Whether filling this place fills the last gap of a half row (EC-17)."""
    half = HIGH_HALF
    if bits.bit(place) & LOW_HALF:
        half = LOW_HALF
    half &= s.places[colour]
    return s.filled[colour] & half == half
