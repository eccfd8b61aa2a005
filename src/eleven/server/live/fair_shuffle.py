"""Fair shuffles: nobody, the server least of all, can choose the cards.

The server commits to a secret by showing its hash. After that every player's browser adds randomness of its own, and
keeps the hash and its share. The key of the game's luck is the hash of the secret and all shares, in the order of the
seats; the secret is shown when the game is over. Then anybody can work out every shuffle and draw again, and those who
kept the hash can tell whether the secret is the one that was fixed before the shares came.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence

from eleven.core.contract.game import Game
from eleven.core.play.match import Match, match_from, new_match
from eleven.core.rules.record import clone
from eleven.core.text.errors import TextMistake
from eleven.core.text.lines import read_lines

FAIR = "fair "
AFTER = "engine: "


def new_secret() -> str:
    """A secret of 256 bits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """The hash of the secret, which is shown before the deal."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def key_of(secret: str, contributions: Sequence[str]) -> bytes:
    """The key of a game's luck."""
    parts = ":".join([secret, *contributions])
    return hashlib.sha256(parts.encode()).digest()


def with_fairness(log: str, game: Game, secret: str, contributions: Sequence[str]) -> str:
    """A log that can be verified: what was committed to, what was added, and the secret, below the engine's line."""
    lines = [f"{FAIR}commitment: {commitment(secret)}"]
    lines += [f"{FAIR}contribution {game.seat.token(seat)}: {added}" for seat, added in enumerate(contributions)]
    lines.append(f"{FAIR}secret: {secret}")
    head, engine, tail = log.partition(AFTER)
    version, _, rest = tail.partition("\n")
    return head + engine + version + "\n" + "\n".join(lines) + "\n" + rest


def fair_lines(text: str) -> Mapping[str, tuple[int, str]]:
    """The `fair` lines of a log: name to line number and value."""
    found = {}
    for line in read_lines(text):
        if line.label.startswith(FAIR):
            found[line.label.removeprefix(FAIR)] = (line.number, line.value)
    return found


def shares_in(match: Match, text: str) -> list[str]:
    """The shares that a log names, seat by seat; empty where none was given."""
    fair = fair_lines(text)
    tokens = [match.game.seat.token(seat) for seat in range(match.setup.players)]
    return [fair.get(f"contribution {token}", (0, ""))[1] for token in tokens]


def verify_shown(match: Match, text: str, shown: str | None, share: str | None) -> None:
    """Compare a log with the hash that the player's browser was shown and the share it sent, where known."""
    fair = fair_lines(text)
    if shown is not None and commitment(fair["secret"][1]) != shown.strip().lower():
        raise TextMistake(fair["secret"][0], "the secret is not the one whose hash you were shown before the deal")
    if share is not None and share.strip().lower() not in filter(None, shares_in(match, text)):
        raise TextMistake(fair["secret"][0], "your share is not in the key of this game's luck")


def verify_luck(match: Match, text: str) -> None:
    """Work out every shuffle and draw of a replayed log again from its key, or say in which line it differs."""
    fair = fair_lines(text)
    if "secret" not in fair or "commitment" not in fair:
        raise TextMistake(1, "there are no 'fair …:' lines, so the shuffles cannot be checked")
    number, secret = fair["secret"]
    try:
        shown = commitment(secret)
    except ValueError:
        raise TextMistake(number, "the secret is not written in hexadecimal digits") from None
    if shown != fair["commitment"][1]:
        raise TextMistake(fair["commitment"][0], "the secret is not the one that was committed to before the deal")
    key = key_of(secret, shares_in(match, text))
    if match.opening is None:
        again = match_from(match.game, match.setup, clone(match.origin), key)
    else:
        again = new_match(match.game, match.setup, key)
    if again.opening != match.opening:
        raise TextMistake(number, "the deal does not follow from the secret and the contributions")
    for entry in match.entries:
        again.try_apply(match.game.actions[entry.action].name, entry.seat)
        if again.entries[-1].tape != entry.tape:
            step, name = len(again.entries), match.game.actions[entry.action].name
            raise TextMistake(
                number,
                "the luck of decision {step}, '{action}', does not follow from the secret",
                step=step,
                action=name,
            )
