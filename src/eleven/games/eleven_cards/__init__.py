"""11! the card game, also known as Elfer raus! Master.

Ravensburger. Two to six players get rid of their cards on four rows that grow from 11 to 1 and to 21; jokers stand in
and can be exchanged, link cards lead from row to row, and bonus cards reward completed half rows. Rules EC-1 to EC-30
are in `rulebook.en.md`; the action table is in `actions`.
"""

from pathlib import Path

from eleven.core.contract.game import Game, LuckKind
from eleven.games.eleven_cards.actions import ACTIONS
from eleven.games.eleven_cards.forgetting import forget
from eleven.games.eleven_cards.invariants import check
from eleven.games.eleven_cards.notation import NOTATION
from eleven.games.eleven_cards.opponent import LEVELS, misremember, outlook, weigh
from eleven.games.eleven_cards.reasons import QUESTION_RULES, why_not
from eleven.games.eleven_cards.rules import act, deal, legal
from eleven.games.eleven_cards.scoring import ENDINGS, score
from eleven.games.eleven_cards.setting_up import EDITIONS, OPTIONS, PLAYERS, check_components, prepare
from eleven.games.eleven_cards.sight import HIDDEN_FIELDS, SEEN_ONLY_FIELDS, imagine, see
from eleven.games.eleven_cards.state import QUESTIONS, STATE, State
from eleven.games.eleven_cards.table import word, zones
from eleven.games.eleven_cards.telling import EVENTS
from eleven.games.eleven_cards.tokens import CARD, COLOUR, SEAT

LUCKS = (LuckKind("first", SEAT), LuckKind("rows", COLOUR), LuckKind("deal", CARD), LuckKind("drawn", CARD))

GAME = Game(
    id="eleven_cards",
    title="11! the card game",
    designer="Wolfgang Kramer",
    minutes="30",
    rule_prefix="EC",
    players=PLAYERS,
    editions=EDITIONS,
    options=OPTIONS,
    folder=Path(__file__).parent,
    state=STATE,
    state_protocol=State,
    hidden_fields=HIDDEN_FIELDS,
    seen_only_fields=SEEN_ONLY_FIELDS,
    actions=ACTIONS,
    seat=SEAT,
    questions=QUESTIONS,
    question_rules=QUESTION_RULES,
    events=EVENTS,
    lucks=LUCKS,
    endings=ENDINGS,
    check_components=check_components,
    prepare=prepare,
    deal=deal,
    legal=legal,
    act=act,
    see=see,
    imagine=imagine,
    score=score,
    check=check,
    why_not=why_not,
    notation=NOTATION,
    zones=zones,
    forget=forget,
    weigh=weigh,
    outlook=outlook,
    misremember=misremember,
    levels=LEVELS,
    word=word,
)

__all__ = ["GAME"]
