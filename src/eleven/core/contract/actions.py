"""The flat table of a game's actions: an id means the same in every state.

Outside the engine an action is its name (`play red-tea`). Its touch path names the things on the table that a person
touches, in order (`card:red-tea`, `slot:red:5`); no legal path may be a prefix of another.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

from eleven.core.contract.kinds import Kind
from eleven.core.text.errors import Mistake

Argument = tuple[Kind, int]


@dataclass(frozen=True)
class Action:
    """One action: a row of the game's action table."""

    id: int
    verb: str
    arguments: tuple[Argument, ...]
    touch: tuple[str, ...]
    rule: str = ""
    """The id of the rule that forbids it when it is illegal, for games without a `why_not` of their own."""

    def __repr__(self) -> str:
        return f"<Action {self.id} '{self.name}'>"

    @property
    def tokens(self) -> tuple[str, ...]:
        """The arguments as tokens."""
        return tuple(kind.token(value) for kind, value in self.arguments)

    @cached_property
    def name(self) -> str:
        """The verb and its arguments, as a log shows them."""
        return " ".join((self.verb, *self.tokens))

    def touch_for(self, seat: str) -> tuple[str, ...]:
        """The touch path, with every `@` replaced by the seat that is asked."""
        return tuple(touch.replace("@", seat) for touch in self.touch)


class Actions(Sequence[Action]):
    """All actions of a game, added in blocks: one verb with every combination of its argument kinds."""

    def __init__(self) -> None:
        self._rows: list[Action] = []
        self._by_name: dict[str, Action] = {}

    def block(self, verb: str, *kinds: Kind, touch: Callable[..., Sequence[str]], rule: str = "") -> int:
        """Add an action for every combination of arguments, the last varying fastest; return the first id.

        `touch` makes the touch path from the arguments' tokens.
        """
        first = len(self._rows)
        for values in _product([len(kind.tokens) for kind in kinds]):
            arguments = tuple(zip(kinds, values, strict=True))
            tokens = [kind.token(value) for kind, value in arguments]
            self._append(Action(len(self._rows), verb, arguments, tuple(touch(*tokens)), rule))
        return first

    def _append(self, action: Action) -> None:
        if action.name in self._by_name:
            raise ValueError(f"two actions are named '{action.name}'")
        self._rows.append(action)
        self._by_name[action.name] = action

    def named(self, name: str) -> Action:
        """Look up an action by name; extra spaces are ignored."""
        wanted = " ".join(name.split())
        if wanted not in self._by_name:
            verbs = sorted({row.verb for row in self._rows})
            raise Mistake(
                "there is no action '{action}'; actions begin with {verbs}", action=wanted, verbs=", ".join(verbs)
            )
        return self._by_name[wanted]

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._rows)


def _product(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not sizes:
        yield ()
        return
    for head in range(sizes[0]):
        for tail in _product(sizes[1:]):
            yield (head, *tail)
