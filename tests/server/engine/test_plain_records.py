"""The server's own way of holding a state gives the same bytes as the records that everything else uses."""

import random
import threading
import warnings

import pytest

from eleven.core.contract.game import games
from eleven.core.play.boards import legal_ids
from eleven.core.play.match import new_match
from eleven.core.play.rules_boards import PlainBoard
from eleven.core.play.undo_check import reveals_nothing_by_objects, reveals_nothing_by_records
from tests.contract.walking import Case, each_case
from tests.sample_sizes import usual_or

DECISIONS = 120
JUDGED, WORLDS = usual_or(25, DECISIONS), usual_or(2, 24)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", sorted(games()))
@pytest.mark.parametrize("most", [False, True])
def test_plain_records_have_the_bytes_of_numpy_records(game_id: str, most: bool) -> None:
    game = games()[game_id]
    setup = game.setup(max(game.players) if most else min(game.players))
    key = bytes(range(32))
    play, match, dice = new_match(game, setup, key, quick=True), new_match(game, setup, key), random.Random(11)
    assert isinstance(play.board, PlainBoard)
    for _ in range(DECISIONS):
        assert play.record().tobytes() == match.state.tobytes()
        for seat in range(setup.players + 1):
            assert play.observation(seat).data == play.seen(seat).tobytes() == match.seen(seat).tobytes()
        if match.over:
            break
        options = legal_ids(game, play.state)
        assert options == [action.id for action in match.legal()]
        assert options == play.observation(play.asked).legal
        name = game.actions[dice.choice(options)].name
        match.try_apply(name)
        play = play.after(name, play.asked)
        assert play.entries[-1] == match.entries[-1]
    assert play.opening == match.opening


@pytest.mark.slow
@pytest.mark.parametrize("game_id", sorted(games()))
def test_the_undo_check_agrees_over_records_and_plain_objects(game_id: str) -> None:
    game, answers = games()[game_id], set()
    for players in {min(game.players), max(game.players)}:
        match, dice = new_match(game, game.setup(players), bytes(range(32))), random.Random(players)
        for _ in range(JUDGED):
            match.try_apply(dice.choice(match.legal()).name)
            asked = match.engine, match.before(), match.entries[-1].action, match.record(), WORLDS
            answers.add(answer := reveals_nothing_by_objects(*asked))
            assert answer == reveals_nothing_by_records(*asked)
            if match.over:
                break
    assert answers == {False, True}


@each_case
def test_filling_a_sight_again_makes_a_new_one(case: Case) -> None:
    """For every edition, option and number of players: nothing of what a seat saw before is left in what it sees."""
    game = case.game
    play, dice = new_match(game, case.setup, bytes(32), quick=True), random.Random(case.number)
    for step in range(DECISIONS):
        seats = [step % (case.setup.players + 1), play.asked] if not play.over else range(case.setup.players + 1)
        for seat in seats:
            fresh = play.board.copy()
            assert play.observation(seat).data == fresh.observation(seat).data
        if play.over:
            break
        play = play.after(dice.choice(play.legal()).name)


def test_undo_restores_the_state() -> None:
    game = games()["elevenses"]
    play = new_match(game, game.setup(2), bytes(32), quick=True)
    before = play.record().tobytes()
    play = play.after(play.legal()[0].name).at(0)
    assert play.state.step == 1
    again = play.record()
    again.told = play.origin.told
    assert again.tobytes() == before
    assert play.entries == []


def test_luck_wraps_around_silently_in_any_thread() -> None:
    game, told = games()["elevenses"], []

    def play_a_little() -> None:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            play = new_match(game, game.setup(2), bytes(32), quick=True)
            play.after(play.legal()[0].name)
        told.extend(found)

    thread = threading.Thread(target=play_a_little)
    thread.start()
    thread.join()
    assert told == []
