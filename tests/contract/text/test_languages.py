"""Every language says everything: the same words and rules as English, none forgotten and none left in English."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import eleven
from eleven.core.contract.game import Game, games, option_word
from eleven.core.contract.rulebook import rulebook
from eleven.core.text.messages import SPEAKING
from eleven.core.text.narration import sentence
from eleven.core.text.words import DEFAULT_LANGUAGE, LANGUAGES, load_words, own_translations, own_words
from eleven.server.http.pages.page_html import page_catalogues
from tests.contract.text.test_words import blanks
from tests.contract.walking import each_game
from tests.game_files import languages_of

PACKAGE = Path(eleven.__file__).parent
TESTS = Path(__file__).parents[2]
TRANSLATED = [language for language in LANGUAGES if language != DEFAULT_LANGUAGE]
SHARED = [PACKAGE / "core" / "text", PACKAGE / "server"]
CATALOGUES = [
    *((folder, TRANSLATED) for folder in SHARED),
    *(
        (game.folder, [language for language in languages_of(game) if language in TRANSLATED])
        for game in games().values()
    ),
]
"""The folders with words, each with the languages that they must be in besides English."""
OTHER_FRENCH = {
    **{f"said-{folder.name}": own_translations(folder, "fr") for folder in SPEAKING},
    **{f"page-{name}": own_words(folder, "fr") for name, folder in page_catalogues().items()},
}

MARK = re.compile(r"\*\(([^):]+)[^)]*\)\*")
NUMBER = re.compile(r"\d+")
FRENCH_SPACE = re.compile(r" [:;!?»]|« ")
FAMILIAR = re.compile(r"\b(tu|ton|ta|tes|toi)\b", re.IGNORECASE)
FORMAL = re.compile(r"\b(u|uw)\b", re.IGNORECASE)
FRENCH_GAP = re.compile(FRENCH_SPACE.pattern + r"|[^\W\d_][;!?»]|[^\W\d_]:(?!\*)|«\w")
"""An ordinary space, or none, where French typography has a no-break space."""

each_catalogue = pytest.mark.parametrize(
    ("folder", "language"),
    [
        pytest.param(folder, language, id=f"{folder.name}-{language}")
        for folder, languages in CATALOGUES
        for language in languages
    ],
)
each_translation = pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(game, language, id=f"{game.id}-{language}")
        for game in games().values()
        for language in languages_of(game)
        if language in TRANSLATED
    ],
)


@each_catalogue
def test_a_translation_has_every_key_with_its_blanks(folder: Path, language: str) -> None:
    """The keys of English, no other ones, each with the same parts to fill in."""
    english, other = own_words(folder, DEFAULT_LANGUAGE), own_words(folder, language)
    assert set(other) == set(english)
    for key in english:
        assert blanks(other[key]) == blanks(english[key]), key
        assert other[key].strip(), key


@each_catalogue
def test_nothing_is_left_in_english(folder: Path, language: str) -> None:
    """A text that reads as in English is one of the few that should; the tests beside it list them with the reason."""
    english, other = own_words(folder, DEFAULT_LANGUAGE), own_words(folder, language)
    inside = folder.is_relative_to(PACKAGE)
    path = (TESTS / folder.relative_to(PACKAGE) if inside else folder / "tests") / "same_words.toml"
    allowed = tomllib.loads(path.read_text(encoding="utf-8")).get(language, {}) if path.exists() else {}
    for key, text in english.items():
        if other[key] == text and any(letter.isalpha() for letter in re.sub(r"{\w+}", "", text)):
            assert key in allowed, f"{key} = '{text}'"
    for key in allowed:
        assert other[key] == english[key], f"{key} is not the same any more"


@each_translation
def test_no_two_choices_read_the_same(game: Game, language: str) -> None:
    """A person can tell actions, and values of an option, apart in their own language."""
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
    assert other.text.startswith(f"# {game.title_in(language)}")
    for opening in ("# ", "## ", "|"):
        assert _lines(other.text, opening) == _lines(english.text, opening), opening


def marks(text: str, language: str) -> Counter[str]:
    """How often each kind of mark stands in a text; an unknown mark is an error."""
    kinds = {
        text: key
        for key, text in load_words(PACKAGE / "core" / "text", language).entries.items()
        if key.startswith("mark.")
    }
    return Counter(kinds[found.strip()] for found in MARK.findall(text))


def _lines(text: str, opening: str) -> int:
    return sum(line.startswith(opening) for line in text.splitlines())


@pytest.mark.parametrize("folder", [folder for folder, _ in CATALOGUES], ids=lambda folder: folder.name)
def test_french_keeps_its_signs_with_their_words(folder: Path) -> None:
    """A no-break space before a colon and its like, so that no line begins with one."""
    for key, text in own_words(folder, "fr").items():
        assert not FRENCH_GAP.search(text), f"{key} = '{text}'"


@pytest.mark.parametrize(("language", "never"), [("fr", FAMILIAR), ("nl", FORMAL)], ids=["fr", "nl"])
@pytest.mark.parametrize("folder", [folder for folder, _ in CATALOGUES], ids=lambda folder: folder.name)
def test_players_are_spoken_to_in_one_way(folder: Path, language: str, never: re.Pattern[str]) -> None:
    """French says `vous`, Dutch says `je`."""
    for key, text in own_words(folder, language).items():
        assert not never.search(text), f"{key} = '{text}'"


@pytest.mark.parametrize("name", OTHER_FRENCH)
def test_french_mistakes_and_pages_keep_their_signs_with_their_words(name: str) -> None:
    """As above; what a log writes, such as `game: …`, is quoted as it is written."""
    assert OTHER_FRENCH[name]
    for key, said in OTHER_FRENCH[name].items():
        assert not FRENCH_SPACE.search(said), f"{key} = '{said}'"


@each_game
def test_french_rules_keep_their_signs_with_their_words(game: Game) -> None:
    """As above; titles are written as they are printed."""
    if "fr" not in languages_of(game):
        return
    for line in rulebook(game, "fr").text.replace("11!", "11").replace("raus!", "raus").splitlines():
        assert not FRENCH_GAP.search(line), line
