"""Whom a rule names in `to`: participants, groups, roles, the leads, the humans, and variables of the occurrence."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from renkei.dispatch.rules import NAMED, as_tuple, fill

Names = Mapping[str, Sequence[str]]
"""The participants behind each name that a rule can use: `ann`, a group, `lead`, `human`, `role:backend`."""

NO_NAMES: Names = MappingProxyType({})


def resolve(to: str | Sequence[str], variables: Mapping[str, Any], names: Names) -> tuple[list[str], list[str]]:
    """Return the names in `to` that nobody has, and the participants that the others stand for, each once."""
    unknown: dict[str, None] = {}
    found: dict[str, None] = {}
    for text in as_tuple(to):
        for name in _filled(text, variables):
            if name in names:
                found |= dict.fromkeys(names[name])
            else:
                unknown[name] = None
    return list(unknown), list(found)


def fixed_names(to: str | Sequence[str]) -> list[tuple[int, str]]:
    """Return the names in `to` without a variable, each with its place: they can be checked before the rule fires."""
    return [(place, one) for place, one in enumerate(as_tuple(to)) if not NAMED.search(one)]


def used_names(names: Names) -> tuple[str, ...]:
    """Return the names that stand for somebody, for errors."""
    return tuple(name for name, participants in names.items() if participants)


def _filled(text: str, variables: Mapping[str, Any]) -> list[str]:
    """Return the names that a text stands for: a variable may hold one, several or none."""
    alone = NAMED.fullmatch(text)
    if alone is None:
        return [fill(text, variables)]
    value = variables.get(alone[1])
    values = value if isinstance(value, list | tuple) else [value]
    return [str(one) for one in values if one not in (None, "")]
