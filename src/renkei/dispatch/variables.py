"""The variables of rules' conditions and templates, gathered on first use, since most occurrences trigger no rule."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

_SCALARS = frozenset((int, float, bool, type(None)))


class Variables(Mapping[str, Any]):
    """A mapping that is computed on first use."""

    __slots__ = ("_gather", "_size", "_values")

    def __init__(self, gather: Callable[[], dict[str, Any]]) -> None:
        self._gather = gather
        self._values: dict[str, Any] | None = None
        self._size: tuple[int, int] | None = None

    @property
    def values_by_name(self) -> dict[str, Any]:
        """The variables as a plain dict."""
        if self._values is None:
            self._values = self._gather()
        return self._values

    @property
    def size(self) -> tuple[int, int]:
        """The result of `size_of`."""
        if self._size is None:
            self._size = _size(self.values_by_name)
        return self._size

    def __getitem__(self, name: str) -> Any:
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)


def size_of(variables: Mapping[str, Any]) -> tuple[int, int]:
    """Return the number of items and of characters in variables, including nested ones."""
    return variables.size if isinstance(variables, Variables) else _size(variables)


def _size(value: object) -> tuple[int, int]:
    items = characters = 0
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if type(item) in _SCALARS:  # first, because the abstract classes are far slower
            continue
        if isinstance(item, str | bytes):
            characters += len(item)
        elif isinstance(item, Mapping):
            items += len(item)
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, Sequence | set | frozenset):
            items += len(item)
            waiting += item
    return items, characters
