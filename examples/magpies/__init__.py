"""Magpies: a game of shiny things, for two to four players.

Magpies hoard beads, coins, keys and rings in secret nests. Three alike are shown for points. A feather buys a peek into
another nest, and what one has seen there one may snatch. The game of the tutorial, docs/adding-a-game.md.
"""

from eleven.core.contract.assembly import game_of

GAME = game_of(__name__, players=(2, 3, 4), rule_prefix="MA", designer="Table Eleven", minutes="10", draft=True)
