"""Game Title: say in a paragraph what this game is, who made it, and what makes it fun.

Two to four players play cards in turn; a card that is not lower than the one before it scores. The cards in a hand are
for their owner alone. The rules are in `rulebook.en.md`; change them first, then `rules.py`.
"""

from eleven.core.contract.assembly import game_of

GAME = game_of(__name__, players=(2, 3, 4), rule_prefix="XX", designer="you", minutes="10", draft=True)
