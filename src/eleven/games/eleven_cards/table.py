"""The table of 11! the card game as zones, as one seat sees it."""

from typing import Any

from eleven.core.contract.kinds import Kind, plain_word
from eleven.core.contract.score_row import ScoreRow, event_happened, points_of_events
from eleven.core.contract.zones import Thing, Zone, cached_in_budget
from eleven.core.rules import bits
from eleven.core.text.words import Words
from eleven.games.eleven_cards.events import SCORED
from eleven.games.eleven_cards.placing import fitting
from eleven.games.eleven_cards.state import CARDS, COLOURS, JOKER, NUMBERS
from eleven.games.eleven_cards.tokens import CARD, COLOUR, PLACE, SEAT


def word(words: Words, kind: Kind, value: int) -> str:
    """Name a thing: number cards and places by colour and number, everything else by its word."""
    if kind in (CARD, PLACE) and 0 <= value < CARDS:
        colour = words(f"colour.{COLOUR.token(value // NUMBERS)}")
        return words("card.number", colour=colour, number=value % NUMBERS + 1)
    return plain_word(words, kind, value)


def zones(s: Any, words: Words) -> list[Zone]:
    """The rows from top to bottom, pile and box, and what lies before and in the hands of everybody."""
    found = [
        _row(colour, int(s.places[colour]), int(s.filled[colour]), int(s.stand_ins[colour]), words)
        for colour in map(int, s.order)
    ]
    bonuses = None if s.beginners else int(s.bonuses_left)
    rounds = (int(s.rounds), int(s.rounds_to_play))
    found.append(_middle(int(s.pile), int(s.box), bonuses, int(s.bonus_points), rounds, words))
    joker = words("about.joker_card", points=int(s.joker_points))
    for p in range(s.players):
        seat = s.seats[p]
        jokers = max(int(seat.jokers), int(seat.regained))
        found += [
            _before(p, int(seat.links), int(seat.bonuses), int(seat.points), int(seat.cards), words),
            _hand(p, tuple(seat.hand), jokers, joker, int(seat.cards), _lacks(s, p), words),
        ]
    return found


@cached_in_budget
def _row(colour: int, has: int, filled: int, stand_ins: int, words: Words) -> Zone:
    """All places that a row has: numbers, jokers, and which of the free places a card fits now."""
    name, fits = words(f"colour.{COLOUR.token(colour)}"), int(fitting(filled, has))
    things = []
    for n in bits.members((has,)):
        lies, stands_in, may_come = (bool(places >> n & 1) for places in (filled, stand_ins, fits))
        things.append(_place(colour, n, lies, stands_in, may_come, words))
    return Zone(f"row:{COLOUR.token(colour)}", words("zone.row", colour=name), tuple(things), columns=len(things))


@cached_in_budget
def _place(colour: int, n: int, lies: bool, stands_in: bool, fits: bool, words: Words) -> Thing:
    token = PLACE.token(colour * NUMBERS + n)
    if stands_in:
        return Thing(f"place:{token}", words("card.joker"), note=words("zone.stands-for", number=n + 1), token="joker")
    if lies:
        return Thing(f"place:{token}", str(n + 1), token=token)
    note = words("zone.fits", number=n + 1) if fits else ""
    return Thing(f"place:{token}", words("card.free"), up=False, note=note)


@cached_in_budget
def _middle(pile: int, box: int, bonuses: int | None, points: int, rounds: tuple[int, int], words: Words) -> Zone:
    """The pile and, unless beginners play, the box and the bonus cards."""
    things = [Thing("pile", words("zone.pile"), up=False, note=str(pile), about=words("about.pile"))]
    if bonuses is not None:
        things.append(Thing("box", words("zone.box"), note=str(box), about=words("about.box")))
        worth = words("about.bonus_card", points=points)
        things.append(Thing("bonuses", words("zone.bonuses"), note=str(bonuses), about=worth))
    note = words("zone.round", round=rounds[0], rounds=rounds[1])
    return Zone("middle", words("zone.middle"), tuple(things), note=note)


@cached_in_budget
def _before(p: int, links: int, bonuses: int, points: int, cards: int, words: Words) -> Zone:
    """Link cards and bonus cards lie open before their owner (EC-3, EC-17)."""
    token = SEAT.token(p)
    things = []
    if links:
        things.append(Thing(f"link:{token}", words("zone.links"), note=str(links), about=words("about.link")))
    if bonuses:
        things.append(Thing(f"bonus:{token}", words("zone.bonuses"), note=str(bonuses)))
    note = words("zone.points", points=points, cards=cards)
    return Zone(f"before:{token}", words("zone.before"), tuple(things), p, note=note)


@cached_in_budget
def _hand(
    p: int, hand: tuple[int, ...], jokers: int, about: str, cards: int, lacks: tuple[int, ...], words: Words
) -> Zone:
    """Known cards face up, then the others; the note says what is known not to be there (EC-11)."""
    token = SEAT.token(p)
    things = [_card(card, words) for card in _cards_in(hand)]
    if jokers:
        things.append(
            Thing(f"joker:{token}", words("card.joker"), note=str(jokers), token=CARD.token(JOKER), about=about)
        )
    things += _face_down(p, cards - len(things) + bool(jokers) - jokers, words)
    listed = ", ".join(word(words, CARD, card) for card in _cards_in(lacks))
    note = words("zone.lacks", cards=listed) if listed and cards else ""
    return Zone(f"hand:{token}", words("zone.hand"), tuple(things), p, note=note)


@cached_in_budget
def _face_down(p: int, count: int, words: Words) -> tuple[Thing, ...]:
    """Return face-down cards, identified by their position in the hand."""
    return tuple(Thing(f"hand:{SEAT.token(p)}:{i}", words("card.unknown"), up=False) for i in range(count))


@cached_in_budget
def _card(card: int, words: Words) -> Thing:
    return Thing(f"card:{PLACE.token(card)}", word(words, CARD, card), token=CARD.token(card))


def _cards_in(numbers: tuple[int, ...]) -> list[int]:
    """The cards of one mask per colour."""
    return [colour * NUMBERS + n for colour, mask in enumerate(numbers) if mask for n in bits.members((mask,))]


def _lacks(s: Any, p: int) -> tuple[int, ...]:
    """The unlaid numbers that everybody knows not to be in a hand (EC-11)."""
    lacks = s.seats[p].lacks
    if not any(lacks):
        return ()
    return tuple(int(lacks[c] & ~(s.filled[c] & ~s.stand_ins[c])) for c in range(COLOURS))


def scored(before: Any, seen: Any) -> list[ScoreRow]:
    """What bonus cards brought at the end of a round, and the cards in hand cost; beginners have no bonuses (EC-22)."""
    if not event_happened(seen, SCORED):
        return []
    lost = ScoreRow("score.hand", [-points for points in points_of_events(seen, SCORED, "cover")])
    return [lost] if seen.beginners else [ScoreRow("score.bonuses", points_of_events(seen, SCORED)), lost]
