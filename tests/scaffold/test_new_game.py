"""A game made with `new-game`, in a folder of its own outside the package: it plays, is served, and is checked."""

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from eleven.scaffold.layout import lay_out
from tests.browser.serving import Server
from tests.cli.driving import eleven, eleven_here, one_line_of
from tests.server.conftest import Device

NAME = "tea_time"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new game."""
    room = tmp_path_factory.mktemp("elsewhere")
    made = eleven_here("new-game", NAME, "--folder", room, "--players", "2-5")
    assert made.returncode == 0, made.stderr
    assert "Then make it yours" in made.stdout
    return room / NAME


@pytest.mark.slow
def test_it_is_a_game_like_any_other(folder: Path) -> None:
    told = {game["id"]: game for game in json.loads(eleven("--games-from", folder, "games", "--json").stdout)}
    assert told[NAME]["title"] == "Tea Time"
    assert told[NAME]["players"] == [2, 3, 4, 5]
    assert told[NAME]["draft"]
    assert told[NAME]["editions"] == [{"id": "standard", "title": "Tea Time", "publisher": ""}]
    assert "TT-1" in eleven("--games-from", folder.parent, "rules", NAME).stdout
    assert NAME not in eleven_here("games").stdout


@pytest.mark.slow
def test_it_plays_in_the_terminal(folder: Path, tmp_path: Path) -> None:
    """Whoever takes the first card of the menu each time comes to the end."""
    game = ["play", NAME, "--players", "3", "--level", "easy", "--seed", "4"]
    played = eleven("--games-from", folder, *game, typed="1\n" * 40, state=tmp_path)
    assert played.returncode == 0, played.stderr
    assert "← wins" in played.stdout
    assert "draws a card." in played.stdout
    assert "Deck, 15 cards left" in played.stdout, "what a zone's note says"
    assert "Hand, 3 cards" in played.stdout


@pytest.fixture
def server(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("ELEVEN_GAMES", str(folder))
    running = Server(tmp_path)
    running.start()
    yield running
    running.kill()


@pytest.mark.slow
def test_it_is_played_over_the_api(server: Server) -> None:
    """To its end by two at one screen, by a client that knows nothing but views and actions."""
    device, dice = Device(server.address), random.Random(1)
    table = device.create("me", "hotseat", game=NAME)["table"]
    for _ in range(100):
        view = device.view(table)
        if view["over"]:
            break
        view = device.view(table, seat=view["asked"])
        move = dice.choice(view["actions"])
        hands = {zone["id"]: zone["things"] for zone in view["zones"] if zone["id"].startswith("hand:")}
        assert [place for place, things in hands.items() if things] == [f"hand:{view['viewing']}"]
        answer = device.post(f"/api/tables/{table}/moves", action=move["name"], version=view["version"])
        assert answer.status_code == 200, answer.text
    assert view["over"]["winners"]
    assert device.get(f"/api/rules/{NAME}").json()["components"][0]["title"] == "Cards by their number"


@pytest.mark.slow
def test_it_passes_every_test_that_a_game_must_pass(folder: Path) -> None:
    """And its own."""
    checked = eleven("check-game", folder)
    assert checked.returncode == 0, checked.stdout[-3_000:] + checked.stderr
    assert "draft lacks words.fr.toml" in checked.stdout
    assert "test_rules.py" not in checked.stdout


@pytest.mark.slow
def test_a_broken_rule_is_found_and_named(folder: Path, tmp_path: Path) -> None:
    """Whoever shows too much is told which field, and where."""
    made = eleven_here("new-game", "leaky", "--folder", tmp_path)
    assert made.returncode == 0
    sight = tmp_path / "leaky" / "sight.py"
    text = sight.read_text(encoding="utf-8")
    assert text.count("if viewer < s.players:") == 1
    sight.write_text(text.replace("if viewer < s.players:", "for viewer in range(s.players):"), encoding="utf-8")
    checked = eleven("check-game", tmp_path / "leaky")
    assert checked.returncode == 1
    assert "see (sight.py:" in checked.stdout
    assert "seats.hand is [[" in checked.stdout


WRONG = (
    ("Tea", "cannot be a game's name"),
    ("class", "cannot be a game's name"),
    ("x", "cannot be a game's name"),
    ("../x", "cannot be a game's name"),
    ("elevenses", "there is a game called elevenses already"),
    ("fine --players 7", "write it as 2-4"),
    ("fine --players 4-2", "write it as 2-4"),
    ("fine --players many", "write it as 2-4"),
    ("fine --folder nowhere", "there is no folder nowhere"),
    ("there", "is there already"),
)


@pytest.mark.parametrize(("line", "reason"), WRONG)
def test_a_mistake_is_one_line_and_nothing_is_written(
    line: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    assert reason in one_line_of(eleven_here("new-game", *line.split()))
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    assert not list((tmp_path / "there").iterdir())


def test_no_folder_and_no_game_are_refused(tmp_path: Path) -> None:
    assert "no such folder" in one_line_of(eleven_here("--games-from", tmp_path / "nowhere", "games"))
    assert "is no game" in one_line_of(eleven_here("check-game", tmp_path))
    assert "there is no game 'nothing'" in one_line_of(eleven_here("check-game", "nothing"))
    assert "there is no folder no/where" in one_line_of(eleven_here("check-game", "no/where"))


BROKEN = (
    (
        "broken",
        "rules.py",
        "@rule\ndef score(",
        "1 / 0\n\n\n@rule\ndef score(",
        r"ZeroDivisionError: .* \(rules\.py:",
    ),
    ("misspelt", "rules.py", "def score(", "def score(:", r"SyntaxError: invalid syntax \(rules\.py, line \d+\)"),
    ("forgot", "rules.py", "def score(", "def points_of(", "the game forgot has no 'score'"),
    (
        "chess",
        "state.py",
        "last: Int8",
        'last: Annotated[Ints, "i1", (8, 8)]',
        r"last has 2 dimensions.*\(state\.py:",
    ),
    ("lawless", "actions.py", ', rule="LA-4"', "", r"no rule for 'play': write rule=\"…\" in actions\.py"),
    ("leaves", "table.py", "from typing", "import sys\n\nsys.exit(3)\nfrom typing", r"SystemExit: 3 \(table\.py:"),
    ("wordless", "words.en.toml", "[game]", "[game", r"wordless/words\.en\.toml: Expected"),
    ("boxless", "components.toml", "1 = 5", "one = 5", "there is no 'one' in \\[box\\]; there is 1, 2, 3"),
)
"""Games with a mistake: the file, what stands there, what is written instead, and what is said about it."""


@pytest.mark.slow
def test_games_with_mistakes_leave_themselves_out_with_a_line_each(tmp_path: Path) -> None:
    """Each says what is wrong and where; the others are there as ever."""
    for name, file, old, new, _ in BROKEN:
        lay_out(name, tmp_path, "2-4")
        path = tmp_path / name / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (name, file)
        path.write_text(text.replace(old, new), encoding="utf-8")
    listed = eleven("--games-from", tmp_path, "--games-from", tmp_path, "games", "--json")
    assert listed.returncode == 0
    lines = listed.stderr.splitlines()
    assert len(lines) == len(BROKEN)
    for name, _, _, _, reason in BROKEN:
        (line,) = (line for line in lines if f"{name} is left out: " in line)
        assert re.search(reason, line), line
    found = {game["id"] for game in json.loads(listed.stdout)}
    assert {"elevenses"} <= found
    assert not found & {name for name, *_ in BROKEN}


@pytest.mark.slow
def test_games_come_from_other_packages(folder: Path, tmp_path: Path) -> None:
    """By an entry point of the group `eleven.games`, under whatever name the package has."""
    package = tmp_path / "my_games"
    package.mkdir()
    (package / "__init__.py").touch()
    subprocess.run(["cp", "-r", str(folder), str(package / NAME)], check=True)
    told = tmp_path / "my_games-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: my-games\nVersion: 1.0\n")
    points = f"[eleven.games]\n{NAME} = my_games.{NAME}\nelefant = my_games.elefant\nghost = my_games.ghost\n"
    (told / "entry_points.txt").write_text(points)
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    command = [sys.executable, "-m", "eleven", "games", "--json"]
    listed = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert NAME in {game["id"] for game in json.loads(listed.stdout)}
    complaints = sorted(listed.stderr.splitlines())
    assert len(complaints) == 2
    assert "my_games.elefant (elefant) is left out: there is another one called elefant" in complaints[0]
    assert "my_games.ghost (ghost) is left out: ModuleNotFoundError" in complaints[1]
