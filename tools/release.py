"""Prepares a release: `make release VERSION=0.2.0`.

Checks for a clean working tree and a newer version, runs all tests, also with the lowest versions of dependencies, and
repeats outdated benchmarks. Then it updates version, changelog, citation and the versions of rules, and builds wheel,
source distribution and site. It does not commit, tag or upload; the remaining steps are printed for a person.
"""

import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSION_FILE = ROOT / "src" / "eleven" / "__init__.py"
CHANGELOG = ROOT / "CHANGELOG.md"
CITATION = ROOT / "CITATION.cff"
RULES = ROOT / "rules-versions.toml"
UNRELEASED = "## Unreleased"
RULES_HEAD = """# The versions of the rules, apart from the package's: a number for each game that grows when its
# rules do something else, and the fingerprint by which the server knows them. Written by `make release`.
"""


def numbers(version: str) -> tuple[int, ...]:
    """Parse a version such as `0.2.0`; reject anything else."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise SystemExit(f"a version is three numbers, like 0.2.0, not {version!r}")
    return tuple(map(int, version.split(".")))


def check_newer(old: str, new: str) -> None:
    """Raise an error unless the new version is higher than the old one."""
    if numbers(new) <= numbers(old):
        raise SystemExit(f"version {new} is not above {old}")


def released(changelog: str, version: str, day: str) -> str:
    """Return the changelog with the unreleased changes moved to the new version."""
    head, found, rest = changelog.partition(f"{UNRELEASED}\n")
    news = rest.split("\n## ")[0]
    if not found or not re.search(r"^- ", news, re.MULTILINE):
        raise SystemExit(f"{CHANGELOG.name} has nothing under {UNRELEASED!r}")
    return f"{head}{UNRELEASED}\n\n## {version} ({day})\n{rest}"


def cited(citation: str, version: str, day: str) -> str:
    """Return the citation file for the new version."""
    without_day = re.sub(r"^date-released:.*\n", "", citation, flags=re.MULTILINE)
    text, found = re.subn(r"^version:.*$", f"version: {version}\ndate-released: {day}", without_day, flags=re.MULTILINE)
    if found != 1:
        raise SystemExit(f"{CITATION.name} has no line for the version")
    return text


def tells_of_rules(changelog: str) -> bool:
    """Whether the unreleased changes mention rules."""
    news = changelog.partition(f"{UNRELEASED}\n")[2].split("\n## ")[0]
    return re.search(r"^### Rules\n+- ", news, re.MULTILINE) is not None


def rules_versions(old: str, fingerprints: dict[str, str]) -> tuple[str, list[str]]:
    """Return the updated file with the versions of rules, and the games whose rules have changed."""
    before = tomllib.loads(old)
    lines, changed = [RULES_HEAD], []
    for game, print_now in sorted(fingerprints.items()):
        last = before.get(game, {"version": 0, "fingerprint": ""})
        new = last["fingerprint"] != print_now
        changed += [game] if new else []
        lines.append(f'[{game}]\nversion = {last["version"] + new}\nfingerprint = "{print_now}"\n')
    return "\n".join(lines), changed


def run(*command: str) -> None:
    """Run a command that must succeed."""
    print(f"→ {' '.join(command)}", flush=True)
    if subprocess.run([sys.executable, "-m", *command], cwd=ROOT).returncode:
        raise SystemExit(f"stopped: {' '.join(command)} failed; `git status` says what was written before")


def verify(version: str, old: str) -> None:
    """Run all checks that may prevent a release, before writing anything."""
    check_newer(old, version)
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True).stdout:
        raise SystemExit("there are changes that are not committed")
    released(CHANGELOG.read_text(encoding="utf-8"), version, "")
    run("tools.run_tests", "thorough")
    run("tools.lowest_versions")


def measure() -> list[str]:
    """Repeat outdated or missing benchmarks; return those that this machine cannot run."""
    from bench.stale_results import BENCHES, stale

    old = set(stale())
    if old:
        names = [bench.name for bench in BENCHES if bench.page in old]
        subprocess.run([sys.executable, "-m", "bench.all", *names], cwd=ROOT)
    run("bench.stale_results", "--write")
    return stale()


def write(version: str, old: str) -> list[str]:
    """Write version, changelog, citation and versions of rules; return the games whose rules have changed."""
    from eleven.core.contract.game import games
    from eleven.server.engine.rules_version import rules_version

    changelog = CHANGELOG.read_text(encoding="utf-8")
    before = RULES.read_text(encoding="utf-8") if RULES.is_file() else ""
    text, changed = rules_versions(before, {game: rules_version(game) for game in games()})
    if changed and not tells_of_rules(changelog):
        raise SystemExit(f"the rules of {', '.join(changed)} have changed, and {CHANGELOG.name} says nothing of it")
    RULES.write_text(text, encoding="utf-8")
    day = time.strftime("%Y-%m-%d")
    CHANGELOG.write_text(released(changelog, version, day), encoding="utf-8")
    CITATION.write_text(cited(CITATION.read_text(encoding="utf-8"), version, day), encoding="utf-8")
    source = VERSION_FILE.read_text(encoding="utf-8")
    VERSION_FILE.write_text(source.replace(f'__version__ = "{old}"', f'__version__ = "{version}"'), encoding="utf-8")
    return changed


def main(version: str) -> None:
    """Run all steps."""
    from eleven import __version__ as old

    verify(version, old)
    still_old = measure()
    changed = write(version, old)
    run("hatchling", "build", "-d", "dist")
    run("tools.site")
    print(f"\n{version} is in dist/, its site in build/docs/site. Rules changed: {', '.join(changed) or 'none'}.")
    if still_old:
        print(f"Older than the code or not there, for this machine could not measure them: {', '.join(still_old)}.")
    print("Look at `git diff`, then:")
    print(f"    git add --all && git commit -m 'Release {version}' && git tag v{version}")
    print(f"and upload {', '.join(sorted(f'dist/{path.name}' for path in (ROOT / 'dist').glob(f'*-{version}*')))}.")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("make release VERSION=0.2.0")
    main(sys.argv[1])
