"""Every language says everything: the same words and rules as English, none forgotten and none left in English."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import eleven.core
from eleven.core.game import Game, games, option_word, sentence
from eleven.core.rulebook import rulebook
from eleven.core.words import DEFAULT_LANGUAGE, load_words
from tests.contract.test_words import blanks

CORE = Path(eleven.core.__file__).parent
GAMES = Path(__file__).parent.parent / "games"
TRANSLATED = ("fr", "nl", "de")
MARK = re.compile(r"\*\(([^):]+)[^)]*\)\*")
NUMBER = re.compile(r"\d+")
FRENCH_GAP = re.compile(r" [:;!?»]|« |[^\W\d_][;!?»]|[^\W\d_]:(?!\*)|«\w")
"""An ordinary space, or none, where French typography has a no-break space."""

each_translation = pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(game, language, id=f"{game.id}-{language}")
        for game in games().values()
        for language in TRANSLATED
        if (game.folder / f"words.{language}.toml").exists()
    ],
)


@each_translation
def test_a_translation_has_every_key_with_its_blanks(game: Game, language: str) -> None:
    """The keys of English, no other ones, each with the same parts to fill in."""
    english, other = game.words().entries, game.words(language).entries
    assert set(other) == set(english)
    for key in english:
        assert blanks(other[key]) == blanks(english[key]), key
        assert other[key].strip(), key


@each_translation
def test_nothing_is_left_in_english(game: Game, language: str) -> None:
    """A text that reads as in English is one of the few that should; the game's tests list them with the reason."""
    english, other = game.words().entries, game.words(language).entries
    path = GAMES / game.id / "same_words.toml"
    allowed = tomllib.loads(path.read_text(encoding="utf-8")).get(language, {}) if path.exists() else {}
    for key, text in english.items():
        if other[key] == text and any(letter.isalpha() for letter in re.sub(r"{\w+}", "", text)):
            assert key in allowed, f"{key} = '{text}'"
    for key in allowed:
        assert other[key] == english[key], f"{key} is not the same any more"


@each_translation
def test_no_two_choices_read_the_same(game: Game, language: str) -> None:
    """A person can tell actions, and values of an option, apart in her own language."""
    words = game.words(language)
    choices = [[sentence(game, action.id, words) for action in game.actions]]
    choices += [[option_word(option, value, words) for value in option.values] for option in game.options]
    for said in choices:
        assert Counter(said).most_common(1)[0][1] == 1, Counter(said).most_common(1)


@each_translation
def test_a_translated_rulebook_has_the_same_rules(game: Game, language: str) -> None:
    """Rule for rule the same ids, numbers and marks, under as many headings and table rows."""
    english, other = rulebook(game), rulebook(game, language)
    assert list(other.rules) == list(english.rules)
    for rule_id, text in english.rules.items():
        assert Counter(NUMBER.findall(other.rules[rule_id])) == Counter(NUMBER.findall(text)), rule_id
        assert marks(other.rules[rule_id], language) == marks(text, DEFAULT_LANGUAGE), rule_id
        assert other.rules[rule_id] != text, rule_id
    for opening in ("# ", "## ", "|"):
        assert _lines(other.text, opening) == _lines(english.text, opening), opening


def marks(text: str, language: str) -> Counter[str]:
    """How often each kind of mark stands in a text; an unknown mark is an error."""
    kinds = {text: key for key, text in load_words(CORE, language).entries.items() if key.startswith("mark.")}
    return Counter(kinds[found.strip()] for found in MARK.findall(text))


def _lines(text: str, opening: str) -> int:
    return sum(line.startswith(opening) for line in text.splitlines())


@pytest.mark.parametrize("game", [game for game in games().values() if (game.folder / "words.fr.toml").exists()])
def test_french_keeps_its_signs_with_their_words(game: Game) -> None:
    """A no-break space before a colon and its like, so that no line begins with one."""
    for key, text in game.words("fr").entries.items():
        assert not FRENCH_GAP.search(text), f"{key} = '{text}'"
    for line in rulebook(game, "fr").text.splitlines():
        assert not FRENCH_GAP.search(line.replace("11!", "11").replace("raus!", "raus")), line
