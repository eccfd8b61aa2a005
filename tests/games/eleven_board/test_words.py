"""Positions, words, reasons and the golden playthrough."""

import random
from pathlib import Path

import pytest

from eleven.core.contract.game import find_game
from eleven.core.contract.rulebook import rulebook
from eleven.core.play.match import Match, match_from, new_match
from eleven.core.rules import bits, luck
from eleven.core.rules.record import clone, same
from eleven.core.text.errors import Mistake, TextMistake
from eleven.core.text.log import read_log, write_log
from eleven.core.text.narration import news, question, sentence
from eleven.core.text.notation import read_position, write_position

GAME = find_game("eleven_board")
GOLDEN = Path(__file__).parent / "golden.log"


def game_of(players: int, symbols: str, seed: int) -> list[Match]:
    """Every seventh position of a random game, and its end."""
    dice = random.Random(seed)
    match = new_match(GAME, GAME.setup(players, None, {"symbols": symbols}), luck.key_of("text", seed))
    found = []
    while not match.over:
        if len(match.entries) % 7 == 0:
            found.append(match.at(len(match.entries)))
        match.try_apply(dice.choice(match.legal()).name)
    return [*found, match]


@pytest.fixture(scope="module")
def positions() -> list[Match]:
    return [match for players in GAME.players for match in game_of(players, "on" if players > 2 else "off", players)]


@pytest.mark.slow
@pytest.mark.check_game
def test_positions_and_sights_are_read_as_they_were_written(positions: list[Match]) -> None:
    for match in positions:
        for state in [match.state, *(match.seen(seat) for seat in range(match.state.players + 1))]:
            quiet = clone(state)
            quiet.events[:] = 0
            quiet.told = 0
            text = write_position(GAME, match.setup, quiet)
            _, back = read_position(GAME, text)
            assert same(back, quiet), text


@pytest.mark.slow
@pytest.mark.check_game
def test_every_refusal_names_a_rule_of_the_rulebook(positions: list[Match]) -> None:
    rules = rulebook(GAME).rules
    for match in positions[::3]:
        words = match.engine.no_actions()
        GAME.legal(match.state, words)
        sight = match.seen(match.asked) if not match.over else match.state
        for action in GAME.actions:
            if not bits.has(words, action.id):
                assert GAME.why_not(sight, action.id) in rules


@pytest.mark.slow
@pytest.mark.check_game
def test_all_is_said_in_words(positions: list[Match]) -> None:
    words = GAME.words()
    assert len({sentence(GAME, action.id, words) for action in GAME.actions}) == len(GAME.actions)
    for match in positions:
        for seat in range(match.state.players + 1):
            seen = match.seen(seat)
            assert question(GAME, seen, words)
            news(GAME, seen, words)


def test_the_table_shows_what_can_be_touched(positions: list[Match]) -> None:
    for match in positions[:-1]:
        if match.over:
            continue
        shown = {thing.id for zone in GAME.zones(match.seen(match.asked), GAME.words()) for thing in zone.things}
        for action in match.legal():
            for touch in action.touch_for(GAME.seat.token(match.asked)):
                assert touch in shown or touch.startswith("do:"), (action.name, touch)


def test_the_table_shows_no_stranger_a_tile(positions: list[Match]) -> None:
    for match in positions:
        if match.over:
            continue
        for zone in GAME.zones(match.seen(match.state.players), GAME.words()):
            if zone.seat is not None:
                assert all(thing.token == "" for thing in zone.things)
                assert len(zone.things) == match.state.seats[zone.seat].held


def test_the_board_is_marked_for_its_look() -> None:
    """Tokens and marks are in no language: what lies on a cell, and what is printed on it."""
    _, s = read_position(GAME, "players: 2\nboard:\n  yellow 7 11\n  red 7 10 11")
    cells = {thing.id: thing for zone in GAME.zones(s, GAME.words())[:4] for thing in zone.things}
    assert [cells[f"cell:{cell}"].token for cell in ("yellow-7", "yellow-11", "blue-11")] == [
        "joker-7",
        "yellow-11",
        "",
    ]
    assert cells["cell:red-7"].marks == "bonus:yellow"
    assert cells["cell:red-10"].marks == "bridge:blue"
    assert cells["cell:green-20"].marks == "connection"
    assert cells["cell:blue-left"].marks == "star"
    assert cells["cell:red-12"].marks == ""


def things_of(text: str, seat: int, *names: str) -> list[str]:
    match = match_from(GAME, *read_position(GAME, "players: 3\n" + text), bytes(32))
    for name in names:
        match.try_apply(name)
    return [thing.id for zone in GAME.zones(match.seen(seat), GAME.words()) for thing in zone.things]


@pytest.mark.rule("EB-26", "EB-27")
def test_like_jokers_in_several_places_are_several_things() -> None:
    given = "board:\n  yellow 11\n1 rack: yellow-10 yellow-9 joker-3 joker-3\n2 rack: blue-1\n"
    ids = things_of(given, 0, "lay yellow-10", "lay yellow-9", "stop", "give joker-3")
    assert {"tile:joker-3", "tile:joker-3:2"} <= set(ids)
    assert len(ids) == len(set(ids))
    drawn = "board:\n  yellow 12\n1 rack: joker-13 joker-17 green-1\nbag: joker-17 red-16\n"
    ids = things_of(drawn, 0, "joker yellow-13")
    assert {"tile:joker-17", "tile:joker-17:1"} <= set(ids)
    over = "board:\n  yellow 11\n1 rack: yellow-10\n2 rack: joker-3 red-2\n3 rack: joker-3\n"
    for seat in range(4):
        ids = things_of(over, seat, "lay yellow-10")
        assert len(ids) == len(set(ids))


def test_unmentioned_tiles_fill_racks_and_bag() -> None:
    _, s = read_position(GAME, "players: 3\nboard:\n  yellow 11\n1 rack: red-11 joker-3")
    assert [int(s.seats[p].held) for p in range(3)] == [2, 20, 20]
    assert s.in_bag == 80 - 1 - 2 - 40


@pytest.mark.rule("EB-1")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 rack: red-5\n2 rack: red-5", "exactly once"),
        ("1 rack: red-5 red-5", "cannot stand here"),
        ("1 rack: red-7", "there is no red-7"),
        ("1 rack: joker-5", "there is no joker-5"),
        ("1 rack: square", "there is no square"),
        ("1 rack: joker-3 joker-3 joker-3\n2 rack: joker-3 joker-3", "four jokers"),
        ("1 rack: red-5\n2 rack: red-6\nbag: red-8", "is nowhere"),
        ("board:\n  red left", "the variant is not played"),
        ("board:\n  pink 4", "a row begins with"),
        ("board:\n  red 21", "'21' is no column"),
        ("1 rack: -", "a rack is empty"),
        ("1 held: 3", "a rack is empty, or its number"),
        ("in bag: 3", "number of tiles in the bag"),
        ("turn: 3", "nobody sits there"),
        ("laid: 4", "at most 3"),
        ("rounds: 2", "this game has 1"),
        ("1 points: 4", "only minus points"),
        ("1 rack: red-5\n1 lacks: red-5", "known to lack"),
        ("1 rack: red-5\n1 trail: red-8 | - | -\n2 rack: red-9", "remembers a tile"),
        ("1 trail: red-8", "3 lists separated"),
        ("fresh:\n  red 4", "does not lie on the board"),
        ("pending: joker-3", "a drawn tile is pending"),
        ("drew: 2", "1 if the player had to draw"),
        ("drew: 1", "laid or drawn, but the turn is about to begin"),
        ("board:\n  yellow 2\npending: joker-3\ndrew: 0\nasking: 1 place", "nothing was drawn"),
        ("1 rack: red-5\nasking: 1 start", "holds no 11"),
        ("asking: 1 give", "two neighbouring ones"),
        ("asking: 1 more", "after the first and before the third"),
        ("asking: 1 turn, 2 turn", "one open question"),
        ("turn: 1\nasking: 2 turn", "not put to the player"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(TextMistake) as refusal:
        read_position(GAME, "players: 2\n" + text)
    assert reason in refusal.value.reason


def test_a_deal_that_cannot_be_is_refused() -> None:
    with pytest.raises(Mistake, match="luck cannot have dealt that"):
        new_match(GAME, GAME.setup(2, None, {"start": "1"}), tape=[1, 80, *([0] * 80)])


def test_the_golden_playthrough() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    match = read_log(text)
    assert match.over
    assert write_log(match) == text
