"""What our code says can be said in every language: every template is found, none is missing or left over."""

import ast
from string import Formatter

import pytest

from eleven.core.contract.game import games
from eleven.core.text.errors import Mistake, Refused, TextMistake
from eleven.core.text.messages import SPEAKING as FOLDERS
from eleven.core.text.messages import Message, SeatName
from eleven.core.text.words import DEFAULT_LANGUAGE, LANGUAGES, own_translations
from tests.contract.templates import PASSED_ON, SPEAKING, files, sayings, templates

OTHERS = [language for language in LANGUAGES if language != DEFAULT_LANGUAGE]
SAME = ("{file}: {reason}", "{label}: {reason}", "{reason} ({rule})")
"""Templates without a word in them."""
BESIDE = dict(zip(SPEAKING, FOLDERS, strict=True))


def blanks(text: str) -> set[str]:
    """The names of the parts of a template."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def catalogue(package: str, language: str) -> dict[str, str]:
    """The translations beside a package."""
    return own_translations(BESIDE[package], language)


@pytest.mark.parametrize("package", SPEAKING)
def test_every_message_is_a_template_with_its_parts(package: str) -> None:
    """Neither an f-string nor a text put together elsewhere, which nobody could translate."""
    for path in files(package):
        for line, template, parts in sayings(path):
            where = f"{path.name}:{line}"
            if isinstance(template, ast.Constant):
                assert blanks(str(template.value)) == parts, where
            else:
                assert ast.unparse(template) in PASSED_ON, f"{where}: write a template, and its parts by name"


@pytest.mark.parametrize("language", OTHERS)
def test_every_template_is_translated_and_none_is_left_over(language: str) -> None:
    """Each once, with the same parts, and not left in English."""
    known: dict[str, str] = {}
    for package in SPEAKING:
        entries = catalogue(package, language)
        assert not set(entries) & set(known), "a template is translated twice"
        assert set(entries) <= set(templates(package)), f"left over beside {package}"
        known.update(entries)
    said = {template for package in SPEAKING for template in templates(package)}
    assert set(known) == said
    for english, text in known.items():
        assert blanks(text) == blanks(english), english
        assert text != english or english in SAME, f"'{english}' is left in English"


def test_a_mistake_speaks_the_language_of_its_reader() -> None:
    """Parts that can speak do so too, however deep they lie."""
    game = next(iter(games().values()))
    wrong = TextMistake(3, Mistake("nobody sits at {seat}", seat="red"))
    assert str(wrong) == "line 3: nobody sits at red"
    assert wrong.in_language("de") == "Zeile 3: auf red sitzt niemand"
    refused = Refused("EL-4", "the game is over")
    assert refused.in_language("fr") == "la partie est finie (EL-4)"
    seat = SeatName(game, 0)
    assert (
        Message("the seat {seat} is taken", seat=seat).in_language("nl")
        == f"de plaats {seat.in_language('nl')} is bezet"
    )
