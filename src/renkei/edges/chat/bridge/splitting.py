"""Splits a text into posts: a chat's limit counts bytes, and no character is cut in two."""

import re
from collections.abc import Iterator
from itertools import islice

MOST_POSTS = 12
"""Most posts of one text."""

NUMBER = "(12/12) "

CUTS = ("\n\n", "\n", " ")
"""Where to split a text, the best first; elsewhere only if the second half of a part has none of these."""


_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})([^`\n]*)$", re.MULTILINE)

LONGEST_FENCE = 40
"""Most characters of the beginning of a block of code that continues in the next part."""


def split(text: str, limit: int, rest: str = "", *, fences: bool = False) -> list[str]:
    """Return a text as parts of at most `limit` bytes of UTF-8; if there are several, each has its number.

    Of more than `MOST_POSTS` parts, only the first are returned, and the last of them ends with `rest`. `fences`: a
    block of code that is cut ends in its part, and begins again in the next.
    """
    if len(text.encode()) <= limit:
        return [text]
    space = max(limit - len(NUMBER), 1)
    parts = list(islice(_parts(text, space, fences), MOST_POSTS + 1))
    if len(parts) > MOST_POSTS:
        parts = parts[:MOST_POSTS]
        end = f"\n{rest}"
        cut = first_part(parts[-1], max(space - len(end.encode()) - (LONGEST_FENCE if fences else 0), 1)).rstrip()
        parts[-1] = f"{closed(cut) if fences else cut}{end}"
    return [f"({number}/{len(parts)}) {part}" for number, part in enumerate(parts, 1)]


def closed(text: str) -> str:
    """Return a text with the end of a block of code that it leaves open."""
    begun = _open_fence(text)
    return f"{text}\n{begun[1]}" if begun is not None else text


def _open_fence(text: str) -> re.Match[str] | None:
    begun: re.Match[str] | None = None
    for found in _FENCE.finditer(text):
        if begun is None:
            begun = found
        elif found[1].startswith(begun[1]) and not found[2].strip():
            begun = None
    return begun


def _parts(text: str, limit: int, fences: bool) -> Iterator[str]:
    begun, room = "", max(limit - 2 * LONGEST_FENCE, 1) if fences else limit
    while text:
        part = first_part(text, room)
        whole = f"{begun}{part.rstrip() or part}"
        found = _open_fence(whole) if fences else None
        begun = f"{found[0]}\n" if found is not None and len(found[0]) < LONGEST_FENCE else ""
        yield closed(whole) if begun else whole
        text = text[len(part) :].lstrip("\n")


def first_part(text: str, limit: int) -> str:
    """Return the beginning of a text: at most `limit` bytes, and at least one character."""
    part = text[:limit].encode()[:limit].decode(errors="ignore") or text[:1]
    if len(part) == len(text):
        return part
    ends = (at + len(cut) for cut in CUTS if (at := part.rfind(cut, len(part) // 2)) > 0)
    return part[: next(ends, len(part))]
