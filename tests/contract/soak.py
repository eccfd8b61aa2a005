"""Random play with every invariant checked: `python -m tests.contract.soak [GAME …] --decisions 10000000`."""

import argparse
import sys
from collections.abc import Sequence
from itertools import product

import numpy as np

from eleven.core.contract.game import Game, find_game, games
from eleven.core.play.engine import engine
from eleven.core.rules import luck
from eleven.core.rules.record import blank
from tests.contract.walking import Case, cases_of

FAILURES = ("", "stuck: no legal action", "invariant broken", "leak", "too many events", "other actions in the sight")
TURN = 250_000
"""The number of decisions between progress lines."""


def soak(case: Case, decisions: int, seed: int) -> str:
    """Play, and describe the first failure, if any."""
    rules = engine(case.game.id)
    states, chance, dice, mask = rules.workspace(5)
    raw = states.view(np.uint8).reshape(len(states), -1)
    span = np.array([decisions, 0, seed, case.game.truncate_at, 0])
    prepared, dream = rules.prepared(case.setup), blank(luck.LUCK)
    failed = rules.soak(prepared, states, raw, chance, dream, dice, mask, mask.copy(), span)
    return f"{FAILURES[failed]} at decision {span[1]}, detail {span[4]}, seed {seed}" if failed else ""


def together(game: Game) -> list[Case]:
    """Return every edition and number of players with every combination of options, except who begins."""
    names = [option.name for option in game.options]
    values = [[value for value in option.values if value not in game.seat.tokens] for option in game.options]
    setups = [
        game.setup(players, edition.id, dict(zip(names, chosen, strict=True)))
        for edition in game.editions
        for players in game.players
        for chosen in product(*values)
    ]
    return [Case(game, setup, number) for number, setup in enumerate(setups)]


def soak_game(game: Game, decisions: int, seed: int, variants: Sequence[Case]) -> bool:
    """Distribute the decisions among variants; return whether all passed."""
    share, done = -(-decisions // len(variants)), 0
    for case in variants:
        left, turn = share, seed
        while left > 0:
            failed = soak(case, min(left, TURN), turn)
            if failed:
                print(f"{case.label}: {failed}", file=sys.stderr)
                return False
            done, left, turn = done + min(left, TURN), left - TURN, turn + 1
            print(f"{done:>12,} of {share * len(variants):,} decisions  {case.label}", flush=True)
    return True


def main() -> int:
    """Soak the named games, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="ids; all games where there is none")
    parser.add_argument("--decisions", type=int, default=10_000_000, help="for each game")
    parser.add_argument("--variants", type=int, default=0, help="only so many variants of each game, evenly chosen")
    parser.add_argument("--together", action="store_true", help="every combination of options, not one at a time")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for game in [find_game(name) for name in arguments.games] or games().values():
        cases = together(game) if arguments.together else cases_of(game)
        chosen = cases[:: -(-len(cases) // arguments.variants)] if arguments.variants else cases
        if not soak_game(game, arguments.decisions, arguments.seed, chosen):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
