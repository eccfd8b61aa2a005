"""Compile a game's rules to PTX on a machine without a GPU: `python -m tests.contract.ptx GAME [KERNELS …]`.

When a compiled function calls another one, Numba asks the driver for the device; that one call is mocked here.
"""

import gc
import importlib
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np

from eleven.core.contract.game import Game, find_game
from eleven.core.play.cuda_playouts import playouts_kernel, playouts_memory
from eleven.core.rules.jit import cuda_target, type_of
from eleven.core.rules.stack_room import with_stack_room
from eleven.research.encoding.pieces import ANY_NUMBER
from eleven.research.gpu.cuda_batch import kernels_of
from eleven.research.stepping import step_kernels
from eleven.train.kernels import training_kernels
from tests.game_files import declares_features
from tests.sample_sizes import THOROUGH

CAPABILITY = (9, 0)


def pretend_device() -> None:
    """Mock the missing device."""
    dispatcher: Any = importlib.import_module("numba.cuda.dispatcher")
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=CAPABILITY)


def rows_ptx(game: Game, players: int) -> str:
    """Compile the kernels of a batch with features, for one or for all numbers of players."""
    words, table, numbers = np.zeros(1, np.uint64), np.zeros((1, 1), np.uint64), np.zeros(1, np.int64)
    flags, span = np.zeros(1, np.bool_), np.zeros(step_kernels.SPAN, np.int64)
    reward, score = np.zeros((1, 1), np.float32), np.zeros((1, 1), np.int64)
    kernels, prepared = kernels_of(game, players, declares_features(game)), words if players else table
    given = {
        kernels.play: (words, numbers, span, numbers, reward, score, flags, flags, numbers, 0),
        kernels.deal: (words, prepared, numbers, span, numbers, 0, 0),
        kernels.observe: (words, span, table, words, words, np.zeros(1, np.int32)),
    }
    return "".join(compiled(kernel, arguments) for kernel, arguments in given.items())


def playouts_ptx(game: Game) -> str:
    """Compile the kernel of random games."""
    arguments = playouts_memory(game, np.zeros(1, game.state), 1, 0)
    ptx, _ = cuda_target().compile_ptx(playouts_kernel(game), tuple(map(type_of, arguments)), cc=CAPABILITY)
    return str(ptx)


def training_ptx(game: Game) -> str:
    """Compile the training kernels."""
    words, numbers, error_rates = np.zeros(1, np.uint64), np.zeros(1, np.int64), np.zeros((1, 1), np.int64)
    teach, notice, others = training_kernels(game)
    found = compiled(teach, (words, words, np.uint64(1), error_rates, 0, numbers))
    found += compiled(notice, (words, np.uint64(1), error_rates, np.zeros((1, 1), np.uint64)))
    return found + compiled(others, (words, words, np.zeros((1, 1, 1), np.uint64))) if others else found


def compiled(kernel: Any, arguments: tuple[Any, ...]) -> str:
    """Compile a kernel to PTX for argument types; optimised only in `make thorough`, because that takes long."""
    ptx, _ = cuda_target().compile_ptx(kernel, tuple(map(type_of, arguments)), cc=CAPABILITY, opt=THOROUGH)
    return str(ptx)


if __name__ == "__main__":
    gc.disable()  # garbage collection of the compiler's long-lived objects takes a tenth of the time
    pretend_device()
    wanted = find_game(sys.argv[1])
    made = {
        "rows": lambda: rows_ptx(wanted, wanted.setup().players),
        "mixed": lambda: rows_ptx(wanted, ANY_NUMBER),
        "training": lambda: training_ptx(wanted),
        "playouts": lambda: playouts_ptx(wanted),
    }
    for kernel in sys.argv[2:] or ["playouts"]:
        print(with_stack_room(made[kernel]))
