"""Numbers with names: what rules write as a constant, and what everybody else reads, from one table.

    EVENTS = Events()
    DREW = EVENTS.add("drew", thing=CARD)

`DREW` is a plain number for the rules, `EVENTS[DREW]` says how it reads.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from eleven.core.contract.game import EventKind, LuckKind
from eleven.core.contract.kinds import Kind

T = TypeVar("T")


class Enum(list[T]):
    """Items in the order in which they were added; the place of each is its number."""

    def _append(self, item: T) -> int:
        self.append(item)
        return len(self) - 1


class Events(Enum[EventKind]):
    """What can happen; the words are `event.<name>`, and `hidden.<name>` for those who may not see the thing."""

    def add(self, name: str, *, thing: Kind | None = None, cover: Kind | None = None, place: Kind | None = None) -> int:
        """Add an event."""
        return self._append(EventKind(name, thing, cover, place))


class Lucks(Enum[LuckKind]):
    """What luck decides; a log writes `luck <name>: <things>`."""

    def add(self, name: str, things: Kind) -> int:
        """Add a kind of luck."""
        return self._append(LuckKind(name, things))


class Questions(Enum[str]):
    """What a seat can be asked, each with the rules to look up while it is open; the words are `question.<name>`."""

    def __init__(self) -> None:
        super().__init__()
        self.rules: dict[str, Sequence[str]] = {}

    def add(self, name: str, *rules: str) -> int:
        """Add a question."""
        self.rules[name] = rules
        return self._append(name)


class Endings(Enum[str]):
    """Why a game is over, from 1; 0 is a running game. The words are `ending.<name>`."""

    def __init__(self) -> None:
        super().__init__(["playing"])

    def add(self, name: str) -> int:
        """Add a reason."""
        return self._append(name)


class Invariants(Enum[str]):
    """The violations that `check` can report, from 1; 0 is a valid state. Each is a sentence that names the rule."""

    def __init__(self) -> None:
        super().__init__([""])

    def add(self, broken: str) -> int:
        """Add an invariant, as the sentence that describes its violation."""
        return self._append(broken)


def rules_of_questions(questions: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """The rules to look up for each question, if the table has them."""
    return questions.rules if isinstance(questions, Questions) else {}
