"""The table of 11! the card game as zones, made from what one seat sees."""

from typing import Any

from eleven.core.game import plain_word
from eleven.core.kinds import Kind
from eleven.core.words import Words
from eleven.core.zones import Thing, Zone
from eleven.games.eleven_cards.placing import fitting
from eleven.games.eleven_cards.state import CARDS, COLOURS, JOKER, NUMBERS
from eleven.games.eleven_cards.tokens import CARD, COLOUR, PLACE, SEAT


def word(words: Words, kind: Kind, value: int) -> str:
    """A number card, or its place, is its colour and number; everything else is looked up."""
    if kind in (CARD, PLACE) and 0 <= value < CARDS:
        colour = words(f"colour.{COLOUR.token(value // NUMBERS)}")
        return words("card.number", colour=colour, number=value % NUMBERS + 1)
    return plain_word(words, kind, value)


def zones(s: Any, words: Words) -> list[Zone]:
    """The rows from top to bottom, pile and box, and what lies before and in the hands of everybody."""
    found = [_row(s, int(s.order[row]), words) for row in range(COLOURS)]
    found.append(_middle(s, words))
    for p in range(s.players):
        found += [_before(s, p, words), _hand(s, p, words)]
    return found


def _row(s: Any, colour: int, words: Words) -> Zone:
    """All 21 places of a row: numbers, jokers, and which of the free places a card fits now."""
    name = words(f"colour.{COLOUR.token(colour)}")
    things = tuple(_place(s, colour, n, words) for n in range(NUMBERS))
    return Zone(f"row:{COLOUR.token(colour)}", words("zone.row", colour=name), things, columns=NUMBERS)


def _place(s: Any, colour: int, n: int, words: Words) -> Thing:
    card = colour * NUMBERS + n
    token = PLACE.token(card)
    if int(s.stand_ins[colour]) >> n & 1:
        return Thing(f"place:{token}", words("card.joker"), note=words("zone.stands-for", number=n + 1), token="joker")
    if int(s.filled[colour]) >> n & 1:
        return Thing(f"place:{token}", str(n + 1), token=token)
    note = words("zone.fits", number=n + 1) if int(fitting(int(s.filled[colour]))) >> n & 1 else ""
    return Thing(f"place:{token}", words("card.free"), up=False, note=note)


def _middle(s: Any, words: Words) -> Zone:
    pile = Thing("pile", words("zone.pile"), up=False, note=str(s.pile))
    if s.beginners:
        return Zone("middle", words("zone.middle"), (pile,), note=_round(s, words))
    box = Thing("box", words("zone.box"), note=str(s.box))
    bonuses = Thing("bonuses", words("zone.bonuses"), note=str(s.bonuses_left))
    return Zone("middle", words("zone.middle"), (pile, box, bonuses), note=_round(s, words))


def _round(s: Any, words: Words) -> str:
    return words("zone.round", round=s.rounds, rounds=s.rounds_to_play)


def _before(s: Any, p: int, words: Words) -> Zone:
    """Link cards and bonus cards lie open before their owner (EC-3, EC-17)."""
    seat, token = s.seats[p], SEAT.token(p)
    things = []
    if seat.links:
        things.append(Thing(f"link:{token}", words("zone.links"), note=str(seat.links)))
    if seat.bonuses:
        things.append(Thing(f"bonus:{token}", words("zone.bonuses"), note=str(seat.bonuses)))
    note = words("zone.points", points=seat.points, cards=seat.cards)
    return Zone(f"before:{token}", words("zone.before"), tuple(things), p, note=note)


def _hand(s: Any, p: int, words: Words) -> Zone:
    """Known cards face up; the others are backs named by their place in the hand."""
    seat, token = s.seats[p], SEAT.token(p)
    things = [
        Thing(f"card:{PLACE.token(card)}", word(words, CARD, card), token=CARD.token(card))
        for card in range(CARDS)
        if int(seat.hand[card // NUMBERS]) >> card % NUMBERS & 1
    ]
    jokers = max(int(seat.jokers), int(seat.regained))
    if jokers:
        things.append(Thing(f"joker:{token}", words("card.joker"), note=str(jokers), token=CARD.token(JOKER)))
    hidden = int(seat.cards) - len(things) + bool(jokers) - jokers
    things += [Thing(f"hand:{token}:{i}", words("card.unknown"), up=False) for i in range(hidden)]
    return Zone(f"hand:{token}", words("zone.hand"), tuple(things), p, note=_lacks(seat, words))


def _lacks(seat: Any, words: Words) -> str:
    """What everybody knows not to be in a hand (EC-11)."""
    lacks = [word(words, CARD, card) for card in range(CARDS) if int(seat.lacks[card // NUMBERS]) >> card % NUMBERS & 1]
    return words("zone.lacks", cards=", ".join(lacks)) if lacks else ""
