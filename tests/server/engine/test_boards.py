"""Machine code plays by the same rules as plain Python: the same states, sights, points, actions and views."""

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from eleven.core.contract.game import Game, find_game, games
from eleven.core.play import native, native_build
from eleven.core.play.boards import quick_board
from eleven.core.play.match import new_match
from eleven.core.play.native import NativeBoard
from eleven.core.play.native_check import differences
from eleven.core.play.rules_boards import uncompiled_board
from eleven.core.rules.frozen import FrozenRecord, as_frozen, reader_of
from eleven.server.engine import workers
from eleven.server.live.new_table import SeatSpec, new_table
from eleven.server.live.tables import Tables
from tests.contract.walking import Case, each_case
from tests.server.conftest import settings

DECISIONS = 120


@pytest.fixture
def compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose machine code is in use."""
    game = find_game(request.param)
    native_build.write(game)
    monkeypatch.setattr(native, "_IN_USE", {})
    assert native.use(game)
    return game


each_compiled = pytest.mark.parametrize("compiled", sorted(games()), indirect=True)


@pytest.mark.compiled
@each_compiled
def test_same_game_in_every_variant(compiled: Game) -> None:
    code = native.native_rules_of(compiled.id)
    assert code is not None
    for number, setup in enumerate(compiled.variants()):
        match = new_match(compiled, setup, bytes([number % 256]) * 32)
        assert differences(code, match, DECISIONS, random.Random(number)) == ""


@pytest.mark.compiled
@each_compiled
def test_machine_code_and_plain_boards_send_the_same_views(compiled: Game) -> None:
    """In a process without Numba, as the serving one is: everybody is sent and told the same by both boards."""
    _without_numba("tests.server.compare_boards", compiled.id)


def _without_numba(module: str, *arguments: str) -> None:
    command = [sys.executable, "-m", module, *arguments]
    subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, check=True)


@pytest.mark.compiled
@pytest.mark.parametrize("compiled", ["elevenses"], indirect=True)
def test_a_game_goes_over_to_machine_code_and_back(compiled: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that began plain goes on with its next decision, on the same luck, and a decision is taken back there."""
    with monkeypatch.context() as without:
        without.setattr(native, "_IN_USE", {})
        begun, whole = (new_match(compiled, compiled.setup(3), bytes(32), quick=True) for _ in range(2))
        actions = []
        for _ in range(30):
            actions.append(whole.legal()[-1].name)
            whole = whole.after(actions[-1])
        for action in actions[:10]:
            begun = begun.after(action)
    for action in actions[10:]:
        begun = begun.after(action)
    assert isinstance(begun.board, NativeBoard)
    assert begun.record().tobytes() == whole.record().tobytes()
    assert begun.entries == whole.entries
    assert begun.at(29).record().tobytes() == whole.at(29).record().tobytes()


@pytest.mark.compiled
@pytest.mark.parametrize("compiled", ["elevenses"], indirect=True)
def test_only_a_whole_file_is_loaded(compiled: Game, tmp_path: Path) -> None:
    body = native.file_of(compiled.id).read_bytes()
    assert native.read(compiled, tmp_path / "none") is None
    for wrong in (b"", body[:-1], body.replace(b"observe", b"OBSERVE", 1), b"\n" + body):
        (tmp_path / "wrong").write_bytes(wrong)
        assert native.read(compiled, tmp_path / "wrong") is None


@pytest.mark.compiled
@pytest.mark.parametrize("compiled", ["elevenses"], indirect=True)
def test_the_check_finds_machine_code_of_other_rules(compiled: Game) -> None:
    """The rules of one game tried out as those of another one are refused, whatever becomes of the process."""
    with pytest.raises(subprocess.CalledProcessError):
        _without_numba("eleven.core.play.native_check", "elefant", str(native.file_of(compiled.id)))


def test_machine_code_that_fails_its_check_is_not_kept_and_not_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []

    def compile_nonsense(game: Game) -> native.Objects:
        compiled.append(game.id)
        return {name: (name, b"nonsense") for name in ("observe", "decide", "reveals_nothing")}

    monkeypatch.setattr(native_build, "compile_native", compile_nonsense)
    for module in (native, native_build):
        monkeypatch.setattr(module, "file_of", lambda game_id: tmp_path / f"{game_id}.machine")
    game = games()["elevenses"]
    with pytest.raises(subprocess.CalledProcessError):
        native_build.write(game)
    native_build.write(game)
    assert compiled == ["elevenses"]
    assert not native.use(game)
    assert [path.name for path in tmp_path.iterdir()] == ["elevenses.failed"]


@each_case
def test_frozen_sights_have_the_values_of_the_records(case: Case) -> None:
    play, read = new_match(case.game, case.setup, bytes(32), quick=True), reader_of(case.game.state).of
    for seat in range(case.setup.players + 1):
        value = read(play.observation(seat).data)
        assert _numbers(value) == _numbers(play.seen(seat).item())
        assert value == read(play.observation(seat).data)
        assert hash(value) == hash(read(play.observation(seat).data))


@pytest.mark.parametrize("width", [4, 20])
def test_records_inside_a_sight_become_values_whatever_their_size(width: int) -> None:
    """Small ones are tuples in a sight, large ones bytes; both stay as they are."""
    seat = np.dtype([("cards", "i1", (width,))])
    record = np.zeros(1, [("seats", seat, (2,)), ("step", "i8")])
    record["seats"]["cards"][0, 1] = 7
    value = reader_of(record.dtype).of(record.tobytes())
    assert [as_frozen(each) for each in value.seats] == list(value.seats)
    assert isinstance(value.seats[0], FrozenRecord) == (width == 20)
    assert as_frozen(record[0]["seats"][1]).cards[1] == value.seats[1].cards[1] == 7


def _numbers(part: Any) -> Any:
    """All that is in a value or a record, as lists of numbers."""
    if isinstance(part, FrozenRecord):
        assert all(getattr(part, name) == getattr(part.fields, name) for name in part.fields._fields)
        part = part.fields
    if hasattr(part, "tolist"):
        part = part.tolist()
    return [_numbers(item) for item in part] if isinstance(part, list | tuple) else part


def test_without_machine_code_a_board_is_plain() -> None:
    game = games()["elevenses"]
    assert native.native_rules_of(game.id) is None
    play = new_match(game, game.setup(2), bytes(32))
    assert type(quick_board(game, play.origin)) is type(uncompiled_board(game, play.origin))


def test_what_is_played_becomes_machine_code_first_and_no_failure_stops_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def fail(_: object, work: Callable[..., object], wanted: Any) -> None:
        assert work is workers.compile_native
        asked.append(str(wanted))
        raise OSError("no room for machine code")

    async def whole() -> None:
        tables = Tables(settings(tmp_path))
        tables.store.start()
        places = [SeatSpec("me", "Ann"), SeatSpec("hotseat", "Ben")]
        live = await tables.add(new_table("ann", "elevenses", None, {}, places, False))
        await live.shares.give(list(range(live.table.players)), live.commitment, "ab")
        monkeypatch.setattr(tables.undo_worker, "call", fail)
        await tables._warm_up()
        play = live.table.play
        assert play is not None
        await live.move(play.asked, play.legal()[0].name, live.table.version)
        await tables.stop()

    def read(game: Game, _: Path) -> None:
        if game.id == "elevenses":
            raise ValueError("damaged")

    monkeypatch.setattr(native, "read", read)
    asyncio.run(whole())
    assert asked == ["elevenses", *(game for game in sorted(games()) if game != "elevenses")]
