"""Splits a text into posts: a chat's limit counts bytes, and no character is cut in two."""

from collections.abc import Iterator
from itertools import islice

MOST_POSTS = 12
"""Most posts of one text."""

NUMBER = "(12/12) "

CUTS = ("\n\n", "\n", " ")
"""Where to split a text, the best first; elsewhere only if the second half of a part has none of these."""


def split(text: str, limit: int, rest: str = "") -> list[str]:
    """Return a text as parts of at most `limit` bytes of UTF-8; if there are several, each has its number.

    Of more than `MOST_POSTS` parts, only the first are returned, and the last of them ends with `rest`.
    """
    if len(text.encode()) <= limit:
        return [text]
    space = max(limit - len(NUMBER), 1)
    parts = list(islice(_parts(text, space), MOST_POSTS + 1))
    if len(parts) > MOST_POSTS:
        parts = parts[:MOST_POSTS]
        parts[-1] = f"{_first(parts[-1], max(space - len(rest.encode()) - 1, 1)).rstrip()}\n{rest}"
    return [f"({number}/{len(parts)}) {part}" for number, part in enumerate(parts, 1)]


def _parts(text: str, limit: int) -> Iterator[str]:
    while text:
        part = _first(text, limit)
        yield part.rstrip() or part
        text = text[len(part) :].lstrip("\n")


def _first(text: str, limit: int) -> str:
    """Return the beginning of a text: at most `limit` bytes, and at least one character."""
    part = text[:limit].encode()[:limit].decode(errors="ignore") or text[:1]
    if len(part) == len(text):
        return part
    ends = (at + len(cut) for cut in CUTS if (at := part.rfind(cut, len(part) // 2)) > 0)
    return part[: next(ends, len(part))]
