"""Counts rated games when they are over: at once by the process where one ended, else by whichever looks next."""

import asyncio
import logging

from eleven.server.process.waiting import wait_for_event
from eleven.server.store import Store, StoreError
from eleven.server.store.rows.ratings import count_game, uncounted

LOG = logging.getLogger("eleven.ratings")
POLL_SECONDS = 60.0
"""Seconds between polls for games that another process left uncounted when it died."""


class RatingCounter:
    """Applies finished games to the ratings, in the background."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._over = asyncio.Event()

    def game_over(self) -> None:
        """A rated game has ended, and the store has it."""
        self._over.set()

    async def run(self) -> None:
        """Count all uncounted games, now and whenever a game ends, until cancelled."""
        while True:
            try:
                await self.count()
            except StoreError as refusal:  # the games stay as they are, and are found again
                LOG.warning("ratings are not counted yet", extra={"why": str(refusal)})
            except Exception as problem:  # whatever it is, later games are counted
                LOG.error("ratings cannot be counted", exc_info=problem)
            await wait_for_event(self._over, POLL_SECONDS)

    async def count(self) -> None:
        """Count all games that are over; one that cannot be counted is left for the next time."""
        failed: list[str] = []
        refused = False
        while found := await uncounted(self._store, failed):
            for table_id in found:
                try:
                    await count_game(self._store, table_id)
                except StoreError as refusal:
                    if not refused:  # one line is enough if nothing can be written
                        LOG.warning("a game cannot be rated", extra={"table": table_id, "why": str(refusal)})
                    refused = True
                except Exception as problem:  # whatever it is, the other games are counted
                    LOG.error("a game cannot be rated", exc_info=problem, extra={"table": table_id})
                else:
                    continue
                failed.append(table_id)
                break  # if the store is away, `uncounted` finds out
