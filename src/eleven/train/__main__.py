"""Train a network to play a game: first it imitates a bot, then it learns by self-play.

    python -m eleven.train elefant --minutes 8 --device cuda --out runs/elefant
    python -m eleven.train elefant --minutes 8 --total-minutes 24 --resume runs/elefant/checkpoint.pt
    python -m eleven.train elefant --players all --unusual 0.5 --start shipped --device cuda    # from shipped weights
    python -m eleven.train elefant --minutes 0.5 --size 64 --width 32 --device cpu      # a quick test

The folder `--out` gets `checkpoint.pt`, `log.jsonl`, `curves.svg`, and `<game>.npz`, the weights for playing.
"""

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any

from eleven.core.contract.game import find_game
from eleven.core.text.errors import Mistake
from eleven.network.weights import Weights, load_weights, shipped
from eleven.research.extras import needed
from eleven.train.kernels import all_open


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        "python -m eleven.train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", help="`eleven games` lists them")
    parser.add_argument("--players", default="", help="sizes with commas between, or all; the smallest unless given")
    parser.add_argument("--often", default="", help="sizes that are learnt twice as often as the others")
    parser.add_argument("--minutes", type=float, default=8.0, help="of learning in this run")
    parser.add_argument("--total-minutes", type=float, help="over which rates fade; --minutes unless given")
    parser.add_argument("--lesson-minutes", type=float, default=0.5, help="of imitating greedy at the very beginning")
    parser.add_argument("--critic-minutes", type=float, default=0.0, help="after them in which the critic learns alone")
    parser.add_argument("--save-minutes", type=float, default=2.0, help="between two checkpoints")
    parser.add_argument("--stop-at", type=float, default=math.inf, help="a moment, in seconds since 1970")
    parser.add_argument("--resume", type=Path, help="a checkpoint to go on from")
    parser.add_argument("--start", help="a file of weights to begin with instead of lessons, or shipped")
    parser.add_argument("--out", type=Path, default=Path("runs/latest"), help="where to write")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--size", type=int, default=1 << 14, help="games at once")
    parser.add_argument("--steps", type=int, default=32, help="decisions of each between two updates")
    parser.add_argument("--minibatch", type=int, default=1 << 15)
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--trace", type=float, default=0.95)
    parser.add_argument("--margin", type=float, default=0.5, help="worth of a deviation of points, fading to none")
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--depth", type=int, default=1, help="hidden layers beyond the first")
    parser.add_argument("--critic-width", type=int, default=0, help="as the player's unless given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], help="of the game, such as variant=beginners")
    parser.add_argument("--unusual", type=float, default=0.0, help="the part of the tables with other options")
    parser.add_argument("--against", default="", help="learn a best response to a bot that does not search")
    parser.add_argument(
        "--hands-open", action="store_true", help="show the learner all hands, to measure what they are worth"
    )
    parser.add_argument("--held-out", type=int, default=1 << 14, help="games that measure what was gained in the end")
    parser.add_argument("--json", action="store_true", help="print the last line of the log for a script")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Train, write the results, and print a summary."""
    args = parsed(arguments)
    try:
        line = run(args)
    except Mistake as mistake:
        print(mistake, file=sys.stderr)
        return 2
    except ModuleNotFoundError as missing:
        if missing.name != "torch":
            raise
        print(missing, file=sys.stderr)
        return 2
    print(json.dumps(line) if args.json else "\n".join(f"{name}: {value}" for name, value in line.items()))
    return 0


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Train as requested on the command line; return the last line of the log."""
    players, options = players_of(args.game, args.players), tuple(pair(each) for each in args.option)
    refuse_hands_open(args)
    with needed("torch", extra="train"):
        from eleven.train.training_run import config_of, train
    weights = weights_of(args)
    return train(args, config_of(args, players, options, numbers(args.often), weights), weights)


def refuse_hands_open(args: argparse.Namespace) -> None:
    """Reject `--hands-open` unless hands are hidden and a best response is trained against a bot."""
    if args.hands_open and not args.against:
        raise Mistake("--hands-open measures against a bot: --against network")
    game = find_game(args.game)
    if args.hands_open and all_open(game):
        raise Mistake("in {game} no hand is hidden", game=game.title)


def weights_of(args: argparse.Namespace) -> Weights | None:
    """Return the weights to start with, if any."""
    if not args.start:
        return None
    path = shipped(args.game) if args.start == "shipped" else Path(args.start)
    return load_weights(path, find_game(args.game))


def players_of(game_id: str, given: str) -> tuple[int, ...]:
    """Parse and check the numbers of players; by default, the smallest one."""
    game = find_game(game_id)
    if given == "all":
        return tuple(game.players)
    sizes = numbers(given)
    return tuple(game.setup(players).players for players in sizes) or (game.players[0],)


def numbers(text: str) -> list[int]:
    """Parse comma-separated integers."""
    try:
        return [int(each) for each in text.split(",") if each]
    except ValueError:
        raise Mistake("whole numbers with commas between are wanted, not '{given}'", given=text) from None


def pair(text: str) -> tuple[str, str]:
    """Parse an option and its value."""
    name, separator, value = text.partition("=")
    if not separator:
        raise Mistake("an option is given as name=value, not '{given}'", given=text)
    return name, value


if __name__ == "__main__":
    sys.exit(main())
