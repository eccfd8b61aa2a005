"""A background loop begins again after an error, and ends when it is cancelled or done."""

import asyncio

import pytest

from eleven.server.process import background
from eleven.server.process.background import keep_running


def test_a_loop_begins_again_after_an_error(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(background, "PAUSE_SECONDS", 0.0)
    begun = 0

    async def fragile() -> None:
        nonlocal begun
        begun += 1
        if begun < 3:
            raise ZeroDivisionError
        await asyncio.Event().wait()

    async def whole() -> bool:
        task = asyncio.create_task(keep_running(fragile))
        while begun < 3:
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert asyncio.run(whole())
    assert begun == 3
    assert [record.levelname for record in caplog.records] == ["ERROR"] * 2
    assert "fragile" in caplog.records[0].__dict__["loop"]


def test_a_loop_that_is_done_does_not_begin_again() -> None:
    async def done() -> None:
        begun.append(1)

    begun: list[int] = []
    asyncio.run(keep_running(done))
    assert begun == [1]
