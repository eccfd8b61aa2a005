"""Machine code plays by the same rules as plain Python: the same states, sights, points, actions and views."""

import os
import random
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from eleven.core import machine
from eleven.core.frozen import frozen
from eleven.core.game import Game, find_game, games
from eleven.core.match import new_match
from eleven.core.trial import differences
from eleven.server.boards import MachineBoard, PlainBoard, board_of
from eleven.server.playing import Play, deal
from eleven.server.views import sight_view, why
from tests.contract.walking import Case, each_case

DECISIONS = 120


@pytest.fixture
def compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose machine code is in use."""
    game = find_game(request.param)
    machine.write(game)
    monkeypatch.setattr(machine, "_IN_USE", {})
    assert machine.use(game)
    return game


each_compiled = pytest.mark.parametrize("compiled", sorted(games()), indirect=True)


@pytest.mark.compiled
@each_compiled
def test_same_game_in_every_variant(compiled: Game) -> None:
    code = machine.machine_of(compiled.id)
    assert code is not None
    for number, setup in enumerate(compiled.variants()):
        match = new_match(compiled, setup, bytes([number % 256]) * 32)
        assert differences(code, match, DECISIONS, random.Random(number)) == ""


@pytest.mark.compiled
@each_compiled
def test_same_views(compiled: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a frozen sight everybody is sent the same as from a record, and told the same reasons."""
    setup, dice = compiled.setup(max(compiled.players)), random.Random(3)
    quick = deal(compiled, setup, bytes(32))
    with monkeypatch.context() as without:
        without.setattr(machine, "_IN_USE", {})
        plain = deal(compiled, setup, bytes(32))
        for _ in range(DECISIONS):
            _compare(quick, plain, dice)
            if plain.over:
                break
            action = compiled.actions[dice.choice(plain.legal())]
            assert quick.apply(action) == plain.apply(action)
        assert isinstance(plain.board, PlainBoard)
    assert isinstance(quick.board, MachineBoard)


def _compare(quick: Play, plain: Play, dice: random.Random) -> None:
    names = [f"Player {seat}" for seat in range(plain.setup.players)]
    assert (quick.asked, quick.over, quick.scores()) == (plain.asked, plain.over, plain.scores())
    action = dice.choice(list(plain.game.actions)).name
    for seat in range(plain.setup.players + 1):
        views = [orjson.dumps(_view(play, seat, names)) for play in (quick, plain)]
        assert views[0] == views[1]
        assert quick.seen_bytes(seat) == plain.seen_bytes(seat)
        assert list(quick.points(seat)) == list(plain.points(seat))
        assert why(quick.game, quick.seen(seat), action) == why(plain.game, plain.seen(seat), action)


def _view(play: Play, seat: int, names: list[str]) -> dict[str, object]:
    view = sight_view(play.game, play.seen(seat), names, shown=play.shown(seat) if seat == 0 else None)
    return {**view, "zones": [zone.json for zone in view["zones"]]}


@pytest.mark.compiled
@pytest.mark.parametrize("compiled", ["elevenses"], indirect=True)
def test_a_game_goes_over_to_machine_code_and_back(compiled: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that began plain goes on with its next decision, on the same luck, and a decision is taken back there."""
    with monkeypatch.context() as without:
        without.setattr(machine, "_IN_USE", {})
        begun, whole = (deal(compiled, compiled.setup(3), bytes(32)) for _ in range(2))
        actions = []
        for _ in range(30):
            actions.append(compiled.actions[whole.legal()[-1]])
            whole.apply(actions[-1])
        for action in actions[:10]:
            begun.apply(action)
    for action in actions[10:]:
        begun.apply(action)
    assert isinstance(begun.board, MachineBoard)
    assert begun.board.record().tobytes() == whole.board.record().tobytes()
    assert begun.entries == whole.entries
    begun.undo()
    whole.undo()
    assert begun.match().state.tobytes() == whole.match().state.tobytes()


@pytest.mark.compiled
@pytest.mark.parametrize("compiled", ["elevenses"], indirect=True)
def test_only_a_whole_file_is_loaded(compiled: Game, tmp_path: Path) -> None:
    body = machine.file_of(compiled.id).read_bytes()
    assert machine.read(compiled, tmp_path / "none") is None
    for wrong in (b"", body[:-1], body.replace(b"look", b"LOOK", 1), b"\n" + body):
        (tmp_path / "wrong").write_bytes(wrong)
        assert machine.read(compiled, tmp_path / "wrong") is None


@pytest.mark.compiled
@pytest.mark.parametrize("compiled", ["elevenses"], indirect=True)
def test_the_trial_finds_code_of_other_rules(compiled: Game) -> None:
    """The rules of one game tried out as those of another one are refused, whatever becomes of the process."""
    command = [sys.executable, "-m", "eleven.core.trial", "elefant", str(machine.file_of(compiled.id))]
    done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, check=False)
    assert done.returncode != 0


@each_case
def test_frozen_sights_are_what_the_records_are(case: Case) -> None:
    play, read = deal(case.game, case.setup, bytes(32)), frozen(case.game.state).of
    for seat in range(case.setup.players + 1):
        value = read(play.seen_bytes(seat))
        assert _numbers(value) == _numbers(play.match().seen(seat).item())
        assert value == read(play.seen_bytes(seat))
        assert hash(value) == hash(read(play.seen_bytes(seat)))


def _numbers(part: object) -> object:
    if hasattr(part, "tolist"):
        part = part.tolist()
    return [_numbers(item) for item in part] if isinstance(part, list | tuple) else part


def test_without_machine_code_a_board_is_plain() -> None:
    game = games()["elevenses"]
    assert machine.machine_of(game.id) is None
    play = deal(game, game.setup(2), bytes(32))
    assert isinstance(board_of(game, play.origin, bytes(32)), PlainBoard)
