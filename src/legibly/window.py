"""A list that knows absolute positions and forgets its front, for what streams by in bounded
memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Window(Generic[Item]):
    """Positions count from the start of everything that was ever added, whatever was forgotten
    since.
    """

    __slots__ = ("_items", "first")

    def __init__(self, items: Iterable[Item] = (), *, first: int = 0) -> None:
        self._items = list(items)
        self.first = first  # the position of the first item that is still there

    @property
    def end(self) -> int:
        """The position that the next item will have."""
        return self.first + len(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    def __contains__(self, position: object) -> bool:
        return isinstance(position, int) and self.first <= position < self.end

    def __getitem__(self, position: int) -> Item:
        if position < self.first:
            raise IndexError(
                f"position {position} was forgotten; the first one left is {self.first}"
            )
        return self._items[position - self.first]

    def __setitem__(self, position: int, item: Item) -> None:
        if position < self.first:
            raise IndexError(
                f"position {position} was forgotten; the first one left is {self.first}"
            )
        self._items[position - self.first] = item

    def between(self, first: int, last: int) -> list[Item]:
        """The items from one position up to another; those that were forgotten are left out."""
        return self._items[max(0, first - self.first) : max(0, last - self.first)]

    def copy(self) -> Window[Item]:
        return Window(self._items, first=self.first)

    def append(self, item: Item) -> None:
        self._items.append(item)

    def extend(self, items: Iterable[Item]) -> None:
        self._items.extend(items)

    def forget_before(self, position: int) -> None:
        count = position - self.first
        if count > 0:
            del self._items[:count]
            self.first = position

    def restart(self, position: int) -> None:
        """Empty, with the next item at a position."""
        self._items.clear()
        self.first = position
