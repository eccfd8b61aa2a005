"""The set-up and the refill of the rows (EP-3, EP-10, EP-11, EP-24)."""

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import ask
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.games.elefant.events import (
    CHINA_LAID,
    HERD_LAID,
    LUCK_CHINA,
    LUCK_FIRST,
    LUCK_HERD,
    SHUFFLED,
    STARTED,
    say,
)
from eleven.games.elefant.state import (
    CATEGORIES,
    CHINA_DECK,
    CHINA_KINDS,
    ELEPHANT_KINDS,
    HERD,
    NO_CARD,
    PAIR,
    ROW,
    TURN,
    UNUSED,
    State,
    put,
)


@rule
def deal(s: State, luck: Luck) -> None:
    """The starting player is chosen by the table or by luck; then decks, pairs and rows (EP-10, EP-11)."""
    s.turn = s.first
    if s.first < 0:
        s.turn = fortune.choose(luck, LUCK_FIRST, bits.bit(s.players) - 1)
    s.suffered = -1
    for place in range(s.players):
        _equip(s, (s.turn + place) % s.players, place)
    _shuffle_china(s, luck)
    for kind in range(ELEPHANT_KINDS):
        s.discard[kind] = s.herd_cards[kind]
    say(s, STARTED, s.turn, 0, 0)
    lay_china(s)
    lay_herd(s, luck)
    ask(s, s.turn, TURN, 0, 0)


@rule
def _equip(s: State, p: int, place: int) -> None:
    """A money card, a push card, an empty sheet, and the pair of their place in turn order (EP-3, EP-10)."""
    seat = s.seats[p]
    seat.money = 1
    seat.push = 1
    for category in range(CATEGORIES):
        seat.sheet[category] = UNUSED
    for i in range(PAIR):
        put(seat.china, s.pairs[PAIR * place + i])


@rule
def _shuffle_china(s: State, luck: Luck) -> None:
    """Forty china cards make the deck (EP-10)."""
    n = 0
    for kind in range(CHINA_KINDS):
        for _ in range(s.china_cards[kind]):
            s.china_deck[n] = kind
            n += 1
    s.china_left = n
    fortune.shuffle(luck, LUCK_CHINA, s.china_deck, n)


@rule
def _shuffle_herd(s: State, luck: Luck) -> None:
    """All thirty elephants have been discarded and make a new deck (EP-10, EP-24)."""
    n = 0
    for kind in range(ELEPHANT_KINDS):
        for _ in range(s.discard[kind]):
            s.herd_deck[n] = kind
            n += 1
        s.discard[kind] = 0
    s.herd_left = n
    fortune.shuffle(luck, LUCK_HERD, s.herd_deck, n)


@rule
def lay_china(s: State) -> None:
    """Five china cards are laid open (EP-10, EP-24)."""
    for _ in range(ROW):
        top = CHINA_DECK - s.china_left
        kind = s.china_deck[top]
        s.china_deck[top] = NO_CARD
        s.china_left -= 1
        put(s.open_china, kind)
        say(s, CHINA_LAID, s.turn, 0, kind)


@rule
def lay_herd(s: State, luck: Luck) -> None:
    """Five elephants are laid open; the discard pile becomes the deck first if that is empty (EP-10, EP-24)."""
    if s.herd_left == 0:
        _shuffle_herd(s, luck)
        say(s, SHUFFLED, s.turn, 0, s.herd_left)
    for _ in range(ROW):
        top = HERD - s.herd_left
        kind = s.herd_deck[top]
        s.herd_deck[top] = NO_CARD
        s.herd_left -= 1
        put(s.open_herd, kind)
        say(s, HERD_LAID, s.turn, 0, kind)
