"""The Python API: what docs/api.md promises, names as input and output, and bad input."""

import doctest
import io
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import eleven
from eleven import compile_progress
from eleven.core.contract.game import Game, games
from eleven.core.text.errors import Mistake, Refused
from tests.contract.walking import each_game

PATIENCE = 200.0

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["api.md", "research.md"]


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if (ROOT / "docs" / page).exists()])
def test_the_examples_of_the_page_run(page: str, tmp_path: Path) -> None:
    names = {"path": tmp_path / "game.log"}
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, globs=names)
    assert tried > 5
    assert failed == 0


def test_the_citation_names_this_version() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {eleven.__version__}" in lines


def test_every_shipped_game_has_a_pettingzoo_module() -> None:
    package = Path(eleven.__file__).parent
    shipped = {f"{game.id}_v0" for game in games().values() if game.folder.is_relative_to(package)}
    assert {path.stem for path in (package / "research").glob("*_v0.py")} == shipped


def test_importing_loads_nothing_heavy() -> None:
    """A moment, and neither Numba nor the server, until something is asked for."""
    told = "import sys, eleven; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numba", "numpy", "fastapi", "rich"} & set(loaded)


@pytest.mark.slow
def test_finding_the_games_compiles_nothing() -> None:
    """Rules are compiled when they are played, and whoever plays one game waits for that one."""
    told = "from eleven.core.rules import jit\njit.watchers.append(print)\n"
    told += "from eleven.core.contract.game import find_game, games\nfor name in games(): find_game(name)"
    alone = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    shown = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, env=alone).stdout
    assert shown == ""


@each_game
def test_states_and_sights_are_plain_dictionaries_of_names(game: Game) -> None:
    """They go through JSON, and a sight says less than the truth."""
    match = eleven.new_match(game, seed=5)
    for _ in range(12):
        match.play(match.legal()[0])
    truth = eleven.to_dict(game, match.state)
    assert "seen_by" not in truth
    assert json.loads(json.dumps(truth)) == truth
    assert list(truth["seats"]) == list(game.seat.tokens[: match.setup.players])
    for seat in [*truth["seats"], None]:
        seen = eleven.see(match, seat)
        assert json.loads(json.dumps(seen)) == seen
        assert seen["seen_by"] == (seat or "spectator")
        assert seen != {**truth, "seen_by": seen["seen_by"]}


@each_game
def test_luck_can_be_read_and_given_by_names(game: Game) -> None:
    """The same luck, told by its names, plays the same game."""
    first = eleven.new_match(game, seed=2)
    again = first.at(0)
    again.use_luck(bytes(32))
    while not first.over and len(first.entries) < 40:
        action = first.legal()[-1]
        first.play(action)
        again.play(action.name, luck=eleven.luck(first)[-1])
    assert again.state.tobytes() == first.state.tobytes()
    assert any(eleven.luck(first)[0])


def test_bad_input_is_refused_in_words() -> None:
    match = eleven.new_match("elevenses", seed=1)
    before = match.state.tobytes()
    wrong: list[tuple[Any, str]] = [
        (lambda: eleven.new_match("chess"), "there is no game 'chess'"),
        (lambda: eleven.new_match("elevenses", players=7), "for 2 to 4 players, not 7"),
        (lambda: eleven.new_match("elevenses", options={"speed": "9"}), "no option 'speed'"),
        (lambda: eleven.new_match("elevenses", seed=-1), "a seed is a whole number"),
        (lambda: eleven.new_match("elevenses", seed=1, key=bytes(32)), "not both"),
        (lambda: eleven.new_match("elevenses", key=b"x"), "32 bytes"),
        (lambda: eleven.see(match, "gold"), "seats are red, green"),
        (lambda: match.play("fly"), "there is no action 'fly'"),
        (lambda: match.play(1 << 20), "there is no action '1048576'"),  # type: ignore[arg-type]
        (lambda: match.play(match.legal()[0], luck=[("rain", ["red"])]), "there is no luck 'rain'"),
    ]
    for call, said in wrong:
        with pytest.raises(Mistake, match=said):
            call()
    with pytest.raises(Refused):
        match.play("play red-elevenses")
    assert match.state.tobytes() == before
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = eleven.nonsense


class Watched(compile_progress.Reporter):
    """Says when it has said something."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = threading.Semaphore(0)

    def _show(self, owner: str) -> None:
        super()._show(owner)
        self.shown.release()


def plain_rule() -> Any:
    function = next(iter(games().values())).act
    return getattr(function, "py_func", function)


def test_a_long_compilation_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each game, and then how far it is; what is found in the cache is loaded without a word."""
    monkeypatch.setattr(compile_progress, "FIRST_MESSAGE_SECONDS", 0.0)
    monkeypatch.setattr(compile_progress, "NEXT_MESSAGE_SECONDS", 0.01)
    reporter = Watched()
    with reporter(plain_rule()):
        for _ in range(3):
            assert reporter.shown.acquire(timeout=PATIENCE)
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "Compiling the rules of elefant, once; this takes up to a minute"
    assert re.fullmatch(r"Compiling the rules of elefant, once; 0 of about \d+ functions", said[1])
    monkeypatch.setattr(compile_progress, "FIRST_MESSAGE_SECONDS", 1000.0)
    monkeypatch.setattr(compile_progress, "NEXT_MESSAGE_SECONDS", 1000.0)
    with compile_progress.Reporter()(plain_rule()):
        pass
    assert capsys.readouterr().err == ""


def test_many_short_compilations_are_announced_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them lasts long enough for a word, but the time of all of them counts."""
    waits: list[float] = []
    now = iter(range(0, 1000, 4))
    monkeypatch.setattr(compile_progress, "time", SimpleNamespace(monotonic=lambda: float(next(now))))
    reporter = compile_progress.Reporter()
    monkeypatch.setattr(reporter, "_wait", waits.append)
    for _ in range(6):
        with reporter(plain_rule()):
            pass
    assert waits == [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]


def test_a_terminal_shows_a_progress_bar_while_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """It knows how many functions there are and how many are done, moves with each, and is gone at the end."""
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(compile_progress, "FIRST_MESSAGE_SECONDS", 0.0)
    reporter = Watched()
    with reporter(plain_rule()):
        assert reporter.shown.acquire(timeout=PATIENCE)
        progress, _ = reporter._bar
        task = progress.tasks[0]
        assert (task.total, task.completed) == (compile_progress.rules_of("elefant"), 0)
        for _ in range(3):
            with reporter(plain_rule()):
                pass
        assert task.completed == 1, "asked for again is not compiled again"
    assert reporter._bar is None
    assert "Compiling the rules of elefant, once" in terminal.getvalue()


@each_game
def test_after_leaves_the_match_as_it_was(game: Game) -> None:
    """The match that follows is another one, and the same as if it had been played on."""
    match = eleven.new_match(game, seed=5)
    before, name = match.state.tobytes(), match.legal()[-1].name
    following = match.after(name)
    assert (match.state.tobytes(), list(match.entries)) == (before, [])
    with pytest.raises(Mistake):
        match.after(name, seat=match.asked + 1)
    assert (match.state.tobytes(), list(match.entries)) == (before, [])
    match.play(name)
    assert (following.state.tobytes(), following.entries) == (match.state.tobytes(), match.entries)


def test_matches_that_follow_share_their_history_and_stay_apart() -> None:
    match = eleven.new_match(games()["elevenses"], seed=5)
    first, second = (match.after(action.name) for action in match.legal()[:2])
    further = first.after(first.legal()[0].name)
    assert further.entries[0] is first.entries[0]
    assert (len(match.entries), len(first.entries), len(second.entries), len(further.entries)) == (0, 1, 1, 2)
    assert first.entries[0].action != second.entries[0].action
    assert list(further.at(1).entries) == list(first.entries)
