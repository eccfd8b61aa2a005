"""Setting out a round (EC-1, EC-2, EC-3, EC-30)."""

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.games.eleven_cards.events import DEALT, LUCK_DEAL, LUCK_FIRST, LUCK_ROWS, say
from eleven.games.eleven_cards.state import CARDS, COLOURS, ELEVEN, JOKER, NUMBERS, Seat, State
from eleven.games.eleven_cards.turns import begin_turn


@rule
def deal(s: State, luck: Luck) -> None:
    """The first round; the starting player is chosen by the table or by luck (EC-3)."""
    s.starter = s.first
    if s.first < 0:
        s.starter = fortune.choose(luck, LUCK_FIRST, bits.bit(s.players) - 1)
    new_round(s, luck)


@rule
def new_round(s: State, luck: Luck) -> None:
    """Lay out the 11s, shuffle and deal the rest, and let the starting player begin."""
    s.rounds += 1
    s.passes = 0
    s.box = 0
    s.bonuses_left = s.all_bonuses
    _order_rows(s, luck)
    for colour in range(COLOURS):
        s.filled[colour] = ELEVEN
        s.stand_ins[colour] = 0
        s.pile_numbers[colour] = s.places[colour] & ~ELEVEN
    for p in range(s.players):
        _clear_seat(s, s.seats[p])
    _deal_hands(s, luck)
    say(s, DEALT, s.starter, 0, s.rounds)
    begin_turn(s, s.starter)


@rule
def _order_rows(s: State, luck: Luck) -> None:
    """The order of the rows, which makes them neighbours, is shuffled or the chosen one (EC-1)."""
    for row in range(COLOURS):
        luck.things[row] = row
    if s.listed[0] < 0:
        fortune.shuffle(luck, LUCK_ROWS, luck.things, COLOURS)
    for row in range(COLOURS):
        s.order[row] = luck.things[row]
        if s.listed[0] >= 0:
            s.order[row] = s.listed[row]


@rule
def _clear_seat(s: State, seat: Seat) -> None:
    """An empty hand, and link cards for everybody (EC-3); those that are not dealt leave the game."""
    for colour in range(COLOURS):
        seat.hand[colour] = 0
        seat.lacks[colour] = 0
    seat.cards = 0
    seat.jokers = 0
    seat.regained = 0
    seat.links = s.links_each
    seat.bonuses = 0


@rule
def _deal_hands(s: State, luck: Luck) -> None:
    """Shuffle numbers and jokers; each hand is dealt its size, and what is left is the pile (EC-2)."""
    count = 0
    for card in range(CARDS):
        if s.pile_numbers[card // NUMBERS] >> (card % NUMBERS) & 1:
            luck.things[count] = card
            count += 1
    for _ in range(s.all_jokers):
        luck.things[count] = JOKER
        count += 1
    fortune.shuffle(luck, LUCK_DEAL, luck.things, count)
    s.pile = count
    s.pile_jokers = s.all_jokers
    for p in range(s.players):
        for _ in range(s.hand_size):
            give(s, p, luck.things[count - s.pile])


@rule
def give(s: State, p: int, card: int) -> None:
    """Move a card from the pile to a hand."""
    seat = s.seats[p]
    s.pile -= 1
    seat.cards += 1
    if card == JOKER:
        s.pile_jokers -= 1
        seat.jokers += 1
    else:
        s.pile_numbers[card // NUMBERS] &= ~bits.bit(card % NUMBERS)
        seat.hand[card // NUMBERS] |= bits.bit(card % NUMBERS)
