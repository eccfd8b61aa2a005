"""Bots and hints in the terminal: nobody waits for a compiler, and what is asked is asked with a sight alone."""

from pathlib import Path

import pytest

from eleven.bots.worker import BotRequest, answer
from eleven.core.contract.game import find_game
from eleven.terminal import opponents
from eleven.terminal.opponents import Opponents
from tests.cli.driving import Sat, eleven_here, lines, new_match, one_line_of

FEW = 12


class Process:
    """A worker in this process, which answers when it is told to."""

    compiled = False

    def __init__(self, compiled: bool) -> None:
        assert compiled
        self.asked: list[BotRequest] = []

    def post(self, request: BotRequest) -> None:
        self.asked.append(request)

    def answered(self) -> bool:
        return Process.compiled

    def take(self) -> object:
        return []

    def choose(self, request: BotRequest) -> object:
        self.asked.append(request)
        return answer(BotRequest(request.game, request.seen, request.bot, request.key, FEW))

    def advise(self, request: BotRequest) -> object:
        self.asked.append(request)
        return answer(BotRequest(request.game, request.seen, "hard", request.key, FEW, best=3))


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "Worker", Process)
    monkeypatch.setattr(Process, "compiled", False)


@pytest.mark.usefixtures("process")
def test_a_bot_plays_lightly_until_its_search_is_compiled_and_says_so() -> None:
    match, seed = new_match(find_game("elevenses"), 2, 1)
    bots = Opponents(seed, "normal")
    seen = match.seen(match.asked)
    legal = {action.id for action in match.legal()}
    assert bots.choose(match.game, seen, 0) in legal
    assert isinstance(bots.worker, Process)
    assert [request.bot for request in bots.worker.asked] == ["expert"]
    assert "lightly" in bots.news()
    assert bots.news() == ""
    Process.compiled = True
    assert bots.choose(match.game, seen, 0) in legal
    assert bots.worker.asked[-1].bot == "normal"
    assert bots.worker.asked[-1].seen == seen.tobytes()
    assert "now play at level normal" in bots.news()


@pytest.mark.usefixtures("process")
def test_an_easy_bot_needs_no_other_process_and_repeats_itself() -> None:
    match, seed = new_match(find_game("elevenses"), 2, 1)
    seen = match.seen(match.asked)
    chosen = {Opponents(seed, "easy").choose(match.game, seen, step=3) for _ in range(3)}
    assert len(chosen) == 1
    assert Opponents(seed, "easy").worker is None


@pytest.mark.usefixtures("process")
def test_a_hint_tells_the_best_three_with_their_shares(tmp_path: Path) -> None:
    match, seed = new_match(find_game("elevenses"), 2, 2, start="red")
    Process.compiled = True
    sat = Sat(match, seed, lines("hint"), tmp_path)
    with pytest.raises(EOFError):
        sat.sitting.play()
    said = [line for line in sat.text.splitlines() if "imagined games" in line]
    assert len(said) == 3
    assert all("wins" in line and "%" in line for line in said)


@pytest.mark.usefixtures("process")
def test_a_hint_before_search_is_compiled_is_the_light_bots(tmp_path: Path) -> None:
    match, seed = new_match(find_game("elevenses"), 2, 2, start="red")
    sat = Sat(match, seed, lines("hint"), tmp_path)
    with pytest.raises(EOFError):
        sat.sitting.play()
    assert "says a light bot" in sat.text
    assert opponents.STILL_COMPILING in " ".join(sat.text.split())


def test_an_unknown_level_is_refused_in_one_line() -> None:
    assert "beginner, easy, normal" in one_line_of(eleven_here("play", "elevenses", "--level", "godlike"))


@pytest.mark.parametrize("memory", [True, False])
def test_a_card_laid_face_down_is_shown_with_the_memory_aid_alone(memory: bool, tmp_path: Path) -> None:
    match, seed = new_match(find_game("elevenses"), 2, 2, start="red")
    laid = next(action.name for action in match.legal() if action.name.startswith("arrange 6"))
    sat = Sat(match, seed, lines(laid, "rules now"), tmp_path)
    sat.sitting.memory = memory
    with pytest.raises(EOFError):
        sat.sitting.play()
    screen = sat.text.rpartition("(you)")[2]
    assert ("6 (?) red" not in screen) == memory
    assert "EL-5" in screen, "the rules to the question"


@pytest.mark.usefixtures("process")
def test_where_a_network_is_the_best_bot_its_hint_needs_no_other_process() -> None:
    match, seed = new_match(find_game("elevenses"), 2, 2, start="red")
    bots = Opponents(seed, "easy", "master")
    said = bots.hint(match.game, match.seen(match.asked), 0, match.game.words())
    assert [line[:2] for line in said] == ["1.", "2.", "3."]
    assert bots.worker is None
