"""Sentences, reasons, touch paths and zones over random games."""

import random
from dataclasses import replace
from typing import Any

import pytest

from eleven.core.contract.game import Setup, find_game
from eleven.core.contract.rulebook import rulebook
from eleven.core.play.match import Match, new_match, why_not
from eleven.core.rules.luck import key_of
from eleven.core.text.narration import news, question, sentence
from tests.games.eleven_cards.scenes import scene, variant_name

GAME = find_game("eleven_cards")
WORDS = GAME.words()


def random_states(setup: Setup, seed: int, every: int) -> list[Match]:
    match = new_match(GAME, setup, key_of("words", seed))
    dice = random.Random(seed)
    found = []
    while not match.over:
        if len(match.entries) % every == 0:
            found.append(replace(match, board=match.board.copy()))
        match.try_apply(dice.choice(match.legal()).name)
    return [*found, match]


@pytest.mark.slow
@pytest.mark.parametrize("setup", GAME.variants()[::5], ids=variant_name)
def test_every_state_can_be_told(setup: Setup) -> None:
    for match in random_states(setup, 3, 23):
        for seat in range(match.state.players + 1):
            seen = match.seen(seat)
            assert all(news(GAME, seen, WORDS))
            assert question(GAME, seen, WORDS)
            things = [thing.id for zone in GAME.zones(seen, WORDS) for thing in zone.things]
            assert len(things) == len(set(things))


@pytest.mark.slow
@pytest.mark.parametrize("setup", GAME.variants()[::5], ids=variant_name)
def test_the_asked_player_sees_all_that_they_can_touch(setup: Setup) -> None:
    for match in random_states(setup, 4, 23)[:-1]:
        seen = match.seen(match.asked)
        things = {thing.id for zone in GAME.zones(seen, WORDS) for thing in zone.things}
        for action in match.legal():
            touched = action.touch_for(GAME.seat.token(match.asked))
            assert set(touched) <= things or touched[0].startswith("do:")


@pytest.mark.slow
def test_every_refusal_has_a_rule() -> None:
    rules = rulebook(GAME).rules
    given = set()
    for setup in (GAME.setup(2), GAME.setup(3, options={"variant": "beginners"})):
        for match in random_states(setup, 6, 60):
            legal = set() if match.over else {action.id for action in match.legal()}
            given |= {why_not(GAME, match.state, action.id) for action in GAME.actions if action.id not in legal}
    assert given <= set(rules)
    assert {"EC-1", "EC-10", "EC-12", "EC-13", "EC-14", "EC-15", "EC-16", "EC-20", "EC-30"} <= given


def test_the_sentences_of_all_actions_differ() -> None:
    sentences = {sentence(GAME, action.id, WORDS) for action in GAME.actions}
    assert len(sentences) == len(GAME.actions)
    assert "Lay a link card, and a joker in place of red 8 beside it" in sentences


def test_the_table_in_zones() -> None:
    rows = "order: blue red yellow green\nfilled: red 11-12\nstand ins: red-12\n"
    played = scene(rows + "1 hand: red-3 blue-4\n1 jokers: 2\n2 hand: red-5\n2 jokers: 1\n2 regained: 1")
    zones: dict[str, Any] = {zone.id: zone for zone in GAME.zones(played.seen("1"), WORDS)}
    assert [zone for zone in zones if zone.startswith("row")] == ["row:blue", "row:red", "row:yellow", "row:green"]
    red = {thing.id: thing for thing in zones["row:red"].things}
    assert len(red) == 21
    assert (red["place:red-12"].text, red["place:red-12"].note) == ("joker", "for 12")
    assert [thing.id for thing in zones["hand:1"].things] == ["card:red-3", "card:blue-4", "joker:1"]
    assert [thing.id for thing in zones["hand:2"].things] == ["joker:2", "hand:2:0"]
    assert zones["before:1"].things[0].note == "4"


def test_the_table_says_what_somebody_cannot_hold() -> None:
    rows = "filled: red 3-21, yellow 1-21, green 1-21, blue 1-21\npile: 0\n"
    played = scene(rows + "2 lacks: red-2 red-3\n1 hand: red-2\n2 hand: red-1")
    notes = {zone.id: zone.note for zone in GAME.zones(played.seen("spectator"), WORDS)}
    assert (notes["hand:1"], notes["hand:2"]) == ("", "cannot hold: red 2")
