"""Play the same games in any mode and print a hash of all their states.

`python -m tests.contract.modes GAME --games N [--whole 1]`

Compare the output of three runs: as it is, with NUMBA_DISABLE_JIT=1, and with NUMBA_BOUNDSCHECK=1.
"""

import argparse
import hashlib
from collections.abc import Iterator

from eleven.core.contract.game import Game, Setup, find_game
from eleven.core.play.match import imagine, see
from tests.contract.walking import dream, play

CUT, VERY_LONG = 30, 2_000
WHOLE = 20
"""One game in 20 is played to its end; the others are truncated, because plain Python is slow."""
LOOKED_AT = 64


def setups(game: Game, count: int) -> Iterator[Setup]:
    """Yield the variants of a game in turn."""
    variants = game.variants()
    for number in range(count):
        yield variants[number % len(variants)]


def fingerprint(game: Game, setup: Setup, number: int, whole: int) -> str:
    """Return a hash of all states and points of a game, and of some sights and imagined worlds."""
    digest = hashlib.sha256()
    for step in play(game, setup, number, CUT if number % whole else VERY_LONG):
        s = step.state
        digest.update(s.tobytes())
        digest.update(repr(step.legal).encode())
        if s.step % LOOKED_AT == 0:
            seen = see(game, s, int(s.step // LOOKED_AT) % (setup.players + 1))
            digest.update(seen.tobytes())
            digest.update(imagine(game, seen, dream(number)).tobytes())
            assert game.check(s) == 0
    digest.update(repr([int(game.score(s, seat)) for seat in range(setup.players)]).encode())
    return digest.hexdigest()[:16]


def main() -> None:
    """Print one line per game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--whole", type=int, default=WHOLE, help="play every so many games to the end; 1 means all")
    parser.add_argument("--part", default="0/1", help="K/N: only every Nth game, from the Kth")
    arguments = parser.parse_args()
    part, parts = map(int, arguments.part.split("/"))
    game = find_game(arguments.game)
    for number, setup in enumerate(setups(game, arguments.games)):
        if number % parts == part:
            print(number, fingerprint(game, setup, number, arguments.whole), flush=True)


if __name__ == "__main__":
    main()
