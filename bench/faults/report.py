"""The results of fault injection: counters, their sums, and the report (see `bench.faults`)."""

import json
import os
import platform
import subprocess
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]


@dataclass
class FaultKind:
    """One kind of fault: the number, and the longest time in seconds until every table continued."""

    number: int = 0
    slowest: float = 0.0
    total: float = 0.0


@dataclass
class Outcome:
    """The outcome of a run."""

    database: str
    seed: int
    begun: str = ""
    """The commit, date, machine and load at the start of the run."""
    faults: int = 0
    seconds: float = 0.0
    kinds: dict[str, FaultKind] = field(default_factory=dict)
    acknowledged: int = 0
    sent_again: int = 0
    stored: int = 0
    lost: int = 0
    doubled: int = 0
    standing_still: int = 0
    tables: int = 0
    not_replayed: int = 0
    finished: int = 0
    not_verified: int = 0
    processes: int = 1
    """The number of parallel runs."""
    serving: int = 1
    """The number of serving processes of each run."""
    apart: int = 0
    """How often a spectator had not seen within a minute what a player had seen."""
    alike_within: float = 0.0
    """The longest time after a fault until all spectators had seen what the players had seen."""

    @property
    def clean(self) -> bool:
        """Whether nothing went wrong."""
        wrong = self.lost, self.doubled, self.standing_still, self.not_replayed, self.not_verified, self.apart
        return not any(wrong) and self.acknowledged > 0


def add(whole: Outcome, part: Outcome) -> None:
    """Add the outcome of one run to the total."""
    for name in COUNTED:
        setattr(whole, name, getattr(whole, name) + getattr(part, name))
    whole.seconds = max(whole.seconds, part.seconds)
    whole.alike_within = max(whole.alike_within, part.alike_within)
    for name, kind in part.kinds.items():
        known = whole.kinds.setdefault(name, FaultKind())
        slowest = max(known.slowest, kind.slowest)
        whole.kinds[name] = FaultKind(known.number + kind.number, slowest, known.total + kind.total)


COUNTED = (
    *("faults", "acknowledged", "sent_again", "stored", "lost", "doubled", "standing_still", "tables"),
    *("not_replayed", "finished", "not_verified", "apart"),
)


def outcome_of(found: dict[str, Any]) -> Outcome:
    """Create an outcome from JSON data."""
    kinds = {name: FaultKind(**kind) for name, kind in found["kinds"].items()}
    return Outcome(**{**found, "kinds": kinds})


HEAD = "| fault | times | until every table went on: mean | slowest |\n|---|---:|---:|---:|"


def title(outcome: Outcome) -> str:
    """Return the title: the database, and the number of serving processes."""
    return outcome.database + (f", {outcome.serving} serving processes" if outcome.serving > 1 else "")


def report(outcome: Outcome) -> str:
    """Return the section about one database."""
    rows = [
        f"| {name} | {kind.number} | {kind.total / kind.number:.1f} s | {kind.slowest:.1f} s |"
        for name, kind in sorted(outcome.kinds.items())
    ]
    told = (
        f"## {title(outcome)}\n\n{outcome.faults} faults in {outcome.seconds:.0f} s (seed {outcome.seed}"
        f"{f', {outcome.processes} runs at once' if outcome.processes > 1 else ''}), "
        f"{outcome.tables} tables, {outcome.stored} moves stored; {outcome.sent_again} times a move was sent again.\n\n"
        f"| acknowledged | lost | doubled | tables standing still | not replayed | finished | not verified |\n"
        f"|---:|---:|---:|---:|---:|---:|---:|\n| {outcome.acknowledged} | {outcome.lost} | {outcome.doubled} | "
        f"{outcome.standing_still} | {outcome.not_replayed} | {outcome.finished} | {outcome.not_verified} |\n\n"
    )
    if outcome.serving > 1:
        told += f"Whoever looked on through another process had seen the same within {outcome.alike_within:.1f} s; "
        told += f"{outcome.apart} had not.\n\n"
    return told + "\n".join([HEAD, *rows]) + "\n"


def circumstances() -> str:
    """Describe commit, date, machine and load before a run starts."""
    commit = _git("rev-parse", "--short", "HEAD") or "unknown"
    changed = " with uncommitted changes" if _git("status", "--porcelain") else ""
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return f"Commit {commit}{changed}, {date.today()}, {machine}, load {os.getloadavg()[0]:.1f} before."


def _git(*what: str) -> str:
    return subprocess.run(["git", *what], cwd=HERE, capture_output=True, text=True).stdout.strip()


def write(outcome: Outcome) -> None:
    """Merge an outcome into the results of other databases."""
    path = HERE / "faults_results.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known[title(outcome)] = asdict(outcome)
    path.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    parts = ["# The server under faults\n\nMade by `python -m bench.faults`, which says what is done and checked.\n"]
    for found in known.values():
        told = outcome_of(found)
        parts.append(f"{report(told)}\n{told.begun}\n")
    (HERE / "faults_results.md").write_text("\n".join(parts), encoding="utf-8")
