"""Der Elefant im Porzellanladen (Bull in a China Shop), the card game of broken china.

Designed by Michael Schacht; Amigo, 2006. Three to five players buy china in three colours, and get the money for it by
taking elephants that break some of what they have. Four scorings, each in another category. All is open but the order
of the decks. Rules EP-1 to EP-32 are in `rulebook.en.md`; the action table is in `actions`.
"""

from pathlib import Path

from eleven.core.contract.game import Game, LuckKind
from eleven.games.elefant.actions import ACTIONS
from eleven.games.elefant.notation import NOTATION
from eleven.games.elefant.opponent import LEVELS, outlook, weigh
from eleven.games.elefant.reasons import QUESTION_RULES, why_not
from eleven.games.elefant.rules import act, deal, legal
from eleven.games.elefant.scoring import ENDINGS, score
from eleven.games.elefant.setting_up import EDITIONS, OPTIONS, check_components, prepare
from eleven.games.elefant.sight import HIDDEN_FIELDS, SEEN_ONLY_FIELDS, check, imagine, see
from eleven.games.elefant.state import QUESTIONS, STATE, State
from eleven.games.elefant.table import word, zones
from eleven.games.elefant.telling import EVENTS
from eleven.games.elefant.tokens import CHINA, ELEPHANT, SEAT

LUCKS = (LuckKind("first", SEAT), LuckKind("china", CHINA), LuckKind("herd", ELEPHANT))

GAME = Game(
    id="elefant",
    title="Der Elefant im Porzellanladen",
    designer="Michael Schacht",
    minutes="30",
    rule_prefix="EP",
    players=(3, 4, 5),
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
    word=word,
    weigh=weigh,
    outlook=outlook,
    levels=LEVELS,
)

__all__ = ["GAME"]
