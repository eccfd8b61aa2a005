"""Walks through every game there is: the states that the contract tests look at.

The choices are made in plain Python, so a walk is the same compiled, plain and bounds-checked.
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

LONG, SHORT = 600, 100
"""Where a walk is cut off: random players may go on for very long. Every sixth variant gets a long walk."""

MORE = (pytest.mark.slow, pytest.mark.check_game)
"""What is not part of `make check`, but of `eleven check-game`: there one game is in question, and all of it."""
PRODUCT = (*MORE, pytest.mark.thorough)
"""What is not part of `make test` either: an option with yet another number of players."""


@dataclass(frozen=True)
class Case:
    """One game with one set-up."""

    game: Game
    setup: Setup
    number: int

    @property
    def label(self) -> str:
        """The edition, the players and the options that are not the default."""
        usual = self.game.setup(self.setup.players, self.setup.edition).options
        own = [f"{name}={value}" for name, value in self.setup.options.items() if value != usual[name]]
        return "-".join([self.game.id, self.setup.edition, str(self.setup.players), *own])

    @property
    def marks(self) -> tuple[pytest.MarkDecorator, ...]:
        """None for the usual options, with every edition and number of players; the others are slow."""
        usual = self.game.setup(self.setup.players, self.setup.edition)
        return () if self.setup == usual else MORE if self.is_tested_always else PRODUCT

    @property
    def is_tested_always(self) -> bool:
        """Each edition with each value of an option is, for one number of players, another each time."""
        agreed = [(setup.edition, setup.options) for setup in self.game.variants()]
        kinds = [kind for number, kind in enumerate(agreed) if kind not in agreed[:number]]
        turn = kinds.index((self.setup.edition, self.setup.options))
        return self.setup.players == self.game.players[turn % len(self.game.players)]


@dataclass(frozen=True)
class Step:
    """A state on a walk, its legal actions, and the one taken; -1 at the end of the game or where the walk was cut."""

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
    """A verb, each as likely, then one of its actions; games are shorter so, and rare verbs come up more often."""
    verb = random.choice(list(dict.fromkeys(game.actions[action].verb for action in legal)))
    return random.choice([action for action in legal if game.actions[action].verb == verb])


def play(game: Game, setup: Setup, seed: object, longest: int) -> Iterator[Step]:
    """A game from the deal, step by step; the state is overwritten as it goes on."""
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
    """All the states of one game; do not change them."""
    return _walk(case.game.id, case.number, seed)


def sample(case: Case, count: int, seed: int = 0) -> list[Step]:
    """Some states of a walk: the first with each question, the last, and `count` others evenly between.

    The many variants of a game share the questions among them, so that no game takes much longer than another.
    """
    steps = walk(case, seed)
    first = {_question(step.state): i for i, step in reversed(list(enumerate(steps)))}
    share = min(3, 1 + len(case.game.variants()) // 12)
    chosen = {i for question, i in first.items() if (question + case.number) % share == 0}
    chosen.update(range(len(steps) - 1, -1, -(len(steps) // count) - 1))
    return [steps[i] for i in sorted(chosen)]


def _question(state: Any) -> int:
    return int(state.asking[state.depth - 1].what) if state.depth else -1


def onlookers(state: Any) -> range:
    """Every seat, and the spectator."""
    return range(int(state.players) + 1)


def asked_seat(state: Any) -> int:
    """The seat that must decide now."""
    return int(asked(state))


def dream(*parts: object) -> Any:
    """Luck for imagining, named by anything."""
    return luck.fresh(luck.key_of("dream", *parts))
