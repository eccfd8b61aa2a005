"""The pages speak every language: each catalogue is complete, nothing is left in English, no word stands outside."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from eleven.core.text.words import DEFAULT_LANGUAGE, LANGUAGES, own_words
from eleven.server.http.pages.file_version import STATIC
from eleven.server.http.pages.page_html import page_catalogues

OTHERS = [language for language in LANGUAGES if language != DEFAULT_LANGUAGE]
SAME = {
    "fr": {
        "hue.orange",
        "hue.violet",
        "level.champion",
        "level.expert",
        "level.normal",
        "menu.label",
        "round.title",
        "seat.score",
    },
    "nl": {
        "chat.title",
        "filters.rated",
        "history.level",
        "me.passkey.label",
        "me.way.passkey",
        "level.beginner",
        "level.expert",
        "level.specialist",
        "menu.label",
        "seat.bot",
        "seat.bot.level",
        "seat.score",
    },
    "de": {"chat.title", "history.level", "me.passkey.label", "me.way.passkey", "level.normal", "new.who.short"},
}
"""What reads as in English because the word is the same there."""
SAME_EVERYWHERE = {"brand"}
NO_WORDS = re.compile(r"[^\W\d_]{2,}")
BRAND = "Table Eleven"
SPOKEN = ("alt", "aria-label", "title", "placeholder")
LITERALS = [
    re.compile(r'element\("\w+", \{[^{}]*\}, "([^"]*)"'),
    re.compile(r'element\("\w+", \{[^{}]*\}, `([^`]*)`'),
    re.compile(r'(?:"aria-label"|title|alt|placeholder): "([^"]*)"'),
    re.compile(r'(?:textContent|title|ariaLabel) = "([^"]*)"'),
    re.compile(r'\b(?:setText|showNotice)\([^"()]*(?:\([^()]*\))?, "([^"]*)"\)'),
]


def catalogue(language: str) -> dict[str, str]:
    """All parts together."""
    return {key: text for folder in page_catalogues().values() for key, text in own_words(folder, language).items()}


def blanks(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("language", OTHERS)
def test_every_key_has_a_text_with_the_same_blanks(language: str) -> None:
    english, other = catalogue(DEFAULT_LANGUAGE), catalogue(language)
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert blanks(other[key]) == blanks(text), key
        assert other[key].strip(), key


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    english, other = catalogue(DEFAULT_LANGUAGE), catalogue(language)
    same = {key for key, text in english.items() if other[key] == text and says_something(text)}
    assert same == SAME[language] | SAME_EVERYWHERE


def says_something(text: str) -> bool:
    """Whether there is a word in it that could be translated, but for the project's name and short measures."""
    bare = re.sub(r"\{\w+\}", "", text).replace(BRAND, "" if text != BRAND else BRAND)
    return NO_WORDS.search(bare.replace("min", "")) is not None


class Literal(HTMLParser):
    """The words that stand in a page itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in SPOKEN]


@pytest.mark.parametrize("page", sorted(STATIC.rglob("*.html")), ids=lambda page: page.stem)
def test_no_word_stands_in_a_page(page: Path) -> None:
    reader = Literal()
    reader.feed(page.read_text(encoding="utf-8"))
    assert {text.strip() for text in reader.found if NO_WORDS.search(text)} <= {BRAND}


@pytest.mark.parametrize("script", sorted(STATIC.rglob("*.js")), ids=lambda script: script.stem)
def test_no_word_stands_in_a_script(script: Path) -> None:
    """As far as a search can tell: what is put into elements or notices comes from the catalogue."""
    text = script.read_text(encoding="utf-8")
    found = [literal for pattern in LITERALS for literal in pattern.findall(text)]
    assert [literal for literal in found if NO_WORDS.search(re.sub(r"\$\{[^}]*\}", "", literal))] == []


def test_a_word_in_a_script_would_be_found() -> None:
    wrong = ['element("p", { class: "x" }, "Hello there")', 'box.textContent = "Hello";', 'setText(byId("x"), "Hello")']
    for line in wrong:
        assert any("Hello" in literal for pattern in LITERALS for literal in pattern.findall(line)), line
