"""What viewers were told, stored without words: `languages.py` has those of every language."""

from typing import Any, NamedTuple


class ViewerEvent(NamedTuple):
    """What one viewer was told of one event: the events of its sight, or a message of the server about a seat."""

    version: int
    events: tuple[Any, ...] = ()
    key: str = ""
    seat: int = 0
