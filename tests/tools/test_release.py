"""What a release refuses, and what it writes."""

import tomllib

import pytest

from eleven import __version__
from tools.release import CHANGELOG, CITATION, check_newer, cited, released, rules_versions, tells_of_rules

NEWS = "# Changes\n\n## Unreleased\n\n### Rules\n\n- One.\n\n## 0.1.0 (2026-01-01)\n\n- Zero.\n"


@pytest.mark.parametrize("version", ["0.1.0", "0.0.9", "1", "v2.0.0"])
def test_a_version_is_three_numbers_above_the_last(version: str) -> None:
    with pytest.raises(SystemExit):
        check_newer("0.1.0", version)
    check_newer("0.9.0", "0.10.0")


def test_what_was_unreleased_gets_its_version() -> None:
    text = released(NEWS, "0.2.0", "2026-11-16")
    assert "## Unreleased\n\n## 0.2.0 (2026-11-16)\n\n### Rules\n\n- One.\n\n## 0.1.0" in text
    with pytest.raises(SystemExit, match="nothing under"):
        released(text, "0.3.0", "2026-11-17")


def test_our_own_changelog_can_be_released() -> None:
    text = CHANGELOG.read_text(encoding="utf-8")
    assert "## 9.9.9 (2026-11-16)" in released(text, "9.9.9", "2026-11-16")
    assert tells_of_rules(text)


def test_the_citation_is_of_the_version_that_is_released() -> None:
    now = CITATION.read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in now
    text = cited(cited(now, "9.9.8", "2026-11-15"), "9.9.9", "2026-11-16")
    assert text.count("\nversion: 9.9.9\ndate-released: 2026-11-16\n") == text.count("date-released") == 1
    with pytest.raises(SystemExit, match="no line for the version"):
        cited("title: x\n", "9.9.9", "2026-11-16")


def test_the_rules_have_versions_of_their_own() -> None:
    """A number grows when the fingerprint changes, whatever the package is called."""
    first, changed = rules_versions("", {"elefant": "aa", "elevenses": "bb"})
    assert changed == ["elefant", "elevenses"]
    second, changed = rules_versions(first, {"elefant": "aa", "elevenses": "cc"})
    assert changed == ["elevenses"]
    found = tomllib.loads(second)
    assert found == {
        "elefant": {"version": 1, "fingerprint": "aa"},
        "elevenses": {"version": 2, "fingerprint": "cc"},
    }


def test_a_change_of_rules_must_be_told() -> None:
    assert tells_of_rules(NEWS)
    assert not tells_of_rules(NEWS.replace("### Rules", "### For players"))
