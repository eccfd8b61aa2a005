"""Batches: the same games as a match, whatever is exported, and bad input refused."""

from typing import Any

import numpy as np
import pytest

import eleven
from eleven.core.contract.features import ALL
from eleven.core.contract.game import Game
from eleven.core.play.match import Match, see
from eleven.core.rules import luck
from eleven.core.rules.record import same
from eleven.core.text.errors import Mistake
from eleven.research import Batch, encoding_of
from eleven.research.encoding import encode_rule
from eleven.research.encoding.pieces import declared_features
from eleven.research.stepping.batch_base import read_only
from tests.contract.walking import each_game

pytestmark = pytest.mark.slow

SIZE, STEPS, SEED = 3, 120, 9
SHORT = 40
"""Games are cut off, so that several follow each other in a row."""


def mask_of(match: Match) -> list[int]:
    return [action.id for action in match.legal()]


@each_game
def test_rows_are_the_games_of_a_match(game: Game) -> None:
    """Game n of row i: every sight, mask, seat, reward and score, byte for byte, over several games."""
    batch = Batch(game, game.max_players, SIZE, SEED, truncate_at=SHORT)
    numbers = [0] * SIZE
    matches = [eleven.new_match(game, game.max_players, key=eleven.key(SEED, row)) for row in range(SIZE)]
    ended = 0
    for _ in range(STEPS):
        dense = batch.dense_mask()
        for row, match in enumerate(matches):
            assert batch.asked[row] == match.asked
            assert np.flatnonzero(dense[row]).tolist() == mask_of(match)
            assert batch.sight is not None
            assert batch.sight[row].tobytes() == match.seen(match.asked).tobytes()
        actions = batch.sample()
        for match, action in zip(matches, actions.tolist(), strict=True):
            match.play(game.actions[action])
        batch.step(actions)
        for row, match in enumerate(matches):
            cut = not match.over and match.state.step > SHORT
            assert (bool(batch.done[row]), bool(batch.truncated[row])) == (match.over, cut)
            winners = match.winners()
            shares = [(seat in winners) / max(len(winners), 1) for seat in range(game.max_players)]
            assert batch.reward[row].tolist() == pytest.approx(shares)
            if match.over or cut:
                ended += 1
                assert batch.score[row].tolist() == match.scores()
                numbers[row] += 1
                key = eleven.key(SEED, row, numbers[row])
                matches[row] = eleven.new_match(game, game.max_players, key=key)
            else:
                assert not batch.score[row].any()
    assert ended >= SIZE


def test_a_whole_game_ends_with_a_reward() -> None:
    batch = Batch("elefant", 3, 2, 1)
    while not batch.done.any():
        batch.step(batch.sample())
    row = int(np.flatnonzero(batch.done)[0])
    assert batch.reward[row].sum() == pytest.approx(1)
    assert batch.reward[row].argmax() == batch.score[row].argmax()
    assert not batch.truncated.any()
    batch.step(batch.sample())
    assert not batch.reward[row].any()


@each_game
def test_shards_are_the_rows_of_one_batch(game: Game) -> None:
    whole = Batch(game, size=4, seed=3)
    parts = [Batch(game, size=2, seed=3, first_row=first) for first in (0, 2)]
    assert whole.sight is not None
    assert whole.sight.tobytes() == b"".join(part.sight.tobytes() for part in parts if part.sight is not None)


@each_game
def test_a_reset_deals_the_same_again(game: Game) -> None:
    batch = Batch(game, size=2, seed=3, features=True)
    assert batch.sight is not None
    assert batch.features is not None
    first = [buffer.tobytes() for buffer in (batch.sight, batch.features, batch.mask)]
    for _ in range(5):
        batch.step(batch.sample())
    batch.reset()
    assert [buffer.tobytes() for buffer in (batch.sight, batch.features, batch.mask)] == first
    batch.reset(seed=4)
    assert [buffer.tobytes() for buffer in (batch.sight, batch.features, batch.mask)] != first


@each_game
def test_features_are_the_fields_turned_to_the_viewer(game: Game) -> None:
    """Every declared field, read back from its bits, for every kind of form."""
    players = game.max_players
    encoding = encoding_of(game, players)
    assert encoding.words * 8 <= 256
    ends = [(part.start, part.stop) for part in encoding.slices]
    assert [start for start, _ in ends] == [0, *[stop for _, stop in ends[:-1]]]
    batch = Batch(game, players, 2, SEED, features=True)
    for _ in range(60):
        dense = batch.dense_features()
        for row in range(2):
            assert_features(game, batch.seen(row), dense[row], players)
        batch.step(batch.sample())


@each_game
def test_features_from_tables_equal_computed_features(game: Game) -> None:
    """Tables, and the expressions they are made of, which a GPU computes, give the same words for any bytes at all."""
    players = game.max_players
    seen, dice = np.zeros(1, game.state), np.random.default_rng(1)
    words = np.zeros((2, encoding_of(game, players).words), np.uint64)
    ways = [encode_rule(game, players, tables) for tables in (True, False)]
    for number in range(40):
        seen.view(np.uint8)[:] = dice.integers(0, 256, game.state.itemsize, np.uint8)
        seen[0].viewer, seen[0].depth = number % players, number % 4
        for out, encode in zip(words, ways, strict=True):
            encode(seen[0], out)
        assert words[0].tolist() == words[1].tolist()


DEALS_ONLY = ("start", "rows")
"""Options that decide how the game begins, and nothing after that."""


@each_game
def test_features_tell_every_option_that_changes_the_play(game: Game) -> None:
    """A network that is trained on several kinds of tables can tell them apart."""
    for option in game.options:
        if option.name not in DEALS_ONLY:
            told = set()
            for value in option.values:
                batch = Batch(game, size=1, seed=SEED, options={option.name: value}, features=True)
                assert batch.features is not None
                told.add(batch.features.tobytes())
            assert len(told) == len(option.values), option.name


def worked_out_by(game: Game, name: str) -> Any:
    """The declared feature of a name whose value a rule works out."""
    return next((each for each in declared_features(game) if each.by and each.name == name), None)


def assert_features(game: Game, seen: Any, row: Any, players: int) -> None:
    encoding, viewer = encoding_of(game, players), int(seen.viewer)
    top = seen.asking[seen.depth - 1]
    assert np.flatnonzero(row[encoding["question"]]).tolist() == [top.what]
    for part in encoding.slices:
        names = part.name.split(".")
        given = row[part.start : part.stop]
        if names[0] == "question" or names[-1] in ("viewer", "spectator"):
            continue
        if (worked_out := worked_out_by(game, part.name)) is not None:
            items = np.size(seen[names[0]]) if worked_out.items == ALL else int(worked_out.items)
            value = np.array([worked_out.by(seen, n) for n in range(items)])
            value = value if items > 1 else value[0]
        else:
            owner = seen if len(names) == 1 else seen.seats[(viewer + int(names[1])) % players]
            value = owner[names[-1]]
        if part.form.startswith("thermometer") and not np.ndim(value) and "every" not in part.form:
            assert given.sum() == min(max(int(value), 0), len(given)), part
            assert not (np.diff(given.astype(int)) > 0).any()
        elif part.form.startswith("mask") and "seat" not in part.form:
            masks = [int(each) for each in np.atleast_1d(value)]
            width = len(given) // len(masks)
            bits = [mask >> n & 1 for mask in masks for n in range(width)]
            assert given.tolist() == bits, part
            assert all(mask < 1 << width for mask in masks), f"{part} leaves bits out"
        elif part.form.startswith("seat,"):
            expected = [(int(value) - viewer) % players] if value >= 0 else []
            assert np.flatnonzero(given).tolist() == expected, part


@each_game
def test_what_is_exported_cannot_be_written_to(game: Game) -> None:
    batch = Batch(game, size=1, features=True)
    for buffer in (batch.asked, batch.mask, batch.sight, batch.features, batch.reward, batch.done, batch.truncated):
        assert buffer is not None
        with pytest.raises(ValueError, match="read-only"):
            buffer[...] = 0


def test_illegal_actions_are_refused_with_their_row() -> None:
    """None of the actions is carried out, and the next legal ones are."""
    batch = Batch("elefant", 3, 4, 1)
    assert batch.sight is not None
    before = batch.sight.tobytes()
    legal = batch.sample().copy()
    for wrong in (-1, len(batch.game.actions), int(np.flatnonzero(batch.dense_mask()[2] == 0)[0])):
        actions = legal.copy()
        actions[2] = wrong
        with pytest.raises(Mistake, match=f"row 2: action {wrong} .* is not legal"):
            batch.step(actions)
        assert batch.sight.tobytes() == before
    batch.step(legal.astype(np.int32))
    assert batch.sight.tobytes() != before


def test_actions_may_come_in_any_array_of_whole_numbers() -> None:
    """Narrow, strided, read-only, or a list: the same step."""
    found = set()
    for kind in (
        np.array,
        np.int32,
        list,
        lambda given: np.repeat(given, 2)[::2],
        lambda given: read_only(given.copy()),
    ):
        batch = Batch("elefant", 3, 4, 1)
        for _ in range(3):
            batch.step(kind(batch.sample()))
        assert batch.sight is not None
        found.add(batch.sight.tobytes())
    assert len(found) == 1


def test_bad_input_is_refused_in_words() -> None:
    batch = Batch("elefant", size=2)
    wrong: list[tuple[Any, str]] = [
        (lambda: Batch("chess"), "there is no game 'chess'"),
        (lambda: Batch("elefant", 9), "for 3 to 5 players, not 9"),
        (lambda: Batch("elefant", 3.0), "for 3 to 5 players, not 3.0"),  # type: ignore[arg-type]
        (lambda: Batch("elefant", size=0), "size is a whole number from 1"),
        (lambda: Batch("elefant", seed=-1), "seed is a whole number from 0"),
        (lambda: Batch("elefant", seed=1.5), "seed is a whole number"),  # type: ignore[arg-type]
        (lambda: Batch("elefant", options={"x": "y"}), "no option 'x'"),
        (lambda: batch.step([1]), r"the shape \(2,\), not \(1,\)"),
        (lambda: batch.step(np.zeros((2, 1), np.int64)), r"not \(2, 1\)"),
        (lambda: batch.step([0.5, 1.0]), "whole numbers, not float64"),
        (lambda: batch.step(["a", "b"]), "whole numbers, not"),
        (lambda: batch.dense_features(), "features=True"),
        (lambda: Batch("elefant", sight=False).seen(0), "sight=True"),
        (lambda: encoding_of("elefant")["nonsense"], "there is no feature 'nonsense'; there is question"),
    ]
    for call, said in wrong:
        with pytest.raises(Mistake, match=said):
            call()
    batch.close()
    with pytest.raises(Mistake, match="closed"):
        batch.step(np.zeros(2, np.int64))


@each_game
def test_what_is_exported_tells_nothing_that_is_hidden(game: Game) -> None:
    """In any world that the asked seat cannot tell from the truth, all that is exported has the same bytes."""
    batch = Batch(game, game.max_players, 2, SEED, features=True)
    dream = luck.fresh(bytes(32))
    differed = 0
    for step in range(30):
        assert batch.sight is not None
        assert batch.features is not None
        exported = [buffer.tobytes() for buffer in (batch.sight, batch.features, batch.mask, batch.asked, batch.reward)]
        truth = batch._states.copy()
        for row in range(batch.size):
            world = np.zeros(1, game.state)
            luck.begin(dream, step * batch.size + row)
            game.imagine(batch.seen(row), dream, world[0])
            differed += not same(world[0], truth[row])
            batch._states[row] = world[0]
        batch._observe_again()
        again = [buffer.tobytes() for buffer in (batch.sight, batch.features, batch.mask, batch.asked, batch.reward)]
        assert again == exported
        batch._states[:] = truth
        batch.step(batch.sample())
        assert not batch.reward[~batch.done].any(), "a reward before the end would tell how things stand"
    assert differed, "worlds that are all true prove nothing"


@each_game
def test_a_sight_of_a_batch_is_told_in_names(game: Game) -> None:
    batch = Batch(game, size=1, seed=2)
    match = eleven.new_match(game, seed=2)
    seat = int(batch.asked[0])
    assert eleven.to_dict(game, batch.seen(0)) == eleven.see(match, seat)
    assert same(batch.seen(0), see(game, match.state, seat))
