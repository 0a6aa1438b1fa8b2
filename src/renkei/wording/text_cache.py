"""Cache texts written from immutable values, for as long as the very same values are used.

Successive states share everything that did not change. So a line that was written from the same objects as before is
the same line, and it is enough to compare identities. This is exact: the kept values are alive, so no other object can
have the identity of one of them. Values that are equal but not the same are only written again.
"""

from collections.abc import Callable, Hashable, Sized
from operator import is_
from typing import Generic, TypeVar

Written = TypeVar("Written", bound=Sized)


class TextCache(Generic[Written]):
    """The last text for each key: at most `size` texts, none longer than `longest`."""

    def __init__(self, size: int, longest: int = 2000) -> None:
        self._size = size
        self._longest = longest
        self._kept: dict[Hashable, tuple[tuple[object, ...], Written]] = {}

    def get(self, key: Hashable, values: tuple[object, ...], write: Callable[[], Written]) -> Written:
        """Return what `write` returned for this key when the same values came last, or else what it returns now."""
        known = self._kept.get(key)
        if known is not None and len(known[0]) == len(values) and all(map(is_, known[0], values)):
            return known[1]
        written = write()
        if len(written) <= self._longest:
            if len(self._kept) >= self._size:
                self._kept.clear()
            self._kept[key] = values, written
        return written
