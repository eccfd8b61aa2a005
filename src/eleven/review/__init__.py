"""A finished game looked at again: the win share along the way, what decisions cost, and luck apart from skill."""
