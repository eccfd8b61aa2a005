"""Shards of a run, and their parts added up: the same whole numbers as one run, and nothing that is not of this run."""

import json
import random
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import eleven
from eleven.arena.baselines import find_contestant
from eleven.bots.levels import SEARCH, Bot
from eleven.cli import app
from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake
from eleven.core.text.log import write_log
from eleven.review.decision_review import ReviewBudget
from eleven.shards import arena_job, strength_job
from eleven.shards.jobs import _DECIDING, source_version
from eleven.shards.parts import Part, Shard, read_part, read_parts, shard_from, write_part
from eleven.shards.shard_options import compute_here
from eleven.simulation import simulating
from tests.bots.test_winning import GIVE_AWAY
from tests.cli.driving import eleven_here, one_line_of
from tests.support import Scene

MEASURED = ("seconds", "decisions_per_second", "workers")


def command(*args: str | Path) -> Any:
    result = CliRunner().invoke(app, [*map(str, args)])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout) if "--json" in args else result.stdout


def parts_of(folder: Path, shards: int, *args: str | Path) -> list[Path]:
    """The parts of a command, one by one."""
    found = []
    for number in range(1, shards + 1):
        found.append(folder / f"{number}.json")
        assert command(*args, "--shard", f"{number}/{shards}", "--part", found[-1]).strip() == str(found[-1])
    return found


def test_parts_with_other_weights_are_of_another_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in _DECIDING:
        shutil.copytree(Path(eleven.__file__).parent / name, tmp_path / name)
    monkeypatch.setattr(eleven, "__file__", str(tmp_path / "__init__.py"))
    before = source_version(["elefant"])
    assert source_version(["elefant"]) == before
    weights = tmp_path / "network" / "shipped" / "elefant.npz"
    weights.write_bytes(weights.read_bytes()[:-1])
    assert source_version(["elefant"]) != before


def counted(data: Any) -> Any:
    return {name: value for name, value in data.items() if name not in MEASURED}


@pytest.mark.parametrize("shards", [1, 2, 3, 7])
def test_every_unit_is_in_exactly_one_shard(shards: int) -> None:
    for total in (0, 1, 5, 30):
        units = [unit for number in range(shards) for unit in Shard(number + 1, shards).units(total)]
        assert sorted(units) == list(range(total))


def test_how_a_shard_is_written() -> None:
    assert shard_from("3/8") == Shard(3, 8)
    for text in ("", "3", "0/3", "4/3", "-1/3", "1/0", "1/3/5", "a/b", "1/9999999"):
        with pytest.raises(Mistake, match="--shard"):
            shard_from(text)


@pytest.mark.slow
def test_random_games_add_up_to_one_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "BLOCK_SIZE", 2)
    args = ("simulate", "eleven_board", "--games", "5", "--seed", "7")
    parts = parts_of(tmp_path, 3, *args)
    whole = counted(command(*args, "--json"))
    assert whole["games"] == 5
    for _ in range(3):
        random.shuffle(parts)
        assert counted(command("merge", *parts, "--json")) == whole
    assert "eleven_board" in command("merge", *parts)
    other = tmp_path / "other.json"
    command(*args[:-1], "8", "--shard", "1/3", "--part", other)
    assert "another run" in one_line_of(eleven_here("merge", other, *parts[1:]))


@pytest.mark.slow
def test_a_series_of_the_arena_adds_up_to_one_run(tmp_path: Path) -> None:
    args = ("arena", "eleven_board", "--bots", "greedy,random", "--deals", "3", "--seed", "4")
    parts = parts_of(tmp_path, 2, *args)
    whole = command(*args, "--json")
    assert command("merge", *parts, "--json") == whole
    assert command("merge", *reversed(parts), "--json") == whole
    assert "greedy" in command("merge", *parts)


def test_bots_of_older_parts_are_still_read() -> None:
    old = {"name": "own", "kind": SEARCH, "sight": 24, "blur": 8, "room": 64}
    assert arena_job._bot_from(old) == Bot("own", SEARCH, cutoff=24, noise=8, max_nodes=64)


def test_a_bot_that_peeks_is_read_back_with_what_it_peeks_at() -> None:
    peeking = find_contestant("hands-open", find_game("elefant"))
    assert arena_job._bot_from(asdict(peeking)) == peeking


@pytest.mark.slow
def test_reviews_of_many_logs_add_up_to_one_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        ReviewBudget, "of", lambda simulations, by: ReviewBudget(simulations, simulations, simulations, 1, by)
    )
    played = Scene("eleven_board", GIVE_AWAY).play("lay yellow-10", "lay yellow-9", "stop", "keep", "lay yellow-12")
    logs = [tmp_path / name for name in ("monday.log", "tuesday.log")]
    for log in logs:
        log.write_text(write_log(played.match), encoding="utf-8")
    parts = parts_of(tmp_path, 2, "review", *logs, "--simulations", "1")
    whole = command("merge", *parts, "--json")
    assert [one["log"] for one in whole] == [str(log) for log in logs]
    alone = command("review", logs[0], "--simulations", "1", "--json")
    assert alone == {name: value for name, value in whole[0].items() if name != "log"}


@pytest.mark.slow
def test_the_ladder_adds_up_to_one_run(tmp_path: Path) -> None:
    job = strength_job.StrengthJob(("eleven_board",), 2, 1, (("greedy", "random"), ("easy", "beginner")))
    whole = compute_here(job, range(job.units), 1, lambda done: None)
    shards = [Shard(number, 3) for number in (2, 3, 1)]
    totals = {shard: compute_here(job, shard.units(job.units), 1, lambda done: None) for shard in shards}
    parts = [Part(job.kind, job.settings, shard, total.as_json()) for shard, total in totals.items()]
    found = strength_job.merged(parts)
    assert found == strength_job.merged([Part(job.kind, job.settings, Shard(), whole.as_json())])
    assert [row["who"] for row in found["questions"]] == ["greedy", "easy"] * 2
    for part in parts:
        write_part(tmp_path / f"{part.shard.number}.json", part)
    assert command("merge", *tmp_path.glob("*.json"), "--json") == json.loads(json.dumps(found))


@pytest.fixture
def three(tmp_path: Path) -> list[Path]:
    """Three parts of a made-up run."""
    paths = [tmp_path / f"{number}.json" for number in (1, 2, 3)]
    for number, path in enumerate(paths, 1):
        write_part(path, Part("arena", {"seed": 1}, Shard(number, 3), {str(number): []}))
    return paths


def test_a_part_is_read_as_it_was_written(three: list[Path]) -> None:
    assert read_part(three[1]) == Part("arena", {"seed": 1}, Shard(2, 3), {"2": []})
    assert [part.shard.number for part in read_parts(three[::-1])] == [1, 2, 3]


def test_parts_of_different_or_incomplete_runs_are_refused_in_one_line(three: list[Path]) -> None:
    def refused(*paths: Path) -> str:
        return one_line_of(eleven_here("merge", *paths))

    assert "2.json already" in refused(three[1], *three)
    assert "shard 3/3 of this run is lacking" in refused(*three[:2])
    assert "shard 1/3 and 1 more of this run is lacking" in refused(three[1])
    write_part(three[2], Part("arena", {"seed": 2}, Shard(3, 3), {}))
    assert "another run" in refused(*three)
    assert "its seed differs" in refused(*three)
    write_part(three[2], Part("simulate", {"seed": 1}, Shard(3, 3), {}))
    assert "a part of 'simulate'" in refused(*three)
    write_part(three[2], Part("arena", {"seed": 1}, Shard(3, 4), {}))
    assert "one of 4 shards" in refused(*three)
    assert "No such file" in refused(*three[:2], three[2].with_name("4.json"))


def test_a_part_that_is_not_whole_is_refused_in_one_line(three: list[Path]) -> None:
    text = three[0].read_text(encoding="utf-8")
    for broken in (text[:-9], text[: len(text) // 2], "", "7", "[]", "{}", text.replace('"1"', '"2"'), "\x00"):
        three[0].write_text(broken, encoding="utf-8")
        with pytest.raises(Mistake, match=r"1\.json: "):
            read_part(three[0])
    three[0].write_bytes(b"\xff\xfe")
    assert "not a UTF-8 text" in one_line_of(eleven_here("merge", *three))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("simulate", "elevenses", "--seconds", "1", "--shard", "1/2"), "--seconds"),
        (("simulate", "elevenses", "--shard", "3/2"), "--shard 3/2"),
        (("simulate", "elevenses", "--part", "a.json"), "--part"),
        (("arena", "elevenses", "--clock", "--shard", "1/2"), "--clock"),
        (("review", "nowhere.log", "--shard", "1/2"), "nowhere.log"),
        (("simulate", "elevenses", "--games", "1", "--ray", "127.0.0.1:9"), "no Ray cluster answers there"),
    ],
)
def test_mistakes_are_one_line(words: tuple[str, ...], problem: str) -> None:
    assert problem in one_line_of(eleven_here(*words))
