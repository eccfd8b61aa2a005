"""Check native code beside the plain rules: `python -m eleven.core.play.native_check GAME FILE` fails if they differ.

It runs in a process of its own: code that does not fit this machine would crash the process that loads it.
"""

import random
import sys
from pathlib import Path

from eleven.core.contract.game import find_game
from eleven.core.play.decisions import DONE, NOT_ASKED
from eleven.core.play.match import Match, new_match
from eleven.core.play.native import NativeRules, RecordBuffer, read
from eleven.core.rules.luck import LUCK, recorded

DECISIONS = 60
TAKEN_BACK = 12
"""For how many decisions the undo check is compared as well; it is slow with the plain rules."""
KEY = bytes(range(32))


def differences(native: NativeRules, match: Match, decisions: int, dice: random.Random) -> str:
    """Play a game both ways; returns the first difference, or an empty text."""
    state, luck_memory = RecordBuffer(match.state.tobytes()), RecordBuffer(match.board.luck.tobytes())
    luck = luck_memory.record(LUCK)
    for step in range(decisions):
        if state.raw != match.state.tobytes():
            return f"the state after {step} decisions"
        for viewer in range(match.setup.players + 1):
            if not _sees_the_same(native.observe(state, viewer), match, viewer):
                return f"what {viewer} sees after {step} decisions"
        if match.over:
            break
        asked_before = match.asked
        if native.decide(state, 0, asked_before + 1, luck_memory)[0] != NOT_ASKED:
            return f"who may decide after {step} decisions"
        action = dice.choice(match.legal())
        match.try_apply(action.name)
        came_of_it, asked, length, following, ended = native.decide(state, action.id, asked_before, luck_memory)
        if came_of_it != DONE or recorded(luck) != match.entries[-1].tape or length != luck.length:
            return f"what luck decided after {step} decisions"
        if (asked, following, ended) != (asked_before, match.asked, match.state.over):
            return f"who is asked after {step} decisions"
        if step < TAKEN_BACK and match.may_take_back_native(native) != match.may_take_back():
            return f"what may be taken back after {step} decisions"
    return ""


def _sees_the_same(observed: tuple[bytes, list[int], tuple[int, ...]], match: Match, viewer: int) -> bool:
    seen, seats = match.seen(viewer), range(match.setup.players)
    legal = [action.id for action in match.legal()] if viewer == match.asked else []
    sight, scores, actions = observed
    counted = [int(match.game.score(seen, seat)) for seat in seats]
    return sight == seen.tobytes() and scores == counted and list(actions) == legal


def main() -> None:
    """Check a file."""
    game, path = find_game(sys.argv[1]), Path(sys.argv[2])
    native = read(game, path)
    if native is None:
        raise SystemExit("the file is not whole")
    for players in {min(game.players), max(game.players)}:
        found = differences(native, new_match(game, game.setup(players), KEY), DECISIONS, random.Random(players))
        if found:
            raise SystemExit(f"machine code and plain rules differ in {found}")


if __name__ == "__main__":
    main()
