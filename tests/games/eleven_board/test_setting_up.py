"""The deal and the start (EB-1, EB-5, EB-10)."""

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import Match, new_match
from eleven.core.rules import luck
from eleven.core.text.narration import news
from eleven.games.eleven_board import tiles
from eleven.games.eleven_board.events import LUCK_DEAL, LUCK_FIRST
from eleven.games.eleven_board.tokens import TILE

GAME = find_game("eleven_board")
ALL = [t for t in TILE.tokens[:80] if t.split("-")[1] not in ("3", "7", "13", "17")]
ALL += [f"joker-{n}" for n in (3, 7, 13, 17) for _ in range(4)]


def dealt(first: list[str], players: int = 2, opener: int = 0, **options: str) -> Match:
    """A deal whose tiles come out in this order, the others after them."""
    rest = list(ALL)
    for token in first:
        rest.remove(token)
    order = [TILE.value(token) for token in first + rest]
    setup = GAME.setup(players, None, {"start": GAME.seat.token(opener), **options})
    return new_match(GAME, setup, tape=[LUCK_DEAL, len(order), *order])


def hands_without_eleven(players: int) -> list[str]:
    size = {2: 20, 3: 20, 4: 15}[players]
    return [token for token in ALL if not token.endswith("-11")][: size * players]


def asked(match: Match) -> tuple[int, str]:
    return match.asked, GAME.questions[int(match.state.asking[0].what)]


@pytest.mark.rule("EB-1")
def test_the_counts_of_the_tiles() -> None:
    match = new_match(GAME, GAME.setup(4, None, {"symbols": "on"}), luck.key_of("tiles"))
    s = match.state
    found = [TILE.token(int(tile)) for tile in s.bag[: s.in_bag]]
    for p in range(4):
        found += [TILE.token(t) for t in range(104) for _ in range(int(tiles.count_of(s.seats[p].rack, 0, t)))]
    assert sorted(found) == sorted(ALL + ["square", "triangle", "star", "circle"] * 2)


@pytest.mark.rule("EB-5")
@pytest.mark.parametrize(("players", "hand", "bag"), [(2, 20, 40), (3, 20, 20), (4, 15, 20)])
@pytest.mark.parametrize(("symbols", "more"), [("off", 0), ("on", 8)])
def test_hands_and_bag(players: int, hand: int, bag: int, symbols: str, more: int) -> None:
    setups = (GAME.setup(players, None, {"symbols": symbols}) for _ in range(9))
    matches = [new_match(GAME, setup, luck.key_of("hands", i)) for i, setup in enumerate(setups)]
    started = [match.state for match in matches if asked(match)[1] == "start"]
    assert started
    for s in started:
        assert [int(s.seats[p].held) for p in range(players)] == [hand] * players
        assert s.in_bag == bag + more


@pytest.mark.rule("EB-10")
def test_the_first_clockwise_with_an_eleven_starts() -> None:
    hands = hands_without_eleven(3)
    hands[40] = "blue-11"
    match = dealt(hands, 3, 1)
    assert asked(match) == (2, "start")
    assert {a.name for a in match.legal()} == {"lay blue-11"}
    assert news(GAME, match.seen(0), GAME.words())[1:] == ["Player 2 holds no 11.", "Player 3 starts with an 11."]
    match.try_apply("lay blue-11")
    assert asked(match) == (2, "more")
    assert int(match.state.asking[0].left) == 2


@pytest.mark.rule("EB-10")
def test_who_starts_must_lay_an_eleven_and_may_choose_which() -> None:
    hands = hands_without_eleven(2)
    hands[0:2] = ["blue-11", "red-11"]
    match = dealt(hands)
    assert {a.name for a in match.legal()} == {"lay blue-11", "lay red-11"}
    assert GAME.why_not(match.seen(0), GAME.actions.named("lay yellow-4").id) == "EB-10"
    assert GAME.why_not(match.seen(0), GAME.actions.named("draw").id) == "EB-10"


@pytest.mark.rule("EB-10")
def test_nobody_has_an_eleven() -> None:
    hands = hands_without_eleven(3)
    left = [token for token in ALL if not token.endswith("-11")]
    for token in hands:
        left.remove(token)
    match = dealt([*hands, *left[:4], "green-11"], 3, 2)
    s = match.state
    # The starting player 3 draws first, then 1, 2, 3; player 1 draws the 11 and starts with it.
    assert [int(s.seats[p].held) for p in range(3)] == [21, 21, 22]
    assert int(s.board[3]) == 1 << 11
    assert asked(match) == (0, "more")
    assert int(s.asking[0].left) == 2
    assert s.in_bag == 15
    assert tiles.has(s.seats[2].rack, 0, TILE.value(left[0]))
    assert tiles.has(s.seats[0].rack, 0, TILE.value(left[1]))
    said = news(GAME, match.seen(1), GAME.words())
    assert "Player 3 draws in search of an 11; tiles drawn: 2." in said
    assert not any(left[0].replace("-", " ") in line for line in said)


@pytest.mark.rule("EB-10", "EB-28")
@pytest.mark.parametrize("option", ["yes", "no"])
def test_the_search_for_an_eleven_forbids_no_bonus(option: str) -> None:
    others = [token for token in ALL if not token.endswith("-11")]
    for token in ("green-12", "joker-13"):
        others.remove(token)
    match = dealt(["green-12", "joker-13", *others[:58], "green-11", "yellow-11"], 3, bonus_after_draw=option)
    for name in ("lay green-12", "joker green-13"):
        before = int(match.state.in_bag)
        match.try_apply(name)
    assert match.state.drew == 0
    assert match.state.in_bag == before - 1


@pytest.mark.rule("EB-10")
def test_play_goes_on_clockwise() -> None:
    hands = hands_without_eleven(3)
    hands[40] = "blue-11"
    match = dealt(hands, 3, 2)
    match.try_apply("lay blue-11")
    match.try_apply("stop")
    assert asked(match) == (0, "turn")


@pytest.mark.rule("EB-10")
def test_the_starting_player_is_drawn_by_lot_unless_chosen() -> None:
    openers = {int(new_match(GAME, GAME.setup(4), luck.key_of("lot", i)).state.opener) for i in range(40)}
    assert openers == {0, 1, 2, 3}
    match = new_match(GAME, GAME.setup(4), luck.key_of("lot"))
    assert match.opening is not None
    assert match.opening[0] == LUCK_FIRST
    chosen = new_match(GAME, GAME.setup(4, None, {"start": "3"}), luck.key_of("lot"))
    assert int(chosen.state.opener) == 2


@pytest.mark.rule("EB-31")
def test_one_round_is_the_game_unless_a_match_is_played() -> None:
    assert GAME.setup(3).options["rounds"] == "one"
    assert int(dealt(hands_without_eleven(3), 3).state.last_round) == 1
    assert int(dealt(hands_without_eleven(3), 3, rounds="match").state.last_round) == 3
