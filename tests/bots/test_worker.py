"""A bot in its own process is sent bytes of a sight, and answers with an action or advice."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from eleven.bots import worker as worker_module
from eleven.bots.choosing import advise, choose
from eleven.bots.levels import ADVISER, HINTS_SHOWN, find_bot, with_simulations
from eleven.bots.worker import BotRequest, Worker, answer
from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake
from tests.bots.positions import match_at


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as process:
        yield process


@pytest.mark.slow
def test_the_process_chooses_and_advises_as_this_one_would(worker: Worker) -> None:
    match = match_at(find_game("elevenses"), 2, 4, 9)
    seen = match.seen(match.asked)
    request = BotRequest("elevenses", seen.tobytes(), "hard", b"k" * 32, 8)
    bot = with_simulations(find_bot("hard", match.game), 8)
    assert worker.choose(request) == choose(match.game, seen, bot, b"k" * 32)
    found = worker.advise(request)
    assert found == list(advise(match.game, seen, bot, b"k" * 32))
    assert len(found) == 3
    assert all(0 <= row.win_share <= 1 for row in found)
    assert found[0].visits >= found[1].visits >= found[2].visits


def test_mistakes_come_back_and_the_process_lives_on(worker: Worker) -> None:
    with pytest.raises(Mistake, match="no sight of Elevenses"):
        worker.choose(BotRequest("elevenses", b"short", "greedy", bytes(32)))
    match = match_at(find_game("elevenses"), 2, 4, 9)
    with pytest.raises(Mistake, match="the seat that is asked"):
        worker.choose(BotRequest("elevenses", match.state.tobytes(), "greedy", bytes(32)))
    seen = match.seen(match.asked).tobytes()
    assert worker.choose(BotRequest("elevenses", seen, "greedy", bytes(32))) in [row.id for row in match.legal()]


def test_expert_gives_hints_at_tables_that_do_not_offer_it(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = {"expert": {"simulations": 4, "cutoff": 2, "players": (2, 3)}}
    game = replace(find_game("elevenses"), levels=levels)
    monkeypatch.setattr(worker_module, "find_game", lambda game_id: game)
    match = match_at(game, 4, 4, 9)
    seen = match.seen(match.asked)
    request = BotRequest("elevenses", seen.tobytes(), ADVISER, bytes(32), best=HINTS_SHOWN)
    with pytest.raises(Mistake, match="the level 'expert' is for 2, 3 players"):
        answer(replace(request, best=0))
    assert answer(request) == list(advise(game, seen, replace(find_bot(ADVISER, game), threads=1), bytes(32)))
