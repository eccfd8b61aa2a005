"""Fair shuffles: nobody, the server least of all, can choose the cards.

Before anybody sits down the server commits to a secret by showing its hash. Every player's browser adds randomness of
its own. The key of the game's luck is the hash of the secret and all that was added, in the order of the seats; the
secret is shown when the game is over, and then anybody can work out every shuffle and draw again.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence

from eleven.core.errors import TextMistake
from eleven.core.game import Game
from eleven.core.lines import read_lines
from eleven.core.match import Match, match_from, new_match
from eleven.core.record import clone

FAIR = "fair "
AFTER = "engine: "


def new_secret() -> str:
    """A secret of 256 bits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is shown of the secret before the deal."""
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
    """The fairness of a log: name to line number and value."""
    found = {}
    for line in read_lines(text):
        if line.label.startswith(FAIR):
            found[line.label.removeprefix(FAIR)] = (line.number, line.value)
    return found


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
    tokens = [match.game.seat.token(seat) for seat in range(match.setup.players)]
    key = key_of(secret, [fair.get(f"contribution {token}", (0, ""))[1] for token in tokens])
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
