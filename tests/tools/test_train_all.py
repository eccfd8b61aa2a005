"""Training all games side by side: every command can be read, and what is kept is whole."""

import tarfile
from pathlib import Path

import pytest

from eleven.core.contract.game import games
from eleven.train.__main__ import parsed as trainers
from tools.train_all import command_for, keep, parsed


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_command_that_training_understands(game: str, tmp_path: Path) -> None:
    told = parsed(["--minutes", "4", "--total", f"{game}=9", "--resume", str(tmp_path)])
    read = trainers(command_for(game, told, tmp_path, 1e9)[3:])
    assert (read.game, read.players, read.start, read.resume) == (game, "all", "shipped", None)
    assert read.total_minutes == 9
    assert 0 < read.critic_minutes < read.minutes <= 4
    (tmp_path / f"{game}.pt").touch()
    assert trainers(command_for(game, told, tmp_path, 1e9)[3:]).resume == tmp_path / f"{game}.pt"


def test_checkpoints_and_the_rest_are_kept(tmp_path: Path) -> None:
    work, out = tmp_path / "work", tmp_path / "out"
    (work / "elefant").mkdir(parents=True)
    (work / "results" / "more").mkdir(parents=True)
    out.mkdir()
    for name in ("elefant/checkpoint.pt", "elefant/elefant.npz", "elefant.txt", "results/more/x.json"):
        (work / name).write_text(name)
    keep(work, work / "results", out)
    assert {path.name for path in out.iterdir()} == {"elefant.pt", "rest.tar.gz"}
    assert (out / "elefant.pt").read_text() == "elefant/checkpoint.pt"
    with tarfile.open(out / "rest.tar.gz") as rest:
        assert set(rest.getnames()) == {"elefant/elefant.npz", "elefant.txt", "results/more/x.json"}
