"""Playing at the terminal: a whole game, saving and going on, taking back, and the cover between players."""

import os
import re
from contextlib import suppress
from pathlib import Path

import pytest

from eleven.core.contract.game import Game, find_game, games
from eleven.core.play.match import Match, match_from
from eleven.core.text.log import read_log, write_log
from eleven.core.text.notation import read_position
from eleven.terminal.menu import menu, pick, submenu
from tests.cli.driving import Sat, eager, eleven, lines, new_match, some

ALL_GAMES = pytest.mark.parametrize("game", games().values(), ids=games())


def shortest(game: Game) -> dict[str, str]:
    """Options that make for a short game, where there is a choice of lengths."""
    return {option.name: option.values[0] for option in game.options if option.name == "target"}


@pytest.mark.slow
@ALL_GAMES
def test_a_whole_game_through_a_pipe(game: Game, tmp_path: Path) -> None:
    match, seed = new_match(game, game.players[0], 3, **shortest(game))
    sat = Sat(match, seed, eager(3), tmp_path)
    sat.sitting.play()
    options = [f"--option={name}={value}" for name, value in shortest(game).items()]
    typed = "\n".join(sat.typed) + "\n"
    piped = eleven("play", game.id, "--level", "easy", "--seed", "3", *options, typed=typed, state=tmp_path)
    assert piped.returncode == 0, piped.stderr
    assert "← wins" in piped.stdout
    kept = re.search(r"eleven replay (\S+)", piped.stdout)
    assert kept is not None
    assert Path(kept[1]).read_text(encoding="utf-8") == write_log(match)


@pytest.mark.slow
@ALL_GAMES
def test_the_end_of_input_keeps_the_game_and_it_goes_on_as_if_nothing_had_been(game: Game, tmp_path: Path) -> None:
    match, seed = new_match(game, game.players[0], 5)
    sat = Sat(match, seed, some(eager(5), 3), tmp_path)
    with pytest.raises(EOFError):
        sat.sitting.play()
    typed = "".join(f"{line}\n" for line in sat.typed[:2])
    half = eleven("play", game.id, "--level", "easy", "--seed", "5", typed=typed, state=tmp_path)
    assert half.returncode == 0
    assert "The input has ended; the game is kept" in half.stdout
    kept = half.stdout.split("--resume ")[1].split()[0]
    rest = eleven(
        "play", game.id, "--level", "easy", "--seed", "5", "--resume", kept, typed=sat.typed[2] + "\n", state=tmp_path
    )
    went_on = rest.stdout.split("--resume ")[1].split()[0]
    assert Path(went_on).read_text(encoding="utf-8") == write_log(match)


@ALL_GAMES
def test_a_name_a_number_and_a_walk_through_the_menus_mean_the_same(game: Game) -> None:
    match, _ = new_match(game, game.players[0], 1)
    words = game.words()
    first = menu(game, match.legal(), words)
    reached = []
    for number, choice in enumerate(first, 1):
        if choice.only is not None:
            reached.append(choice.only)
            continue
        for step, deeper in enumerate(submenu(game, choice.actions, words), 1):
            picked = pick(game, first, [number, step], words)
            assert picked == deeper
            reached += deeper.actions
    assert sorted(action.id for action in reached) == [action.id for action in match.legal()]
    labels = [choice.label for choice in first]
    assert len(set(labels)) == len(labels)


@ALL_GAMES
def test_nothing_that_is_typed_wrongly_changes_the_game(game: Game, tmp_path: Path) -> None:
    match, seed = new_match(game, game.players[0], 2)
    nonsense = ("0", "999", "1 1 1 1 1 1", "dance", "why", "why dance", "save", "undo", "rules ZZ-9", "save /no/where")
    sat = Sat(match, seed, lines("past the cover", *nonsense), tmp_path, humans=game.players[0])
    before = write_log(match)
    with pytest.raises(EOFError):
        sat.sitting.play()
    assert write_log(match) == before
    assert sat.text.count("\n! ") == len(nonsense)


def test_commands_answer(tmp_path: Path) -> None:
    game = find_game("elevenses")
    match, seed = new_match(game, 2, 2, start="red")
    file = tmp_path / "mine.log"
    allowed = match.legal()[0].name
    sat = Sat(match, seed, lines("help", "table", "rules", f"why {allowed}", f"save {file}"), tmp_path)
    with pytest.raises(EOFError):
        sat.sitting.play()
    assert "take your last decision back" in sat.text
    assert sat.text.count("► Red (you)") == 2
    assert f"'{allowed}' is allowed now" in sat.text
    assert write_log(read_log(file.read_text(encoding="utf-8"))) == write_log(match)


def test_what_is_not_allowed_is_refused_with_its_rule(tmp_path: Path) -> None:
    text = "players: 2\nred up: tea\nred kitchen: red-milk red-elevenses green-tea"
    for said in ("why play green-tea", "play green-tea"):
        sat = Sat(from_position(text), "", lines(said), tmp_path)
        with pytest.raises(EOFError):
            sat.sitting.play()
        assert "(EL-4.3)" in sat.text
        assert not sat.match.entries


def from_position(text: str) -> Match:
    game = find_game("elevenses")
    setup, state = read_position(game, text)
    return match_from(game, setup, state, bytes(32))


def test_a_name_may_be_shortened_and_enter_is_enough_where_there_is_one_answer(tmp_path: Path) -> None:
    text = "players: 2\noption guests: on\nred up: milk\nred kitchen: red-sugar red-trolley red-elevenses"
    sat = Sat(from_position(text), "", lines("Play RED-sugar", ""), tmp_path)
    with pytest.raises(EOFError):
        sat.sitting.play()
    assert [sat.match.game.actions[entry.action].name for entry in sat.match.entries[:2]] == ["play red-sugar", "end"]
    sat = Sat(from_position(text), "", lines("arrange", "play sugar"), tmp_path)
    with pytest.raises(EOFError):
        sat.sitting.play()
    assert "! which one? 'arrange 2 red-trolley'" in sat.text
    assert "• Red plays Sugar (red)." in sat.text


def test_undo_where_nothing_was_revealed_and_only_there(tmp_path: Path) -> None:
    guests = "players: 2\noption guests: on\nred kitchen: red-tea red-milk red-elevenses\n"
    sat = Sat(from_position(guests), "", lines("arrange 5 red-tea", "undo", "done", "undo"), tmp_path)
    with pytest.raises(EOFError):
        sat.sitting.play()
    assert "! this cannot be taken back: something was revealed by it" in sat.text
    assert "• Taken back: done." in sat.text
    assert [sat.match.game.actions[entry.action].verb for entry in sat.match.entries] == ["arrange"]
    assert "Red: arrange another card, or stop (1 left)." in sat.text.split("Taken back")[1]


@pytest.mark.slow
@ALL_GAMES
def test_the_screen_is_covered_between_people(game: Game, tmp_path: Path) -> None:
    match, seed = new_match(game, game.players[0], 4)
    sat = Sat(match, seed, some(eager(4), 30), tmp_path, humans=game.players[0])
    with suppress(EOFError):  # whoever leaves after so many answers; a short game is over sooner
        sat.sitting.play()
    assert match.over or len(sat.typed) == 30
    names = sat.sitting.names
    screens = re.split(r"— The screen is for (.+) only\. —\n", sat.text)[1:]
    assert len(set(screens[::2])) == len(names)
    for name, shown in zip(screens[::2], screens[1::2], strict=True):
        assert not shown or shown.startswith(f"{name}, press Enter")
        assert set(re.findall(r"► (.+?) \(you\)", shown)) <= {name}


def test_a_full_disk_stops_neither_the_game_nor_an_old_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "old.log"
    file.write_text("old", encoding="utf-8")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    match, seed = new_match(find_game("elevenses"), 2, 2, start="red")
    sat = Sat(match, seed, lines(f"save {file}"), tmp_path)
    with pytest.raises(EOFError):
        sat.sitting.play()
    assert f"! cannot write {file}: No space left on device" in " ".join(sat.text.split())
    assert file.read_text(encoding="utf-8") == "old"
    assert sat.sitting.farewell().startswith("the game could not be kept: cannot write")
    assert [path.name for path in tmp_path.iterdir()] == ["old.log"]


@pytest.mark.slow
def test_a_game_with_own_components_is_told_to_go_on_with_them(tmp_path: Path) -> None:
    game = find_game("elevenses")
    mine = tmp_path / "mine.toml"
    text = (game.folder / "components.toml").read_text(encoding="utf-8")
    mine.write_text(
        text.replace("[0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 0]", "[0, 1, 1, 1, 1, 2, 2, 2, 2, 4, 0]"), encoding="utf-8"
    )
    left = eleven("play", game.id, "--components", mine, "--humans", "2", typed="", state=tmp_path)
    told = left.stdout.split("go on with: eleven ")[1].split()
    assert told[-4:] == ["--humans", "2", "--components", str(mine)]
    assert "the game is kept" in eleven(*told, state=tmp_path).stdout
    without = eleven(*told[:-2], state=tmp_path)
    assert "name it with --components FILE" in without.stderr


@pytest.mark.slow
def test_a_log_of_another_game_or_a_finished_one_is_not_resumed(tmp_path: Path) -> None:
    over = tmp_path / "over.log"
    over.write_text("table-eleven log: 1\ngame: chess\nplayers: 2\nluck deal: x\n", encoding="utf-8")
    result = eleven("play", "elevenses", "--resume", over, state=tmp_path)
    assert result.returncode == 2
    assert "line 2: there is no game 'chess'" in result.stderr
