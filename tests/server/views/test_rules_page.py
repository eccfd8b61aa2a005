"""What the page of the rules is told."""

import re
from typing import Any

import pytest

from eleven.core.contract.components import KINDS
from eleven.core.contract.game import Game, games
from eleven.server.http.pages.game_assets import look_file
from eleven.server.views.markdown import elements
from eleven.server.views.rules_page import rules_page
from tests.game_files import languages_of
from tests.server.conftest import Device


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(game, language, id=f"{game.id}-{language}")
        for game in games().values()
        for language in languages_of(game)
    ],
)
def test_every_component_table_is_shown_in_words(game: Game, language: str) -> None:
    """With its kind and all its rows, no key of the file among them; a Roman number is a name."""
    page = rules_page(game, language)
    tables = game.components().tables
    assert [box["id"] for box in page["components"]] == list(tables)
    for box in page["components"]:
        table = tables[box["id"]]
        assert box["kind"] == table["kind"]
        assert box["kind"] in KINDS
        assert len(box["rows"]) == len(table) - 1
        for (name, _), key in zip(box["rows"], [key for key in table if key != "kind"], strict=True):
            assert name
            assert language == "en" or name != key or re.fullmatch("[IVX]+|jokers?", key), key


def ids_in(nodes: list[Any]) -> list[str]:
    """The addresses in a tree of elements, in order."""
    inside = [node for node in nodes if not isinstance(node, str)]
    return [name for _, given, *inner in inside for name in [*filter(None, [given.get("id")]), *ids_in(inner)]]


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_rule_is_an_item_to_be_linked_to(game: Game) -> None:
    for language in languages_of(game):
        page = rules_page(game, language)
        ids = ids_in(page["elements"])
        assert [name for name in ids if not name.startswith("part-")] == list(page["rules"])
        assert len(set(ids)) == len(ids)


def test_markdown_becomes_elements_and_never_markup() -> None:
    text = (
        "# A *b*\n\nOne\ntwo `c` <script>x</script> [d](https://e.f) [g](javascript:h)\n\n"
        "- **XX-1** Up to\n  6. *(ruling)* So\n  - in **k**\n"
    )
    assert elements(text) == [
        ["h1", {"id": "part-a-b"}, "A ", ["em", {}, "b"]],
        [
            "p",
            {},
            "One",
            " ",
            "two ",
            ["code", {}, "c"],
            " <script>x</script> ",
            ["a", {"href": "https://e.f"}, "d"],
            " [g](javascript:h)",
        ],
        [
            "ul",
            {},
            [
                "li",
                {"id": "XX-1"},
                ["a", {"class": "rule-id", "href": "#XX-1"}, "XX-1"],
                " Up to",
                " ",
                "6. ",
                ["em", {"class": "ruling"}, "(ruling)"],
                " So",
                ["ul", {}, ["li", {}, "in ", ["strong", {}, "k"]]],
            ],
        ],
    ]
    table = elements("| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert table == [
        [
            "table",
            {},
            ["thead", {}, ["tr", {}, ["th", {}, "a"], ["th", {}, "b"]]],
            ["tbody", {}, ["tr", {}, ["td", {}, "1"], ["td", {}, "2"]]],
        ]
    ]


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_picture_is_drawn(game: Game) -> None:
    path = look_file(f"{game.id}/art.svg")
    drawn = path.read_text(encoding="utf-8") if path is not None and path.is_file() else ""
    for picture in rules_page(game, "fr")["pictures"]:
        assert f'<symbol id="{picture["symbol"]}"' in drawn


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_what_is_drawn_beside_a_rule_is_drawn_and_the_rule_is_there(game: Game) -> None:
    path = look_file(f"{game.id}/art.svg")
    assert path is not None
    drawn = set(re.findall(r'<symbol id="([^"]+)"', path.read_text(encoding="utf-8")))
    page = rules_page(game, "en")
    assert page["beside"]
    assert set(page["beside"]) <= set(page["rules"])
    assert {symbol for symbols in page["beside"].values() for symbol in symbols} <= drawn


def test_the_rules_come_in_the_reader_s_language(client: Device) -> None:
    book = client.http.get("/api/rules/elevenses", headers={"Accept-Language": "de"}).json()
    assert book["language"] == "de"
    assert book["text"] != client.get("/api/rules/elevenses").json()["text"]
    assert {game["title"] for game in client.get("/api/games", language="fr").json()} >= {"11! Le jeu de cartes"}
