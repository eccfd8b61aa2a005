"""Set-up and turn (EP-10, EP-11, EP-20 to EP-26): dealing, legal actions, and acting."""

from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.asking import answered, ask
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.core.rules.record import Ints
from eleven.games.elefant import elephants, scoring
from eleven.games.elefant.actions import BUY, LOSE, PUSH, SCORE_AS, TAKE
from eleven.games.elefant.state import (
    CATEGORIES,
    CHINA_DECK,
    CHINA_KINDS,
    ELEPHANT_KINDS,
    HERD,
    MOST_MONEY,
    NO_CARD,
    PAIR,
    ROW,
    SCORE,
    TURN,
    UNUSED,
    State,
    next_seat,
    put,
    remove,
)
from eleven.games.elefant.telling import BOUGHT, CHINA_LAID, HERD_LAID, PAID, PUSHED, SHUFFLED, STARTED, TOOK, say

LUCK_FIRST, LUCK_CHINA, LUCK_HERD = range(3)


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
    _lay_china(s)
    _lay_herd(s, luck)
    ask(s, s.turn, TURN, 0, 0)


@rule
def _equip(s: State, p: int, place: int) -> None:
    """A money card, a push card, an empty sheet, and the pair of her place in turn order (EP-3, EP-10)."""
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
def _lay_china(s: State) -> None:
    """Five china cards are laid open (EP-10, EP-24)."""
    for _ in range(ROW):
        top = CHINA_DECK - s.china_left
        kind = s.china_deck[top]
        s.china_deck[top] = NO_CARD
        s.china_left -= 1
        put(s.open_china, kind)
        say(s, CHINA_LAID, s.turn, 0, kind)


@rule
def _lay_herd(s: State, luck: Luck) -> None:
    """Five elephants are laid open; an empty deck is first made anew (EP-10, EP-24)."""
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


# What may be done


@rule
def may_buy(s: State, p: int) -> bool:
    """A purchase costs 1 money (EP-20); without any a player must take an elephant (EP-23)."""
    return s.seats[p].money > 0


@rule
def may_take(s: State, p: int) -> bool:
    """With 2 money a player must buy, as she may not have more (EP-23)."""
    return s.seats[p].money < MOST_MONEY


@rule
def may_push(s: State, p: int) -> bool:
    """Once per game, whatever the money would oblige her to (EP-22, EP-23)."""
    return s.seats[p].push == 1


@rule
def legal(s: State, words: Ints) -> None:
    """The answers to the top question."""
    if s.depth == 0:
        return
    question = s.asking[s.depth - 1]
    p, what = question.seat, question.what
    if what == TURN:
        if may_buy(s, p):
            bits.add_all(words, BUY, s.open_china[0])
        if may_take(s, p):
            bits.add_all(words, TAKE, s.open_herd[0])
        if may_push(s, p):
            bits.add(words, PUSH)
    elif what == SCORE:
        bits.add_all(words, SCORE_AS, scoring.may_score(s, p))
    else:
        bits.add_all(words, LOSE, elephants.may_lose(s, p, what))


# Doing it


@rule
def act(s: State, action: int, luck: Luck) -> None:
    """Carry out the answer to the top question, then what leaves no choice; with no question open the turn is over."""
    question = s.asking[s.depth - 1]
    p, what = question.seat, question.what
    if what == TURN:
        _take_turn(s, p, action)
    elif what == SCORE:
        scoring.write_down(s, p, action - SCORE_AS)
    else:
        elephants.lose_one(s, p, action - LOSE)
    while s.depth > 0 and not leaves_a_choice(s):
        _decide_the_obvious(s)
    if s.depth == 0:
        _end_turn(s, luck)


@rule
def leaves_a_choice(s: State) -> bool:
    """Whether the top question about china or the sheet has two answers that differ (EP-25, EP-30)."""
    question = s.asking[s.depth - 1]
    if question.what == SCORE:
        options = scoring.may_score(s, question.seat)
        return options & (options - 1) != 0
    return elephants.has_to_choose(s, question.seat, question.what, question.left)


@rule
def _decide_the_obvious(s: State) -> None:
    question = s.asking[s.depth - 1]
    if question.what == SCORE:
        scoring.write_down(s, question.seat, bits.lowest(scoring.may_score(s, question.seat)))
    else:
        elephants.lose_without_choice(s, question.seat, question.what, question.left)


@rule
def _take_turn(s: State, p: int, action: int) -> None:
    """Exactly one of the three: buy, elephant or push (EP-20 to EP-22)."""
    answered(s)
    if action < TAKE:
        _buy(s, p, action - BUY)
    elif action < PUSH:
        _take(s, p, action - TAKE)
    else:
        _push(s, p)


@rule
def _buy(s: State, p: int, kind: int) -> None:
    """Pay 1 money and take an open china card; every tenth one brings a scoring (EP-20, EP-30)."""
    s.seats[p].money -= 1
    remove(s.open_china, kind)
    put(s.seats[p].china, kind)
    s.bought += 1
    say(s, BOUGHT, p, 0, kind)
    if scoring.scoring_is_due(s):
        scoring.ask_all_to_score(s, p)


@rule
def _take(s: State, p: int, elephant: int) -> None:
    """Take any open elephant and suffer its effect (EP-21)."""
    remove(s.open_herd, elephant)
    s.suffered = elephant
    say(s, TOOK, p, 0, elephant)
    elephants.suffer(s, p, elephant)


@rule
def _push(s: State, p: int) -> None:
    """Skip the turn and give up the push card (EP-22)."""
    s.seats[p].push = 0
    say(s, PUSHED, p, 0, 0)


@rule
def _get_paid(s: State) -> None:
    """Once its effect is carried out, the elephant is discarded and brings 1 money (EP-21, EP-26)."""
    s.discard[s.suffered] += 1
    s.suffered = -1
    s.seats[s.turn].money += 1
    say(s, PAID, s.turn, 0, 1)


@rule
def _end_turn(s: State, luck: Luck) -> None:
    """Money for the elephant, then the end of the game or the refill of an empty row, then the next player (EP-26)."""
    if s.suffered >= 0:
        _get_paid(s)
    if scoring.was_last_scoring(s):
        scoring.end_game(s)
        return
    if s.open_china[0] == 0:
        _lay_china(s)
    if s.open_herd[0] == 0:
        _lay_herd(s, luck)
    s.turn = next_seat(s, s.turn)
    ask(s, s.turn, TURN, 0, 0)
