"""Shards of a run, and the part files in which their results are stored.

A part is a JSON file with the settings of the whole run, the number of the shard, the total of its units, and a hash
of everything. Parts are merged only if they belong to the same run and every shard occurs exactly once.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eleven.core.text.errors import Mistake
from eleven.shards.jobs import Json
from eleven.terminal.files import read_text, write_whole

TITLE = "table-eleven part"
FORMAT = 1
HASH = "sha256"
MOST_SHARDS = 1_000_000


@dataclass(frozen=True)
class Shard:
    """Shard `number` of `of`, counted from 1; it has every `of`-th unit."""

    number: int = 1
    of: int = 1

    def units(self, total: int) -> range:
        """Return the units of this shard."""
        return range(self.number - 1, total, self.of)

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


WHOLE = Shard()


def shard_from(text: str) -> Shard:
    """Parse a shard: `3/8` is the third of eight."""
    found = re.fullmatch(r"(\d{1,7})/(\d{1,7})", text)
    if not found:
        raise Mistake(f"--shard {text}: write it as I/N, for example 1/8")
    number, of = int(found[1]), int(found[2])
    if not 1 <= number <= of <= MOST_SHARDS:
        raise Mistake(f"--shard {text}: I goes from 1 to N, and N at most to {MOST_SHARDS:,}")
    return Shard(number, of)


@dataclass(frozen=True)
class Part:
    """The result of one shard; `seconds` and `workers` are the time and the number of workers it took."""

    kind: str
    settings: Json
    shard: Shard
    result: Json
    seconds: float = 0.0
    workers: int = 1


def default_path(kind: str, name: str, shard: Shard) -> Path:
    """Return the default path of a part; the names sort by shard number."""
    digits = len(str(shard.of))
    return Path(f"{kind}-{name}-{shard.number:0{digits}}-of-{shard.of}.part.json")


def write_part(path: Path, part: Part) -> None:
    """Write a part atomically."""
    data = {
        TITLE: FORMAT,
        "kind": part.kind,
        "shard": [part.shard.number, part.shard.of],
        "settings": part.settings,
        "seconds": part.seconds,
        "workers": part.workers,
        "result": part.result,
    }
    write_whole(path, json.dumps({**data, HASH: _hash(data)}, ensure_ascii=False) + "\n")


def _hash(data: Json) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def read_part(path: Path) -> Part:
    """Read a part from its file; reject one that is truncated or was changed."""
    try:
        data: Any = json.loads(read_text(path))
    except ValueError:
        raise Mistake(f"{path}: this is no whole part; it may be cut short") from None
    if not isinstance(data, dict) or TITLE not in data:
        raise Mistake(f"{path}: this is no part of a run")
    if data[TITLE] != FORMAT:
        raise Mistake(f"{path}: this part is of format {data[TITLE]}, and this version reads {FORMAT}")
    if data.pop(HASH, None) != _hash(data):
        raise Mistake(f"{path}: this part is not as it was written")
    shard = Shard(*data["shard"])
    return Part(data["kind"], data["settings"], shard, data["result"], data["seconds"], data["workers"])


def read_parts(paths: Sequence[Path]) -> list[Part]:
    """Read all parts of a run, ordered by number; reject missing, duplicate or foreign parts."""
    found: dict[int, tuple[Path, Part]] = {}
    for path in paths:
        part = read_part(path)
        if found:
            _refuse_other_run(*next(iter(found.values())), path, part)
        if part.shard.number in found:
            raise Mistake(f"{path}: shard {part.shard} is in {found[part.shard.number][0]} already")
        found[part.shard.number] = path, part
    parts = [part for _, (_, part) in sorted(found.items())]
    if lacking := [number for number in range(1, parts[0].shard.of + 1) if number not in found]:
        more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        raise Mistake(f"shard {Shard(lacking[0], parts[0].shard.of)}{more} of this run is lacking")
    return parts


def _refuse_other_run(first_path: Path, first: Part, path: Path, part: Part) -> None:
    """Raise an error if two parts belong to different runs."""
    if part.kind != first.kind:
        raise Mistake(f"{path} is a part of '{part.kind}', and {first_path} of '{first.kind}'")
    names = first.settings.keys() | part.settings.keys()
    other = [name for name in sorted(names) if first.settings.get(name) != part.settings.get(name)]
    if other:
        raise Mistake(f"{path} is a part of another run than {first_path}: its {other[0]} differs")
    if part.shard.of != first.shard.of:
        raise Mistake(f"{path} is one of {part.shard.of} shards, and {first_path} one of {first.shard.of}")
