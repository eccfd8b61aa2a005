"""The compiled part of the bots: the search tree, and the search templates that are bound to each game's rules."""
