"""Draw the pictures of this folder anew: `python docs/pictures/draw.py`."""

import io
import os
import random
import re
from pathlib import Path

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")

from eleven.core.contract.game import find_game
from eleven.core.play.match import Match
from eleven.terminal.screen import Screen
from eleven.terminal.showing import Showing
from eleven.terminal.starting import start_match

HERE = Path(__file__).parent
GAME, PLAYERS, SEED, DECISIONS = "elevenses", 3, 11, 40
FOREIGN = re.compile(r"\s*@font-face \{.*?\}|\s*<!--.*?-->", re.DOTALL)


def some_way_into_a_game() -> Match:
    """A game played at random, verbs first, until the first seat has a turn after so many decisions."""
    match, _ = start_match(GAME, lambda game: game.setup(PLAYERS, "grail", {"guests": "on"}), SEED)
    chance = random.Random(SEED)
    while len(match.entries) < DECISIONS or match.asked != 0 or len(match.legal()) < 5:
        legal = match.legal()
        verb = chance.choice(sorted({action.verb for action in legal}))
        match.try_apply(chance.choice([action for action in legal if action.verb == verb]).name)
    return match


def draw() -> str:
    """The terminal table as SVG, without fonts from elsewhere."""
    screen = Screen(record=True, width=84, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    showing = Showing(some_way_into_a_game(), 1, screen)
    showing.listen()
    showing.show(0)
    svg = screen.export_svg(title=f"eleven play {find_game(GAME).id} --players {PLAYERS} --option guests=on")
    return FOREIGN.sub("", svg)


if __name__ == "__main__":
    (HERE / "table.svg").write_text(draw(), encoding="utf-8")
