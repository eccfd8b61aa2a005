"""Random games on a GPU, many per thread: the same rules, bound to one more loop.

Numba's CUDA target is not needed to play; it is imported when a kernel is asked for.
"""

from typing import Any

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.play import loops
from eleven.core.play.autotuner import Autotuner
from eleven.core.play.cuda_memory import as_words, put_words, whole_words
from eleven.core.play.engine import engine
from eleven.core.rules import bits
from eleven.core.rules import luck as fortune
from eleven.core.rules.jit import bound, cuda_target, kind_of, rule
from eleven.core.rules.record import Array

cuda: Any = None
state_type: Any = None
luck_type: Any = None
dice_type: Any = None
word_type: Any = None
action_words: Any = None
start: Any = None
apply: Any = None
random_action: Any = None
seed_game: Any = None
score: Any = None

BLOCK = 64
THREADS_EACH = (1024, 512)
"""Candidates for the threads per multiprocessor; the faster is used. There are more games than threads."""
TRIED = 4
"""Games per thread in that measurement."""
TOGETHER = 4096
"""The number of decisions after which threads of a warp whose games have ended deal their next ones together. Dealing
at once would make the other threads wait for each deal, and costs up to half of the speed."""


def playouts_kernel_template(prepared: Array, span: Array, taken: Array, lengths: Array, scores: Array) -> None:
    """Play games number span[0] to span[0] + len(lengths) - 1 at random, cut off after span[2] decisions.

    span[1] is the seed. A thread takes the next number (`taken` counts them) as soon as its game has ended, so that
    none waits for the longest game. State, luck, dice and actions lie in its own memory. The games are those of
    `loops.playouts`: the same numbers and seed give the same lengths and scores, a cut-off length being negative.
    """
    states, lucks = cuda.local.array(1, state_type), cuda.local.array(1, luck_type)
    dice, mask = cuda.local.array(1, dice_type), cuda.local.array(action_words, word_type)
    s, luck = states[0], lucks[0]
    luck.mode = fortune.SILENT
    decisions = 0
    number = cuda.atomic.add(taken, 0, 1)
    fresh = True
    while number < len(lengths):
        if fresh:
            put_words(states, 0, prepared)
            seed_game(luck, dice, span[1], span[0] + number)
            start(s, luck)
            decisions = 0
        for _ in range(TOGETHER):
            if s.over == 0 and decisions < span[2]:
                apply(s, random_action(s, mask, dice), luck)
                decisions += 1
        fresh = s.over != 0 or decisions >= span[2]
        if fresh:
            lengths[number] = decisions if s.over != 0 else -decisions
            for seat in range(s.players):
                scores[number, seat] = score(s, seat)
            number = cuda.atomic.add(taken, 0, 1)


def playouts_kernel(game: Game, **names: Any) -> Any:
    """The kernel of a game as a plain function, ready for the CUDA compiler."""
    rules = engine(game.id)
    given = {
        "cuda": cuda_target(),
        "state_type": kind_of(whole_words(game.state)),
        "luck_type": kind_of(fortune.LUCK),
        "dice_type": kind_of(fortune.DICE),
        "word_type": kind_of(np.dtype(np.int64)),
        "action_words": bits.mask_length(len(game.actions)),
        "start": rules.start,
        "apply": rules.apply,
        "random_action": rules.random_action,
        "seed_game": rule(loops.seed_template),
        "score": game.score,
    }
    return bound(playouts_kernel_template, game.id, **given, **names)


def playouts_blocks(threads: int) -> int:
    """How many blocks give every multiprocessor of the current GPU this many threads."""
    return int(cuda_target().get_current_device().MULTIPROCESSOR_COUNT) * threads // BLOCK


def quickest_threads(kernel: Any, game: Game, prepared: Array, seed: int) -> int:
    """Measure how many threads per multiprocessor are fastest; every candidate plays the same games."""
    cuda, tuner = cuda_target(), Autotuner(THREADS_EACH, cuda_target().event)
    number = TRIED * playouts_blocks(max(THREADS_EACH)) * BLOCK
    given = [cuda.to_device(each) for each in playouts_memory(game, prepared, number, seed)]
    given[2].copy_to_device(np.array([number]))
    kernel[1, BLOCK](*given)  # the counter says that no game is left, so this only compiles
    while not tuner.settled:
        given[2].copy_to_device(np.array([0]))
        with tuner.turn() as threads:
            kernel[playouts_blocks(threads), BLOCK](*given)
    return tuner.best


def playouts_memory(game: Game, prepared: Array, number: int, seed: int) -> tuple[Array, ...]:
    """Arguments for a kernel that plays the first games of a seed; lengths and scores are the last two."""
    return (
        as_words(prepared)[0],
        np.array([0, seed, game.truncate_at]),
        np.zeros(1, np.int64),
        np.zeros(number, np.int64),
        np.zeros((number, game.max_players), np.int64),
    )
