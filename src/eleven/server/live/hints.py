"""Hints: what the best bot of a table would do, worked out from a seat's sight and told in the reader's words."""

import asyncio
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from eleven.bots.available_levels import Adviser, adviser_at
from eleven.bots.choosing import Advice
from eleven.bots.levels import SEARCH, find_bot
from eleven.core.contract.game import Game
from eleven.core.text.errors import Mistake
from eleven.core.text.narration import sentence
from eleven.server.http.models.tables import Hint, HintedAction
from eleven.server.limits.token_bucket import TokenBucket
from eleven.server.views.languages import words_of

if TYPE_CHECKING:
    from eleven.server.live.live_table import LiveTable

HINTS_PER_SECOND, HINTS_AT_ONCE = 0.25, 5


class Hints:
    """The hints of one table; each decision is computed once."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._bucket = TokenBucket(HINTS_PER_SECOND, HINTS_AT_ONCE)
        self._advice: dict[int, asyncio.Future[list[Advice]]] = {}

    async def give(self, seat: int, language: str) -> Hint:
        """What the best bot would do on a seat, worked out from what the seat sees."""
        await self._live.settled()
        table = self._live.table
        play, version = table.play, table.changed
        if not table.hints:
            raise Mistake("there are no hints at this table")
        if play is None or play.over or play.asked != seat:
            raise Mistake("a hint is for who is asked")
        adviser = adviser_at(table.game, table.setup)
        known = self._advice.get(version)
        if known is None:
            if not self._bucket.take():
                raise Mistake("too many hints; wait a moment before the next one")
            known = asyncio.ensure_future(
                self._live.tables.bots.advise(table.game.id, play.observation(seat).data, adviser)
            )
            self._advice = {version: known}
        try:
            found = hint_of(table.game, version, await asyncio.shield(known), table.names(language), language, adviser)
        except BrokenProcessPool:
            self._advice.clear()
            raise Mistake("the bots have to begin again; try again in a moment") from None
        if found.light:
            self._advice.clear()
        return found


def hint_of(
    game: Game, version: int, advice: Sequence[Advice], names: Sequence[str], language: str, adviser: Adviser
) -> Hint:
    """The advice for one decision; without a search there is no win share."""
    rows = [
        HintedAction(
            action=game.actions[row.action].name,
            sentence=sentence(game, row.action, words_of(game.id, language), names),
            win_share=round(row.win_share, 3) if row.visits else None,
            visits=row.visits,
        )
        for row in advice
    ]
    light = find_bot(adviser).kind == SEARCH and not any(row.visits for row in advice)
    return Hint(version=version, actions=rows, light=light, by=adviser)
