"""Noon: a round that nobody ends is over after so many turns of each player (EL-22)."""

import numpy as np
import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.engine import engine
from eleven.core.play.match import imagine, see
from eleven.core.text.errors import TextMistake
from tests.contract.walking import dream
from tests.support import Scene

SERVANTS = "green kitchen: green-servants green-tea green-milk"
NOON = "It is noon: the round is over, and nobody has played Elevenses."
LAST_TURN = "players: 2\nturns: 60\nserver: red\nturn: green\n"
GAME = find_game("elevenses")
MOST_DECISIONS = 6
"""In one turn of four players: Fine China, four cards that are passed, and the end of the turn."""


@pytest.mark.rule("EL-22")
def test_after_thirty_turns_of_each_player_the_round_is_scored_as_it_lies() -> None:
    scene = Scene("elevenses", LAST_TURN + "red up: trolley tea milk\ngreen up: cakes\n" + SERVANTS)
    scene.play("play green-servants")
    assert scene.news("red")[-5:] == [
        NOON,
        "Green gets sugar cubes for the spread: 2.",
        "Red gets 1 sugar cube for the Tea Trolley.",
        "Red serves next.",
        "Round 2 is dealt; Red serves first.",
    ]
    assert [int(scene.s.seats[p].cubes) for p in range(2)] == [1, 2]
    assert (scene.s.rounds, scene.s.turns) == (2, 1)


@pytest.mark.rule("EL-22")
def test_everybody_has_had_as_many_turns_before_noon() -> None:
    """The last turn before noon is that of the player on the starting server's right."""
    scene = Scene(
        "elevenses", "players: 3\nturns: 89\nserver: blue\nturn: red\nred kitchen: red-trolley red-tea red-milk"
    )
    scene.play("play red-trolley")
    assert scene.s.rounds == 1
    assert scene.asked() == ("green", "turn")
    scene.play(sorted(name for name in scene.legal() if name.startswith("arrange"))[0])
    assert scene.s.rounds == 1, "the turn is not over"
    scene.play("done")
    assert scene.s.rounds == 2


@pytest.mark.rule("EL-22")
@pytest.mark.parametrize(("noon", "turns"), [("15", 30), ("30", 60)])
def test_the_table_chooses_when_it_is_noon(noon: str, turns: int) -> None:
    kitchen = "green kitchen: green-trolley green-tea green-milk"
    text = f"players: 2\noption noon: {noon}\nserver: red\nturn: green\n{kitchen}\nturns: "
    assert Scene("elevenses", text + str(turns)).play("play green-trolley").s.rounds == 2
    assert Scene("elevenses", text + str(turns - 2)).play("play green-trolley").s.rounds == 1


@pytest.mark.rule("EL-22")
def test_the_table_may_choose_that_there_is_no_noon() -> None:
    text = "players: 2\noption noon: 0\nserver: red\nturn: green\ngreen kitchen: green-trolley green-tea green-milk\n"
    scene = Scene("elevenses", text + "turns: 9998").play("play green-trolley")
    assert (scene.s.rounds, scene.s.turns) == (1, 9999)


@pytest.mark.rule("EL-22")
def test_noon_can_end_the_game() -> None:
    scene = Scene(
        "elevenses",
        "edition: grail\n"
        + LAST_TURN
        + "green cubes: 3\ngreen up: cakes\ngreen kitchen: green-tea green-trolley green-milk",
    )
    scene.play("play green-trolley")
    assert scene.match.over
    assert scene.match.winners() == [1]
    assert scene.news("spectator")[-1] == "The game is over."


@pytest.mark.rule("EL-22", "EL-21")
def test_elevenses_in_the_last_turn_ends_the_round_and_noon_does_not_come() -> None:
    scene = Scene(
        "elevenses", LAST_TURN + "green up: tea milk sugar cups\ngreen kitchen: green-elevenses green-cakes green-china"
    )
    scene.play("play green-elevenses")
    assert NOON not in scene.news("red")
    assert scene.s.rounds == 2


@pytest.mark.rule("EL-22", "EL-41")
def test_a_guest_may_still_be_revealed_at_the_end_of_the_last_turn() -> None:
    scene = Scene(
        "elevenses",
        LAST_TURN
        + "option guests: on\nred up: cakes china\ngreen guest: dowager\n"
        + "green up: milk servants\ngreen kitchen: green-tea green-cups",
    )
    scene.play("play green-tea", "flip red 9")
    assert scene.asked() == ("green", "end")
    assert scene.s.rounds == 1
    scene.play("reveal")
    assert scene.news("red")[:2] == ["Green welcomes the Dowager.", NOON]
    assert int(scene.s.seats[1].cubes) == 2


@pytest.mark.rule("EL-22")
def test_how_near_noon_is_can_be_seen_by_everybody() -> None:
    scene = Scene("elevenses", "players: 3\nturns: 41\nserver: red\nturn: green")
    for viewer in ("red", "green", "blue", "spectator"):
        seen = scene.seen(viewer)
        assert (seen.turns, seen.noon) == (41, 30)
        world = imagine(GAME, seen, dream(viewer))
        assert (world.turns, world.noon) == (41, 30)
        centre = GAME.zones(seen, GAME.words())[0]
        assert centre.note == "the game ends at 7 cubes; turn 14 of 30 before noon"
    never = Scene("elevenses", "players: 3\noption noon: 0").seen("red")
    assert GAME.zones(never, GAME.words())[0].note == "the game ends at 7 cubes"


def test_once_elevenses_was_served_no_turns_are_counted_before_noon() -> None:
    text = "edition: grail\nplayers: 2\nserver: red\nturn: green\nturns: 6\ngreen cubes: 5\n"
    hand = "green up: tea milk sugar cups\ngreen kitchen: green-elevenses green-cakes green-china"
    scene = Scene("elevenses", text + hand)
    assert "noon" in GAME.zones(scene.seen("red"), GAME.words())[0].note
    scene.play("play green-elevenses")
    assert scene.match.over
    assert "noon" not in GAME.zones(scene.seen("red"), GAME.words())[0].note


@pytest.mark.rule("EL-22")
@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("turns: 2", "the starting server has the first turn"),
        ("turns: 0", "the starting server has the first turn"),
        ("turns: 61", "it was noon before"),
    ],
)
def test_a_count_of_turns_that_cannot_be_is_refused(lines: str, reason: str) -> None:
    with pytest.raises(TextMistake, match=reason):
        Scene("elevenses", f"players: 2\n{lines}\n")


@pytest.mark.rule("EL-22")
def test_noon_makes_an_end_of_every_game() -> None:
    """Every round brings two cubes at least; so a game for four to 11 has 21 rounds at most, of 120 turns each."""
    assert GAME.truncate_at >= 21 * 120 * MOST_DECISIONS
    rules, games = engine("elevenses"), 3
    states, chance, dice, words = rules.workspace()
    lengths, scores = np.zeros(games, np.int64), np.zeros((games, 4), np.int64)
    prepared = rules.prepared(GAME.setup(4, "grail", {"noon": "15"}))
    rules.playouts(prepared, states, chance, dice, words, np.array([0, games, 7, 10**9]), lengths, scores)
    assert all(0 < length <= 9 * 60 * MOST_DECISIONS for length in lengths)


@pytest.mark.rule("EL-22")
def test_a_clock_is_put_on_the_table_when_noon_begins_to_matter() -> None:
    """Everybody sees it, spectators too; before the last five turns of each player there is none."""
    for turns, shown in ((1, None), (50, None), (51, "turns to noon: 5"), (60, "turns to noon: 1")):
        scene = Scene(
            "elevenses", f"players: 2\nturns: {turns}\nserver: red\nturn: {'red' if turns % 2 else 'green'}\n"
        )
        centre = next(zone for zone in GAME.zones(see(GAME, scene.s, 2), GAME.words()) if zone.id == "centre")
        clock = next((thing.text for thing in centre.things if thing.id == "noon"), None)
        assert clock == shown, turns
