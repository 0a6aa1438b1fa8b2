"""The recipients in a rule's `to`: participants, groups, roles, leads, humans, variables of the occurrence."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from renkei.dispatch.rules import NAMED, as_tuple, fill

Names = Mapping[str, Sequence[str]]
"""The participants behind each name that a rule can use: `ann`, a group, `lead`, `human`, `role:backend`."""

NO_NAMES: Names = MappingProxyType({})


def resolve(to: str | Sequence[str], variables: Mapping[str, Any], names: Names) -> tuple[list[str], list[str]]:
    """Return the unknown names in `to`, and the participants behind the known ones, each once."""
    unknown: dict[str, None] = {}
    people: dict[str, None] = {}
    for text in as_tuple(to):
        for name in _filled(text, variables):
            if name in names:
                people |= dict.fromkeys(names[name])
            else:
                unknown[name] = None
    return list(unknown), list(people)


def fixed_names(to: str | Sequence[str]) -> list[tuple[int, str]]:
    """Return the names in `to` without variables, each with its position; these can be checked in advance."""
    return [(place, name) for place, name in enumerate(as_tuple(to)) if not NAMED.search(name)]


def used_names(names: Names) -> tuple[str, ...]:
    """Return the names that resolve to at least one participant, for errors."""
    return tuple(name for name, participants in names.items() if participants)


def _filled(text: str, variables: Mapping[str, Any]) -> list[str]:
    """Return the names in a text with its variables filled in: a variable may hold one, several or none."""
    alone = NAMED.fullmatch(text)
    if alone is None:
        return [fill(text, variables)]
    value = variables.get(alone[1])
    values = value if isinstance(value, list | tuple) else [value]
    return [str(value) for value in values if value not in (None, "")]
