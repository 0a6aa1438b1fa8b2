"""Kinds of chat that other installed packages bring, each as an entry point of the group `renkei.chats`.

The entry point is named like the kind and leads to its `ChatKind`. A package that cannot be loaded stops only bridges
to its own kind.
"""

import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from renkei.edges.chat.chat_kind import ChatKind
from renkei.edges.chat.errors import ChatKindError
from renkei.immutable.frozen import frozen

GROUP = "renkei.chats"

RESERVED = frozenset(("add", "allow", "run", "list", "status", "remove"))
"""Commands of `renkei bridge`, which no kind may be called."""

TAKEN = frozenset(
    ("name", "actor", "channels", "people", "system_channel", "share", "digest_minutes", "pictures", "output_format")
)
"""Options of every chat, which no kind may have of its own."""

_NAME = re.compile(r"[a-z][a-z0-9-]*")


@frozen
class Installed:
    """The kinds of other packages, and why others cannot be used."""

    kinds: Mapping[str, ChatKind]
    broken: Mapping[str, ChatKindError]


@cache
def _named(own: frozenset[str]) -> Installed:
    kinds, broken = dict[str, ChatKind](), dict[str, ChatKindError]()
    for one in entry_points(group=GROUP):
        if one.name in own:
            continue
        try:
            kinds[one.name] = _loaded(one)
        except ChatKindError as error:
            broken[one.name] = error
    return Installed(kinds, broken)


def installed_kinds(own: Collection[str]) -> Installed:
    """Return the kinds of other packages, loaded once in a process. `own`: renkei's kinds, whose names count first."""
    return _named(frozenset(own))


def _loaded(point: EntryPoint) -> ChatKind:
    """Return the kind of an entry point; raises ChatKindError."""
    package = point.dist.name if point.dist is not None else point.value
    try:
        found = point.load()
    except Exception as error:  # whatever the code of another package raises
        raise ChatKindError(point.name, package, f"{type(error).__name__}: {error}") from error
    if problem := _problem_of(point.name, found):
        raise ChatKindError(point.name, package, problem)
    assert isinstance(found, ChatKind)
    return found


def _problem_of(name: str, found: object) -> str:
    """Return what is wrong with the kind of an entry point; "" if nothing is."""
    if not isinstance(found, ChatKind):
        return f"its entry point leads to {type(found).__name__}, not to a ChatKind"
    if not _NAME.fullmatch(name) or name in RESERVED:
        return "its name is not a word of small letters, or names a command of `renkei bridge`"
    if taken := sorted(TAKEN.intersection(found.options.model_fields)):
        return f"its options include {', '.join(taken)}, which every chat has"
    return f"it asks for the extra {found.extra}, and only renkei's own kinds have one" if found.extra else ""
