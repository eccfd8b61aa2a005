"""Compile a game's rules to PTX on a machine without a GPU: `python -m tests.contract.ptx GAME`.

Where one compiled function calls another, Numba asks the driver which device there is. That one call is answered here.
"""

import importlib
import sys
from types import SimpleNamespace
from typing import Any

from eleven.core.contract.game import find_game
from eleven.core.play.cuda import playouts_ptx

CAPABILITY = (9, 0)


def pretend_device() -> None:
    """Answer for the device that is not there."""
    dispatcher: Any = importlib.import_module("numba.cuda.dispatcher")
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=CAPABILITY)


if __name__ == "__main__":
    pretend_device()
    print(playouts_ptx(find_game(sys.argv[1]), CAPABILITY))
