"""Parsers: any text gives a result or a mistake in words with its line, never another exception."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eleven.core.contract.game import Game, find_game
from eleven.core.play.match import new_match
from eleven.core.rules import luck
from eleven.core.text.errors import Mistake
from eleven.core.text.log import read_log, write_log
from eleven.core.text.notation import read_position, write_position
from tests.contract.text.test_texts import play_on
from tests.contract.walking import each_game
from tests.sample_sizes import usual_or

pytestmark = pytest.mark.slow

FUZZ = settings(
    max_examples=usual_or(40, 120),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    database=None,
)
DECISIONS = 6
NUMBERS = ("-1", "0", "7", "99", "127", "128", "-129", "40000", "1e9", "9" * 30, "1_0", "²", "٣", "nan")
SIGNS = ("", "-", ":", "|", ",", "#", "\x00", "\t", "é", "[", "]", "=", '"', "true", "{}")
LABELS = ("game", "players", "asking", "luck", "position", "step", "over", "seen by")
STRANGE = (*NUMBERS, *SIGNS, *LABELS)


def mutate(text: str, random: Random) -> str:
    """A text with a few lines or words deleted, doubled, swapped or replaced."""
    lines = text.splitlines()
    for _ in range(random.randint(1, 3)):
        if not lines:
            break
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        random.choice(CHANGES)(lines, at, other, random)
    return "\n".join(lines) + "\n"


def _delete(lines: list[str], at: int, other: int, random: Random) -> None:
    del lines[at]


def _double(lines: list[str], at: int, other: int, random: Random) -> None:
    lines.insert(other, lines[at])


def _swap(lines: list[str], at: int, other: int, random: Random) -> None:
    lines[at], lines[other] = lines[other], lines[at]


def _indent(lines: list[str], at: int, other: int, random: Random) -> None:
    lines[at] = " " + lines[at]


def _cut(lines: list[str], at: int, other: int, random: Random) -> None:
    lines[at] = lines[at][: random.randint(0, len(lines[at]))]


def _change_words(lines: list[str], at: int, other: int, random: Random) -> None:
    words, others = lines[at].split(" "), lines[other].split(" ")
    place = random.randrange(len(words))
    words[place : place + random.randint(0, 1)] = [random.choice([*STRANGE, *others, *words])]
    lines[at] = " ".join(words)


CHANGES: tuple[Callable[[list[str], int, int, Random], None], ...] = (
    _delete,
    _double,
    _swap,
    _indent,
    _cut,
    *(_change_words,) * 5,
)


@cache
def texts(game_id: str) -> tuple[list[str], list[str], list[str]]:
    """Valid positions, logs and components of a game."""
    game = find_game(game_id)
    positions, logs = [], []
    for number, setup in enumerate(game.variants()[:: max(1, len(game.variants()) // 6)]):
        match, random = new_match(game, setup, luck.key_of(number)), Random(number)
        play_on(match, random, DECISIONS)
        positions += [write_position(game, setup, match.state), write_position(game, setup, match.seen(number % 2))]
        logs.append(write_log(match))
    return positions, logs, [(game.folder / "components.toml").read_text(encoding="utf-8")]


def survives(read: Callable[[str], Any], text: str) -> bool:
    """Whether a text could be read; if not, the mistake says something."""
    try:
        read(text)
    except Mistake as mistake:
        reason = str(mistake)
    else:
        return True
    assert reason.strip()
    return False


@each_game
def test_positions_may_be_anything(game: Game) -> None:
    """A position that is not one is refused in words."""
    fuzz(lambda text: read_position(game, text), texts(game.id)[0])


@each_game
def test_logs_may_be_anything(game: Game) -> None:
    """A log that is not one is refused in words."""
    fuzz(read_log, texts(game.id)[1])


@each_game
def test_components_may_be_anything(game: Game, tmp_path: Path) -> None:
    """A components file that is not one is refused in words."""
    path = tmp_path / "own.toml"

    def read(text: str) -> Any:
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        setup = game.setup(components=game.components(path))
        return new_match(game, setup, bytes(32))

    fuzz(read, texts(game.id)[2])


def fuzz(read: Callable[[str], Any], valid: list[str]) -> None:
    """Read valid texts, then changed ones, then any text at all."""
    assert all(survives(read, text) for text in valid)

    @FUZZ
    @given(st.sampled_from(valid), st.integers(0, 2**32))
    def changed(text: str, seed: int) -> None:
        survives(read, mutate(text, Random(seed)))

    @FUZZ
    @given(st.text(max_size=60))
    def anything(text: str) -> None:
        survives(read, text)

    changed()
    anything()


@each_game
def test_a_mistake_names_its_line(game: Game) -> None:
    """The line that is wrong is the line that is named."""
    lines = texts(game.id)[1][0].splitlines()
    for at in range(1, len(lines)):
        wrong = "\n".join([*lines[:at], "nonsense", *lines[at + 1 :]])
        with pytest.raises(Mistake, match=rf"line {at + 1}:"):
            read_log(wrong)


@each_game
def test_numbers_that_do_not_fit_are_refused(game: Game) -> None:
    """A step, a viewer or a question's number that no record can hold, and a question to an empty seat."""
    setup = game.setup()
    match = new_match(game, setup, bytes(32))
    lines = [line for line in write_position(game, setup, match.state).splitlines() if not line.startswith("asking")]
    seat, question = game.seat.token(0), game.questions[int(match.state.asking[0].what)]
    wrong = [f"asking: {seat} {question} {number} 0" for number in ("128", "-129", "9" * 30)]
    wrong += [f"asking: {seat} {question} 0 {number}" for number in ("128", "-129", "9" * 30)]
    wrong += [f"asking: - {question}", "asking: -", f"asking: {seat} {question}\nseen by: {setup.players + 1}"]
    wrong += [f"asking: {seat} {question}\nseen by: 400"]
    wrong += [f"asking: {token} {question}" for token in game.seat.tokens[setup.players :]]
    for line in wrong:
        with pytest.raises(Mistake, match="line"):
            read_position(game, "\n".join([*lines, line]))
    steps = [line for line in lines if not line.startswith("step")]
    with pytest.raises(Mistake, match="line"):
        read_position(game, "\n".join([*steps, "step: " + "9" * 30]))
