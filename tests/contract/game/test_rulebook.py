"""The rulebook and the scenarios: every rule is proved by a test, and no test cites a rule that is not there."""

import ast
from pathlib import Path

from eleven.core.contract.game import Game
from eleven.core.contract.rulebook import rulebook
from tests.contract.walking import each_game
from tests.game_files import own_tests


def cited(folder: Path) -> dict[str, str]:
    """The rule ids in `@pytest.mark.rule(...)`, each with a test that cites it."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    found[str(ast.literal_eval(argument))] = path.name
    return found


@each_game
def test_every_rule_is_cited_and_every_citation_is_a_rule(game: Game) -> None:
    """The ids in the rulebook equal the ids in the scenarios."""
    rules, tests = set(rulebook(game).rules), cited(own_tests(game))
    unknown, unproved = (", ".join(sorted(ids)) for ids in (set(tests) - rules, rules - set(tests)))
    assert not unknown, f"these rules are cited, but are not in the rulebook: {unknown}"
    assert not unproved, f"these rules have no scenario: {unproved}"


@each_game
def test_rules_have_the_game_s_prefix_and_words(game: Game) -> None:
    """A rule says something, under the prefix of its game."""
    rules = rulebook(game).rules
    assert rules
    for rule_id, text in rules.items():
        assert rule_id.startswith(game.rule_prefix + "-"), rule_id
        assert len(text.split()) > 3, rule_id


@each_game
def test_every_question_has_rules_to_look_up(game: Game) -> None:
    """And they are in the rulebook."""
    assert game.question_rules.keys() == set(game.questions)
    for question, rules in game.question_rules.items():
        assert rules, f"the question {question} names no rule"
        unknown = ", ".join(sorted(set(rules) - set(rulebook(game).rules)))
        assert not unknown, f"the question {question} names {unknown}, which is not in the rulebook"
