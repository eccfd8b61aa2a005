"""Networks: what they are told, their files, that both ways to compute agree, and that they play honestly."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from eleven.arena.baselines import find_contestant
from eleven.arena.command import make_series
from eleven.arena.series import play_game, play_series
from eleven.bots.choosing import choose
from eleven.bots.levels import BOTS, without_clock
from eleven.core.contract.game import Game, find_game, games
from eleven.core.play.match import imagine, see
from eleven.core.rules.luck import fresh, key_of
from eleven.core.rules.record import Array, same
from eleven.core.text.errors import Mistake
from eleven.network import playing, weights
from eleven.network.inference import forward_hidden, logits_for_one, logits_of, net_for, output, plain_layers
from eleven.network.layout import inputs_of, places_of, turned_actions
from eleven.network.weights import NAMES_IN_FILES, Weights, has_network, load_weights, network_of, save_weights, shipped
from eleven.research import Batch, encoding_of
from tests.bots.positions import matches
from tests.contract.walking import each_game

MOST_BYTES = 3_000_000
CACHES = (weights.network_of, weights.whole_layers, playing.doubles_of, playing.plain_inference)
NETWORKS = [name for name in games() if has_network(name)]


def random_weights(game: Game, width: int, seed: int = 3) -> dict[str, Array]:
    """A small network that knows nothing."""
    draw = np.random.default_rng(seed)
    inputs, actions, seats = inputs_of(game), len(game.actions), game.max_players
    shapes = (
        (inputs, width),
        (width,),
        (width, width),
        (width,),
        (width, actions),
        (actions,),
        (width, seats),
        (seats,),
    )
    return {
        name: draw.normal(0.0, 0.5, shape).astype(np.float16)
        for name, shape in zip(NAMES_IN_FILES, shapes, strict=True)
    }


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Small networks in the place of those that are shipped."""
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    for name in ("elefant", "eleven_cards"):
        game = find_game(name)
        about = {"recipe": {"players": [game.players[0]]}, "date": "2026-01-01"}
        save_weights(shipped(name), name, random_weights(game, 4), about)
    for cached in CACHES:
        cached.cache_clear()
    yield
    for cached in CACHES:
        cached.cache_clear()


@each_game
def test_the_inputs_of_smaller_tables_map_to_those_with_the_same_meaning(game: Game) -> None:
    largest = encoding_of(game, game.max_players)
    for players in game.players:
        places, encoding = places_of(game.id, players), encoding_of(game, players)
        assert len(places) == encoding.bits == len(set(places.tolist()))
        for part in encoding.slices:
            there = [
                each.name
                for each in largest.slices
                for at in places[part.start : part.stop]
                if each.start <= at < each.stop
            ]
            assert set(there) == {part.name}
    assert np.array_equal(places_of(game.id, game.max_players), np.arange(largest.bits))


def positions(game: Game, players: int, rows: int) -> Array:
    """Features of some positions, as rows of 0 and 1."""
    batch = Batch(game, players, rows, 5, features=True, sight=False)
    for _ in range(12):
        batch.step(batch.sample())
    return batch.dense_features()


def outputs(game: Game, players: int, network: Weights, features: Array) -> tuple[Array, Array]:
    """All logits and shares, by the rule and by NumPy."""
    layers = network.layers()
    net, found = net_for(game, players, layers), []
    packed = np.packbits(features, axis=1, bitorder="little")
    for row in packed:
        net.words.view(np.uint8)[: len(row)] = row
        forward_hidden(net)
        found.append([output(net, at) for at in range(len(layers.heads))])
    return np.array(found), logits_of(game, players, layers, features)


@pytest.mark.parametrize("game_id", ["elefant", "eleven_cards"])
def test_numpy_and_the_plain_rule_give_the_same_logits(game_id: str) -> None:
    game = find_game(game_id)
    for players in (game.players[0], game.max_players):
        network = Weights(game_id, random_weights(game, 8), {})
        ours, theirs = outputs(game, players, network, positions(game, players, 3))
        assert np.array_equal(ours, theirs)
        assert len(np.unique(ours)) > 10


@pytest.mark.compiled
@pytest.mark.parametrize("game_id", NETWORKS)
def test_compiled_code_and_numpy_give_the_same_logits(game_id: str) -> None:
    """To the last bit, whatever bits are set; `python -m bench.network --equal 250000` compares a million positions."""
    game, network, draw = find_game(game_id), network_of(game_id), np.random.default_rng(7)
    for players in network.about["recipe"]["players"]:
        for part in (0.02, 0.1, 0.5, 1.0):
            features = (draw.random((10, encoding_of(game, players).bits)) < part).astype(np.uint8)
            ours, theirs = outputs(game, players, network, features)
            assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("game_id", NETWORKS)
def test_what_is_shipped_is_whole_small_and_says_where_it_comes_from(game_id: str) -> None:
    network = network_of(game_id)
    assert shipped(game_id).stat().st_size < MOST_BYTES
    assert {"sha256", "recipe", "date", "decisions", "version"} <= set(network.about)
    assert network.about["game"] == network.about["recipe"]["game"] == game_id
    assert set(network.about["recipe"]["players"]) <= set(find_game(game_id).players)


def test_files_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    game, path = find_game("elefant"), tmp_path / "elefant.npz"
    arrays = random_weights(game, 4)
    save_weights(path, "elefant", arrays, {})
    kept = load_weights(path, game)
    assert all(np.array_equal(kept.arrays[name], arrays[name]) for name in NAMES_IN_FILES)
    with pytest.raises(Mistake, match="other rules"):
        load_weights(path, find_game("elevenses"))
    arrays["first"][0, 0] += 1
    written = {NAMES_IN_FILES[name]: array for name, array in arrays.items()}
    np.savez(path, about=np.array('{"sha256": "0"}'), **written)  # type: ignore[arg-type]
    with pytest.raises(Mistake, match="damaged"):
        load_weights(path, game)
    path.write_bytes(b"no weights")
    with pytest.raises(Mistake, match="no file of weights"):
        load_weights(path, game)
    with pytest.raises(Mistake, match="no file of weights"):
        load_weights(tmp_path / "nothing.npz", game)


@pytest.mark.usefixtures("small")
def test_tables_that_were_not_learnt_are_refused() -> None:
    with pytest.raises(Mistake, match="has learnt tables of 3, not of 5"):
        weights.layers_of("elefant", 5)
    with pytest.raises(Mistake, match="no network for Elevenses"):
        weights.layers_of("elevenses", 2)


@pytest.mark.parametrize("game_id", NETWORKS)
def test_a_network_cannot_tell_worlds_apart_that_look_the_same(game_id: str) -> None:
    """Two true states that differ, the same sight: the same choice, and a legal one."""
    game, different = find_game(game_id), 0
    learnt, network = network_of(game_id).about["recipe"]["players"], find_contestant("network", game)
    played = [match for players in {learnt[0], learnt[-1]} for match in matches(game, players, 1, 25)]
    for match in played:
        seat = match.asked
        other = imagine(game, match.seen(seat), fresh(key_of("other", match.state.step)))
        different += not same(other, match.state)
        ours = choose(game, match.seen(seat), network, bytes(32))
        assert ours == choose(game, see(game, other, seat), network, bytes(32))
        assert ours in {action.id for action in match.legal()}
    assert different, "worlds that are all true prove nothing"


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("game_id", ["elefant", "eleven_cards"])
def test_a_guided_search_is_legal_honest_and_repeatable(game_id: str) -> None:
    game = find_game(game_id)
    series = make_series(game_id, "guided,greedy", None, 1, 6, 0)
    guided = without_clock(next(bot for bot in series.bots if bot.name == "guided"))
    for match in matches(game, game.players[0], 1, 20):
        seat = match.asked
        other = imagine(game, match.seen(seat), fresh(key_of("other", match.state.step)))
        ours = choose(game, match.seen(seat), guided, bytes(32))
        assert ours == choose(game, see(game, other, seat), guided, bytes(32))
        assert ours in {action.id for action in match.legal()}


@pytest.mark.usefixtures("small")
@pytest.mark.slow
def test_whole_games_with_networks_are_those_of_one_decision_at_a_time() -> None:
    """The beginning of them, since nothing is compiled here."""
    series = make_series("eleven_cards", "network,guided,greedy", 2, 1, 3, 1)
    series = replace(series, game=replace(series.game, truncate_at=12), bots=[*map(without_clock, series.bots)])
    for played in play_series(series, 1):
        assert played == play_game(series, played.deal, played.seating)


def test_networks_by_name_are_no_levels() -> None:
    assert not {"network", "guided"} & set(BOTS), "a person chooses levels"


@pytest.mark.parametrize("game_id", NETWORKS)
def test_one_sight_and_many_at_once_give_the_same_logits(game_id: str) -> None:
    game, network = find_game(game_id), network_of(game_id)
    for players in network.about["recipe"]["players"]:
        layers, features = network.layers(), positions(game, players, 3)
        quick = plain_layers(game, players, layers)
        found = [logits_for_one(quick, row) for row in features]
        assert np.array_equal(np.array(found), logits_of(game, players, layers, features))


@each_game
def test_logits_count_seats_from_the_viewer(game: Game) -> None:
    """The same position with every seat moved on by one has the same logits, for the actions moved on likewise."""
    for players in game.players:
        turned = turned_actions(game.id, players)
        assert np.array_equal(turned[0], np.arange(len(game.actions)))
        for row in turned:
            assert sorted(row.tolist()) == list(range(len(game.actions)))
    names = [action.name for action in game.actions]
    if game.id != "elevenses":
        assert (turned == np.arange(len(names))).all()
        return
    for viewer, given, meant in [
        (1, "flip blue 5", "flip green 5"),
        (1, "play green-tea", "play red-tea"),
        (2, "draw red", "draw blue"),
        (3, "spare gold", "spare red"),
    ]:
        assert names[turned_actions(game.id, 4)[viewer, names.index(given)]] == meant
    assert names[turned_actions(game.id, 2)[1, names.index("flip red 5")]] == "flip green 5"
    assert names[turned_actions(game.id, 2)[1, names.index("flip gold 5")]] == "flip gold 5", "not at this table"


def test_a_network_may_have_more_layers() -> None:
    game = find_game("elefant")
    arrays = random_weights(game, 8)
    draw = np.random.default_rng(8)
    arrays["second"] = draw.normal(0.0, 0.5, (2, 8, 8)).astype(np.float16)
    arrays["second_bias"] = draw.normal(0.0, 0.5, (2, 8)).astype(np.float16)
    ours, theirs = outputs(game, 3, Weights("elefant", arrays, {}), positions(game, 3, 3))
    assert np.array_equal(ours, theirs)
    arrays["second"][1], arrays["second_bias"][1] = np.eye(8), 0.0
    deep, _ = outputs(game, 3, Weights("elefant", arrays, {}), positions(game, 3, 3))
    arrays["second"], arrays["second_bias"] = arrays["second"][0], arrays["second_bias"][0]
    flat, _ = outputs(game, 3, Weights("elefant", arrays, {}), positions(game, 3, 3))
    assert np.array_equal(deep, flat), "a layer that passes everything on changes nothing"
