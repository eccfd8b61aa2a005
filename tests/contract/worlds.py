"""Tests the distribution of `imagine` where little is hidden: `python -m tests.contract.worlds GAME`, compiled.

Positions with few consistent worlds are taken from random games, and from `few_worlds.txt` next to the game's tests if
random games have too few. For each, many worlds are drawn. If the game's tests have a `worlds.py`, it is the reference:
`worlds(seen)` lists all worlds, and `ways(seen, world)` gives their relative probabilities.

Without `ways`, worlds whose cards are ordered are equally likely. If cards are counted (`Counted`), the probability of
a world is proportional to the number of arrangements of single cards: a coin and a bead in a hand have two, two beads
one.
"""

import argparse
import importlib.util
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from math import factorial, prod, sqrt
from types import ModuleType
from typing import Any

from eleven.core.contract.game import Game, find_game
from eleven.core.play.engine import engine
from eleven.core.play.match import imagine, legal_actions, see
from eleven.core.rules import luck
from eleven.core.rules.record import clone, same
from eleven.core.text.codecs import Counted
from eleven.core.text.notation import Field, read_position
from tests.contract.fields import hidden_things, secrets
from tests.contract.walking import Case, cases_of, legal_ids, walk
from tests.game_files import own_tests

Things = tuple[bytes, ...]
POSITIONS = 24
GLANCES, FEW = 24, 14
"""A position is tested if GLANCES draws give at most FEW different worlds."""
MOST_WORLDS = 200
DRAWS_PER_WORLD = 100


@dataclass(frozen=True)
class Spot:
    """A position, a viewer, and what the viewer sees."""

    case: Case
    state: Any
    legal: tuple[int, ...]
    seat: int
    seen: Any


def draws(game: Game, seen: Any, count: int, salt: object) -> Iterator[Any]:
    """Yield worlds imagined from one sight."""
    chance = luck.fresh(luck.key_of("support", salt))
    for number in range(count):
        luck.begin(chance, number)
        yield imagine(game, seen, chance)


def support(game: Game, seen: Any, salt: object) -> tuple[dict[Things, Any], dict[Things, int]] | None:
    """Return the worlds that are drawn with their counts, or None if there are too many."""
    worlds: dict[Things, Any] = {}
    counts: dict[Things, int] = {}
    drawn = 0
    while drawn < DRAWS_PER_WORLD * max(len(worlds), 4):
        for world in draws(game, seen, 200, f"{salt}/{drawn}"):
            things = hidden_things(game, world)
            worlds.setdefault(things, world)
            counts[things] = counts.get(things, 0) + 1
        drawn += 200
        if len(worlds) > MOST_WORLDS:
            return None
    return worlds, counts


def spots(game: Game) -> Iterator[Spot]:
    """Yield positions with few consistent worlds for a seat, at most two for each variant."""
    for case in cases_of(game):
        yield from islice(_spots_of(case), 2)


def written_spots(game: Game) -> Iterator[Spot]:
    """Yield hand-written positions (separated by empty lines) as seen by every seat."""
    path = own_tests(game) / "few_worlds.txt"
    if not path.exists():
        return
    for text in path.read_text(encoding="utf-8").split("\n\n"):
        setup, state = read_position(game, text)
        for seat in range(setup.players):
            legal = tuple(action.id for action in legal_actions(game, state))
            yield Spot(Case(game, setup, seat), state, legal, seat, see(game, state, seat))


def _spots_of(case: Case) -> Iterator[Spot]:
    for number, step in enumerate(reversed(walk(case))):
        seat = number % case.setup.players
        seen = see(case.game, step.state, seat)
        glances = draws(case.game, seen, GLANCES, "glance")
        found = {hidden_things(case.game, world) for world in glances}
        if 1 < len(found) <= FEW and not step.state.over:
            yield Spot(case, step.state, step.legal, seat, seen)


def knowledge(game: Game) -> ModuleType | None:
    """Return the `worlds.py` of the game's tests, if any."""
    path = own_tests(game) / "worlds.py"
    spec = importlib.util.spec_from_file_location(f"worlds_of_{game.id}", path) if path.is_file() else None
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def counted_fields(fields: Sequence[Field]) -> list[str]:
    """Return the paths of the fields that hold counted cards."""
    return [f"seats.{each.name}" if each.of_seat else each.name for each in fields if isinstance(each.codec, Counted)]


def counted_ways(game: Game, world: Any) -> float:
    """Return the relative probability of a world if all hidden cards are dealt at random; 1 without counted cards."""
    found = 1.0
    for path in set(counted_fields(game.notation.fields)) & set(secrets(game)):
        value = world
        for name in path.split("."):
            value = value[name]
        found /= prod(factorial(int(count)) for count in value.flat)
    return found


def examine(spot: Spot, known: ModuleType | None) -> int:
    """Check one position; return the number of its worlds, or 0 if there are too many."""
    game = spot.case.game
    found = support(game, spot.seen, spot.case.label)
    if found is None:
        return 0
    worlds, counts = found
    where = f"{spot.case.label} step {spot.state.step} seat {spot.seat}"
    for world in worlds.values():
        assert same(see(game, world, spot.seat), spot.seen), f"{where}: a world looks different"
    assert hidden_things(game, spot.state) in worlds, f"{where}: the truth is never imagined"
    every_world: Callable[[Any], Iterable[Any]] | None = getattr(known, "worlds", None)
    if every_world is not None:
        listed = {hidden_things(game, world) for world in every_world(spot.seen)}
        assert not set(worlds) - listed, f"{where}: an impossible world is imagined"
        assert not listed - set(worlds), f"{where}: {len(listed)} worlds are possible, {len(worlds)} imagined"
    ways: Callable[[Any, Any], float] = getattr(known, "ways", lambda seen, world: counted_ways(game, world))
    assert_likely([(counts[things], ways(spot.seen, world)) for things, world in worlds.items()], where)
    assert_reachable(spot, worlds, where)
    return len(worlds)


def assert_likely(drawn: list[tuple[int, float]], where: str) -> None:
    """Check the frequencies of worlds by a chi-squared test with a very low significance level."""
    total, all_ways, free = sum(count for count, _ in drawn), sum(ways for _, ways in drawn), len(drawn) - 1
    expected = [(count, total * ways / all_ways) for count, ways in drawn]
    chi_square = sum((count - likely) ** 2 / likely for count, likely in expected)
    told = ", ".join(f"{count} drawn for {likely:.0f}" for count, likely in sorted(expected))
    assert chi_square < free + 6 * sqrt(2 * free) + 12, (
        f"{where}: worlds are not drawn as often as they are likely: {told}"
    )


def assert_reachable(spot: Spot, worlds: dict[Things, Any], where: str) -> None:
    """Check that all worlds that are consistent before and after an action can be imagined after it."""
    game, rules = spot.case.game, engine(spot.case.game.id)
    for action in spot.legal[:2]:
        chance = luck.fresh(bytes(32), luck.RECORDING)
        after = clone(spot.state)
        rules.apply(after, action, chance)
        sight = see(game, after, spot.seat)
        later = None if chance.length or after.over else support(game, sight, "later")
        if later is None:
            continue
        for world in worlds.values():
            moved = clone(world)
            if action in legal_ids(game, moved):
                rules.apply(moved, action, chance)
                if same(see(game, moved, spot.seat), sight):
                    name = game.actions[action].name
                    assert hidden_things(game, moved) in later[0], f"{where}: not imagined after {name}"


def main(game: Game, positions: int) -> None:
    """Check some positions of a game, and print their numbers of worlds."""
    sizes: list[int] = []
    for spot in chain(written_spots(game), spots(game)):
        size = examine(spot, knowledge(game))
        sizes += [size] if size else []
        if len(sizes) == positions:
            break
    assert sizes or not game.hidden_fields, (
        f"no position with few worlds was found in random play; write some into {own_tests(game).name}/few_worlds.txt"
    )
    print(f"{game.id}: {len(sizes)} positions with {sorted(sizes)} worlds")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    arguments = parser.parse_args()
    main(find_game(arguments.game), arguments.positions)
