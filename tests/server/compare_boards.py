"""`python -m tests.server.compare_boards GAME`: plays a game with plain and compiled rules, compares all messages."""

import random
import sys
from typing import cast

import orjson

from eleven.core.contract.game import find_game
from eleven.core.contract.zones import Zone, json_of
from eleven.core.play import native
from eleven.core.play.match import Match, new_match
from eleven.core.play.native import NativeBoard
from eleven.core.play.rules_boards import PlainBoard
from eleven.server.views.refusals import why
from eleven.server.views.view import sight_view

DECISIONS = 120


def compare(game_id: str) -> None:
    """Play a game on both boards, and compare the views of every seat."""
    game, dice = find_game(game_id), random.Random(3)
    setup = game.setup(max(game.players))
    plain = new_match(game, setup, bytes(32), quick=True)
    assert isinstance(plain.board, PlainBoard)
    assert native.use(game)
    quick = new_match(game, setup, bytes(32), quick=True)
    assert isinstance(quick.board, NativeBoard)
    for _ in range(DECISIONS):
        for seat in range(setup.players + 1):
            _compare_seat(quick, plain, seat, dice)
        if plain.over:
            break
        name, asked = dice.choice(plain.legal()).name, plain.asked
        quick = quick.after(name, asked)
        plain.try_apply(name, asked)  # `after` would use compiled code
        assert quick.entries == plain.entries
    assert isinstance(plain.board, PlainBoard)


def _compare_seat(quick: Match, plain: Match, seat: int, dice: random.Random) -> None:
    names = [f"Player {each}" for each in range(plain.setup.players)]
    action = dice.choice(list(plain.game.actions)).name
    assert (quick.asked, quick.over, quick.scores()) == (plain.asked, plain.over, plain.scores())
    assert _sent(quick, seat, names) == _sent(plain, seat, names)
    ours, theirs = quick.observation(seat), plain.observation(seat)
    assert (ours.data, list(ours.scores), list(ours.legal)) == (theirs.data, list(theirs.scores), list(theirs.legal))
    assert why(quick.game, ours.value, action) == why(plain.game, theirs.value, action)


def _sent(play: Match, seat: int, names: list[str]) -> bytes:
    """Return what is sent to a seat; the first seat plays without the memory aid."""
    observation = play.observation(seat)
    view = sight_view(play.game, observation.value, names, shown=observation.shown if seat == 0 else None)
    return orjson.dumps({**view, "zones": [orjson.Fragment(json_of(zone)) for zone in cast(list[Zone], view["zones"])]})


if __name__ == "__main__":
    compare(sys.argv[1])
