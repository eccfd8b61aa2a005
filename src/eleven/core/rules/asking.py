"""Open questions and events: the two small lists in every state.

A turn consists of atomic decisions. Open questions form a stack in the record: who is asked, what, about whom, and how
many times more. What has just happened is recorded as events; each says who may see its thing.
"""

from eleven.core.rules.jit import rule
from eleven.core.rules.record import HIDDEN, MAX_EVENTS, Event, Header, Question

EVERYBODY = 0x7FFF
NOBODY = -1


@rule
def ask(s: Header, seat: int, what: int, about: int, left: int) -> None:
    """Push a question onto the stack."""
    question = s.asking[s.depth]
    question.seat = seat
    question.what = what
    question.about = about
    question.left = left
    s.depth += 1


@rule
def answered(s: Header) -> None:
    """Pop the top question and clear its fields."""
    s.depth -= 1
    question = s.asking[s.depth]
    question.seat = 0
    question.what = 0
    question.about = 0
    question.left = 0


@rule
def drop_questions(s: Header) -> None:
    """Pop all questions."""
    while s.depth > 0:
        answered(s)


@rule
def asked(s: Header) -> int:
    """The seat that must decide now, or NOBODY."""
    if s.depth == 0:
        return NOBODY
    return s.asking[s.depth - 1].seat


@rule
def tell(s: Header, what: int, seat: int, other: int, place: int, thing: int, cover: int, to: int) -> None:
    """Record an event; `to` is the mask of seats that may see `thing`, the others see only `cover`."""
    if s.told >= MAX_EVENTS:
        return
    event = s.events[s.told]
    event.what = what
    event.seat = seat
    event.other = other
    event.place = place
    event.thing = thing
    event.cover = cover
    event.to = to
    s.told += 1


@rule
def see_header(s: Header, seat: int, seen: Header) -> None:
    """Copy the header into a sight: all questions, and all events without the things this seat may not see."""
    depth, told = s.depth, s.told
    seen.step, seen.players, seen.viewer, seen.over, seen.depth, seen.told = (
        s.step,
        s.players,
        seat,
        s.over,
        depth,
        told,
    )
    for i in range(depth):
        _copy_question(s.asking[i], seen.asking[i])
    for i in range(told):
        _see_event(s.events[i], seat, seen.events[i])


@rule
def _copy_question(question: Question, seen: Question) -> None:
    """All fields are read before any is written, here and below, so that the compiler can merge the copies."""
    seen.seat, seen.what, seen.about, seen.left = question.seat, question.what, question.about, question.left


@rule
def _see_event(event: Event, seat: int, seen: Event) -> None:
    thing, cover, to = event.thing, event.cover, event.to
    seen.what, seen.seat, seen.other, seen.place = event.what, event.seat, event.other, event.place
    if not (to >> seat) & 1:
        thing = HIDDEN
    seen.thing, seen.cover, seen.to = thing, cover, to


@rule
def copy_header(seen: Header, world: Header) -> None:
    """Copy the header of a sight into a world imagined from it."""
    world.step = seen.step
    world.players = seen.players
    world.viewer = -1
    world.over = seen.over
    world.depth = seen.depth
    world.told = seen.told
    for i in range(seen.depth):
        _copy_question(seen.asking[i], world.asking[i])
    for i in range(seen.told):
        _see_event(seen.events[i], seen.viewer, world.events[i])
