"""Reviews and opened logs are shared between addresses: nobody can take everybody else's turn."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from eleven.core.text.errors import Mistake
from eleven.server.cluster.claims import LocalClaims
from eleven.server.http.dependencies import RateLimited
from eleven.server.http.models.reviews import ReviewStage
from eleven.server.live.tables import Tables
from eleven.server.replays.replay_cache import LOGS, LOGS_EACH, ReplayCache
from eleven.server.replays.review_jobs import (
    DONE,
    FAILED,
    MAX_JOBS,
    MAX_JOBS_PER_NETWORK,
    MAX_LOG_JOBS,
    NONE,
    WAITING,
    WORKING,
    QueuedReview,
    ReviewJobs,
    claim_of,
)
from tests.server.conftest import settings

REPLAY = cast(Any, None)


def fake_tables(folder: Path) -> Tables:
    async def review(_: str) -> None:
        return None

    store = SimpleNamespace(review=review)
    return cast(
        Tables,
        SimpleNamespace(settings=settings(folder), store=store, peers=None, claims=LocalClaims(), erasure_listeners=[]),
    )


def test_one_client_cannot_fill_the_review_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def for_ever(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(ReviewJobs, "_work", for_ever)

    async def ask() -> None:
        reviews = ReviewJobs(fake_tables(tmp_path), cast(ReplayCache, None))

        async def begin(name: str, where: str) -> bool:
            try:
                await reviews.begin(name, REPLAY, where)
            except RateLimited:
                return False
            return True

        taken = [await begin(f"log-{i}", "stranger") for i in range(20)]
        assert sum(taken) == MAX_JOBS_PER_NETWORK
        crowd = [await begin(f"log-c{i}", f"crowd{i}") for i in range(20)]
        assert sum(crowd) == MAX_LOG_JOBS - MAX_JOBS_PER_NETWORK
        tables = [await begin(f"{i:016x}", f"player{i}") for i in range(20)]
        assert sum(tables) == MAX_JOBS - MAX_LOG_JOBS
        assert await begin("log-0", "player"), "one that is on its way is only asked after"
        reviews.stop()

    asyncio.run(ask())


def test_opening_many_logs_evicts_ones_own_first(tmp_path: Path) -> None:
    replay_cache = ReplayCache(fake_tables(tmp_path))
    replay_cache._keep("log-friend", REPLAY, "friend")
    for i in range(50):
        replay_cache._keep(f"log-{i}", REPLAY, "stranger")
    assert list(replay_cache._logs) == ["log-friend", *(f"log-{i}" for i in range(50 - LOGS_EACH, 50))]
    for i in range(50):
        replay_cache._keep(f"log-c{i}", REPLAY, f"crowd{i}")
    assert len(replay_cache._logs) == len(replay_cache._from) == LOGS


@pytest.mark.parametrize(
    ("state", "problem", "started", "released"),
    [
        (NONE, None, True, False),
        (FAILED, None, True, False),
        (WAITING, None, False, False),
        (WORKING, None, False, False),
        (DONE, None, False, True),
        (NONE, Mistake("there is no such table"), False, True),
        (FAILED, ZeroDivisionError(), False, True),
    ],
)
def test_an_adopted_review_is_made_here_or_released(
    state: ReviewStage, problem: Exception | None, started: bool, released: bool, tmp_path: Path
) -> None:
    """One that is under way here releases its claim itself when it is done."""
    tables, name, releases, made = cast(Any, fake_tables(tmp_path)), "0" * 16, list[str](), list[str]()

    async def find(_: str) -> None:
        if problem is not None:
            raise problem

    async def of_table(_: object) -> None:
        return None

    async def whole() -> None:
        tables.find, tables.claims = find, SimpleNamespace(release=releases.append)
        reviews = ReviewJobs(tables, cast(Any, SimpleNamespace(of_table=of_table)))
        cast(Any, reviews)._start = lambda name, replay: made.append(name)
        if state != NONE:
            reviews._remember(name, QueuedReview(name, state=state))
        reviews._adopt(name)
        await asyncio.wait(reviews._adopting)
        reviews.stop()

    asyncio.run(whole())
    assert (made, releases) == ([name] if started else [], [claim_of(name)] if released else [])
