"""How long the long tests go on: in `make test` for what a change breaks, in `make thorough` for what is rare."""

import os

THOROUGH = os.environ.get("ELEVEN_THOROUGH", "0") not in ("", "0")


def usual_or(usual: int, thorough: int) -> int:
    """How many of something a test does: `usual`, or `thorough` where `make thorough` asks for it."""
    return thorough if THOROUGH else usual
