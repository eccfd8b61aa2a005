"""The rate limits of the chat. The numbers are `chat_per_second` and `chat_burst` in `settings`."""

from eleven.server.limits.token_bucket import TokenBuckets


class ChatLimits:
    """How often one person, and all players or all spectators of a table, may speak or report."""

    def __init__(self, rate: float, burst: int) -> None:
        self._people, self._tables = TokenBuckets(rate, burst), TokenBuckets(4 * rate, 4 * burst)

    def take(self, who: str, table_id: str, is_player: bool) -> bool:
        """Whether they may speak now; spectators never use up the limit of the players."""
        room = "players" if is_player else "spectators"
        return self._people.take(who) and self._tables.take(f"{room} {table_id}")
