"""What a GPU leaves where it is between two decisions: seats that nobody has, and old news."""

from random import Random
from typing import Any

import numpy as np
import pytest

from eleven.core.contract.game import Game, Setup
from eleven.core.play.cuda_memory import EVENTS_END, EVENTS_FIRST, HALF, STRETCHES, kept_of
from eleven.core.play.engine import engine
from eleven.core.rules import bits, luck
from eleven.core.rules.asking import asked
from eleven.core.rules.record import Array, Dtype, blank
from eleven.core.text.errors import Mistake
from eleven.research.encoding import encode_rule, encoding_of
from eleven.research.gpu.cuda import refuse_part_words
from tests.contract.walking import each_game

STEPS, SEED = 40, 5
JUNK = np.uint64(0x5A5A5A5A5A5A5A5A)


def left_out(state: Dtype, players: int) -> Array:
    """The words of a record that are not fetched."""
    kept = kept_of(state, players)
    found = np.ones(state.itemsize // 8, np.bool_)
    for k in range(0, STRETCHES, 2):
        found[kept[k] : kept[k + 1]] = False
    return found


def legal_of(game: Game, state: Any) -> Array:
    mask: Array = engine(game.id).no_actions()
    game.legal(state, mask)
    return mask


def seen_of(game: Game, state: Any, seat: int) -> Any:
    seen = blank(game.state)
    game.see(state, seat, seen)
    return seen


def features_of(game: Game, players: int, state: Any, out: Array) -> list[Array]:
    """What the asked seat sees as features, in a room that is clean, and in one with junk in what is left out."""
    found = []
    for junk in (np.uint64(0), JUNK):
        seen = np.zeros(1, game.state)
        seen.view(np.uint64)[out] = junk
        game.see(state, max(asked(state), 0), seen[0])
        features = np.zeros(encoding_of(game, players).words, np.uint64)
        encode_rule(game, players, tables=False)(seen[0], features)
        found.append(features)
    return found


@each_game
def test_no_rule_reads_what_is_left_out(game: Game) -> None:
    """With junk there, every action leads to the same sights, features, choices and points, at every table size."""
    for players in game.players:
        if game.state.itemsize % 8:
            with pytest.raises(Mistake, match="no whole words"):
                refuse_part_words(game.state)
        else:
            walk_with_junk(game, game.setup(players))


def walk_with_junk(game: Game, setup: Setup) -> None:
    rules, out = engine(game.id), left_out(game.state, setup.players)
    assert out.sum() * 8 > game.state["events"].itemsize / 2, "else nothing is saved"
    states = np.repeat(rules.prepared(setup), 2)
    words = states.view(np.uint64).reshape(2, -1)
    chance, choices = luck.fresh(bytes(32)), Random(SEED)
    rules.start(states[0], chance)
    for _ in range(STEPS):
        action = choices.choice(bits.members(legal_of(game, states[0])))
        words[1] = words[0]
        words[1, out] = JUNK
        other_chance = chance.copy()
        rules.apply(states[0], action, chance)
        rules.apply(states[1], action, other_chance)
        assert np.array_equal(words[0, ~out], words[1, ~out])
        for seat in range(setup.players + 1):
            assert seen_of(game, states[0], seat).tobytes() == seen_of(game, states[1], seat).tobytes()
        clean, dirty = features_of(game, setup.players, states[1], out)
        assert clean.any()
        assert np.array_equal(clean, dirty)
        assert np.array_equal(legal_of(game, states[0]), legal_of(game, states[1]))
        for seat in range(setup.players):
            assert game.score(states[0], seat) == game.score(states[1], seat)
        if asked(states[0]) < 0:
            break


@each_game
def test_nothing_is_left_out_that_is_in_use(game: Game) -> None:
    """At the largest table all but the events is fetched; stretches are fetched several words at a time."""
    if game.state.itemsize % 8:
        return  # refused, see above
    most = game.max_players
    first, end = kept_of(game.state, most)[EVENTS_FIRST : EVENTS_END + 1]
    assert set(np.flatnonzero(left_out(game.state, most))) <= set(range(first, end))
    kept = kept_of(game.state, game.setup().players)
    assert [(kept[k + 1] - kept[k]) % HALF for k in range(0, STRETCHES, 2)] == [0, 0, 0]
