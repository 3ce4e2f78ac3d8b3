"""A queue that shares time between browsers, however much each of them has put in."""

from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """The next item is of the owner who has used the least time; one owner's go in order.

    An owner who was away gets no time on credit: it starts level with those who are served now.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}
        self._used: dict[str, float] = {}
        self._level = 0.0  # what the owner who was served last had used

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, owner: str, item: Item) -> None:
        """Add an item of an owner."""
        self._used[owner] = max(self._level, self._used.get(owner, 0.0))
        self._waiting.setdefault(owner, deque()).append(item)

    def pop(self) -> tuple[str, Item]:
        """Remove the next item; its owner pays for it with `charge`."""
        owner = min(self._waiting, key=self._used.__getitem__)
        item = self._waiting[owner].popleft()
        if not self._waiting[owner]:
            del self._waiting[owner]
        self._level = self._used[owner]
        return owner, item

    def charge(self, owner: str, seconds: float) -> None:
        """Note how long an owner's item took."""
        self._used[owner] = max(self._level, self._used.get(owner, 0.0)) + seconds
        if not self._waiting:  # nobody competes, so nobody is ahead
            self._used.clear()
            return
        self._used = {
            name: used
            for name, used in self._used.items()
            if used > self._level or name in self._waiting
        }
