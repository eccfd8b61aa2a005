"""A scenario for every rule; break the rule and look whether its scenario fails."""

import pytest

from eleven.testing import Scene, dealt

GAME = "game_id"
PLAYERS = 2
BEGIN = f"players: {PLAYERS}"


@pytest.mark.rule("XX-1", "XX-2")
def test_everybody_gets_three_cards() -> None:
    scene = dealt(GAME, PLAYERS)
    assert [int(seat.cards) for seat in scene.s.seats[:PLAYERS]] == [3] * PLAYERS
    assert int(scene.s.left) == 24 - 3 * PLAYERS
    assert sum(scene.seen("red").seats[1].hand) == 0
    assert sum(scene.seen("red").seats[0].hand) == 3


@pytest.mark.rule("XX-3")
def test_luck_says_who_begins_and_play_goes_clockwise() -> None:
    assert len({dealt(GAME, PLAYERS, seed).asked()[0] for seed in range(50)}) == PLAYERS
    scene = Scene(GAME, f"{BEGIN}\nred hand: 1\ngreen hand: 2")
    assert scene.play("play 1").asked()[0] == "green"


@pytest.mark.rule("XX-4")
def test_a_card_is_played_and_another_drawn() -> None:
    scene = Scene(GAME, f"{BEGIN}\nred hand: 1 3\ngreen hand: 2")
    assert scene.legal() == {"play 1", "play 3"}
    assert scene.refuses("play 2") == "XX-4"
    scene.play("play 1", luck="deal: 5")
    assert scene.news("red") == ["Red plays 1 for 1 points.", "Red draws 5."]
    assert scene.news("green") == ["Red plays 1 for 1 points.", "Red draws a card."]


@pytest.mark.rule("XX-5")
@pytest.mark.parametrize(("card", "points"), [("2", 0), ("3", 3), ("5", 5)])
def test_a_card_that_is_not_lower_scores(card: str, points: int) -> None:
    scene = Scene(GAME, f"{BEGIN}\nlast: 3\nred hand: {card}\ngreen hand: 2").play(f"play {card}")
    assert scene.match.scores()[0] == points


@pytest.mark.rule("XX-6")
def test_the_game_ends_when_the_next_player_has_no_card() -> None:
    played = "red played: 1 1 1 1 1 2 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 6 6"
    scene = Scene(GAME, f"{BEGIN}\n{played}\nred hand: 6")
    assert scene.play("play 6").match.winners() == [0]
