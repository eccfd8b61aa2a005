"""Zones that are remembered: by all that they are made from, so that nobody is shown an old table or another's."""

import sys
from collections.abc import Callable, Iterator
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from eleven.core.contract.game import Game
from eleven.core.contract.zones import Thing, Zone
from eleven.core.play.match import see
from eleven.core.rules.cache_budget import CACHED_FUNCTIONS, shared_budget
from eleven.core.rules.frozen import FrozenRecord
from eleven.core.rules.record import clone
from eleven.core.text.words import LANGUAGES, Words
from tests.contract.walking import Case, Step, cases_of, each_case, each_game, walk
from tests.sample_sizes import usual_or

STATES, LONG = 8, usual_or(100, 250)
PLAIN = (int, bool, str, NoneType, Words, FrozenRecord, Thing)


def sights_of(case: Case, steps: list[Step]) -> Iterator[tuple[Any, Words]]:
    """Every seat's sight of some states, one language after the other; at times without the memory aid."""
    for number, step in enumerate(steps):
        for seat in range(case.setup.players + 1):
            seen = see(case.game, step.state, seat)
            yield seen, case.game.words(LANGUAGES[(number + seat) % len(LANGUAGES)])
            if (number + seat) % 3 == 0:
                less = clone(seen)
                case.game.forget(less)
                yield less, case.game.words()


def fresh(game: Game, seen: Any, words: Words) -> list[Zone]:
    """Zones as they are when nothing was made before."""
    shared_budget.clear()
    return game.zones(seen, words)


def compare(case: Case, steps: list[Step]) -> None:
    """Look at all states, one after the other, and only then afresh at each."""
    shared_budget.clear()
    shown = [(seen, words, case.game.zones(seen, words)) for seen, words in sights_of(case, steps)]
    for seen, words, kept in shown:
        assert kept == fresh(case.game, seen, words)


@each_case
def test_cached_zones_equal_zones_made_without_the_cache(case: Case) -> None:
    """The last states of a walk, in which one decision after the other changes a little."""
    compare(case, walk(case)[-STATES:])


@pytest.mark.slow
@each_game
def test_cached_zones_of_whole_walks_equal_zones_made_without_the_cache(game: Game) -> None:
    """The first states of the long walks, one after the other."""
    for case in cases_of(game)[::12]:
        compare(case, walk(case)[:LONG])


@each_game
def test_zones_that_did_not_change_are_the_same_objects(game: Game) -> None:
    """What is sent is kept with a zone, so making it again would cost all that remembering saves."""
    case = cases_of(game)[0]
    seen, again = (see(game, walk(case)[:6][-1].state, 0) for _ in range(2))
    words = game.words()
    assert list(map(id, game.zones(seen, words))) == list(map(id, game.zones(again, words)))


def makers(game: Game) -> list[Callable[..., object]]:
    """The functions of a game's table that are remembered."""
    found = vars(sys.modules[game.zones.__module__]).values()
    return [part.__wrapped__ for part in found if any(part is answer for answer in CACHED_FUNCTIONS)]


def is_plain(kind: Any) -> bool:
    """Whether values of a type are compared by what they are: numbers, texts, words, parts, and tuples of such."""
    if get_origin(kind) in (tuple, UnionType):
        return all(part is Ellipsis or is_plain(part) for part in get_args(kind))
    if isinstance(kind, type) and issubclass(kind, tuple):
        hints = get_type_hints(kind)
        return bool(hints) and all(map(is_plain, hints.values()))
    return kind in PLAIN


@each_game
def test_cached_functions_take_plain_values_and_no_seen_record(game: Game) -> None:
    """A remembered function that got a sight could be made from a field that it is not remembered by."""
    for make in makers(game):
        hints = get_type_hints(make)
        del hints["return"]
        assert hints
        for name, kind in hints.items():
            assert is_plain(kind), f"{make.__name__} is given {name}, which is {kind}"


def test_what_counts_as_a_plain_value() -> None:
    assert not is_plain(Any)
    assert not is_plain(tuple)
    assert not is_plain(list[int])
    assert is_plain(tuple[int, ...] | None)
