"""Who sees what: everything but the order of the decks (EP-10), and what is imagined and drawn from it."""

from collections import Counter
from itertools import permutations

import pytest

from eleven.core.play.match import imagine, see
from eleven.core.rules import luck
from eleven.core.rules.record import same
from tests.games.elefant.shop import THREE
from tests.support import Scene


@pytest.mark.rule("EP-10")
def test_all_but_the_decks_is_seen_by_everybody() -> None:
    scene = Scene("elefant", THREE + "open herd: grey1 odd\nherd left: 20\nwhite money: 2").play("buy red-3")
    for seat in ("white", "yellow", "orange", "spectator"):
        seen = scene.seen(seat)
        for name in scene.game.state.names or ():
            hidden = name in ("china_deck", "herd_deck", "viewer")
            assert (seen[name].tobytes() == scene.s[name].tobytes()) != hidden, name


@pytest.mark.slow
def test_orders_of_a_deck_are_imagined_equally_often() -> None:
    cards = ("red-5", "red-5", "red-5", "blue-6", "blue-6")
    deck = f"open china: red-3\nchina left: 5\nchina deck: {' '.join(cards)}"
    scene = Scene("elefant", THREE + deck)
    seen, chance = scene.seen("white"), luck.fresh(luck.key_of("orders"))
    found: Counter[tuple[str, ...]] = Counter()
    for number in range(200):
        luck.begin(chance, number)
        world = imagine(scene.game, seen, chance)
        found[tuple(scene.game.lucks[1].things.token(int(card)) for card in world.china_deck[-5:])] += 1
    assert same(see(scene.game, world, 0), seen)
    assert set(found) == set(permutations(cards))
    assert 6 <= min(found.values()) <= max(found.values()) <= 40


def test_an_elephant_in_the_shop_is_in_no_deck() -> None:
    scene = Scene("elefant", THREE + "white china: red-3 blue-4\nopen herd: grey1\nherd left: 5").play("take grey1")
    world = imagine(scene.game, scene.seen("yellow"), luck.fresh(luck.key_of("shop")))
    assert scene.game.check(world) == 0
    assert sorted(world.herd_deck) == sorted(scene.s.herd_deck)


def test_the_table_shows_all_that_can_be_touched() -> None:
    scene = Scene(
        "elefant", THREE + "white china: red-3 red-3 blue-4\nopen herd: grey1 odd\nopen china: red-5 red-5 blue-8"
    )
    words = scene.game.words()
    zones = {zone.id: zone for zone in scene.game.zones(scene.seen("spectator"), words)}
    things = {thing.id: thing for zone in zones.values() for thing in zone.things}
    for action in scene.match.legal():
        assert action.touch_for("white")[0] in things, action.name
    assert (things["open:red-5"].text, things["open:red-5"].note) == ("red 5", "×2")
    assert things["sheet:white:everything"].note == "now worth 10"
    assert things["sheet:white:colour"].note == "now worth 6/0/4"
    assert zones["shop:white"].note == "coins: 1"
    scene.play("take grey1")
    zones = {zone.id: zone for zone in scene.game.zones(scene.seen("yellow"), words)}
    assert zones["herd"].note.startswith("In the shop: one grey elephant.")
    assert {action.touch_for("white")[0] for action in scene.match.legal()} <= {
        t.id for t in zones["shop:white"].things
    }
