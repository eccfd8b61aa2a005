"""The legal actions as a numbered menu; verbs with many actions have submenus, one per thing to touch."""

from collections.abc import Sequence
from dataclasses import dataclass

from eleven.core.contract.actions import Action
from eleven.core.contract.game import Game
from eleven.core.text.errors import Mistake
from eleven.core.text.words import Words

FEW = 8
"""A verb with at most this many actions needs no submenus."""
BLANK = "…"


@dataclass(frozen=True)
class MenuItem:
    """A line of the menu: one action, or several actions that a submenu distinguishes."""

    label: str
    actions: tuple[Action, ...]

    @property
    def only(self) -> Action | None:
        """The action, if there is only one."""
        return self.actions[0] if len(self.actions) == 1 else None


def menu(game: Game, actions: Sequence[Action], words: Words) -> list[MenuItem]:
    """Return the top-level menu, grouped by verb."""
    by_verb: dict[str, list[Action]] = {}
    for action in actions:
        by_verb.setdefault(action.verb, []).append(action)
    choices = []
    for same in by_verb.values():
        if len(same) <= FEW:
            choices += [_choice(game, [action], words) for action in same]
        else:
            choices.append(_choice(game, same, words))
    return choices if len(choices) > 1 else submenu(game, actions, words)


def submenu(game: Game, actions: Sequence[Action], words: Words) -> list[MenuItem]:
    """Return the menu for the next thing to touch, among actions of one verb."""
    for index in _touch_order(actions[0]):
        groups: dict[int, list[Action]] = {}
        for action in actions:
            groups.setdefault(action.arguments[index][1], []).append(action)
        if len(groups) > 1:
            return [_choice(game, group, words) for group in groups.values()]
    return [_choice(game, actions, words)]


def _touch_order(action: Action) -> list[int]:
    """Return the arguments of an action in the order in which a person touches them."""
    path = [touch.split(":") for touch in action.touch]

    def first_touch(index: int) -> int:
        token = action.tokens[index]
        return next((place for place, parts in enumerate(path) if token in parts), len(path))

    return sorted(range(len(action.arguments)), key=first_touch)


def _choice(game: Game, actions: Sequence[Action], words: Words) -> MenuItem:
    """Create a line for several actions: their sentence, with blanks where they differ."""
    parts = {}
    for index, (kind, value) in enumerate(actions[0].arguments):
        settled = all(action.arguments[index][1] == value for action in actions)
        parts[kind.name] = game.word(words, kind, value) if settled else BLANK
    label = words(f"action.{actions[0].verb}", **parts)
    if len(actions) > 1:
        label += f" ({len(actions)} ways)"
    return MenuItem(label, tuple(actions))


def pick(game: Game, choices: Sequence[MenuItem], numbers: Sequence[int], words: Words) -> MenuItem:
    """Choose by numbers through nested menus; `3 1 4` goes three menus deep."""
    for depth, number in enumerate(numbers):
        if not 1 <= number <= len(choices):
            raise Mistake(f"choose a number from 1 to {len(choices)}")
        choice = choices[number - 1]
        if choice.only is not None and depth < len(numbers) - 1:
            raise Mistake(f"there is nothing more to choose after '{choice.label}'")
        if choice.only is None and depth < len(numbers) - 1:
            choices = submenu(game, choice.actions, words)
    return choice


def by_words(actions: Sequence[Action], typed: str) -> Action | None:
    """Return the only legal action whose name has all the typed words (`play tea`), or None if there is none."""
    wanted = set(typed.lower().replace("-", " ").split())
    found = [action for action in actions if wanted <= set(action.name.lower().replace("-", " ").split())]
    if len(found) > 1:
        names = ", ".join(f"'{action.name}'" for action in found[:4])
        raise Mistake(f"which one? {names}{', …' if len(found) > 4 else ''}")
    return found[0] if found else None
