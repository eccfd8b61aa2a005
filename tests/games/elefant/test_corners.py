"""Corners of scoring, elephants and sight that usual positions do not reach."""

from pathlib import Path

import pytest

from eleven.core.contract.game import find_game
from eleven.core.play.match import imagine, new_match
from eleven.core.rules import luck
from eleven.games.elefant.elephants import losses, small_of
from eleven.games.elefant.state import BIG, ELEPHANT_KINDS, GREY, LOSE_ANY, LOSE_RED, NO_CARD, ODD, UNSEEN
from eleven.games.elefant.tokens import COLOUR_NAMES, ELEPHANT
from tests.games.elefant.shop import THREE
from tests.support import Scene

SEATS = ("white", "yellow", "orange")


@pytest.mark.rule("EP-4.1")
@pytest.mark.parametrize("elephant", range(BIG))
def test_a_small_elephant_shows_what_its_name_says(elephant: int) -> None:
    token = ELEPHANT.token(elephant).split("-")
    shown = [next((int(part[-1]) for part in token if part.startswith(colour)), 0) for colour in COLOUR_NAMES]
    assert [small_of(elephant, colour) for colour in range(3)] == shown
    assert [losses(elephant, LOSE_RED + colour) for colour in range(3)] == shown
    assert losses(elephant, LOSE_ANY) == 0


@pytest.mark.rule("EP-4.3")
def test_only_grey_elephants_let_choose_any_card() -> None:
    assert [losses(elephant, LOSE_ANY) for elephant in range(GREY, ODD)] == [1, 2]
    for elephant in (*range(BIG, GREY), *range(ODD, ELEPHANT_KINDS)):
        assert [losses(elephant, what) for what in range(LOSE_RED, LOSE_ANY + 1)] == [0] * 4


@pytest.mark.rule("EP-32")
def test_an_empty_column_counts_nothing() -> None:
    scene = Scene(
        "elefant", f"{THREE}white sheet: 9 - - -\nyellow sheet: - 7 - -\norange sheet: - - - 0\nchina left: 25"
    )
    assert scene.match.scores() == [9, 7, 0]


@pytest.mark.rule("EP-10")
def test_a_deck_is_seen_as_so_many_backs_and_what_is_gone_as_gone() -> None:
    scene = Scene(
        "elefant",
        f"{THREE}china left: 25\nherd left: 10\nwhite sheet: 9 - - -\nyellow sheet: - 7 - -\norange sheet: - - - 0",
    )
    for seat in ("white", "orange", "spectator"):
        seen = scene.seen(seat)
        assert list(seen.china_deck) == [NO_CARD] * 15 + [UNSEEN] * 25
        assert list(seen.herd_deck) == [NO_CARD] * 20 + [UNSEEN] * 10
        assert (seen.china_left, seen.herd_left) == (25, 10)


@pytest.mark.rule("EP-32")
@pytest.mark.parametrize(
    ("sheets", "ending"),
    [("9 9 11", "won"), ("9 11 9", "won"), ("11 9 11", "shared"), ("9 11 11", "shared"), ("0 0 0", "shared")],
)
def test_every_player_counts_at_the_end(sheets: str, ending: str) -> None:
    lines = [f"{p} sheet: {n} 0 0 -\n{p} china: -" for p, n in zip(SEATS, sheets.split(), strict=True)]
    scene = Scene(
        "elefant", f"{THREE}open china: green-3\nchina left: 0\nturn: white\nwhite money: 1\n" + "\n".join(lines)
    )
    scene.s.seats[0].sheet[0] -= 3  # the card that is bought brings them back
    scene.play("buy green-3")
    assert scene.game.endings[int(scene.s.over)] == ending


@pytest.mark.rule("EP-32")
def test_after_the_end_nothing_may_be_done() -> None:
    sheets = "".join(f"{p} sheet: 1 1 1 -\n" for p in SEATS)
    scene = Scene(
        "elefant", f"{THREE}open china: green-3\nchina left: 0\nopen herd: odd even\nwhite money: 1\n{sheets}"
    )
    scene.play("buy green-3")
    assert scene.match.over
    assert scene.s.seats[0].money == 0
    assert scene.s.seats[0].push == 1
    assert scene.legal() == set()


@pytest.mark.rule("EP-21")
def test_everybody_is_told_what_an_elephant_does() -> None:
    scene = Scene("elefant", f"{THREE}open herd: big-red odd grey1\nwhite china: red-3 red-5 red-5\nwhite money: 0")
    assert scene.play("take big-red").news("spectator") == [
        "White takes the big red elephant.",
        "White loses 1 × red 3.",
        "White loses 2 × red 5.",
        "White gets coins: 1.",
    ]


@pytest.mark.rule("EP-4")
def test_every_elephant_of_the_box_can_be_in_the_deck_that_is_imagined(tmp_path: Path) -> None:
    game = find_game("elefant")
    text = (game.folder / "components.toml").read_text(encoding="utf-8").replace("blue2 = 1\n", "blue1 = 1\n", 1)
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    setup = game.setup(3, options={"start": "white"}, components=game.components(tmp_path / "box.toml"))
    assert ELEPHANT.value("blue1") == 0
    for seed in range(4):
        match = new_match(game, setup, luck.key_of("herd", seed))
        world = imagine(game, match.seen(1), luck.fresh(luck.key_of("dream", seed)))
        assert sorted(world.herd_deck) == sorted(match.state.herd_deck)
        assert sorted(world.china_deck) == sorted(match.state.china_deck)
        assert match.state.herd_cards[0] == 1
