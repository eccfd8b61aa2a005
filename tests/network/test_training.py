"""Training, as far as it goes without torch; `make train-check` proves that it learns."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.engine import engine, rules_of
from eleven.core.rules import bits, luck
from eleven.core.rules.jit import bind
from eleven.research import Batch
from eleven.research.encoding import encode_rule
from eleven.search import templates as search
from eleven.train import templates
from eleven.train.__main__ import main
from eleven.train.curves import draw

ROWS = 4


@pytest.mark.parametrize("game_id", ["elefant", "eleven_cards"])
def test_the_teacher_takes_what_looks_best(game_id: str) -> None:
    game = find_game(game_id)
    assert game.weigh is not None
    names = {**rules_of(game), "weigh": game.weigh}
    names["pick"] = bind(search.pick_template, game_id, "teacher_pick", **names)
    names["teach_one"] = bind(templates.teach_one_template, game_id, **names)
    teach = bind(templates.teach_template, game_id, **names)
    batch = Batch(game, size=ROWS, seed=3)
    seen, blank, dice = np.zeros(1, game.state), np.zeros(1, game.state), np.zeros(1, luck.DICE)
    actions, mask = np.zeros(ROWS, np.int64), engine(game_id).no_actions()
    for _ in range(6):
        teach(batch._states, seen, blank, mask, dice, search.GRAIN, actions)
        for row, action in enumerate(actions.tolist()):
            bits.clear(mask)
            game.legal(batch.seen(row), mask)
            worth = {each: int(game.weigh(batch.seen(row), each)) for each in bits.members(mask)}
            assert worth[action] == max(worth.values())
        batch.step(actions)


def test_a_critic_is_shown_the_sights_of_the_other_seats() -> None:
    game, players = find_game("eleven_cards"), 3
    encode = encode_rule(game, players)
    look = bind(templates.others_template, game.id, "others3", **rules_of(game), encode=encode)
    batch = Batch(game, players, ROWS, 3, features=True)
    batch.step(batch.sample())
    words = batch.encoding.words
    found, expected = np.zeros((ROWS, players - 1, words), np.uint64), np.zeros(words, np.uint64)
    look(batch._states, np.zeros(1, game.state), np.zeros(1, game.state), found)
    for row in range(ROWS):
        for k in range(players - 1):
            seen = np.zeros(1, game.state)[0]
            game.see(batch._states[row], (int(batch.asked[row]) + k + 1) % players, seen)
            encode(seen, expected)
            assert np.array_equal(found[row, k], expected)


def test_a_log_becomes_a_picture(tmp_path: Path) -> None:
    log, picture = tmp_path / "log.jsonl", tmp_path / "curves.svg"
    lines = [{"minutes": n / 10, "entropy": 1 / (n + 1), "against_greedy_3": n / 20} for n in range(12)]
    log.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    draw(log, picture)
    drawn = ElementTree.parse(picture).getroot()
    assert len(drawn.findall(".//{*}polyline")) == 2
    assert "against greedy" in picture.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tea"], "tea"),
        (["elefant", "--players", "9"], "3 to 5 players, not 9"),
        (["elefant", "--players", "three"], "whole numbers with commas"),
        (["elefant", "--option", "start"], "name=value"),
        (["elefant"], "table-eleven[train]"),
    ],
)
def test_bad_input_and_a_missing_torch_are_one_line(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(words) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
