"""Catalogues of words: a file `words.<language>.toml` beside whatever speaks to a person.

Each game has its own, with its rules; the words of all games are here, the server's and the page's in their folders. It
holds nested tables; `words("event.played", seat="Ann")` reads one. The table `[said]` is separate: it translates
templates in code, by the English text (see `messages`).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, get_args

Language = Literal["en", "fr", "nl", "de"]
"""The API and the page take their lists of languages from here."""
LANGUAGES: tuple[Language, ...] = get_args(Language)
DEFAULT_LANGUAGE: Language = "en"
LANGUAGE_NAMES: Mapping[Language, str] = {"en": "English", "fr": "Français", "nl": "Nederlands", "de": "Deutsch"}
"""Each language by its own name."""
SAID = "said"


@dataclass(frozen=True, eq=False)
class Words:
    """The catalogue of one language; compared by identity, so that it can be a cache key."""

    language: str
    entries: Mapping[str, str]
    folder: str = ""

    @cached_property
    def _ready(self) -> Mapping[str, str]:
        """The texts without placeholders, formatted in advance."""
        return {key: found for key, text in self.entries.items() if (found := _without_blanks(text)) is not None}

    def __call__(self, key: str, **parts: object) -> str:
        """The text of a key, filled in; an unknown key is a programming error."""
        text = self._ready.get(key)
        if text is not None:
            return text
        try:
            return self.entries[key].format(**parts)
        except KeyError as error:
            raise KeyError(self._what_is_missing(key, str(error))) from None

    def _what_is_missing(self, key: str, part: str) -> str:
        """The message for a missing key, or for a placeholder without a value."""
        file = f"{self.folder or '…'}/words.{self.language}.toml"
        if key not in self.entries:
            table, _, name = key.rpartition(".")
            return f'{file} has no word {key}: write {name} = "…" under [{table}]'
        return f"{file}: {key} has the blank {{{part.strip(chr(39))}}}, which is not filled in there"

    def __contains__(self, key: str) -> bool:
        return key in self.entries


def _without_blanks(text: str) -> str | None:
    """A text without placeholders, formatted, or None."""
    try:
        return text.format()
    except (KeyError, IndexError):
        return None


def _flatten(table: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat.update(_flatten(value, f"{prefix}{key}."))
        else:
            flat[prefix + key] = str(value)
    return flat


def file_in(language: str, folder: Path, name: str) -> Path:
    """The file `<stem>.<language>.<suffix>` of a name; falls back to English."""
    stem, suffix = name.split(".")
    path = folder / f"{stem}.{language}.{suffix}"
    return path if path.is_file() else folder / f"{stem}.{DEFAULT_LANGUAGE}.{suffix}"


def own_words(folder: Path, language: str) -> dict[str, str]:
    """The words of one file, by key; none where a language has no file yet."""
    return _flatten({name: value for name, value in _read(folder, language).items() if name != SAID})


def own_translations(folder: Path, language: str) -> dict[str, str]:
    """The translations of templates in the code beside a file, by English template; none for English."""
    return dict(_read(folder, language).get(SAID, {}))


def _read(folder: Path, language: str) -> dict[str, Any]:
    path = folder / f"words.{language}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except ValueError as error:
        raise ValueError(f"{path.parent.name}/{path.name}: {error}") from None


@cache
def load_words(folder: Path, language: str = DEFAULT_LANGUAGE) -> Words:
    """A game's words on top of those that all games share; missing translations fall back to English."""
    entries: dict[str, str] = {}
    for source in (Path(__file__).parent, folder):
        entries |= own_words(source, DEFAULT_LANGUAGE) | own_words(source, language)
    return Words(language, entries, folder.name)
