"""The features that are the same for all table sizes: those of each size, every bit where the largest table has it."""

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.rules.asking import asked
from eleven.network.layout import count_input, inputs_of, places_of
from eleven.research.encoding import encode_rule, encoding_of, encoding_of_all
from eleven.research.encoding.pieces import ANY_NUMBER
from tests.bots.positions import matches
from tests.contract.walking import each_game


def bits_of(words: np.ndarray, width: int) -> np.ndarray:
    """Packed words as numbers 0 and 1."""
    return np.unpackbits(words.view(np.uint8), bitorder="little")[:width]


@each_game
def test_features_of_all_sizes_are_those_of_each(game: Game) -> None:
    encoding = encoding_of_all(game)
    assert encoding.bits == inputs_of(game)
    encode_all = encode_rule(game, ANY_NUMBER)
    for players in game.players:
        encode, width = encode_rule(game, players), encoding_of(game, players).bits
        for match in matches(game, players, 5, 9):
            seen = match.seen(int(asked(match.state)))
            words, found = np.zeros(-(-width // 64), np.uint64), np.zeros(encoding.words, np.uint64)
            encode(seen, words)
            encode_all(seen, found)
            expected = np.zeros(encoding.bits, np.uint8)
            expected[places_of(game.id, players)] = bits_of(words, width)
            expected[count_input(game, players)] = 1
            assert np.array_equal(bits_of(found, encoding.bits), expected)


@each_game
def test_the_hidden_features_are_those_of_hidden_fields(game: Game) -> None:
    """What a critic is told of other seats: nothing of the open table, and everything that is not."""
    if game.id == "elefant":
        return  # every seat sees the same
    hidden, everything = encoding_of_all(game, hidden=True), encoding_of_all(game)
    assert 0 < hidden.bits < everything.bits
    names = {part.name for part in hidden.slices}
    assert names <= {part.name for part in everything.slices}
    assert not names & {"question", "turn", "players"}
