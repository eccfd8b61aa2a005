"""A list of which every version stays as it was: the decisions of a match, the events of a table."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class PersistentList(Sequence[T], Generic[T]):
    """A persistent list: appending returns a new one and leaves this one unchanged.

    All versions share one list, and each knows its own length. So appending copies nothing, unless another
    version was already made from the same beginning (a write that was refused, a decision taken back).
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def plus(self, item: T) -> "PersistentList[T]":
        """The sequence with one more item."""
        items = self._items
        if len(items) != self._length:
            items = items[: self._length]
        items.append(item)
        return _sharing(items, self._length + 1)

    def without_last(self) -> "PersistentList[T]":
        """The sequence without its last item."""
        return _sharing(self._items, max(0, self._length - 1))

    def recent(self, count: int) -> "PersistentList[T]":
        """The last `count` items if there are at least twice as many, otherwise the same sequence."""
        return self if self._length < 2 * count else PersistentList(self[-count:])

    def __len__(self) -> int:
        return self._length

    def __reversed__(self) -> Iterator[T]:
        return islice(reversed(self._items), len(self._items) - self._length, None)

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self._items[i] for i in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index if index >= 0 else index + self._length]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"PersistentList({list(self)!r})"


def _sharing(items: list[T], length: int) -> PersistentList[T]:
    found: PersistentList[T] = PersistentList.__new__(PersistentList)
    found._items, found._length = items, length
    return found
