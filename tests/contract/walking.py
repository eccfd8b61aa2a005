"""Random walks through all games, which provide the states for the contract tests.

Choices are made in plain Python, so walks are the same compiled, plain and bounds-checked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from eleven.core.contract.game import Game, Setup, games
from eleven.core.play.engine import engine
from eleven.core.rules import luck
from eleven.core.rules.asking import asked
from eleven.core.rules.bits import members
from eleven.core.rules.record import clone

LONG, SHORT, FEWEST_STEPS = 600, 100, 30
"""The maximum lengths of walks, because random games may be very long; every sixth variant gets a long walk.
FEWEST_STEPS is how many steps a sample is drawn from at least, because games may be very short."""

MORE = (pytest.mark.slow, pytest.mark.check_game)
"""Marks for cases that are not part of `make check`, but of `eleven check-game`, which checks one game completely."""
PRODUCT = (*MORE, pytest.mark.thorough)
"""Marks for cases that are not part of `make test` either: options with further numbers of players."""


@dataclass(frozen=True)
class Case:
    """A game with a set-up."""

    game: Game
    setup: Setup
    number: int

    @property
    def label(self) -> str:
        """The edition, the number of players, and the non-default options."""
        usual = self.game.setup(self.setup.players, self.setup.edition).options
        own = [f"{name}={value}" for name, value in self.setup.options.items() if value != usual[name]]
        return "-".join([self.game.id, self.setup.edition, str(self.setup.players), *own])

    @property
    def marks(self) -> tuple[pytest.MarkDecorator, ...]:
        """Return no marks for default options (with every edition and number of players); other cases are slow."""
        usual = self.game.setup(self.setup.players, self.setup.edition)
        return () if self.setup == usual else MORE if self.is_tested_always else PRODUCT

    @property
    def is_tested_always(self) -> bool:
        """Whether `make test` has the case: all options of all editions, each with one number of players in turn."""
        agreed = [(setup.edition, setup.options) for setup in self.game.variants()]
        kinds = [kind for number, kind in enumerate(agreed) if kind not in agreed[:number]]
        turn = kinds.index((self.setup.edition, self.setup.options))
        return self.setup.players == self.game.players[turn % len(self.game.players)]


@dataclass(frozen=True)
class Step:
    """A state on a walk, its legal actions, and the one taken; -1 at the end of the game or of the walk."""

    state: Any
    legal: tuple[int, ...]
    action: int


def cases_of(game: Game) -> list[Case]:
    """Every variant of a game."""
    return [Case(game, setup, number) for number, setup in enumerate(game.variants())]


CASES = [case for game in games().values() for case in cases_of(game)]
each_game = pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in games().values()])
each_case = pytest.mark.parametrize("case", [pytest.param(case, id=case.label, marks=case.marks) for case in CASES])


def legal_ids(game: Game, state: Any) -> list[int]:
    """The ids of the legal actions."""
    mask = engine(game.id).no_actions()
    game.legal(state, mask)
    return members(mask)


def pick(game: Game, legal: Sequence[int], random: Random) -> int:
    """Choose a random verb, then one of its actions, which makes games shorter and rare verbs more frequent."""
    verb = random.choice(list(dict.fromkeys(game.actions[action].verb for action in legal)))
    return random.choice([action for action in legal if game.actions[action].verb == verb])


def play(game: Game, setup: Setup, seed: object, longest: int) -> Iterator[Step]:
    """Yield the steps of a game from the deal; the state is updated in place."""
    rules, random = engine(game.id), Random(f"{seed}")
    chance = luck.fresh(luck.key_of(game.id, seed))
    state = rules.prepared(setup)[0]
    rules.start(state, chance)
    for _ in range(longest):
        if state.over:
            break
        legal = tuple(legal_ids(game, state))
        step = Step(state, legal, pick(game, legal, random))
        yield step
        rules.apply(state, step.action, chance)
    yield Step(state, tuple(legal_ids(game, state)), -1)


@cache
def _walk(game_id: str, number: int, seed: int) -> list[Step]:
    game = games()[game_id]
    setup = game.variants()[number]
    longest = SHORT if number % 6 else LONG
    return [replace(step, state=clone(step.state)) for step in play(game, setup, f"{number}/{seed}", longest)]


def walk(case: Case, seed: int = 0) -> list[Step]:
    """Return all states of a game, which must not be changed."""
    return _walk(case.game.id, case.number, seed)


def sample(case: Case, count: int, seed: int = 0) -> list[Step]:
    """Return some states of a walk: the first with each question, the last, and `count` others, evenly spaced.

    The variants of a game divide the questions among them, so that all games take about the same time. Short walks are
    joined.
    """
    steps = list(walk(case, seed))
    while len(steps) < FEWEST_STEPS:
        seed += 1
        steps += walk(case, seed)
    first = {_question(step.state): i for i, step in reversed(list(enumerate(steps)))}
    share = min(3, 1 + len(case.game.variants()) // 12)
    chosen = {i for question, i in first.items() if (question + case.number) % share == 0}
    chosen.update(range(len(steps) - 1, -1, -(len(steps) // count) - 1))
    return [steps[i] for i in sorted(chosen)]


def _question(state: Any) -> int:
    return int(state.asking[state.depth - 1].what) if state.depth else -1


def onlookers(state: Any) -> range:
    """Return all viewers: every seat, and the spectator."""
    return range(int(state.players) + 1)


def asked_seat(state: Any) -> int:
    """The seat that must decide now."""
    return int(asked(state))


def dream(*parts: object) -> Any:
    """Return random numbers for `imagine`, seeded by any values."""
    return luck.fresh(luck.key_of("dream", *parts))
