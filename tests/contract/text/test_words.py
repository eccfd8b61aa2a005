"""Names, touch paths and words: every action, event, question and ending can be said, and says only one thing."""

from itertools import pairwise
from random import Random
from string import Formatter

from eleven.core.contract.game import Game, option_word
from eleven.core.contract.kinds import plain_word
from eleven.core.contract.rulebook import rulebook
from eleven.core.play.match import see
from eleven.core.text.errors import Mistake
from eleven.core.text.narration import news, question, sentence
from tests.contract.walking import Case, asked_seat, each_case, each_game, sample, walk

SAMPLES = 3
BUTTON = "do:"
"""So begins what is touched but does not lie on the table."""


@each_game
def test_an_action_is_its_name(game: Game) -> None:
    """Name to id and back, for the whole table; names forgive spaces and refuse nonsense."""
    assert len({action.name for action in game.actions}) == len(game.actions)
    for number, action in enumerate(game.actions):
        assert action.id == number
        assert game.actions.named(action.name) is action
        assert game.actions.named("  " + action.name.replace(" ", "   ")) is action
        assert action.touch, f"{action.name} cannot be touched"
        assert all(" " not in token and token for token in action.tokens)
    try:
        game.actions.named("no such thing")
    except Mistake:
        return
    raise AssertionError("an unknown name was found")


@each_game
def test_sentences_are_unique(game: Game) -> None:
    """No two actions of the table read the same."""
    said: dict[str, str] = {}
    for action in game.actions:
        text = sentence(game, action.id, game.words())
        assert text.strip()
        assert text not in said, (
            f"'{action.name}' and '{said.get(text)}' both read '{text}': action.{action.verb} lacks a blank, or has "
            "two arguments of one kind, which fill the same blank; a kind of its own for each tells them apart"
        )
        said[text] = action.name


@each_case
def test_touch_paths_of_legal_actions_differ_and_none_begins_another(case: Case) -> None:
    """What a person touches tells which action they mean, at the very touch that completes it."""
    for step in walk(case):
        seat = case.game.seat.token(max(asked_seat(step.state), 0))
        paths = sorted((case.game.actions[action].touch_for(seat), action) for action in step.legal)
        for (path, action), (longer, other) in pairwise(paths):
            names = case.game.actions[action].name, case.game.actions[other].name
            assert longer[: len(path)] != path, f"touching {path} may mean {names[0]} or {names[1]}"


@each_case
def test_news_and_questions_can_be_said_to_everybody(case: Case) -> None:
    """Every event and question on a walk has words for every seat and the spectator."""
    words = case.game.words()
    for number, step in enumerate(walk(case)[::8]):
        seat = number % (case.setup.players + 1)
        seen = see(case.game, step.state, seat)
        told = news(case.game, seen, words)
        assert len(told) == seen.told
        assert all(line.strip() for line in [*told, question(case.game, seen, words)])


@each_game
def test_every_key_is_in_the_catalogue_with_the_parts_it_gets(game: Game) -> None:
    """Words for all there is, with no blank that nobody fills in."""
    words = game.words()
    parts: dict[str, set[str]] = {f"seat.{token}": set() for token in game.seat.tokens}
    for action in game.actions:
        parts[f"action.{action.verb}"] = {kind.name for kind, _ in action.arguments}
        parts |= {touch.replace(":", "."): set() for touch in action.touch if touch.startswith(BUTTON)}
    for name in game.questions:
        parts[f"question.{name}"] = {"seat", "about", "left"}
    for name in game.endings[1:]:
        parts[f"ending.{name}"] = set()
    for kind in game.events:
        fillable = {"thing": kind.thing, "cover": kind.cover, "place": kind.place}
        known = {"seat", "other", *(name for name, part in fillable.items() if part is not None)}
        parts[f"event.{kind.name}"] = known
        if f"hidden.{kind.name}" in words:
            parts[f"hidden.{kind.name}"] = known - {"thing"}
    for option in game.options:
        parts[f"option.{option.name}"] = set()
        values = [value for value in option.values if value not in game.seat.tokens]
        parts.update({f"option.{option.name}.{value}": set() for value in values})
    for key, known in parts.items():
        assert key in words, f"{game.folder.name}/words.en.toml has no '{key}'"
        unknown = blanks(words.entries[key]) - known
        assert not unknown, f"{game.folder.name}/words.en.toml: '{key}' has the blank {unknown}; it is given {known}"


def blanks(text: str) -> set[str]:
    """The parts that a text wants to be filled in."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@each_game
def test_everything_that_is_named_has_a_word(game: Game) -> None:
    """A token is shown as it is where there is no word for it, which is right for numbers alone."""
    if game.word is not plain_word:
        return
    named = [kind for action in game.actions for kind, _ in action.arguments]
    named += [kind for event in game.events for kind in (event.thing, event.cover, event.place) if kind]
    keys = {f"{kind.name}.{token}" for kind in named for token in (*kind.tokens, *kind.hidden) if not token.isdigit()}
    missing = sorted(key for key in keys if key not in game.words())
    assert not missing, f"words.en.toml has no {', '.join(missing)}"


@each_game
def test_every_value_of_an_option_reads_differently(game: Game) -> None:
    """Whoever sets up a table can tell the choices apart."""
    for option in game.options:
        said = [option_word(option, value, game.words()) for value in option.values]
        assert len(set(said)) == len(said), option.name


@each_case
def test_what_is_not_legal_has_a_reason(case: Case) -> None:
    """The rule that forbids an action is in the rulebook, and the asked seat can see it for itself."""
    rules = rulebook(case.game).rules
    game, random = case.game, Random(case.number)
    for step in sample(case, SAMPLES):
        legal = set(step.legal)
        seat = asked_seat(step.state)
        seen = see(game, step.state, seat if seat >= 0 else 0)
        others = [action.id for action in game.actions if action.id not in legal]
        for action in others if case.number % 12 == 0 else random.sample(others, min(30, len(others))):
            reason = game.why_not(step.state, action)
            assert reason in rules, f"'{game.actions[action].name}' is forbidden by '{reason}', which is no rule"
            assert game.why_not(seen, action) == reason, game.actions[action].name
