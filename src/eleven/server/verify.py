"""Check a downloaded game without trusting the server it was played on; the command `eleven verify` prints it."""

from eleven.core.errors import TextMistake
from eleven.core.log import read_log
from eleven.core.match import Match
from eleven.server.fairness import verify_luck


def verified(text: str) -> Match:
    """The game of a log whose every line holds: actions, result, deal and draws; or the line that does not."""
    match = read_log(text)
    if not match.over:
        raise TextMistake(len(text.splitlines()), "the game is not over, so there is no result to verify")
    if not any(line.startswith("result:") for line in text.splitlines()):
        raise TextMistake(len(text.splitlines()), "the line 'result: …' is missing")
    verify_luck(match, text)
    return match
