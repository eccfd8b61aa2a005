"""The compiled part of the bots: the tree, and the search that is bound to each game's rules."""
