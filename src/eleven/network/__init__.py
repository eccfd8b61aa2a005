"""Networks that play: what they are told, their weights, and how they decide, without torch."""
