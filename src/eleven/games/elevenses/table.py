"""The table of Elevenses as zones, made from what one seat sees."""

from functools import lru_cache
from typing import Any

from eleven.core.kinds import Kind
from eleven.core.words import Words
from eleven.core.zones import Thing, Zone
from eleven.games.elevenses.scoring import value
from eleven.games.elevenses.state import EMPTY, PLACES, SERVANTS, TROLLEY, back_of, number_of
from eleven.games.elevenses.tokens import BACK, CARD, CARD_NAMES, COLOURS, GUEST

REMEMBERED = 20_000
_SPREADS: dict[tuple[Any, ...], Zone] = {}


def word(words: Words, kind: Kind, number: int) -> str:
    """A card is its name and its back; everything else is looked up."""
    if kind is not CARD:
        token = kind.token(number)
        key = f"{kind.name}.{token}"
        return words(key) if key in words else token
    if number == EMPTY:
        return words("card.none")
    back = words(f"back.{BACK.token(int(back_of(number)))}")
    if number < 0:
        return words("card.hidden", back=back)
    return words("card.shown", name=words(f"name.{CARD_NAMES[number_of(number) - 1]}"), back=back)


def zones(s: Any, words: Words) -> list[Zone]:
    """Every player's spread, kitchen and guest, and the centre of the table."""
    found = [Zone("centre", words("zone.centre"), _centre(s, words), note=words("zone.target", target=s.target))]
    for p in range(s.players):
        found += [_spread(s, p, words), _kitchen(s, p, words)]
        if s.with_guests:
            found.append(Zone(f"guest:{COLOURS[p]}", words("zone.guest"), (_guest(s, p, words),), seat=p))
    return found


def _centre(s: Any, words: Words) -> tuple[Thing, ...]:
    """The Elevenses that was played, and a card that was taken and is not yet paid for."""
    things = []
    if s.centre != EMPTY:
        things.append(_card(f"centre:{CARD.token(int(s.centre))}", int(s.centre), True, words))
    if s.taken != EMPTY:
        things.append(_card("taken", int(s.taken), False, words, words("card.taken")))
    return tuple(things)


@lru_cache(REMEMBERED)
def _card(thing_id: str, card: int, up: bool, words: Words, note: str = "") -> Thing:
    """A card with what is written on it, as far as it is known."""
    back = words(f"back.{COLOURS[back_of(card)]}")
    if card < 0:
        return Thing(thing_id, words("card.unknown"), back, up, note, CARD.token(card))
    name = CARD_NAMES[number_of(card) - 1]
    return Thing(thing_id, words(f"name.{name}"), back, up, note, CARD.token(card), words(f"about.{name}"))


def _spread(s: Any, p: int, words: Words) -> Zone:
    """A decision changes one spread or none, so the others are remembered, by all that they are made from."""
    seat = s.seats[p]
    made_from = (p, *seat.slots, seat.up, seat.cubes, seat.arrived, *s.spoons, words)
    zone = _SPREADS.get(made_from)
    if zone is None:
        if len(_SPREADS) >= REMEMBERED:
            _SPREADS.clear()
        zone = _spread_of(p, tuple(map(int, seat.slots)), int(seat.up), int(value(s, p)), int(seat.cubes), words)
        _SPREADS[made_from] = zone
    return zone


def _spread_of(p: int, slots: tuple[int, ...], up: int, total: int, cubes: int, words: Words) -> Zone:
    """Positions 1 to 10: the top row with the trolley's place, the bottom row with the servants' place."""
    things = []
    for number, card in enumerate(slots, 1):
        place = f"slot:{COLOURS[p]}:{number}"
        if card == EMPTY:
            side = "trolley" if number == TROLLEY else "servants"
            things.append(Thing(place, words("card.free", name=words(f"name.{side}")), note=str(number), up=False))
            continue
        things.append(_card(place, card, bool(up >> (number - 1) & 1), words, str(number)))
    note = words("zone.total", total=total, cubes=cubes)
    return Zone(f"spread:{COLOURS[p]}", words("zone.spread"), tuple(things), p, SERVANTS // 2, note)


def _kitchen(s: Any, p: int, words: Words) -> Zone:
    seat = s.seats[p]
    return _kitchen_of(p, int(seat.kitchen), tuple(seat.backs), int(seat.picked), words)


@lru_cache(REMEMBERED)
def _kitchen_of(p: int, kitchen: int, backs: tuple[int, ...], picked: int, words: Words) -> Zone:
    """Known kitchen cards by name, the others by their backs alone."""
    known = [card for card in range(len(CARD.tokens)) if kitchen >> card & 1]
    noted = words("card.picked")
    things = [_card(f"card:{CARD.token(card)}", card, False, words, noted if card == picked else "") for card in known]
    for owner, colour in enumerate(COLOURS):
        unknown = int(backs[owner]) - sum(1 for card in known if back_of(card) == owner)
        for i in range(unknown):
            things.append(_card(f"kitchen:{COLOURS[p]}:{colour}:{i}", -1 - owner, False, words))
    return Zone(f"kitchen:{COLOURS[p]}", words("zone.kitchen"), tuple(things), p)


def _guest(s: Any, p: int, words: Words) -> Thing:
    guest = int(s.seats[p].guest)
    place = f"guest:{COLOURS[p]}"
    if guest < 0:
        return Thing(place, words("guest.hidden"), up=False)
    wish = [number for number in range(1, PLACES + 1) if int(s.wishes[guest]) >> (number - 1) & 1]
    wanted = ", ".join(words(f"name.{CARD_NAMES[number - 1]}") for number in wish)
    note = words("guest.wants", cards=wanted)
    token = GUEST.token(guest)
    return Thing(place, words(f"guest.{token}"), up=bool(s.seats[p].arrived), note=note, token=token)
