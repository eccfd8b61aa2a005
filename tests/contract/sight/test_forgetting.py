"""Tables without the memory aid: less is shown, never more, and nothing that somebody needs to decide."""

import pytest

from eleven.core.play.match import see
from eleven.core.rules.record import clone
from tests.contract.walking import Case, asked_seat, each_case, sample

STATES = 4


def shown(case: Case, seen: object) -> dict[str, str]:
    """The things on the table by their place, with what is to be read on each."""
    zones = case.game.zones(seen, case.game.words())
    return {thing.id: thing.token for zone in zones for thing in zone.things}


@pytest.mark.slow
@each_case
def test_forgetting_adds_nothing_and_keeps_what_legal_actions_touch(case: Case) -> None:
    """Every thing that remains was there before, and every thing a legal action touches remains."""
    for number, step in enumerate(sample(case, STATES)):
        seat = asked_seat(step.state) if asked_seat(step.state) >= 0 else number % (case.setup.players + 1)
        seen = see(case.game, step.state, seat)
        less = clone(seen)
        case.game.forget(less)
        before, after = shown(case, seen), shown(case, less)
        known = {token for token in before.values() if not token.startswith("?")}
        assert {token for token in after.values() if token in case_tokens(case)} <= known
        if asked_seat(step.state) == seat:
            name = case.game.seat.token(seat)
            touched = {t for action in step.legal for t in case.game.actions[action].touch_for(name)}
            assert touched & set(before) <= set(after)
        again = clone(less)
        case.game.forget(again)
        assert again.tobytes() == less.tobytes()


def case_tokens(case: Case) -> set[str]:
    """All tokens that tell which thing it is."""
    hidden = {token for kind in (event.cover for event in case.game.events) if kind for token in kind.tokens}
    named = {token for kind in (event.thing for event in case.game.events) if kind for token in kind.tokens}
    return named - hidden
