"""Elevenses, the card game of morning tea.

Designed by David Harding; Adventureland Games (French edition) and Grail Games (English edition), both 2014. Two to
four socialites lay eleven cards each: face-up cards are worth spoons, kitchens are secret but for their backs, and the
round ends when somebody plays Elevenses. Rules EL-1 to EL-43 are in `rulebook.en.md`; the action table is in `actions`,
what each card does is in `effects`, and how cards are passed is in `passing`.
"""

from eleven.core.contract.assembly import game_of

GAME = game_of(__name__, players=(2, 3, 4), rule_prefix="EL", designer="David Harding", minutes="30")
