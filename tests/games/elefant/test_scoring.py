"""Scoring and the end (EP-30 to EP-32)."""

import pytest

from tests.games.elefant.shop import THREE, line
from tests.support import Scene

COLLECTION = "white china: red-3 red-5 red-8 red-8 blue-4 blue-7"
LAST = "open china: green-3\nchina left: 0\nwhite money: 2\n"


def scoring(white: str = COLLECTION, asking: str = "white score, orange score, yellow score", left: int = 30) -> Scene:
    return Scene("elefant", f"{THREE}{white}\nyellow china: green-8\nchina left: {left}\nasking: {asking}")


@pytest.mark.rule("EP-30")
@pytest.mark.parametrize(
    ("way", "column", "points"),
    [("lowest", 0, 7), ("highest", 1, 15), ("red", 2, 24), ("green", 2, 0), ("blue", 2, 11), ("everything", 3, 35)],
)
def test_the_four_categories(way: str, column: int, points: int) -> None:
    scene = scoring().play("score red", "score red", f"score {way}")
    assert line(scene, "white sheet").split() == [str(points) if i == column else "-" for i in range(4)]
    assert scene.news("white")[0].startswith(f"White scores {points} for ")


@pytest.mark.rule("EP-30")
def test_nothing_counts_nothing() -> None:
    scene = scoring("white china: -").play("score red", "score red", "score everything")
    assert line(scene, "white sheet") == "- - - 0"


@pytest.mark.rule("EP-30")
@pytest.mark.parametrize("block", [1, 2, 3, 4])
def test_scoring_comes_with_every_tenth_card(block: int) -> None:
    text = f"{THREE}white china: -\nyellow china: -\norange china: -\nwhite money: 2\nyellow money: 2\n"
    scene = Scene("elefant", f"{text}open china: red-5 red-6\nchina left: {40 - 10 * block}").play("buy red-5")
    assert scene.asked() == ("yellow", "turn")
    assert scene.refuses("score lowest") == "EP-30"
    scene.play("buy red-6")
    if block < 4:
        assert scene.asked() == ("orange", "score")
        assert scene.refuses("buy red-6") == scene.refuses("push") == "EP-30"
    assert scene.match.over == (block == 4)


@pytest.mark.rule("EP-30")
def test_the_fifth_card_brings_none() -> None:
    scene = Scene("elefant", THREE + "open china: red-5\nchina left: 25\nwhite china: -\nyellow china: -").play(
        "buy red-5"
    )
    assert scene.asked() == ("yellow", "turn")


@pytest.mark.rule("EP-30")
def test_a_category_is_used_once() -> None:
    sheets = "white sheet: - - 5 -\nyellow sheet: 4 - - -\norange sheet: 4 - - -"
    asking = "white score, orange score, yellow score"
    scene = scoring(f"{COLLECTION}\n{sheets}", asking, left=20)
    assert scene.refuses("score lowest") == "EP-30"
    scene.play("score highest", "score everything")
    assert scene.legal() == {"score lowest", "score highest", "score everything"}
    assert scene.refuses("score blue") == "EP-30"


@pytest.mark.rule("EP-31")
def test_the_player_after_the_buyer_chooses_first_and_goes_on() -> None:
    scene = Scene("elefant", THREE + "turn: yellow\nopen china: red-5\nchina left: 30").play("buy red-5")
    asked = []
    for _ in range(3):
        asked.append(scene.asked())
        scene.play("score everything")
    assert asked == [("orange", "score"), ("white", "score"), ("yellow", "score")]
    assert scene.asked() == ("orange", "turn")


@pytest.mark.rule("EP-31")
def test_choices_are_open() -> None:
    scene = scoring().play("score green")
    assert scene.news("spectator") == ["Yellow scores 8 for all green cards."]
    assert scene.seen("white").seats[1].sheet[2] == 8


@pytest.mark.rule("EP-31")
def test_the_last_column_is_written_without_asking_unless_a_colour_is_to_be_named() -> None:
    sheets = "white sheet: 1 - 1 1\nyellow sheet: 1 1 1 -\norange sheet: 1 1 - 1\n"
    scene = Scene("elefant", f"{THREE}{LAST}{sheets}white china: green-8 red-4").play("buy green-3")
    assert scene.asked() == ("orange", "score")
    assert line(scene, "yellow sheet") == "1 1 1 7"
    assert line(scene, "white sheet") == "1 - 1 1"
    assert scene.legal() == {"score red", "score green", "score blue"}
    scene.play("score red")
    assert line(scene, "white sheet") == "1 12 1 1"
    assert scene.match.over


@pytest.mark.rule("EP-32")
def test_most_points_wins_and_money_counts_nothing() -> None:
    sheets = "white sheet: 9 9 9 -\nyellow sheet: 9 9 9 -\norange sheet: 9 9 9 -\n"
    scene = Scene(
        "elefant", f"{THREE}{LAST}{sheets}white china: -\nyellow china: red-4\norange china: -\nyellow push: 0"
    )
    scene.play("buy green-3")
    assert scene.match.over
    assert scene.match.scores() == [30, 31, 27]
    assert scene.match.winners() == [1]
    assert line(scene, "over") == "won"
    assert line(scene, "open china") == "-"


@pytest.mark.rule("EP-32")
def test_ties_share() -> None:
    sheets = "white sheet: 9 9 9 -\nyellow sheet: 9 9 9 -\norange sheet: 9 9 9 -\n"
    scene = Scene("elefant", f"{THREE}{LAST}{sheets}white china: -\nyellow china: red-3\norange china: -")
    scene.play("buy green-3")
    assert scene.match.winners() == [0, 1]
    assert line(scene, "over") == "shared"
    assert scene.refuses("push") == "EP-32"
