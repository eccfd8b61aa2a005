"""What a GPU leaves where it is between two decisions: seats that nobody has, and old news."""

from random import Random
from typing import Any

import numpy as np

from eleven.core.contract.game import Game, Setup
from eleven.core.play.cuda_memory import (
    THREADS,
    as_words,
    base_of,
    from_store,
    from_words,
    kept_of,
    movers_of,
    store_shape,
    to_store,
    whole_words,
    words_of,
)
from eleven.core.play.engine import engine
from eleven.core.rules import bits, luck
from eleven.core.rules.asking import asked
from eleven.core.rules.record import EVENT, Array, Dtype, blank
from eleven.research.encoding import encode_rule, encoding_of
from tests.contract.walking import each_game

STEPS, SEED = 40, 5
JUNK = np.uint64(0x5A5A5A5A5A5A5A5A)


def left_out(state: Dtype, players: int) -> Array:
    """The words of a record that are not fetched."""
    found = np.ones(words_of(state), np.bool_)
    found[list(kept_of(state, players).words)] = False
    return found


def legal_of(game: Game, state: Any) -> Array:
    mask: Array = engine(game.id).no_actions()
    game.legal(state, mask)
    return mask


def seen_of(game: Game, state: Any, seat: int) -> Any:
    seen = blank(whole_words(game.state))
    game.see(state, seat, seen)
    return seen


def features_of(game: Game, players: int, state: Any, out: Array) -> list[Array]:
    """What the asked seat sees as features, in a room that is clean, and in one with junk in what is left out."""
    found = []
    for junk in (np.uint64(0), JUNK):
        seen = np.zeros(1, whole_words(game.state))
        seen.view(np.uint64)[out] = junk
        game.see(state, max(asked(state), 0), seen[0])
        features = np.zeros(encoding_of(game, players).words, np.uint64)
        encode_rule(game, players, tables=False)(seen[0], features)
        found.append(features)
    return found


@each_game
def test_no_rule_reads_fields_that_are_not_loaded(game: Game) -> None:
    """With junk there, every action leads to the same sights, features, choices and points, at every table size."""
    for players in game.players:
        walk_with_junk(game, game.setup(players))


def walk_with_junk(game: Game, setup: Setup) -> None:
    rules, out = engine(game.id), left_out(game.state, setup.players)
    assert out.sum() * 8 > game.state["events"].itemsize / 2, "else nothing is saved"
    states = np.zeros(2, whole_words(game.state))
    words = states.view(np.uint64).reshape(2, -1)
    words[:] = as_words(rules.prepared(setup))
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
        if (game.folder / "features.py").exists():
            clean, dirty = features_of(game, setup.players, states[1], out)
            assert clean.any()
            assert np.array_equal(clean, dirty)
        assert np.array_equal(legal_of(game, states[0]), legal_of(game, states[1]))
        for seat in range(setup.players):
            assert game.score(states[0], seat) == game.score(states[1], seat)
        if asked(states[0]) < 0:
            break


@each_game
def test_at_the_largest_table_all_but_events_is_loaded(game: Game) -> None:
    """At the largest table all but the events is fetched."""
    most = game.max_players
    assert set(np.flatnonzero(left_out(game.state, most))) <= set(kept_of(game.state, most).events)


@each_game
def test_only_the_kept_words_are_moved_to_and_from_the_store(game: Game) -> None:
    """To the store and back, in a tile that is not the first; of the events, those that were told."""
    players, size, row, state = game.setup().players, THREADS + 3, THREADS + 1, whole_words(game.state)
    kept, movers, words = kept_of(game.state, players), movers_of(game.state, players), words_of(game.state)
    numbers = np.arange(1, size * words + 1, dtype=np.uint64).reshape(size, words)
    records = numbers.copy().view(state).reshape(size)
    store, base = to_store(records, state), base_of(row, words)
    assert store.size == np.prod(store_shape(game.state, size))
    assert from_store(store, state, size).tobytes() == records.tobytes()
    own = np.zeros(1, state)
    movers.load(store, own, base)
    found = own.view(np.uint64)
    assert np.flatnonzero(found).tolist() == list(kept.words)
    assert np.array_equal(found[list(kept.words)], numbers[row, list(kept.words)])
    found[:] = JUNK
    own[0].told = 3
    saved = store.copy()
    movers.save(own, saved, base)
    changed = as_words(from_store(saved, state, size)) != numbers
    told = range(kept.events.start, (kept.events_at + 3 * EVENT.itemsize + 7) // 8)
    assert np.flatnonzero(changed.any(1)).tolist() == [row]
    assert np.flatnonzero(changed[row]).tolist() == sorted({*kept.words, *told})
    for everything in (0, 1):
        found[:] = JUNK
        movers.clear(own, 0, everything)
        left = np.flatnonzero(found)
        assert not set(left) & set(kept.words)
        assert len(left) == (0 if everything else words - len(kept.words))


@each_game
def test_records_survive_the_conversion_to_words(game: Game) -> None:
    """Be their last word whole or not: a record of a part word is filled up with zeros."""
    odd = np.dtype((np.record, np.dtype([("step", "i4"), ("seats", "i2", (3,)), ("over", "i1")], align=True)))
    for state in (game.state, odd):
        records = np.frombuffer(Random(SEED).randbytes(3 * state.itemsize), state)
        words = as_words(records)
        assert words.shape == (3, words_of(state))
        assert from_words(words, state).tobytes() == records.tobytes()
        there = whole_words(state)
        assert there.itemsize == 8 * words_of(state)
        assert there.fields == state.fields
