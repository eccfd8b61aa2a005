"""The timer of all clocks of a process: one table that cannot be loaded does not keep the others away."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from eleven.core.text.errors import Mistake
from eleven.core.text.messages import Message
from eleven.server.clocks.clock_timer import ClockTimer
from eleven.server.store import StoreError


class FakeTables:
    """Tables of which some cannot be loaded."""

    def __init__(self, problems: dict[str, Exception]) -> None:
        self.problems, self.asked = problems, set[str]()
        self.store = SimpleNamespace(playing_tables=self._playing)

    async def _playing(self, last: tuple[int, str] | None, with_clock: bool) -> list[tuple[int, str]]:
        assert with_clock
        return [] if last else [(0, name) for name in "abcdef"]

    async def find(self, name: str) -> None:
        self.asked.add(name)
        if name in self.problems:
            raise self.problems[name]


def load_others(problems: dict[str, Exception]) -> set[str]:
    tables = FakeTables(problems)
    asyncio.run(ClockTimer(cast(Any, tables))._load_others())
    return tables.asked


def test_tables_that_cannot_be_loaded_do_not_keep_the_others_away(caplog: pytest.LogCaptureFixture) -> None:
    assert load_others({"b": ZeroDivisionError(), "c": Mistake("stopped"), "e": KeyError()}) == set("abcdef")
    assert sorted(record.__dict__["table"] for record in caplog.records) == ["b", "e"]


def test_a_store_that_is_away_is_asked_again_later() -> None:
    asked = load_others(dict.fromkeys("abcdef", StoreError(Message("away"))))
    assert len(asked) == 1
