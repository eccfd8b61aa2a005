"""The rules in our own words: a Markdown file per game and language, read by people, errors and tests.

A rule is a list item that begins with its id in bold: `- **EL-12** *(ruling)* Tea turns a card face down.`
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from eleven.core.contract.game import Game
from eleven.core.text.errors import Mistake
from eleven.core.text.words import DEFAULT_LANGUAGE, file_in

_RULE = re.compile(r"^\s*- \*\*(?P<id>[A-Z]{2}-\d+(?:\.\d+)?)\*\* ?(?P<text>.*)$")


@dataclass(frozen=True)
class Rulebook:
    """The whole text, and each rule by its id."""

    text: str
    rules: Mapping[str, str]

    def rule(self, rule_id: str) -> str:
        """The text of one rule."""
        if rule_id not in self.rules:
            first, last = min(self.rules, key=_order), max(self.rules, key=_order)
            raise Mistake("there is no rule '{rule}'; there is {first} to {last}", rule=rule_id, first=first, last=last)
        return self.rules[rule_id]


def _order(rule_id: str) -> tuple[float, ...]:
    return tuple(float(part) for part in rule_id.split("-")[1].split("."))


@dataclass(frozen=True)
class RuleInWords:
    """A reference to a rule, rendered in the reader's language."""

    game: Game
    rule_id: str

    def in_language(self, language: str) -> str:
        """The text of the rule."""
        return rulebook(self.game, language).rule(self.rule_id)


@cache
def _load(path: Path) -> Rulebook:
    text = path.read_text(encoding="utf-8")
    rules: dict[str, str] = {}
    current = ""
    for line in text.splitlines():
        found = _RULE.match(line)
        if found:
            current = found["id"]
            if current in rules:
                raise Mistake("{file} has the rule {rule} twice", file=path.name, rule=current)
            rules[current] = found["text"]
        elif current and line.startswith(" ") and line.strip():
            rules[current] += " " + line.strip()
        else:
            current = ""
    return Rulebook(text, rules)


def rulebook(game: Game, language: str = DEFAULT_LANGUAGE) -> Rulebook:
    """The rulebook of a game."""
    return _load(file_in(language, game.folder, "rulebook.md"))
