"""Playing on from a moment of a finished game, at a new table.

A person who has seen a replay may know every card. So the game does not continue with the real cards: a world is
imagined from what the chosen seat had seen at that moment, and what was hidden from it is dealt again at random.
"""

from eleven.core.play.match import imagine, see
from eleven.core.rules import luck
from eleven.core.text.errors import Mistake
from eleven.core.text.notation import write_position
from eleven.server.replays.replay import Replay


def position_for(replay: Replay, step: int, seat: int) -> str:
    """A position, as text, that looks to a seat as the game did then; all that it could not see is dealt again."""
    truth = replay.record(step)
    if truth.over:
        raise Mistake("the game is over there; choose an earlier moment to play on from")
    world = imagine(replay.game, see(replay.game, truth, seat), luck.fresh())
    return write_position(replay.game, replay.setup, world)
