"""The names of seats, cards, positions and guests in text and JSON."""

from eleven.core.contract.kinds import NOTHING, Kind

COLOURS = ("red", "green", "blue", "gold")
CARD_NAMES = (
    "trolley",
    "tea",
    "milk",
    "sugar",
    "cups",
    "china",
    "biscuits",
    "sandwiches",
    "cakes",
    "servants",
    "elevenses",
)
GUEST_NAMES = ("dowager", "colonel", "vicar", "film-star", "poet", "aviatrix")

SEAT = Kind("seat", COLOURS)
BACK = Kind("back", COLOURS)
CARD = Kind(
    "card",
    tuple(f"{colour}-{name}" for colour in COLOURS for name in CARD_NAMES),
    hidden=(*(f"{colour}-?" for colour in COLOURS), NOTHING),
)
PLACE = Kind("place", tuple(str(n) for n in range(12)))
POSITION = Kind("position", tuple(str(n) for n in range(2, 10)))
GUEST = Kind("guest", GUEST_NAMES)
