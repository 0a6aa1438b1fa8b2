"""JSON Pointers (RFC 6901): paths of a document as text, and patterns that match many of them."""

import re
from collections.abc import Sequence
from functools import lru_cache

_BAD_ESCAPE = re.compile(r"~(?![01])")
_LONGEST_KEPT = 200


def join(*parts: str | int) -> str:
    """Return the JSON Pointer of a path; without parts it is "", the whole document."""
    pointer = "/".join(("", *map(str, parts)))
    if "~" not in pointer and pointer.count("/") == len(parts):
        return pointer  # nothing to escape, as in nearly every pointer
    return "".join(["/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts])


def split(pointer: str) -> tuple[str, ...]:
    """Split a JSON Pointer into its parts; raises ValueError for text that is not a JSON Pointer."""
    return _split(pointer) if len(pointer) <= _LONGEST_KEPT else _split.__wrapped__(pointer)


@lru_cache(maxsize=4096)
def _split(pointer: str) -> tuple[str, ...]:
    if _BAD_ESCAPE.search(pointer) or (pointer and not pointer.startswith("/")):
        raise ValueError(f"{pointer!r} is not a JSON Pointer")
    return tuple(unescape(part) for part in pointer.split("/")[1:])


def escape(part: str) -> str:
    """Escape one part of a path for a JSON Pointer."""
    return part.replace("~", "~0").replace("/", "~1")


def unescape(part: str) -> str:
    """Unescape one part of a JSON Pointer."""
    return part.replace("~1", "/").replace("~0", "~")


def pattern(parts: Sequence[str]) -> tuple[str, ...]:
    """Replace the ids in a path of the board with `*`: `("agents", "ann", "status")` → `("agents", "*", "status")`.

    Ids are the parts at odd positions: the elements of every list of the board are named by id.
    """
    return tuple("*" if index % 2 else part for index, part in enumerate(parts))
