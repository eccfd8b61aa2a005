"""What is shown of a table, and to whom."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from eleven.core.text.messages import Said
from eleven.server.live.table import Table


@dataclass(eq=False)
class Snapshot:
    """A table's value, with what was made of it for those who look on."""

    table: Table
    frame_cache: dict[Any, Any] = field(default_factory=dict)
    """What was made of the people at the table; kept from move to move, forgotten when somebody comes or goes."""
    view_cache: dict[Any, Any] = field(default_factory=dict)
    """What was made of the table as it is; forgotten when everybody is to look again."""


class Subscriber(Protocol):
    """A connection to a person or a bot outside."""

    def seats(self) -> list[int]:
        """The seats of whoever is at the other end."""

    def is_from(self, device: str) -> bool:
        """Whether it came from a device, signed out since or not."""

    def wake(self) -> None:
        """There is something new to see."""

    def prepare(self, coming: Snapshot) -> None:
        """There will be something new to see."""

    def complain(self, said: Said) -> None:
        """Something is wrong with the table."""
