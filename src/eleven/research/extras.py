"""Optional dependencies: a clear error when one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needed(*packages: str, extra: str = "research") -> Iterator[None]:
    """Turn the ImportError of a missing package into one line with the command to install it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] not in packages:
            raise
        told = f"{missing.name} is not installed; pip install 'table-eleven[{extra}]'"
        raise ModuleNotFoundError(told, name=missing.name) from None
