"""Secrecy, both ways: nothing hidden can be seen, and everything public is."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from eleven.core.contract.game import Game, games
from eleven.core.contract.zones import Zone
from eleven.core.play.match import imagine, see
from eleven.core.rules.record import HIDDEN, THE_TRUTH, same
from eleven.core.text.narration import news
from tests.contract.fields import (
    HEADER_FIELDS,
    broken,
    difference,
    file_of,
    own_fields,
    value,
)
from tests.contract.hidden_fields import HiddenFields
from tests.contract.walking import (
    Case,
    Step,
    asked_seat,
    cases_of,
    dream,
    each_case,
    each_game,
    legal_ids,
    sample,
    walk,
)

SAMPLES = 2


def sights_of(case: Case) -> list[tuple[Step, int]]:
    """Sampled states, each with an onlooker in turn, and now and then with the seat that is asked."""
    found = []
    for number, step in enumerate(sample(case, SAMPLES)):
        found.append((step, (number + case.number) % (case.setup.players + 1)))
        if number % 3 == 0 and not step.state.over:
            found.append((step, asked_seat(step.state)))
    return found


@pytest.mark.slow
@pytest.mark.check_game
@each_case
def test_an_imagined_world_looks_the_same(case: Case) -> None:
    """What a seat sees, may do, reads and has drawn for it is the same in the truth and in a world it imagined."""
    game, words = case.game, case.game.words()
    for step, seat in sights_of(case):
        truth = step.state.tobytes()
        seen = see(game, step.state, seat)
        world = imagine(game, seen, dream(case.label, seat, step.state.step))
        again = see(game, world, seat)
        assert same(seen, again), leak(game, seen, again)
        assert step.state.tobytes() == truth, "looking changed the state"
        assert world.viewer == THE_TRUTH
        assert not broken(game, world), f"{broken(game, world)}, in an imagined world"
        if seat == asked_seat(step.state):
            assert legal_ids(game, seen) == list(step.legal)
            assert legal_ids(game, world) == list(step.legal)
        assert news(game, seen, words) == news(game, again, words)
        assert game.zones(seen, words) == game.zones(again, words)


def leak(game: Game, seen: Any, again: Any) -> str:
    """Which field `see` shows although nobody could have imagined it, or `imagine` did not take from what was seen."""
    where = f"see ({file_of(game.see)}) shows, or imagine ({file_of(game.imagine)}) ignores"
    return f"{where}: {difference(game, seen, again)} in an imagined world"


def test_a_leak_names_its_field() -> None:
    """Whoever has to mend it is told where to look."""
    game = next(iter(games().values()))
    step = walk(cases_of(game)[0])[0]
    seen, other = see(game, step.state, 0), see(game, step.state, 0)
    field = own_fields(game)[-1]
    other[field] = other[field] + 1
    assert f"{field} is " in leak(game, seen, other)
    assert "sight.py:" in leak(game, seen, other)


@each_case
def test_zones_can_be_touched(case: Case) -> None:
    """Zones and the things that lie in them have ids of their own, and lie in front of players who are there."""
    words = case.game.words()
    for step, seat in sights_of(case)[::2]:
        zones = case.game.zones(see(case.game, step.state, seat), words)
        places, things = [zone.id for zone in zones], [thing.id for zone in zones for thing in zone.things]
        assert zones
        made_by = f"zones ({file_of(case.game.zones)}) makes"
        assert not twice(places), f"{made_by} two zones with the id {twice(places)}; an id is for one zone of the table"
        assert not twice(things), (
            f"{made_by} two things with the id {twice(things)} in {homes(zones, twice(things)[0])}; "
            "an id is for one thing of the whole table"
        )
        assert all(zone.seat is None or 0 <= zone.seat < case.setup.players for zone in zones)


def homes(zones: list[Zone], thing: str) -> list[str]:
    """Return the zones in which a thing lies."""
    return [zone.id for zone in zones if any(each.id == thing for each in zone.things)]


def twice(names: list[str]) -> list[str]:
    """The names that stand in a list more than once."""
    return sorted(name for name, count in Counter(names).items() if count > 1)


@each_game
def test_field_lists_name_fields(game: Game) -> None:
    """Hidden and seen-only fields exist, and no field is both."""
    known = {*own_fields(game), "viewer"}
    assert set(game.hidden_fields) <= known
    assert set(game.seen_only_fields) <= known
    assert not set(game.hidden_fields) & set(game.seen_only_fields)
    assert set(game.knowledge_fields) <= set(game.hidden_fields)


@each_case
def test_everything_public_is_seen(case: Case) -> None:
    """A field that is not hidden is the same in the truth and in every player's sight; seen-only ones are blank."""
    game = case.game
    public = [path for path in own_fields(game) if path not in {*game.hidden_fields, *game.seen_only_fields}]
    for step, seat in sights_of(case):
        if seat == case.setup.players:
            continue
        seen = see(game, step.state, seat)
        for path in public:
            assert value(seen, path) == value(step.state, path), f"see ({file_of(game.see)}) does not show {path}"
        for path in game.seen_only_fields:
            assert path == "viewer" or not any(value(step.state, path)), f"{path} is not blank in the truth"
        _header_is_seen(step.state, seen, seat)


def _header_is_seen(s: Any, seen: Any, seat: int) -> None:
    for name in HEADER_FIELDS:
        if name not in ("viewer", "events"):
            assert value(seen, name) == value(s, name), name
    assert seen.viewer == seat
    for event, shown in zip(s.events[: s.told], seen.events[: s.told], strict=True):
        thing = event.thing if int(event.to) >> seat & 1 else HIDDEN
        assert shown.thing == thing
        for name in event.dtype.names:
            assert name == "thing" or event[name] == shown[name], name
    assert not any(seen.events[s.told :].tobytes()), "news of earlier decisions is left behind"


@pytest.mark.slow
@pytest.mark.check_game
@each_game
def test_every_hidden_field_is_hidden_and_imagined_anew(game: Game) -> None:
    """Somebody does not see it; worlds that are imagined differ in it, and are not always the truth."""
    if not game.hidden_fields:
        assert not _something_differs(game)
        return
    found = HiddenFields(game)
    for case in cases_of(game):
        for step, seat in sights_of(case)[case.number % 2 :: 2]:
            found.look(step.state, seat, case.label)
    found.look_for_what_is_rare()
    assert not found.problem, found.problem


def test_a_field_that_is_never_hidden_or_never_guessed_is_named() -> None:
    """With the function to look at: see or imagine."""
    game = games()["elevenses"]
    case = cases_of(game)[0]
    fields = ["seats.kitchen"]
    public = HiddenFields(replace(game, hidden_fields=[*fields, "turn"]))
    same = replace(game, hidden_fields=fields, imagine=lambda seen, _, world: game.imagine(seen, dream("same"), world))
    guessed = HiddenFields(same)
    for step in walk(case)[5:50:10]:
        for seat in range(case.setup.players + 1):
            public.look(step.state, seat, f"{seat}/{step.state.step}")
            guessed.look(step.state, seat, f"{seat}/{step.state.step}")
    assert re.search(r"turn is hidden, because PUBLIC does not name it, but see \(sight\.py:\d+\)", public.problem)
    assert re.match(r"worlds imagined \(.*\) from one sight never differed in .*seats\.kitchen", guessed.problem)


def _something_differs(game: Game) -> bool:
    """Whether some seat's sight lacks anything of the truth."""
    for case in cases_of(game)[:4]:
        for step, seat in sights_of(case):
            seen = see(game, step.state, seat)
            if any(value(seen, path) != value(step.state, path) for path in own_fields(game)):
                return True
    return False
