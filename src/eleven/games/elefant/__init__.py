"""Der Elefant im Porzellanladen (Bull in a China Shop), the card game of broken china.

Designed by Michael Schacht; Amigo, 2006. Three to five players buy china in three colours, and get the money for it by
taking elephants that break some of what they have. Four scorings, each in another category. All is open but the order
of the decks. Rules EP-1 to EP-32 are in `rulebook.en.md`; the action table is in `actions`, what
each elephant breaks in `elephants`.
"""

from eleven.core.contract.assembly import game_of

GAME = game_of(__name__, players=(3, 4, 5), rule_prefix="EP", designer="Michael Schacht", minutes="30")
