"""Training, as far as it goes without torch; `make train-check` proves that it learns."""

import json
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from eleven.bots.available_levels import levels_at
from eleven.bots.choosing import choose
from eleven.bots.levels import GUIDED, LEVELS, SEARCH, find_bot
from eleven.core.contract.game import Game, find_game
from eleven.core.play.engine import engine, rules_of
from eleven.core.rules import bits, luck
from eleven.core.rules.jit import bind
from eleven.core.text.errors import Mistake
from eleven.network.layout import count_input, inputs_of, places_of
from eleven.network.playing import ranked
from eleven.research import Batch
from eleven.research.encoding import encode_rule, encoding_of_all
from eleven.research.encoding.pieces import ANY_NUMBER
from eleven.research.stepping import step_kernels as research
from eleven.train import step_kernels
from eleven.train.__main__ import main
from eleven.train.curves import draw
from eleven.train.error_rates import bots_without_search, error_rates_of
from eleven.train.kernels import teachers_rules
from eleven.train.mixed_batch import MixedBatch
from eleven.train.training_setups import setups_for, usual_rows, usual_setups
from tests.contract.walking import each_game

ROWS = 4


@pytest.mark.parametrize("game_id", ["elefant", "eleven_cards"])
def test_the_teacher_takes_what_looks_best(game_id: str) -> None:
    game = find_game(game_id)
    assert game.weigh is not None
    names = teachers_rules(game)
    names["teacher_action"] = bind(step_kernels.teacher_action_template, game_id, **names)
    teach = bind(step_kernels.teacher_actions_template, game_id, **names)
    error_rates = error_rates_of(game, dict.fromkeys(game.players, find_bot("greedy")))
    batch = Batch(game, size=ROWS, seed=3)
    seen, blank, dice = np.zeros(1, game.state), np.zeros(1, game.state), np.zeros(1, luck.DICE)
    actions, mask = np.zeros(ROWS, np.int64), engine(game_id).no_actions()
    for _ in range(6):
        teach(batch._states, seen, blank, mask, dice, np.uint64(5), error_rates, 0, actions)
        for row, action in enumerate(actions.tolist()):
            bits.clear(mask)
            game.legal(batch.seen(row), mask)
            worth = {each: int(game.weigh(batch.seen(row), each)) for each in bits.members(mask)}
            assert worth[action] == max(worth.values())
        batch.step(actions)


@pytest.mark.parametrize(("game_id", "players", "level"), [("eleven_board", 3, "normal"), ("elevenses", 4, "beginner")])
def test_a_level_that_does_not_search_errs_in_training_as_at_the_table(game_id: str, players: int, level: str) -> None:
    """With the same dice the same action."""
    game = find_game(game_id)
    names, bot = teachers_rules(game), find_bot(level, game, players)
    teacher_action = bind(step_kernels.teacher_action_template, game_id, **names)
    error_rates = error_rates_of(game, {players: bot})
    batch, words = Batch(game, players, ROWS, 3), engine(game_id).no_actions()
    for step in range(8):
        for row in range(ROWS):
            key, dice = luck.key_of(step, row), np.zeros(1, luck.DICE)
            luck.cast(luck.fresh(key), dice)
            seen, blank = np.zeros(1, game.state), np.zeros(1, game.state)
            action = teacher_action(batch._states[row], seen, blank, words, dice, error_rates)
            assert action == choose(game, batch.seen(row), bot, key)
        batch.step(batch.sample())


@each_game
def test_a_best_response_is_learnt_to_every_level_that_does_not_search(game: Game) -> None:
    for players in game.players:
        setup, learnt = game.setup(players), set[str]()
        there = {level: find_bot(level, game, players) for level in levels_at(game, setup)}
        for level in LEVELS:
            with suppress(Mistake):
                found = bots_without_search(level, game, [setup])
                assert found == {players: there[level]}
                error_rates = error_rates_of(game, found)[players]
                assert error_rates[1:].tolist() == [there[level].forget, there[level].overlook]
                learnt.add(level)
        assert learnt == {level for level, bot in there.items() if bot.kind not in (SEARCH, GUIDED)}
    with pytest.raises(Mistake, match=r"do not search; in .* for .* expert does"):
        bots_without_search("expert", game, [game.setup()])


def test_a_network_that_overlooks_does_so_in_training_as_at_the_table() -> None:
    game, players, rows = find_game("eleven_cards"), 2, 1
    names, bot = teachers_rules(game), find_bot("veteran", game, players)
    notice, error_rates = (
        bind(step_kernels.noticed_masks_template, game.id, **names),
        error_rates_of(game, {players: bot}),
    )
    batch, words = Batch(game, players, rows, 3), engine(game.id).no_actions()
    fewer = 0
    for step in range(8):
        key, dice, masks = luck.key_of(step), np.zeros(1, luck.DICE), np.zeros_like(batch.mask)
        luck.cast(luck.fresh(key), dice)
        notice(batch._states, words, dice, dice[0], error_rates, masks)
        noticed = set(np.flatnonzero(np.unpackbits(masks[0].view(np.uint8), bitorder="little")).tolist())
        legal = set(ranked(game, batch.seen(0)))
        assert noticed <= legal
        fewer += len(legal) - len(noticed)
        best = next(action for action in ranked(game, batch.seen(0)) if action in noticed)
        assert best == choose(game, batch.seen(0), bot, key)
        batch.step(batch.sample())
    assert fewer


def test_a_critic_is_shown_what_the_other_seats_see() -> None:
    game, players = find_game("eleven_cards"), 3
    encode, words = encode_rule(game, ANY_NUMBER, hidden=True), encoding_of_all(game, hidden=True).words
    look = bind(step_kernels.opponent_features_template, game.id, "opponent_features", **rules_of(game), encode=encode)
    batch = Batch(game, players, ROWS, 3)
    batch.step(batch.sample())
    found, expected = np.full((ROWS, game.max_players - 1, words), 7, np.uint64), np.zeros(words, np.uint64)
    look(batch._states, np.zeros(1, game.state), np.zeros(1, game.state), found)
    for row in range(ROWS):
        for k in range(players - 1):
            seen = np.zeros(1, game.state)[0]
            game.see(batch._states[row], (int(batch.asked[row]) + k + 1) % players, seen)
            encode(seen, expected)
            assert np.array_equal(found[row, k], expected)
            assert expected.any()
        assert not found[row, players - 1 :].any(), "there is nobody"


def test_tables_of_all_sizes_and_options_are_learnt_side_by_side() -> None:
    game = find_game("eleven_board")
    kinds = setups_for(game, game.players, 0.5, {}, 3)
    assert Counter(kind.players for kind in kinds) == dict.fromkeys(game.players, len(kinds) // len(game.players))
    assert [kind.players for kind in kinds[: len(game.players)]] == list(game.players)
    usual = usual_rows(kinds)
    assert sum(usual) == len(kinds) // 2
    assert [(kind.players, kind.options) for kind in usual_setups(kinds)] == [
        (players, game.setup(players).options) for players in game.players
    ]
    for name in ("symbols", "bonus_after_draw", "rounds"):
        assert {kind.options[name] for kind in kinds} == set(next(o.values for o in game.options if o.name == name))
    assert {kind.options["start"] for kind in kinds} == {"random"}
    often = Counter(kind.players for kind in setups_for(game, (*game.players, 2), 0.5, {}, 3))
    assert often[2] == 2 * often[3] == 2 * often[4]
    fixed = setups_for(game, [2], 0.5, {"symbols": "on"}, 3)
    assert {kind.options["symbols"] for kind in fixed} == {"on"}
    assert sum(usual_rows(fixed)) == len(fixed) // 2


def test_a_mixed_batch_plays_the_games_of_each_kind() -> None:
    """Row by row the same as a batch of that kind alone, features where the largest table has them."""
    game, steps = find_game("elefant"), 60
    kinds = [game.setup(players) for players in game.players]
    mixed = MixedBatch(game, kinds, 6, 5)
    singles = [Batch(game, kind.players, 6, 5, features=True, truncate_at=40) for kind in kinds]
    mixed._span[research.LONGEST] = 40
    ended = 0
    for _ in range(steps):
        dense = [single.dense_features() for single in singles]
        for row in range(6):
            single, players = singles[row % 3], kinds[row % 3].players
            places = places_of(game.id, players)
            ours = np.unpackbits(np.asarray(mixed.features)[row].view(np.uint8), bitorder="little")[: inputs_of(game)]
            assert np.array_equal(ours[places], dense[row % 3][row])
            assert ours.sum() == dense[row % 3][row].sum() + 1
            assert ours[count_input(game, players)]
            assert np.array_equal(mixed.mask[row], single.mask[row])
            assert mixed.asked[row] == single.asked[row]
            assert np.array_equal(mixed.score[row, :players], single.score[row])
            assert np.array_equal(mixed.reward[row, :players], single.reward[row])
            assert not mixed.reward[row, players:].any()
            ended += int(mixed.done[row] or mixed.truncated[row])
        actions = mixed.sample().copy()
        mixed.step(actions)
        for n, single in enumerate(singles):
            own = single.sample().copy()
            own[n::3] = actions[n::3]
            single.step(own)
    assert ended


def test_the_curves_of_a_training_log_are_drawn(tmp_path: Path) -> None:
    log, picture = tmp_path / "log.jsonl", tmp_path / "curves.svg"
    shares = ("against_greedy_3", "against_greedy_4", "against_greedy_4_unusual")
    lines = [{"minutes": n / 10, "entropy": 1 / (n + 1)} | dict.fromkeys(shares, n / 20) for n in range(12)]
    log.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    draw(log, picture)
    drawn = ElementTree.parse(picture).getroot()
    curves = drawn.findall(".//{*}polyline")
    assert [curve.get("stroke-dasharray") is not None for curve in curves] == [False, False, True, False]
    assert curves[0].get("stroke") != curves[1].get("stroke") == curves[2].get("stroke")
    assert [word.text for word in drawn.findall(".//{*}tspan")] == ["3", "4"], "entropy is of no table size"
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


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["eleven_board", "--hands-open"], "--hands-open measures against a bot: --against network"),
        (["elefant", "--hands-open", "--against", "network"], "in Der Elefant im Porzellanladen no hand is hidden"),
    ],
)
def test_training_with_open_hands_is_refused_where_it_makes_no_sense(
    capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.strip() == why
