"""Check a downloaded game without trusting the server it was played on; the command `eleven verify` prints it."""

from eleven.core.play.match import Match
from eleven.core.text.errors import TextMistake
from eleven.core.text.log import read_log, result
from eleven.server.live.fair_shuffle import shares_in, verify_luck, verify_shown

NO_DEAL = "Not checked: the position it began with. The server chose it; there was no deal."
NO_HASH = (
    "Not checked: whether the secret was fixed before the shares came. A log alone always agrees with itself; "
    "the hash that your page showed before the deal can tell: --shown HASH."
)
NO_SHARE = "Not checked: whether your own share is in the key: --share DIGITS, as your browser has sent them."


def verified(text: str, shown: str | None = None, share: str | None = None) -> Match:
    """Replay a log and verify its actions, result, deal and draws; a TextMistake names the line that is wrong.

    `shown` is the hash that was shown before the deal, `share` what the player's own device has added.
    """
    match = read_log(text)
    if not match.over:
        raise TextMistake(len(text.splitlines()), "the game is not over, so there is no result to verify")
    if not any(line.startswith("result:") for line in text.splitlines()):
        raise TextMistake(len(text.splitlines()), "the line 'result: …' is missing")
    verify_luck(match, text)
    verify_shown(match, text, shown, share)
    return match


def report(match: Match, text: str, shown: str | None, share: str | None) -> list[str]:
    """What was checked in a verified log, and what was not."""
    dealt = match.opening is not None
    held = "deal, draws" if dealt else "draws"
    named = [match.game.seat.token(seat) for seat in range(match.setup.players)]
    given = [token for token, added in zip(named, shares_in(match, text), strict=True) if added]
    return [
        f"{match.game.title}: {len(match.entries)} decisions, {held} and result hold. {result(match)}",
        *([] if dealt else [NO_DEAL]),
        f"Shares of the luck came from: {', '.join(given) or 'nobody'}.",
        NO_HASH if shown is None else "The secret is the one whose hash you were shown.",
        NO_SHARE if share is None else "Your share is in the key.",
    ]
