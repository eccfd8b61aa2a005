"""11! the card game, also known as Elfer raus! Master.

Ravensburger. Two to six players get rid of their cards on four rows that grow from 11 to 1 and to 21; jokers stand in
and can be exchanged, link cards lead from row to row, and bonus cards reward completed half rows. Rules EC-1 to EC-30
are in `rulebook.en.md`; the action table is in `actions`.
"""

from eleven.core.contract.assembly import game_of

GAME = game_of(__name__, players=(2, 3, 4, 5, 6), rule_prefix="EC", designer="Wolfgang Kramer", minutes="30")
