"""Corners of scoring, elephants and sight that usual positions do not reach."""

import pytest

from eleven.games.elefant.elephants import losses, small_of
from eleven.games.elefant.state import BIG, ELEPHANT_KINDS, GREY, LOSE_ANY, LOSE_RED, NO_CARD, ODD, UNSEEN
from eleven.games.elefant.tokens import COLOUR_NAMES, ELEPHANT
from tests.games.elefant.shop import THREE
from tests.support import Scene


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
    for seat in ("white", "orange", "nobody"):
        seen = scene.seen(seat)
        assert list(seen.china_deck) == [NO_CARD] * 15 + [UNSEEN] * 25
        assert list(seen.herd_deck) == [NO_CARD] * 20 + [UNSEEN] * 10
        assert (seen.china_left, seen.herd_left) == (25, 10)
