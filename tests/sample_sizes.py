"""The amount of work of long tests: moderate in `make test`, large in `make thorough`, which also finds rare errors."""

import os

THOROUGH = os.environ.get("ELEVEN_THOROUGH", "0") not in ("", "0")


def usual_or(usual: int, thorough: int) -> int:
    """Return `usual`, or `thorough` in `make thorough`."""
    return thorough if THOROUGH else usual
