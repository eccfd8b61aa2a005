"""The names of seats, colours and cards in text and JSON."""

from eleven.core.contract.kinds import Kind
from eleven.games.eleven_cards.state import MAX_PLAYERS, NUMBERS

COLOUR_NAMES = ("red", "yellow", "green", "blue")
NUMBER_CARDS = tuple(f"{colour}-{number}" for colour in COLOUR_NAMES for number in range(1, NUMBERS + 1))

SEAT = Kind("seat", tuple(str(seat) for seat in range(1, MAX_PLAYERS + 1)))
COLOUR = Kind("colour", COLOUR_NAMES)
PLACE = Kind("place", NUMBER_CARDS)
"""A place in a row is named by the number card that belongs there."""
CARD = Kind("card", (*NUMBER_CARDS, "joker"))
