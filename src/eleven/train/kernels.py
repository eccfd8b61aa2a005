"""The additional GPU kernels for training, as Python functions; their callers compile them."""

from typing import Any

import numpy as np

from eleven.core.contract.game import Game
from eleven.core.play.cuda_memory import put_words, whole_words
from eleven.core.play.engine import rules_of
from eleven.core.rules import bits
from eleven.core.rules.jit import bind, bound, cuda_target, kind_of
from eleven.research.encoding import encode_rule, encoding_of_all
from eleven.research.encoding.pieces import ANY_NUMBER
from eleven.research.stepping import step_kernels as research
from eleven.search import ismcts as search
from eleven.search.compiled_search import all_alike, remember_all
from eleven.train import step_kernels


def teachers_rules(game: Game) -> dict[str, Any]:
    """Return the values of the free names in the teacher's templates for a game."""
    names: dict[str, Any] = {**rules_of(game), "weigh": game.weigh or all_alike}
    names["misremember"] = game.misremember or remember_all
    names["playout_action"] = bind(search.playout_action_template, game.id, "teacher_pick", **names)
    names["pack"] = bind(research.pack_template, game.id, **names)
    names["noticed_mask"] = bind(step_kernels.noticed_mask_template, game.id, **names)
    return names


def all_open(game: Game) -> bool:
    """Whether every seat sees the same, so that the critic needs no further information."""
    return not any(field.startswith("seats.") for field in game.hidden_fields)


def training_kernels(game: Game) -> tuple[Any, Any, Any]:
    """Return the kernels for the teacher, for overlooking actions, and for the other seats' sights.

    The last one is None if every seat sees the same.
    """
    names = teachers_rules(game) | {"put": put_words, "cuda": cuda_target()}
    names["teacher_action"] = bind(step_kernels.teacher_action_template, game.id, "cuda_teacher_action", **names)
    names |= {
        "state_type": kind_of(whole_words(game.state)),
        "word_type": kind_of(np.dtype(np.uint64)),
        "long_type": kind_of(np.dtype(np.int64)),
        "action_words": bits.mask_length(len(game.actions)),
    }
    teach = bound(step_kernels.teacher_actions_kernel_template, game.id, **names)
    notice = bound(step_kernels.noticed_masks_kernel_template, game.id, **names)
    if all_open(game):
        return teach, notice, None
    names |= {
        "encode": encode_rule(game, ANY_NUMBER, hidden=True),
        "feature_words": encoding_of_all(game, hidden=True).words,
    }
    return teach, notice, bound(step_kernels.opponent_features_kernel_template, game.id, **names)
