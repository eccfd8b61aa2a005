"""The special actions of the cards (EL-11 to EL-21): what playing a card asks, and what the answers do."""

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import EVERYBODY, answered, ask
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.games.elevenses.events import (
    DECLINED,
    DREW,
    FLIPPED,
    LOOKED,
    LUCK_DRAWN,
    RETURNED,
    SHOWED,
    SPARED,
    SWAPPED,
    say,
    say_card,
)
from eleven.games.elevenses.knowledge import everybody_learns, looks_under_own_cards, slips_out
from eleven.games.elevenses.passing import LEFT, RIGHT, ask_all_to_pass
from eleven.games.elevenses.state import (
    ALL_ELEVENSES,
    ARRANGE,
    BISCUITS,
    CAKES,
    CHINA,
    CUPS,
    DRAW,
    ELEVENSES,
    EMPTY,
    FIRST_PLACE,
    GIVE,
    KEEP,
    LAST_PLACE,
    MAX_PLAYERS,
    MILK,
    SANDWICHES,
    SERVANTS,
    SET,
    SUGAR,
    TAKE,
    TEA,
    TEA_POT,
    VISIT,
    State,
    may_go,
    set_of,
)

CUPS_ARRANGEMENTS = 3


@rule
def take_effect(s: State, p: int, number: int, luck: Luck) -> None:
    """Carry out a played card's special action, or ask what it needs to know (EL-4.4)."""
    if number == TEA:
        ask(s, p, TEA_POT, 0, 0)
    elif number == SUGAR:
        looks_under_own_cards(s, p)
    elif number == CUPS and face_down_places(s, p):
        ask(s, p, ARRANGE, CUPS, CUPS_ARRANGEMENTS)
    elif number == CHINA:
        ask_all_to_pass(s, p, LEFT)
    elif number == BISCUITS:
        ask_all_to_pass(s, p, RIGHT)
    elif number == SERVANTS:
        show_kitchen(s, p)
    elif number in (MILK, SANDWICHES, CAKES):
        if s.players == 2:
            visit(s, p, 1 - p, number, luck)
        else:
            ask(s, p, VISIT, number, 0)


@rule
def visit(s: State, p: int, opponent: int, number: int, luck: Luck) -> None:
    """Milk, Sandwiches and Cakes concern one opponent of the player's choice (EL-13, EL-18, EL-19)."""
    if number == MILK:
        look_into_kitchen(s, p, opponent)
    elif number == CAKES:
        look_into_kitchen(s, opponent, p)
    else:
        offer_backs(s, p, opponent, luck)


# Tea


@rule
def tea_can_flip(s: State, p: int) -> int:
    """The face-up cards on positions 2-9 of a spread, as bits n - 1; the sides are out of reach (EL-12)."""
    return s.seats[p].up & ~(1 | 1 << (SERVANTS - 1))


@rule
def flip(s: State, p: int, victim: int, number: int) -> None:
    """Tea turns a face-up card on 2-9 face down, in place; everybody still knows it (EL-12)."""
    s.seats[victim].up &= ~bits.bit(number - 1)
    say_card(s, FLIPPED, p, victim, number, s.seats[victim].slots[number - 1], EVERYBODY)
    answered(s)


@rule
def spare(s: State, p: int, victim: int) -> None:
    """A chosen player without a face-up card on 2-9 loses nothing (EL-12)."""
    say(s, SPARED, p, victim, 0)
    answered(s)


# Milk and Cakes


@rule
def look_into_kitchen(s: State, p: int, owner: int) -> None:
    """A player looks at the owner's kitchen in secret, and may then take a card (EL-13, EL-19).

    The question is put even where no swap is possible: that it is not must stay the secret of the two.
    """
    s.knows[p] |= s.seats[owner].kitchen
    say(s, LOOKED, p, owner, 0)
    ask(s, p, TAKE, owner, 0)


@rule
def takeable(s: State, p: int, owner: int) -> int:
    """What a player may take: no Elevenses, and only if they have something to give for it (EL-13, EL-19)."""
    if may_go(s, p) == 0:
        return 0
    return may_go(s, owner)


@rule
def take(s: State, p: int, owner: int, card: int) -> None:
    """Take a card, which is set aside until the player gives one in return."""
    slips_out(s, owner, card, bits.bit(p) | bits.bit(owner), True)
    s.seats[owner].kitchen &= ~bits.bit(card)
    s.taken = card
    answered(s)
    ask(s, p, GIVE, owner, 0)


@rule
def decline(s: State, p: int, owner: int) -> None:
    """Take no card after looking."""
    say(s, DECLINED, p, owner, 0)
    answered(s)


@rule
def give(s: State, p: int, owner: int, card: int) -> None:
    """Give a card in return for the one that was taken."""
    between = bits.bit(p) | bits.bit(owner)
    move(s, p, owner, card, between)
    s.seats[p].kitchen |= bits.bit(s.taken)
    say_card(s, SWAPPED, owner, p, 0, s.taken, between)
    s.taken = EMPTY
    answered(s)


@rule
def move(s: State, p: int, receiver: int, card: int, between: int) -> None:
    """A card changes hands; only the two concerned know its number (EL-8)."""
    slips_out(s, p, card, between, True)
    s.seats[p].kitchen &= ~bits.bit(card)
    s.seats[receiver].kitchen |= bits.bit(card)
    s.knows[receiver] |= bits.bit(card)
    say_card(s, SWAPPED, p, receiver, 0, card, between)


# Sandwiches


@rule
def backs_in_kitchen(s: State, p: int) -> int:
    """The back colours present in a kitchen, as a mask of sets (EL-6)."""
    found = 0
    for owner in range(MAX_PLAYERS):
        if s.seats[p].kitchen & set_of(owner) or s.seats[p].backs[owner]:
            found |= bits.bit(owner)
    return found


@rule
def offer_backs(s: State, p: int, opponent: int, luck: Luck) -> None:
    """The opponent must take a card seeing only backs: they pick a colour, if there is a choice (EL-18)."""
    colours = backs_in_kitchen(s, p)
    if bits.size(colours) == 1:
        draw(s, opponent, p, bits.lowest(colours), luck)
    else:
        ask(s, opponent, DRAW, p, 0)


@rule
def draw(s: State, p: int, owner: int, back: int, luck: Luck) -> None:
    """A random card of that colour is drawn and looked at in secret (EL-18)."""
    card = fortune.choose(luck, LUCK_DRAWN, s.seats[owner].kitchen & set_of(back))
    s.seats[owner].picked = card
    s.knows[p] |= bits.bit(card)
    say_card(s, DREW, p, owner, 0, card, bits.bit(p) | bits.bit(owner))
    ask(s, p, KEEP, owner, 0)


@rule
def may_be_kept(s: State, owner: int) -> bool:
    """A drawn Elevenses must be returned (EL-18)."""
    return bits.bit(s.seats[owner].picked) & ALL_ELEVENSES == 0


@rule
def keep(s: State, p: int, owner: int, paid: int) -> None:
    """They keep the drawn card and give one of their own in secret (EL-18)."""
    drawn = s.seats[owner].picked
    between = bits.bit(p) | bits.bit(owner)
    s.seats[owner].picked = EMPTY
    slips_out(s, owner, drawn, between, True)
    s.seats[owner].kitchen &= ~bits.bit(drawn)
    move(s, p, owner, paid, between)
    s.seats[p].kitchen |= bits.bit(drawn)
    say_card(s, SWAPPED, owner, p, 0, drawn, between)
    answered(s)


@rule
def give_back(s: State, p: int, owner: int) -> None:
    """They return the drawn card (EL-18)."""
    say_card(s, RETURNED, p, owner, 0, s.seats[owner].picked, bits.bit(p) | bits.bit(owner))
    s.seats[owner].picked = EMPTY
    answered(s)


# Servants


@rule
def show_kitchen(s: State, p: int) -> None:
    """Servants show the kitchen to everybody, who will remember it (EL-20)."""
    cards = s.seats[p].kitchen
    everybody_learns(s, cards)
    while cards:
        say_card(s, SHOWED, p, p, 0, bits.lowest(cards), EVERYBODY)
        cards &= cards - 1


# Guests


@rule
def guest_is_pleased(s: State, p: int) -> bool:
    """The three wanted cards, from whichever set, are face up in the player's spread (EL-41)."""
    seat = s.seats[p]
    if seat.guest < 0 or seat.arrived:
        return False
    wish = s.wishes[seat.guest]
    return seat.up & wish == wish


@rule
def may_strike_eleven(s: State, p: int) -> bool:
    """Elevenses needs four face-up cards in the spread, the sides counting and a guest not (EL-21, EL-42)."""
    return bits.size(s.seats[p].up) >= 4


@rule
def playable(s: State, p: int) -> int:
    """The kitchen cards that may be played: no copy of them face up, and Elevenses when it is time (EL-4.3, EL-21)."""
    seat = s.seats[p]
    numbers = ~seat.up & ((1 << (ELEVENSES - 1)) - 1)
    if may_strike_eleven(s, p):
        numbers |= 1 << (ELEVENSES - 1)
    return seat.kitchen & (numbers | numbers << SET | numbers << 2 * SET | numbers << 3 * SET)


@rule
def face_down_places(s: State, p: int) -> int:
    """The positions 2-9 of a spread that hold a face-down card, as bits n - 1 (EL-5)."""
    return ~s.seats[p].up & ((1 << LAST_PLACE) - (1 << (FIRST_PLACE - 1)))
