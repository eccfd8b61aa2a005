"""The server's own way of holding a state gives the same bytes as the records that everything else uses."""

import random
import threading
import warnings

import pytest

from eleven.core.contract.game import games
from eleven.core.play.match import new_match
from eleven.server.engine.boards import legal_ids
from eleven.server.engine.plain_records import shape_of
from eleven.server.live.play import deal
from tests.contract.walking import Case, each_case

DECISIONS = 120


@pytest.mark.slow
@pytest.mark.parametrize("game_id", sorted(games()))
@pytest.mark.parametrize("most", [False, True])
def test_same_bytes_as_records(game_id: str, most: bool) -> None:
    game = games()[game_id]
    setup = game.setup(max(game.players) if most else min(game.players))
    key = bytes(range(32))
    play, match, dice = deal(game, setup, key), new_match(game, setup, key), random.Random(11)
    for _ in range(DECISIONS):
        assert shape_of(game).to_record(play.state).tobytes() == match.state.tobytes()
        for seat in range(setup.players + 1):
            assert play.seen_bytes(seat) == match.seen(seat).tobytes()
        if match.over:
            break
        options = legal_ids(game, play.state)
        assert options == [action.id for action in match.legal()]
        assert options == legal_ids(game, play.seen(play.asked))
        action = game.actions[dice.choice(options)]
        match.try_apply(action.name)
        play = play.after(play.check(action.name, play.asked))
        assert play.entries[-1] == match.entries[-1]
    assert play.opening == match.opening


@each_case
def test_a_sight_that_is_filled_again_is_a_new_one(case: Case) -> None:
    """For every edition, option and number of players: nothing of what a seat saw before is left in what it sees."""
    game, shape = case.game, shape_of(case.game)
    play, dice = deal(game, case.setup, bytes(32)), random.Random(case.number)
    for step in range(DECISIONS):
        seats = [step % (case.setup.players + 1), play.asked] if not play.over else range(case.setup.players + 1)
        for seat in seats:
            fresh = shape.blank()
            game.see(play.state, seat, fresh)
            assert play.seen_bytes(seat) == shape.to_record(fresh).tobytes()
        if play.over:
            break
        play = play.after(game.actions[dice.choice(legal_ids(game, play.state))])


def test_undo_restores_the_state() -> None:
    game = games()["elevenses"]
    play = deal(game, game.setup(2), bytes(32))
    before = play.match().state.tobytes()
    play = play.after(game.actions[legal_ids(game, play.state)[0]]).before_last()
    assert play.match().state.step == 1
    again = play.match().state
    again.told = play.origin.told
    assert again.tobytes() == before
    assert play.entries == []


def test_luck_wraps_around_silently_in_any_thread() -> None:
    game, told = games()["elevenses"], []

    def play_a_little() -> None:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            play = deal(game, game.setup(2), bytes(32))
            play = play.after(game.actions[legal_ids(game, play.state)[0]])
        told.extend(found)

    thread = threading.Thread(target=play_a_little)
    thread.start()
    thread.join()
    assert told == []
