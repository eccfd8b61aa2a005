"""The turn (EP-20 to EP-26): legal actions, and acting."""

from eleven.core.rules import bits
from eleven.core.rules.asking import answered, ask
from eleven.core.rules.jit import rule
from eleven.core.rules.luck import Luck
from eleven.core.rules.record import Ints
from eleven.games.elefant import elephants, scoring
from eleven.games.elefant.actions import BUY, LOSE, PUSH, SCORE_AS, TAKE
from eleven.games.elefant.dealing import lay_china, lay_herd
from eleven.games.elefant.events import BOUGHT, PAID, PUSHED, TOOK, say
from eleven.games.elefant.state import MOST_MONEY, SCORE, TURN, State, next_seat, put, remove

# What may be done


@rule
def may_buy(s: State, p: int) -> bool:
    """A purchase costs 1 money (EP-20); without any a player must take an elephant (EP-23)."""
    return s.seats[p].money > 0


@rule
def may_take(s: State, p: int) -> bool:
    """With 2 money a player must buy, as nobody may have more (EP-23)."""
    return s.seats[p].money < MOST_MONEY


@rule
def may_push(s: State, p: int) -> bool:
    """Once per game, even if they must buy or take because of their money (EP-22, EP-23)."""
    return s.seats[p].push == 1


@rule
def legal(s: State, mask: Ints) -> None:
    """Set the legal answers to the top question."""
    if s.depth == 0:
        return
    question = s.asking[s.depth - 1]
    p, what = question.seat, question.what
    if what == TURN:
        if may_buy(s, p):
            bits.add_all(mask, BUY, s.open_china[0])
        if may_take(s, p):
            bits.add_all(mask, TAKE, s.open_herd[0])
        if may_push(s, p):
            bits.add(mask, PUSH)
    elif what == SCORE:
        bits.add_all(mask, SCORE_AS, scoring.may_score(s, p))
    else:
        bits.add_all(mask, LOSE, elephants.may_lose(s, p, what))


# Doing it


@rule
def act(s: State, action: int, luck: Luck) -> None:
    """Apply the answer to the top question and all forced decisions; without open questions, end the turn."""
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
        lay_china(s)
    if s.open_herd[0] == 0:
        lay_herd(s, luck)
    s.turn = next_seat(s, s.turn)
    ask(s, s.turn, TURN, 0, 0)
