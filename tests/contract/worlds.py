"""The support of `imagine` where little is hidden: `python -m tests.contract.worlds GAME`, compiled.

Positions with few consistent worlds are found in random games, and in `tests/games/<id>/few_worlds.txt` where random
play hardly finds any. There, every world that can be drawn is drawn many times. A game's own enumeration
(`tests/games/<id>/worlds.py`, `worlds(seen)`), if there is one, must find the same.
"""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from math import sqrt
from pathlib import Path
from typing import Any

from eleven.core import luck
from eleven.core.engine import engine
from eleven.core.game import Game, find_game
from eleven.core.match import imagine, legal_actions, see
from eleven.core.notation import read_position
from eleven.core.record import clone, same
from tests.contract.fields import hidden_things
from tests.contract.walking import Case, cases_of, legal_ids, walk

Things = tuple[bytes, ...]
POSITIONS = 24
GLANCES, FEW = 24, 14
"""A position is looked at when so many draws show at most so many worlds."""
MOST_WORLDS = 200
DRAWS_PER_WORLD = 100


@dataclass(frozen=True)
class Spot:
    """A position, the seat that looks at it, and what it sees."""

    case: Case
    state: Any
    legal: tuple[int, ...]
    seat: int
    seen: Any


def draws(game: Game, seen: Any, count: int, salt: object) -> Iterator[Any]:
    """Worlds imagined from one sight."""
    chance = luck.fresh(luck.key_of("support", salt))
    for number in range(count):
        luck.begin(chance, number)
        yield imagine(game, seen, chance)


def support(game: Game, seen: Any, salt: object) -> tuple[dict[Things, Any], dict[Things, int]] | None:
    """Every world that is drawn, and how often; None where there are too many."""
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
    """Positions where one seat has few worlds to think of, at most two from each variant."""
    for case in cases_of(game):
        yield from islice(_spots_of(case), 2)


def written_spots(game: Game) -> Iterator[Spot]:
    """Positions written by hand, separated by empty lines, seen by every seat."""
    path = Path(__file__).parent.parent / "games" / game.id / "few_worlds.txt"
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


def enumeration(game: Game) -> Callable[[Any], Iterable[Any]] | None:
    """The game's own way to list all consistent worlds."""
    name = f"tests.games.{game.id}.worlds"
    if importlib.util.find_spec(name) is None:
        return None
    found: Callable[[Any], Iterable[Any]] = importlib.import_module(name).worlds
    return found


def examine(spot: Spot, every_world: Callable[[Any], Iterable[Any]] | None) -> int:
    """Check one position; the number of its worlds, or 0 where there are too many."""
    game = spot.case.game
    found = support(game, spot.seen, spot.case.label)
    if found is None:
        return 0
    worlds, counts = found
    where = f"{spot.case.label} step {spot.state.step} seat {spot.seat}"
    for world in worlds.values():
        assert same(see(game, world, spot.seat), spot.seen), f"{where}: a world looks different"
    assert hidden_things(game, spot.state) in worlds, f"{where}: the truth is never imagined"
    if every_world is not None:
        listed = {hidden_things(game, world) for world in every_world(spot.seen)}
        assert not set(worlds) - listed, f"{where}: an impossible world is imagined"
        assert not listed - set(worlds), f"{where}: {len(listed)} worlds are possible, {len(worlds)} imagined"
    assert_even(list(counts.values()), where)
    assert_reachable(spot, worlds, where)
    return len(worlds)


def assert_even(counts: list[int], where: str) -> None:
    """No world is drawn much more often than another (chi-square, far beyond what luck explains)."""
    expected, free = sum(counts) / len(counts), len(counts) - 1
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    assert chi_square < free + 6 * sqrt(2 * free) + 12, f"{where}: worlds are not equally likely: {sorted(counts)}"


def assert_reachable(spot: Spot, worlds: dict[Things, Any], where: str) -> None:
    """Worlds that looked the same before an action and still do after it are all imagined afterwards."""
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


def main(game: Game) -> None:
    """Examine the positions of a game and say how many worlds they had."""
    sizes: list[int] = []
    for spot in chain(written_spots(game), spots(game)):
        size = examine(spot, enumeration(game))
        sizes += [size] if size else []
        if len(sizes) == POSITIONS:
            break
    assert sizes or not game.hidden_fields, "no position with few worlds was found in random play"
    print(f"{game.id}: {len(sizes)} positions with {sorted(sizes)} worlds")


if __name__ == "__main__":
    main(find_game(sys.argv[1]))
