"""Who judges in a review: the network of a game where one knows the table, else expert's search.

Both are given what a seat saw, never the truth, and look at imagined worlds that would look the same.
"""

from dataclasses import replace
from functools import cache
from typing import Any, Protocol

from eleven.bots.choosing import search
from eleven.bots.levels import Bot, find_bot, with_simulations
from eleven.bots.offered import Adviser
from eleven.core.contract.game import Game
from eleven.review.examining import Examined, examine

A_WORLD = 24
"""A world that a network plays on takes the time of so many simulations of expert's search, and says more."""
FEWEST_WORLDS = 2


class Judge(Protocol):
    """Who says what a seat can hope for, what it should do, and what an action leads to.

    What it says may be off by `doubt`, however many worlds it looks at.
    """

    doubt: float

    def observe(self, game: Game, seen: Any, simulations: int, key: bytes) -> Examined:
        """What every seat wins as things are, and the choice where the look tells that too."""
        ...

    def choose(self, game: Game, seen: Any, simulations: int, key: bytes) -> int:
        """What the seat should do."""
        ...

    def after(self, game: Game, seen: Any, simulations: int, key: bytes, action: int) -> Examined:
        """What every seat wins after an action; with the same key, in the same worlds."""
        ...


def expert(game: Game) -> Bot:
    """Expert of a game on one thread; its thinking is counted in simulations, so that a review can be repeated."""
    return replace(find_bot("expert", game), threads=1)


class ExpertJudge:
    """Expert's search, which plays imagined games to an end that counts."""

    doubt = 0.0

    def observe(self, game: Game, seen: Any, simulations: int, key: bytes) -> Examined:
        """A search from the sight, which chooses by the way."""
        return examine(game, seen, expert(game), simulations, key)

    def choose(self, game: Game, seen: Any, simulations: int, key: bytes) -> int:
        """What is tried most often."""
        return search(game, seen, with_simulations(expert(game), simulations), key)[0].action

    def after(self, game: Game, seen: Any, simulations: int, key: bytes, action: int) -> Examined:
        """Simulations that all begin with the action."""
        return examine(game, seen, expert(game), simulations, key, action)


def worlds_of(by: Adviser, simulations: int) -> int:
    """How many imagined worlds a judge looks at for so many simulations of expert's search."""
    return max(FEWEST_WORLDS, simulations // A_WORLD) if by == "network" else simulations


@cache
def judge_of(name: Adviser) -> Judge:
    """The judge of a name, as `adviser_at` says for a table."""
    if name == "expert":
        return ExpertJudge()
    from eleven.review.network_judge import NetworkJudge  # a process that hands out work has no use for it

    return NetworkJudge()
