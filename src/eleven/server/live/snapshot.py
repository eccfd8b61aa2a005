"""A table's value with the views cached for it, and the protocol of subscribers."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from eleven.core.text.messages import Message
from eleven.server.live.table import Table


@dataclass(eq=False)
class Snapshot:
    """A table's value, with the views and contexts that were built from it."""

    table: Table
    context_cache: dict[Any, Any] = field(default_factory=dict)
    """Parts of views about the people at the table: kept from move to move, dropped when somebody comes or goes."""
    view_cache: dict[Any, Any] = field(default_factory=dict)
    """Whole views of this value, by seat and language; dropped by `invalidate_views`."""


class Subscriber(Protocol):
    """A connection that is notified of changes."""

    def seats(self) -> list[int]:
        """The seats that this visitor holds."""

    def is_from(self, device: str) -> bool:
        """Whether it came from a device, even if that was signed out since."""

    def wake(self) -> None:
        """Send the newest view."""

    def prepare(self, following: Snapshot) -> None:
        """Prepare the view of a snapshot that is being written; it is sent after `wake`, if the snapshot is in use."""

    def complain(self, said: Message) -> None:
        """Send an error about the table."""
