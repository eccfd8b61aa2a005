"""Reviews of finished games: made once, decision by decision, in worker processes, and then kept.

The review of a table is kept in the store; that of a log which somebody opened, in memory alone, like the log itself.
"""

import asyncio
import json
import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from eleven.bots.available_levels import adviser_at
from eleven.core.text.errors import Mistake
from eleven.core.text.narration import sentence
from eleven.review.decision_review import (
    DecisionPoint,
    Finding,
    Judgement,
    ReviewBudget,
    compare_decision,
    review_decision,
)
from eleven.review.game_review import assemble_review, steps_to_recheck
from eleven.review.report import as_data
from eleven.server.engine.workers import WorkerProcess
from eleven.server.http.dependencies import RateLimited
from eleven.server.http.models.reviews import ReviewReport, ReviewStage
from eleven.server.live.tables import Tables
from eleven.server.replays.replay import Replay
from eleven.server.replays.replay_cache import UPLOAD_PREFIX, ReplayCache
from eleven.server.store import StoreError
from eleven.server.views.languages import words_of
from eleven.server.views.view import Json

LOG = logging.getLogger("eleven.reviews")
MAX_JOBS = 8
MAX_LOG_JOBS = 4
MAX_JOBS_PER_NETWORK = 2
"""Reviews that run or wait: in all, of uploaded logs, and from one address."""
CACHED_REVIEWS = 16
"""How many finished reviews are cached; each takes some hundred kilobytes."""
WORKERS = min(2, os.cpu_count() or 1)
GLANCE, MOMENTS = 0.1, 0.85
"""The progress after the quick look at every decision, and after the full one; the rest is the second look at the
costliest decisions. What was found so far is shown meanwhile."""
REPLIES = ("after", "instead")
REVIEW = "review"
POLL_SECONDS = 1.0
NONE: Final = "none"
WAITING: Final = "waiting"
WORKING: Final = "working"
DONE: Final = "done"
FAILED: Final = "failed"


@dataclass
class QueuedReview:
    """A review that is waiting, running or done."""

    name: str = ""
    where: str = ""
    state: ReviewStage = WAITING
    progress: float = 0.0
    found: Json = field(default_factory=dict)
    task: "asyncio.Task[None] | None" = None


def claim_of(name: str) -> str:
    """The name under which a process claims the review of a table."""
    return f"{REVIEW} {name}"


class ReviewJobs:
    """All reviews, by the names of their replays."""

    def __init__(self, tables: Tables, replay_cache: ReplayCache) -> None:
        self.tables, self._replay_cache = tables, replay_cache
        if tables.peers is not None:
            tables.peers.adopters[REVIEW] = self._adopt
        self._adopting: set[asyncio.Task[None]] = set()
        self._jobs: OrderedDict[str, QueuedReview] = OrderedDict()
        self._workers = [WorkerProcess(compiled=tables.settings.compiled_workers) for _ in range(WORKERS)]
        self._turn = asyncio.Lock()

    def stop(self) -> None:
        """Stop all jobs and workers."""
        for job in self._jobs.values():
            if job.task:
                job.task.cancel()
        for task in self._adopting:
            task.cancel()
        for worker in self._workers:
            worker.stop()

    async def find(self, name: str) -> QueuedReview:
        """The job of a replay's review, which may be in memory, in the store or at another process."""
        if name not in self._jobs and not name.startswith(UPLOAD_PREFIX):
            kept = await self.tables.store.review(name)
            if kept is not None:
                self._remember(name, QueuedReview(name, "", DONE, 1.0, json.loads(kept)))
            elif await self.tables.claims.taken(claim_of(name)):
                return QueuedReview(name, state=WORKING)
        return self._jobs.get(name) or QueuedReview(name, state=NONE)

    async def begin(self, name: str, replay: Replay, where: str = "") -> QueuedReview:
        """Start the review of a game, unless it exists or is under way."""
        job = await self.find(name)
        if job.state in (NONE, FAILED):
            job = self._start(name, replay, where)
        return job

    def _start(self, name: str, replay: Replay, where: str = "") -> QueuedReview:
        self._refuse_if_crowded(name, where)
        job = QueuedReview(name, where)
        self._remember(name, job)
        job.task = asyncio.create_task(self._work(name, replay, job))
        return job

    def _adopt(self, name: str) -> None:
        """Continue with a review that a dead process had claimed."""
        task = asyncio.create_task(self._begin_adopted(name))
        self._adopting.add(task)
        task.add_done_callback(self._adopting.discard)

    async def _begin_adopted(self, name: str) -> None:
        try:
            if self._state(name) in (NONE, FAILED):
                replay = await self._replay_cache.of_table(await self.tables.find(name))
                if self._state(name) in (NONE, FAILED):  # nobody has asked for it meanwhile
                    self._start(name, replay)
            if self._state(name) == DONE:
                self.tables.claims.release(claim_of(name))
        except Exception as problem:  # whatever it is, a visitor who wants it asks again
            self.tables.claims.release(claim_of(name))
            unforeseen = None if isinstance(problem, (Mistake, StoreError)) else problem
            facts = {"table": name, "why": str(problem)}
            LOG.warning("a review is not taken over", exc_info=unforeseen, extra=facts)

    def _state(self, name: str) -> ReviewStage:
        """The state of a review here; one that waits or works will release its claim itself."""
        return self._jobs[name].state if name in self._jobs else NONE

    def _refuse_if_crowded(self, name: str, where: str) -> None:
        waiting = [job for job in self._jobs.values() if job.state in (WAITING, WORKING)]
        logs = [job for job in waiting if job.name.startswith(UPLOAD_PREFIX)]
        theirs = [job for job in waiting if job.where == where]
        full = len(waiting) >= MAX_JOBS or (name.startswith(UPLOAD_PREFIX) and len(logs) >= MAX_LOG_JOBS)
        if full or len(theirs) >= MAX_JOBS_PER_NETWORK:
            raise RateLimited("too many games are being reviewed; wait a moment before the next one")

    def _remember(self, name: str, job: QueuedReview) -> None:
        self._jobs[name] = job
        for old in [key for key, other in self._jobs.items() if other.state in (DONE, FAILED)][:-CACHED_REVIEWS]:
            del self._jobs[old]

    async def _work(self, name: str, replay: Replay, job: QueuedReview) -> None:
        try:
            async with self._turn:
                kept = None if name.startswith(UPLOAD_PREFIX) else await self._claimed(name)
                if kept is None:
                    job.state = WORKING
                    job.found = await self._review(replay, job)
                else:
                    job.found = json.loads(kept)
            if not name.startswith(UPLOAD_PREFIX) and kept is None:
                await self.tables.store.keep_review(name, json.dumps(job.found, separators=(",", ":")))
            job.state, job.progress = DONE, 1.0
        except Exception as problem:  # any failure must be reported to those who wait
            LOG.error("review failed", exc_info=problem, extra={"table": name})
            job.state = FAILED
        finally:
            self.tables.claims.release(claim_of(name))

    async def _claimed(self, name: str) -> str | None:
        """Wait until this process may make the review, or another has made it."""
        while not await self.tables.claims.take(claim_of(name)):
            await asyncio.sleep(POLL_SECONDS)
            if (kept := await self.tables.store.review(name)) is not None:
                return kept
        return await self.tables.store.review(name)

    async def _review(self, replay: Replay, job: QueuedReview) -> Json:
        game, by = replay.game, adviser_at(replay.game, replay.setup)
        budget = ReviewBudget.of(self.tables.settings.review_simulations, by)
        points = [DecisionPoint(step, replay.states[step], entry.action) for step, entry in enumerate(replay.entries)]
        winners = replay.result()[1]
        result = [1 / len(winners) if seat in winners else 0.0 for seat in range(replay.setup.players)]

        def data_of(findings: list[Finding], better: list[Judgement | None], spent: ReviewBudget) -> Json:
            return as_data(assemble_review(findings, better, result, spent), game, replay.setup.players)

        glances = await self._each(review_decision, game.id, points, budget.preview, job, GLANCE)
        job.found = data_of(glances, [], budget.preview)
        findings = await self._each(review_decision, game.id, points, budget, job, MOMENTS)
        job.found = data_of(findings, [], budget)
        doubtful = [points[step] for step in steps_to_recheck(findings, budget)]
        better = await self._each(compare_decision, game.id, doubtful, budget.again, job, 1.0, by)
        return data_of(findings, better, budget)

    async def _each(
        self,
        work: Callable[..., Any],
        game_id: str,
        points: Sequence[DecisionPoint],
        budget: Any,
        job: QueuedReview,
        until: float,
        *further: Any,
    ) -> list[Any]:
        """Review all points, with all workers; results in order. The job's progress goes up to `until`."""
        found: list[Any] = [None] * len(points)
        left, stride = iter(range(len(points))), (until - job.progress) / max(1, len(points))

        async def run_worker(worker: WorkerProcess) -> None:
            for number in left:
                found[number] = await worker.call(work, game_id, points[number], budget, *further)
                job.progress += stride

        async with asyncio.TaskGroup() as group:
            for worker in self._workers:
                group.create_task(run_worker(worker))
        return found


def with_sentences(found: Json, replay: Replay, language: str) -> ReviewReport:
    """A review with its costliest decisions as sentences, numbered as in the log; the list of all is left out."""
    words, game, names = words_of(replay.game.id, language), replay.game, replay.names(language)

    def said(name: str) -> str:
        return sentence(game, game.actions.named(name).id, words, names)

    def reason(why: Json | None) -> Json | None:
        """The replies of others as sentences too."""
        replies = (
            {key: why[key] and {**why[key], "sentence": said(why[key]["action"])} for key in REPLIES} if why else {}
        )
        return {**why, **replies} if why else None

    rows = [
        {
            **row,
            "step": row["step"] + 1,
            "sentence": said(row["action"]),
            "better": said(row["best"]),
            "why": reason(row.get("why")),
        }
        for row in found["costliest"]
    ]
    told = {**{key: value for key, value in found.items() if key != "decisions"}, "costliest": rows}
    return cast(ReviewReport, told)
