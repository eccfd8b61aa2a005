"""Elevenses, the card game of morning tea.

Designed by David Harding; Adventureland Games (French edition) and Grail Games (English edition), both 2014. Two to
four socialites lay eleven cards each: face-up cards are worth spoons, kitchens are secret but for their backs, and the
round ends when somebody plays Elevenses. Rules EL-1 to EL-43 are in `rulebook.en.md`; the action table is in `actions`.
"""

from pathlib import Path

from eleven.core.contract.game import Game, LuckKind
from eleven.games.elevenses.actions import ACTIONS
from eleven.games.elevenses.dealing import deal
from eleven.games.elevenses.forgetting import forget
from eleven.games.elevenses.invariants import check
from eleven.games.elevenses.knowledge import misremember
from eleven.games.elevenses.notation import NOTATION
from eleven.games.elevenses.opponent import LEVELS, outlook, weigh
from eleven.games.elevenses.reasons import QUESTION_RULES, why_not
from eleven.games.elevenses.rules import act, legal
from eleven.games.elevenses.scoring import ENDINGS, score
from eleven.games.elevenses.setting_up import EDITIONS, OPTIONS, check_components, prepare
from eleven.games.elevenses.sight import HIDDEN_FIELDS, SEEN_ONLY_FIELDS, imagine, see
from eleven.games.elevenses.state import QUESTIONS, STATE, State
from eleven.games.elevenses.table import word, zones
from eleven.games.elevenses.telling import EVENTS
from eleven.games.elevenses.tokens import CARD, GUEST, SEAT

LUCKS = (LuckKind("first", SEAT), LuckKind("deal", CARD), LuckKind("guests", GUEST), LuckKind("drawn", CARD))

GAME = Game(
    id="elevenses",
    title="Elevenses",
    designer="David Harding",
    minutes="30",
    rule_prefix="EL",
    players=(2, 3, 4),
    editions=EDITIONS,
    options=OPTIONS,
    folder=Path(__file__).parent,
    state=STATE,
    state_protocol=State,
    hidden_fields=HIDDEN_FIELDS,
    seen_only_fields=SEEN_ONLY_FIELDS,
    knowledge_fields=("knows",),
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
    word=word,
    weigh=weigh,
    outlook=outlook,
    misremember=misremember,
    levels=LEVELS,
)

__all__ = ["GAME"]
