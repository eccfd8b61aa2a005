"""What the levels were chosen by: steps of blur and of simulations, and variants of the search, against each other."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from eleven.bots.levels import GREEDY, Bot, find_bot, with_simulations
from eleven.core.contract.game import Game

BLURS = (0, 10, 20, 40, 80, 160, 320, 640)
SIMULATIONS = (20, 60, 200, 600, 2000, 6000)
VARIANTS: tuple[dict[str, float], ...] = (
    {"sight": 0},
    {"sight": 6},
    {"sight": 32},
    {"blur": 2},
    {"blur": 30},
    {"explore": 0.4},
    {"explore": 1.2},
    {"widen": 0.3},
    {"widen": 4.0},
)
STUDIED = 300


def pairs_to_study(game: Game) -> Iterator[tuple[Bot, Bot]]:
    blurred = [Bot(f"greedy, blur {blur}", GREEDY, blur=blur) for blur in BLURS]
    yield from pairwise(blurred)
    usual = find_bot("hard", game)
    searches = [replace(with_simulations(usual, n), name=f"{n} simulations") for n in SIMULATIONS]
    yield from zip(searches[1:], searches, strict=False)
    yield searches[0], find_bot("greedy", game)
    usual = replace(with_simulations(usual, STUDIED), name=f"usual, {STUDIED} simulations")
    for variant in VARIANTS:
        name = ", ".join(f"{key} {value}" for key, value in variant.items())
        yield replace(usual, name=name, **variant), usual  # type: ignore[arg-type]
