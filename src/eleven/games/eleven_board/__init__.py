"""11! the board game (Start 11!), by Reiner Knizia.

Ravensburger, 2013. Two to four players get rid of their tiles by laying them in four rows of numbers: beside a tile,
in a connection zone or across a bridge; some bridges bring a bonus tile, and two neighbours in one turn let a player
give one of hers away. Rules EB-1 to EB-43 are in `rulebook.en.md`; the action table is in `actions`.
"""

from pathlib import Path

from eleven.core.contract.game import Game, LuckKind
from eleven.games.eleven_board.actions import ACTIONS
from eleven.games.eleven_board.counting import check
from eleven.games.eleven_board.forgetting import forget
from eleven.games.eleven_board.imagining import imagine
from eleven.games.eleven_board.knowledge import misremember
from eleven.games.eleven_board.notation import NOTATION
from eleven.games.eleven_board.opponent import LEVELS, outlook, weigh
from eleven.games.eleven_board.reasons import QUESTION_RULES, why_not
from eleven.games.eleven_board.rules import act, deal, legal
from eleven.games.eleven_board.scoring import ENDINGS, score
from eleven.games.eleven_board.setting_up import EDITIONS, OPTIONS, check_components, prepare
from eleven.games.eleven_board.sight import HIDDEN_FIELDS, KNOWLEDGE_FIELDS, SEEN_ONLY_FIELDS, see
from eleven.games.eleven_board.state import QUESTIONS, STATE, State
from eleven.games.eleven_board.table import word, zones
from eleven.games.eleven_board.telling import EVENTS
from eleven.games.eleven_board.tokens import SEAT, TILE

LUCKS = (LuckKind("first", SEAT), LuckKind("deal", TILE))

GAME = Game(
    id="eleven_board",
    title="11! the board game",
    designer="Reiner Knizia",
    minutes="30",
    rule_prefix="EB",
    players=(2, 3, 4),
    editions=EDITIONS,
    options=OPTIONS,
    folder=Path(__file__).parent,
    state=STATE,
    state_protocol=State,
    hidden_fields=HIDDEN_FIELDS,
    knowledge_fields=KNOWLEDGE_FIELDS,
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
