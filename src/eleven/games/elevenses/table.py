"""The table of Elevenses as zones, as one seat sees it."""

from typing import Any

from eleven.core.contract.kinds import Kind, plain_word
from eleven.core.contract.score_row import ScoreRow, event_happened, points_of_events
from eleven.core.contract.zones import Thing, Zone, cached_in_budget
from eleven.core.rules import bits
from eleven.core.rules.frozen import FrozenRecord, as_frozen
from eleven.core.text.words import Words
from eleven.games.elevenses.events import FLIPPED, PLAYED, REVEALED, SCORED, TROLLEYED
from eleven.games.elevenses.scoring import GUEST_VALUE, worth
from eleven.games.elevenses.state import EMPTY, PASS, SERVANTS, TROLLEY, back_of, number_of
from eleven.games.elevenses.tokens import BACK, CARD, CARD_NAMES, COLOURS, GUEST

Cards = tuple[int, ...]
NEAR_NOON = 5
"""From this many turns before noon on, a clock is shown on the table."""


def word(words: Words, kind: Kind, number: int) -> str:
    """Name a thing: cards by name and back, everything else by its word."""
    if kind is not CARD:
        return plain_word(words, kind, number)
    if number == EMPTY:
        return words("card.none")
    back = words(f"back.{BACK.token(int(back_of(number)))}")
    if number < 0:
        return words("card.hidden", back=back)
    return words("card.shown", name=words(f"name.{CARD_NAMES[number_of(number) - 1]}"), back=back)


def about(s: Any) -> int:
    """Whoever is asked for a card to pass on is told who gets it: the next one in that direction who passes (EL-16)."""
    question = s.asking[s.depth - 1]
    if question.what != PASS:
        return int(question.about)
    passing = {int(s.asking[i].seat) for i in range(s.depth) if s.asking[i].what == PASS}
    passing |= {p for p in range(s.players) if s.seats[p].picked != EMPTY}
    seats = [(question.seat + step * question.about) % s.players for step in range(1, s.players)]
    return int(next(p for p in seats if p in passing))


def zones(s: Any, words: Words) -> list[Zone]:
    """Every player's spread, kitchen and guest, and the centre of the table."""
    found = [_centre(int(s.centre), int(s.taken), int(s.target), _turn(s), int(s.noon), words)]
    spoons, with_guests = tuple(s.spoons), bool(s.with_guests)
    for p, seat in enumerate(map(as_frozen, s.seats[: s.players])):
        wish = int(s.wishes[seat.guest]) if with_guests and seat.guest >= 0 else 0
        found += _place(p, seat, spoons, with_guests, wish, words)
    return found


@cached_in_budget
def _place(p: int, part: FrozenRecord, spoons: Cards, with_guests: bool, wish: int, words: Words) -> list[Zone]:
    """Return the zones of one player."""
    seat = part.fields
    arrived = seat.arrived
    found = [
        _spread(p, seat.slots, seat.up, arrived, spoons, seat.cubes, words),
        _kitchen(p, seat.kitchen, seat.backs, seat.picked, words),
    ]
    if with_guests:
        found.append(_guest(p, seat.guest, wish, bool(arrived), words))
    return found


def _turn(s: Any) -> int:
    """Return the number of turns of the current player in this round, including this one."""
    return -(-int(s.turns) // int(s.players))


@cached_in_budget
def _centre(played: int, taken: int, target: int, turn: int, noon: int, words: Words) -> Zone:
    """The Elevenses that was played, a card that was taken and is not yet paid for, and how near noon is (EL-22)."""
    things = []
    if played != EMPTY:
        things.append(_card(f"centre:{CARD.token(played)}", played, True, words))
    if taken != EMPTY:
        things.append(_card("taken", taken, False, words, words("card.taken")))
    left = noon - turn + 1
    if noon and left <= NEAR_NOON:
        near = words("zone.noon_near", left=max(left, 0))
        things.append(Thing("noon", near, token="noon", note=str(max(left, 0)), about=words("zone.noon_about")))
    notes = [words("zone.target", target=target)]
    if noon and played == EMPTY:
        notes.append(words("zone.noon", turn=turn, noon=noon))
    return Zone("centre", words("zone.centre"), tuple(things), note="; ".join(notes))


@cached_in_budget
def _card(thing_id: str, card: int, up: bool, words: Words, note: str = "") -> Thing:
    """Return a card with its text, as far as it is known."""
    back = words(f"back.{COLOURS[back_of(card)]}")
    if card < 0:
        return Thing(thing_id, words("card.unknown"), back, up, note, CARD.token(card))
    name = CARD_NAMES[number_of(card) - 1]
    return Thing(thing_id, words(f"name.{name}"), back, up, note, CARD.token(card), words(f"about.{name}"))


@cached_in_budget
def _spread(p: int, slots: Cards, up: int, arrived: int, spoons: tuple[int, ...], cubes: int, words: Words) -> Zone:
    """Positions 1 to 10: the top row with the trolley's place, the bottom row with the servants' place."""
    things = tuple([_position(p, n, card, up >> n & 1, words) for n, card in enumerate(slots)])
    note = words("zone.total", total=worth(up, arrived, spoons), cubes=cubes)
    return Zone(f"spread:{COLOURS[p]}", words("zone.spread"), things, p, SERVANTS // 2, note)


@cached_in_budget
def _position(p: int, n: int, card: int, up: int, words: Words) -> Thing:
    """Return the card at a position, or the empty place for the Trolley or Servants."""
    place, number = f"slot:{COLOURS[p]}:{n + 1}", str(n + 1)
    if card == EMPTY:
        side = "trolley" if n + 1 == TROLLEY else "servants"
        return Thing(place, words("card.free", name=words(f"name.{side}")), note=number, up=False)
    return _card(place, int(card), bool(up), words, number)


@cached_in_budget
def _kitchen(p: int, kitchen: int, backs: tuple[int, ...], picked: int, words: Words) -> Zone:
    """Known kitchen cards by name, the others by their backs alone."""
    known = bits.members((kitchen,))
    noted = words("card.picked")
    things = [_card(f"card:{CARD.token(card)}", card, False, words, noted if card == picked else "") for card in known]
    known_backs = [back_of(card) for card in known]
    for owner, colour in enumerate(COLOURS):
        for i in range(int(backs[owner]) - known_backs.count(owner)):
            things.append(_card(f"kitchen:{COLOURS[p]}:{colour}:{i}", -1 - owner, False, words))
    return Zone(f"kitchen:{COLOURS[p]}", words("zone.kitchen"), tuple(things), p)


@cached_in_budget
def _guest(p: int, guest: int, wish: int, arrived: bool, words: Words) -> Zone:
    """A guest with what they want, or that there is one."""
    place, label = f"guest:{COLOURS[p]}", words("zone.guest")
    if guest < 0:
        return Zone(place, label, (Thing(place, words("guest.hidden"), up=False),), p)
    wanted = ", ".join(words(f"name.{CARD_NAMES[n]}") for n in bits.members((wish,)))
    token = GUEST.token(guest)
    name, note, about = (
        words(f"guest.{token}"),
        words("guest.wants", cards=wanted),
        words("guest.about", spoons=GUEST_VALUE),
    )
    return Zone(place, label, (Thing(place, name, up=arrived, note=note, token=token, about=about),), p)


def scored(before: Any, seen: Any) -> list[ScoreRow]:
    """The cubes of a round, and the spoons that decided them (EL-30 to EL-32)."""
    if not event_happened(seen, SCORED):
        return []
    seats = range(int(seen.players))
    up, arrived = spreads_scored(before, seen)
    rows = [ScoreRow("score.spoons", [int(worth(up[p], 0, before.spoons)) for p in seats], counts=False)]
    if before.with_guests:
        guests = [int(worth(0, arrived[p], before.spoons)) for p in seats]
        rows.append(ScoreRow("score.guests", guests, counts=False))
    rows.append(ScoreRow("score.spread", points_of_events(seen, SCORED)))
    rows.append(ScoreRow("score.trolley", points_of_events(seen, TROLLEYED)))
    return rows


def spreads_scored(before: Any, seen: Any) -> tuple[list[int], list[int]]:
    """Return the face-up numbers and arrived guests at the time when a round was scored.

    By then the next round is dealt, so they are computed from the state before the last decision and its events.
    """
    seats = range(int(before.players))
    up, arrived = [int(before.seats[p].up) for p in seats], [int(before.seats[p].arrived) for p in seats]
    for event in seen.events[: seen.told]:
        if event.what == PLAYED:
            up[int(event.seat)] |= 1 << int(event.place) - 1
        elif event.what == FLIPPED:
            up[int(event.other)] &= ~(1 << int(event.place) - 1)
        elif event.what == REVEALED:
            arrived[int(event.seat)] = 1
    return up, arrived
