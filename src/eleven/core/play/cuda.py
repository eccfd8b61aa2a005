"""Random games on a GPU, one per thread: the same rules, bound to one more loop.

Numba's CUDA target is not needed to play; it is imported when a kernel is asked for.
"""

from typing import Any

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.play import loops
from eleven.core.play.engine import engine
from eleven.core.rules import bits, luck
from eleven.core.rules.jit import bound, cuda_target, rule, type_of
from eleven.core.rules.record import Array

thread_number: Any = None
start: Any = None
apply: Any = None
random_action: Any = None
seed_game: Any = None
score: Any = None


def playouts_kernel_template(
    prepared: Array,
    states: Array,
    chances: Array,
    dice: Array,
    mask: Array,
    span: Array,
    lengths: Array,
    scores: Array,
) -> None:
    """Play game number span[0] + thread at random, cut off after span[2] decisions; span[1] is the seed.

    Every thread has a state, luck, dice and a set of actions of its own, laid out by the caller. The games are those
    of `loops.playouts`: the same numbers and seed give the same lengths and scores, a cut-off length being negative.
    """
    i = thread_number(1)
    if i >= len(states):
        return
    states[i] = prepared[0]
    s = states[i]
    seed_game(chances[i], dice[i], span[1], span[0] + i)
    start(s, chances[i])
    decisions = 0
    while s.over == 0 and decisions < span[2]:
        apply(s, random_action(s, mask[i], dice[i]), chances[i])
        decisions += 1
    lengths[i] = decisions if s.over != 0 else -decisions
    for seat in range(s.players):
        scores[i, seat] = score(s, seat)


def playouts_kernel(game: Game) -> Any:
    """The kernel of a game as a plain function, ready for the CUDA compiler."""
    rules = engine(game.id)
    return bound(
        playouts_kernel_template,
        game.id,
        thread_number=cuda_target().grid,
        start=rules.start,
        apply=rules.apply,
        random_action=rules.random_action,
        seed_game=rule(loops.seed_template),
        score=game.score,
    )


def playouts_memory(game: Game, threads: int) -> tuple[Array, ...]:
    """Blank arguments for a kernel of so many threads."""
    return (
        np.zeros(1, game.state),
        np.zeros(threads, game.state),
        np.zeros(threads, luck.LUCK),
        np.zeros((threads, 1), luck.DICE),
        np.zeros((threads, bits.mask_length(len(game.actions))), np.int64),
        np.zeros(3, np.int64),
        np.zeros(threads, np.int64),
        np.zeros((threads, game.max_players), np.int64),
    )


def playouts_ptx(game: Game, capability: tuple[int, int]) -> str:
    """The kernel as PTX for a compute capability."""
    signature = tuple(type_of(argument) for argument in playouts_memory(game, 1))
    ptx, _ = cuda_target().compile_ptx(playouts_kernel(game), signature, cc=capability)
    return str(ptx)
