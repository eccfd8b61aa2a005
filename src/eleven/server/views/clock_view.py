"""What is shown of a table's clocks: the same to all, and derived only from what all have seen."""

from eleven.server.clocks.clock import SECOND, due
from eleven.server.live.table import Table
from eleven.server.views.view_types import ClockView


def clock_view(table: Table) -> ClockView | None:
    """The state of a table's clocks."""
    clock = table.clock
    if clock is None:
        return None
    mark = table.marks[-1] if table.marks else None
    return {
        "kind": clock.kind,
        "seconds": clock.decision // SECOND,
        "reserves": [clock.reserve - used for used in mark.used] if mark and clock.reserve else [],
        "asked_at": mark.asked_at if mark else 0,
        "due": None if table.stopped else due(table),
        "night": list(clock.night or ()),
        "offset": clock.offset,
        "level": clock.level,
    }
