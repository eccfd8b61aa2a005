"""Table Eleven: published table games from one source of the rules."""

__version__ = "0.1.0"
