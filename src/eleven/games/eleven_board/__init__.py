"""11! the board game (Start 11!), by Reiner Knizia.

Ravensburger, 2013. Two to four players get rid of their tiles by laying them in four rows of numbers: beside a tile,
in a connection zone or across a bridge; some bridges bring a bonus tile, and two neighbours in one turn let a player
give one of theirs away. Rules EB-1 to EB-43 are in `rulebook.en.md`; the action table is in `actions`, sets of
tiles as masks in `tiles`, and worlds for a seat that knows almost every rack in `fitting`.
"""

from eleven.core.contract.assembly import game_of

GAME = game_of(__name__, players=(2, 3, 4), rule_prefix="EB", designer="Reiner Knizia", minutes="30")
