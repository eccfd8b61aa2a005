"""Claims outlive errors that nobody foresaw: in a heartbeat, and in acting on what a dead process left."""

import asyncio
import time
from collections.abc import Mapping
from typing import Any, cast

import pytest
from sqlalchemy import create_engine

from eleven.server.cluster import claims as module
from eleven.server.cluster.claims import SharedClaims
from eleven.server.process import background
from tests.server.conftest import PATIENCE


class Answers:
    """A heartbeat that gets these answers, or raises them, one after another; then none."""

    def __init__(self, *answers: object) -> None:
        self._answers = list(answers)
        self.finished = asyncio.Event()

    async def send(self, _: Mapping[str, object]) -> object:
        if not self._answers:
            self.finished.set()
            await asyncio.Event().wait()
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def joined(adopted: list[str], heartbeat: Answers) -> SharedClaims:
    """The claims of a process whose lease lasts; it cannot act on the claim `turns a`."""

    def adopt(name: str) -> None:
        if name == "turns a":
            raise ZeroDivisionError
        adopted.append(name)

    claims = SharedClaims(create_engine("sqlite://"), "me", adopt)
    claims._me, claims._until, claims._heartbeat = "me-0", time.monotonic() + 3600.0, cast(Any, heartbeat)
    return claims


async def lived(claims: SharedClaims, heartbeat: Answers) -> None:
    task = asyncio.create_task(background.keep_running(claims._live))
    async with asyncio.timeout(PATIENCE):
        await heartbeat.finished.wait()
    task.cancel()


@pytest.fixture(autouse=True)
def _times(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that begins again does so too late; the heartbeat itself never waits."""
    monkeypatch.setattr(background, "PAUSE_SECONDS", 2 * PATIENCE)
    monkeypatch.setattr(module, "RENEW_SECONDS", 0.0)
    monkeypatch.setattr(module, "LEASE_SECONDS", 3600.0)


def test_an_unforeseen_error_of_one_heartbeat_does_not_cost_the_lease() -> None:
    async def whole() -> None:
        heartbeat = Answers((True, ["turns b"], ["me-0"], None), ZeroDivisionError(), (True, [], ["me-0"], None))
        claims = joined([], heartbeat)
        await lived(claims, heartbeat)
        assert claims.holds("turns b")

    asyncio.run(whole())


def test_a_claim_that_cannot_be_acted_on_is_released_and_the_others_are_acted_on() -> None:
    async def whole() -> None:
        heartbeat, adopted = Answers((True, ["turns a", "clock b", "turns c"], ["me-0"], None)), list[str]()
        claims = joined(adopted, heartbeat)
        await lived(claims, heartbeat)
        assert adopted == ["clock b", "turns c"]
        assert [claims.holds(name) for name in ("turns a", "clock b", "turns c")] == [False, True, True]
        assert claims._unwanted == {"turns a"}, "the next heartbeat releases it"

    asyncio.run(whole())
