"""Perft: the number of move sequences from a position, as golden values that change when a rule changes.

`python -m tests.contract.perft GAME` prints a `perft.toml` for tests/games/GAME, from positions of random games.
All sequences use the same random numbers, so the counts are reproducible.
"""

import sys
from typing import Any

from eleven.core.contract.game import Game, find_game
from eleven.core.play.engine import engine
from eleven.core.rules import luck
from eleven.core.rules.record import clone
from eleven.core.text.notation import write_position
from tests.contract.walking import asked_seat, cases_of, legal_ids, walk

MOST = 300
"""Another level is counted only if there are at most this many sequences, because plain Python must count them, too."""
DEEPEST = 4


def ways(game: Game, state: Any, depth: int) -> int:
    """Return the number of move sequences of a length; games that end earlier count once."""
    legal = legal_ids(game, state)
    if depth == 0 or not legal:
        return 1
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = clone(state)
        engine(game.id).apply(after, action, luck.fresh(luck.key_of("perft")))
        total += ways(game, after, depth - 1)
    return total


def counts(game: Game, state: Any) -> list[int]:
    """Return the numbers of sequences of one, two and more decisions, as far as they are small."""
    found = [ways(game, state, 1)]
    while len(found) < DEEPEST and found[-1] <= MOST:
        found.append(ways(game, state, len(found) + 1))
    return found


def main(game: Game) -> None:
    """Print the first position with each question, from different variants if possible."""
    cases, named = cases_of(game), set()
    for case in [*cases[::5], *cases]:
        for step in walk(case)[3:]:
            top = step.state.asking[step.state.depth - 1]
            name = game.questions[int(top.what)]
            if step.state.over or name in named:
                continue
            named.add(name)
            print(f'[[position]]\nname = "{game.seat.token(asked_seat(step.state))} is asked: {name}"')
            print(f"counts = {counts(game, step.state)}")
            print(f'text = """\n{write_position(game, case.setup, step.state)}"""\n')
            break


if __name__ == "__main__":
    main(find_game(sys.argv[1]))
