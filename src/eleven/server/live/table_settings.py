"""What a table agrees on beside the game: aids, chat, how long to wait for somebody who is away, and clocks."""

from collections.abc import Mapping
from typing import Any

from eleven.server.clocks import clock

CHAT = "talk"
"""What the store calls the choice whether there is a chat."""
AIDS = ("hints", "memory", CHAT, "rated")
ABSENCE = 120
"""Seconds after which the others may let a bot play for somebody who is away, where nothing else was agreed."""


def settings_in(body: Mapping[str, Any]) -> dict[str, Any]:
    """The settings in the body of an `agree` event; defaults are left out."""
    settings: dict[str, Any] = {aid: bool(body[aid]) for aid in AIDS if aid in body}
    if "absence" in body:
        settings["absence"] = int(body["absence"])
    if "clock" in body:
        settings["clock"] = body["clock"]
    return settings


def absence_of(settings: Mapping[str, Any], chosen: clock.TimeControl | None) -> int:
    """Seconds after which the others may let a bot play for somebody who is away; 0 for never.

    With a clock of days, only the clock decides.
    """
    if chosen is not None and chosen.kind == clock.DAYS:
        return 0
    return int(settings.get("absence", ABSENCE))
