"""Generated rules that copy a list of fields: what everybody sees is declared once.

`copier(STATE, PUBLIC, __file__)` is a rule `copy(s, to)` that copies the named fields and nothing else. A field of the
seats is written `seats.money`.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from eleven.core.rules.jit import rule
from eleven.core.rules.lists import copy
from eleven.core.rules.record import Dtype

SEATS = "seats"


def leaves(dtype: Dtype, before: str = "") -> list[str]:
    """The paths of all fields that are not records themselves, such as `turn` or `seats.money`."""
    found: list[str] = []
    for name in dtype.names or ():
        inner = dtype[name].base
        found += [before + name] if inner.names is None else leaves(inner, f"{before}{name}.")
    return found


def copier(dtype: Dtype, paths: Sequence[str], file: str, name: str = "copy_public") -> Callable[[Any, Any], None]:
    """A rule that copies these fields from one record into another; `file` is where they are declared."""
    known = leaves(dtype)
    for path in paths:
        if path not in known:
            raise ValueError(f"{Path(file).name}: there is no field '{path}' to copy; there is {', '.join(known)}")
        if path.count(".") > 1:
            raise ValueError(f"{Path(file).name}: '{path}' lies too deep to be copied from a list")
    source = "\n".join([f"def {name}(s, to):", *(_lines(dtype, paths) or ["    pass"])])
    names: dict[str, Any] = {"copy": copy, "__name__": __name__}
    # Compiled under the name of the declaring file, because Numba's cache checks the age of the source.
    exec(compile(source, file, "exec"), names)
    made = names[name]
    made.__qualname__ = f"{Path(file).parent.name}.{name}"
    found: Callable[[Any, Any], None] = rule(made)
    return found


def _lines(dtype: Dtype, paths: Sequence[str]) -> list[str]:
    """The body of the rule: the record's own fields first, then one loop for every array of records."""
    lines = _copies("    ", "s", "to", dtype, [path for path in paths if "." not in path])
    for owner in dict.fromkeys(path.split(".")[0] for path in paths if "." in path):
        count = "s.players" if owner == SEATS else f"len(s.{owner})"
        lines += [f"    for i in range({count}):", f"        a = s.{owner}[i]", f"        b = to.{owner}[i]"]
        fields = [path.split(".")[1] for path in paths if path.startswith(f"{owner}.")]
        lines += _copies("        ", "a", "b", dtype[owner].base, fields)
    return lines


def _copies(indent: str, one: str, other: str, dtype: Dtype, fields: Sequence[str]) -> list[str]:
    """Copy lists one by one; read all single numbers before writing any, so that the compiler can merge them."""
    lists = [field for field in fields if dtype[field].shape]
    numbers = [field for field in dtype.names or () if field in fields and field not in lists]
    return [
        *(f"{indent}copy({one}.{field}, {other}.{field})" for field in lists),
        *(f"{indent}_{field} = {one}.{field}" for field in numbers),
        *(f"{indent}{other}.{field} = _{field}" for field in numbers),
    ]
