"""A game from its folder: what GAME needs is found by name in the modules beside `__init__`.

    GAME = game_of(__name__, players=(2, 3, 4), rule_prefix="MP", designer="…", minutes="15")

Functions have the names of the contract (`deal`, `legal`, `act` …), tables theirs in capitals (`STATE`, `ACTIONS`,
`EVENTS` …). Keyword arguments override what is found; whatever has a default may be left out.
"""

import importlib
import pkgutil
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np

from eleven.core.contract.actions import Actions
from eleven.core.contract.game import Edition, Game, Setup
from eleven.core.contract.kinds import Kind
from eleven.core.rules.asking import ask
from eleven.core.rules.copying import leaves
from eleven.core.rules.enums import rules_of_questions
from eleven.core.rules.record import HEADER, THE_TRUTH
from eleven.core.text.codecs import Box, boxes_of, check_boxes, fields_of, fill_boxes, fill_gaps
from eleven.core.text.errors import Mistake
from eleven.core.text.notation import Field, Notation
from eleven.core.text.words import load_words

NOT_PARTS = ("tests",)
FUNCTIONS = ("deal", "legal", "act", "see", "imagine", "score", "check", "zones")
OTHER_FUNCTIONS = (
    "word",
    "forget",
    "weigh",
    "outlook",
    "misremember",
    "mix",
    "why_not",
    "explain",
    "scored",
    "about",
    "prepare",
    "check_components",
    "complete",
)
TABLES: Mapping[str, tuple[str, type | tuple[type, ...]]] = {
    "state_protocol": ("State", type),
    "actions": ("ACTIONS", Actions),
    "seat": ("SEAT", Kind),
    "questions": ("QUESTIONS", Sequence),
    "events": ("EVENTS", Sequence),
    "lucks": ("LUCKS", Sequence),
    "endings": ("ENDINGS", Sequence),
}
OTHER_TABLES: Mapping[str, tuple[str, type | tuple[type, ...]]] = {
    "question_rules": ("QUESTION_RULES", Mapping),
    "editions": ("EDITIONS", Sequence),
    "options": ("OPTIONS", Sequence),
    "notation": ("NOTATION", Notation),
    "levels": ("LEVELS", Mapping),
    "characters": ("CHARACTERS", Mapping),
    "public": ("PUBLIC", Sequence),
    "seen_only_fields": ("SEEN_ONLY_FIELDS", Sequence),
    "knowledge_fields": ("KNOWLEDGE_FIELDS", Sequence),
    "hidden_fields": ("HIDDEN_FIELDS", Sequence),
    "invariants": ("INVARIANTS", Sequence),
}
STANDARD = "standard"


class GameModules:
    """The modules of a game's package."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.path = Path(str(sys.modules[package].__file__)).parent
        names = [found.name for found in pkgutil.iter_modules([str(self.path)]) if found.name not in NOT_PARTS]
        self.modules = [importlib.import_module(f"{package}.{name}") for name in names]

    def find(self, name: str, kind: Any) -> Any:
        """Find an object by name and type in the modules, or None; two different ones are a TypeError."""
        found = {
            id(value): (module, value) for module in self.modules if isinstance(value := vars(module).get(name), kind)
        }
        if len(found) > 1:
            files = " and ".join(f"{module.__name__.rpartition('.')[2]}.py" for module, _ in found.values())
            raise TypeError(f"{self.path.name}: {files} both have a '{name}'; which one is meant?")
        return next((value for _, value in found.values()), None)


def game_of(package: str, **given: Any) -> Game:
    """Build the game of a folder; `package` is the `__name__` of its `__init__`."""
    folder = GameModules(package)
    parts: dict[str, Any] = {"id": folder.path.name, "folder": folder.path}
    wanted = {name: (name, Callable) for name in FUNCTIONS} | {"state": ("STATE", np.dtype)} | dict(TABLES)
    others = {name: (name, Callable) for name in OTHER_FUNCTIONS} | dict(OTHER_TABLES)
    for field, (name, kind) in {**wanted, **others}.items():
        found = given.pop(field, None)
        found = folder.find(name, kind) if found is None else found
        if found is not None:
            parts[field] = found
        elif field in wanted:
            raise TypeError(
                f"the game {folder.path.name} has no '{name}': write it in one of its files, or give it as {field}="
            )
    return Game(**{**_usual(parts, folder), **given})


def _usual(parts: dict[str, Any], folder: GameModules) -> dict[str, Any]:
    """Fill in defaults for what was not found."""
    words = load_words(folder.path)
    parts.setdefault("title", words("game.title"))
    parts.setdefault("editions", (Edition(STANDARD, parts["title"], ""),))
    parts.setdefault("options", ())
    parts.setdefault("question_rules", rules_of_questions(parts["questions"]))
    boxes = boxes_of(parts["state_protocol"])
    parts.setdefault("check_components", lambda tables: check_boxes(boxes, tables))
    parts.setdefault("seen_only_fields", ("viewer",))
    if "hidden_fields" not in parts:
        parts["hidden_fields"] = _hidden(parts, folder)
    parts.pop("public", None)
    parts["prepare"] = _prepare(boxes, parts.get("prepare"))
    complete = parts.pop("complete", None)
    if "notation" not in parts:
        fields = fields_of(parts["state_protocol"])
        parts["notation"] = Notation(fields, _complete(parts, fields, complete))
    if "why_not" not in parts:
        parts["why_not"] = _why_not(folder.path.name, parts["actions"])
    return parts


def _hidden(parts: Mapping[str, Any], folder: GameModules) -> list[str]:
    """All fields that are not declared public."""
    if "public" not in parts:
        raise TypeError(f"the game {folder.path.name} has no 'PUBLIC': the fields that everybody sees")
    header = {str(field[0]) for field in HEADER}
    shown = {*parts["public"], *parts["seen_only_fields"]}
    return [path for path in leaves(parts["state"]) if path.split(".")[0] not in header and path not in shown]


def _prepare(boxes: Mapping[str, Box], own: Callable[[Any, Setup], None] | None) -> Callable[[Any, Setup], None]:
    """The `prepare` of a game: write players and components into a blank record, then call its own."""

    def prepare(s: Any, setup: Setup) -> None:
        s.players, s.viewer = setup.players, THE_TRUTH
        fill_boxes(boxes, s, setup.components.tables)
        if own is not None:
            own(s, setup)

    return prepare if own is None else wraps(own)(prepare)


def _complete(
    parts: Mapping[str, Any], fields: Sequence[Field], own: Callable[[Any, set[str]], None] | None
) -> Callable[[Any, set[str]], None]:
    """The function that completes a hand-written position and rejects one that `check` finds impossible."""
    check, invariants, seat = parts["check"], parts.get("invariants", ()), parts["seat"]

    def complete(s: Any, given: set[str]) -> None:
        if s.viewer != THE_TRUTH:
            return
        if own is not None:
            own(s, given)
        fill_gaps(fields, seat, s, given)
        if "asking" not in given and not s.over:
            ask(s, int(getattr(s, "turn", 0)), 0, 0, 0)
        broken = int(check(s))
        if broken:
            raise Mistake("there can be no such position: {reason}", reason=invariants[broken])

    return complete


def _why_not(game_id: str, actions: Actions) -> Callable[[Any, int], str]:
    """The default `why_not`: every action names the rule that forbids it."""
    for action in actions:
        if not action.rule:
            where = f"the game {game_id} has no rule for '{action.verb}'"
            raise TypeError(f'{where}: write rule="…" in actions.py, or a why_not(s, action)')

    def why_not(s: Any, action: int) -> str:
        return actions[action].rule

    return why_not
