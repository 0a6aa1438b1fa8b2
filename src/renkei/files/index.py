"""Finds the patterns that may overlap with one, without comparing it with all: only those under common directories."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from renkei.files.patterns import directories, matches, overlap

Value = TypeVar("Value")


class PatternIndex(Generic[Value]):
    """Patterns, each with a value."""

    def __init__(self, entries: Iterable[tuple[str, Value]]) -> None:
        self._at: dict[str, list[tuple[str, Value]]] = defaultdict(list)
        """Patterns by their last directory without wildcards."""
        self._below: dict[str, list[tuple[str, Value]]] = defaultdict(list)
        """The same by each of the directories above."""
        for entry in entries:
            *above, last = directories(entry[0])
            self._at[last].append(entry)
            for one in above:
                self._below[one].append(entry)

    def overlapping(self, pattern: str) -> Iterator[tuple[str, Value]]:
        """Yield the patterns that overlap with one, with their values."""
        names = directories(pattern)
        near = [self._at[one] for one in names if one in self._at]
        near += [self._below[names[-1]]] if names[-1] in self._below else []
        yield from (entry for some in near for entry in some if overlap(pattern, entry[0]))

    def naming(self, path: str) -> Iterator[tuple[str, Value]]:
        """Yield the patterns that name a path, with their values."""
        near = (self._at[one] for one in directories(path, is_path=True) if one in self._at)
        yield from (entry for some in near for entry in some if matches(entry[0], path))
