"""Break the rules of a game on purpose and see whether a test notices."""

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before anything imports the package

from tests.mutation.command import main

main()
