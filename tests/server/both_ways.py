"""`python -m tests.server.both_ways GAME`: a game by plain Python and by machine code, compared in all that is sent."""

import random
import sys
from dataclasses import replace

import orjson

from eleven.core.contract.game import find_game
from eleven.core.contract.zones import json_of
from eleven.core.play import native
from eleven.server.engine.boards import MachineBoard, PlainBoard
from eleven.server.live.play import Play, deal
from eleven.server.views.view import sight_view, why

DECISIONS = 120


def compare(game_id: str) -> None:
    """Play a game on both boards and look at it from every seat."""
    game, dice = find_game(game_id), random.Random(3)
    setup = game.setup(max(game.players))
    plain = deal(game, setup, bytes(32))
    assert isinstance(plain.board, PlainBoard)
    assert native.use(game)
    quick = deal(game, setup, bytes(32))
    assert isinstance(quick.board, MachineBoard)
    for _ in range(DECISIONS):
        for seat in range(setup.players + 1):
            _compare_seat(quick, plain, seat, dice)
        if plain.over:
            break
        action = game.actions[dice.choice(plain.legal())]
        after = plain.board.after(action.id)  # of the game itself, the next decision would be by machine code
        assert after is not None
        quick, plain = quick.after(action), replace(plain, board=after[0], _shown={})
        assert quick.entries[-1].tape == after[1]


def _compare_seat(quick: Play, plain: Play, seat: int, dice: random.Random) -> None:
    names = [f"Player {each}" for each in range(plain.setup.players)]
    action = dice.choice(list(plain.game.actions)).name
    assert (quick.asked, quick.over, quick.scores()) == (plain.asked, plain.over, plain.scores())
    assert _sent(quick, seat, names) == _sent(plain, seat, names)
    assert quick.seen_bytes(seat) == plain.seen_bytes(seat)
    assert list(quick.points(seat)) == list(plain.points(seat))
    assert why(quick.game, quick.seen(seat), action) == why(plain.game, plain.seen(seat), action)


def _sent(play: Play, seat: int, names: list[str]) -> bytes:
    """What a seat is sent; the first seat plays without the memory aid."""
    play._shown.clear()
    view = sight_view(play.game, play.seen(seat), names, shown=play.shown(seat) if seat == 0 else None)
    return orjson.dumps({**view, "zones": [orjson.Fragment(json_of(zone)) for zone in view["zones"]]})


if __name__ == "__main__":
    compare(sys.argv[1])
