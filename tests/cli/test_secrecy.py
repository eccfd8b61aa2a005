"""What the terminal prints for a seat depends on what that seat sees, and on nothing else."""

import io
import random
from typing import Any

import pytest

from eleven.core.contract.game import Game, games
from eleven.core.play.match import Match, imagine
from eleven.core.rules import luck
from eleven.core.rules.record import clone, same
from eleven.core.text.errors import Mistake
from eleven.terminal import replaying
from eleven.terminal.screen import Screen
from eleven.terminal.showing import Showing
from tests.cli.driving import new_match

DECISIONS = 40
EVERY = 13
WORLDS = 2
ALL_GAMES = pytest.mark.parametrize("game", games().values(), ids=games())


def printed(match: Match, state: Any, seat: int) -> str:
    """The screen of a seat in a world: its news, table, question and menu, or the spectator's table."""
    out = io.StringIO()
    world = Match(match.game, match.setup, match.board.at(state), None, clone(state))
    console = Screen(file=out, width=100)
    if seat == world.asked:
        showing = Showing(world, match.setup.players, console)
        showing.listen()
        showing.show(seat)
    else:
        replaying.show_step(world, seat, 0, console)
    return out.getvalue()


def refusals(match: Match, state: Any, chance: random.Random) -> list[str]:
    """What the door says about some actions, legal ones left out."""
    world = Match(match.game, match.setup, match.board.at(state), None, clone(state))
    legal = {action.id for action in world.legal()}
    said = []
    for action in chance.sample(list(match.game.actions), min(8, len(match.game.actions))):
        if action.id not in legal:
            with pytest.raises(Mistake) as refused:
                world.try_apply(action.name)
            said.append(str(refused.value))
    return said


@pytest.mark.slow
@ALL_GAMES
def test_worlds_that_look_the_same_to_a_seat_are_printed_the_same(game: Game) -> None:
    players = game.max_players
    options = {option.name: option.values[-1] for option in game.options if option.values[-1] == "on"}
    match, _ = new_match(game, players, 8, **options)
    chance, dream = random.Random(8), luck.fresh(bytes(range(32)))
    different = 0
    for step in range(DECISIONS):
        if step % EVERY == 0:
            for seat in range(players + 1):
                different += compare(match, seat, dream, step)
        legal = match.legal()
        verb = chance.choice(sorted({action.verb for action in legal}))
        match.try_apply(chance.choice([action for action in legal if action.verb == verb]).name)
        if match.over:
            break
    assert different or not game.hidden_fields, "no imagined world differed from the truth: this test proves nothing"


def compare(match: Match, seat: int, dream: Any, step: int) -> int:
    """Print the truth and some imagined worlds for one seat; how many of them were other worlds."""
    truth = printed(match, match.state, seat)
    different = 0
    for number in range(WORLDS):
        luck.begin(dream, step * WORLDS + number)
        world = imagine(match.game, match.seen(seat), dream)
        different += not same(world, match.state)
        assert printed(match, world, seat) == truth
        if seat == match.asked:
            said = refusals(match, clone(world), random.Random(step))
            assert said == refusals(match, clone(match.state), random.Random(step))
    return different


@ALL_GAMES
def test_a_replay_names_no_action_of_another_seat(game: Game) -> None:
    match, _ = new_match(game, game.players[0], 9)
    chance = random.Random(9)
    while len(match.entries) < 30 and not match.over:
        match.try_apply(chance.choice(match.legal()).name)
    for seat in range(game.players[0] + 1):
        told = replaying.as_data(match, seat, None)["decisions"]
        for moment in told:
            assert (moment["action"] is not None) == (moment["seat"] == game.seat.token(seat))
