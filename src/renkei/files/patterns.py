"""Patterns that name files of a repository, and whether two of them can name the same file.

A pattern is a path relative to the repository. In a part between slashes, `*` matches any characters and `?` matches
one; the part `**` matches any directories, or none. A pattern whose last part has no wildcard also names everything in
a directory of that name. Other characters, such as brackets, match themselves.

Names are compared as on a file system that ignores case (`key_of`): on some machines `Api.py` and `api.py` are one
file. Two patterns are compared part by part. For two parts with wildcards, the bits of an integer are the positions in
one part that a beginning of the other can reach.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from renkei.errors import BadValueError
from renkei.wording.values import count
from renkei.wording.visible import one_line

LONGEST_PATH = 1024
"""Characters of a path at most."""

LONGEST_PATTERN = 256
"""Characters of a pattern at most."""

MOST_PARTS = 24
"""Parts of a pattern at most."""

MOST_WILDCARDS = 6
"""Parts with `*` or `?` of a pattern at most; comparing takes time for each pair of them."""

MOST_PATTERNS = 50
"""Patterns of a contract or a reservation at most."""

DEEP = "**"
"""The part that matches any directories."""

HIDDEN = (".git", ".renkei")
"""Directories whose files are never reserved or reported."""

EXAMPLE = "a path relative to the repository, such as src/api/**"


def normal_pattern(pattern: str, path: str = "/paths") -> str:
    """Return a pattern in its normal form.

    Raises BadValueError for a pattern that is empty, leaves the repository, names the files of git or renkei, has
    hidden characters, or would cost too much to compare; `path` is the JSON Pointer of the pattern, for the error.
    """
    parts = _parts(pattern, path, LONGEST_PATTERN)
    if one_line(pattern) != pattern:
        problem = "it has a line break or a character that shows nothing"
        raise BadValueError(path=path, got=pattern, problem=problem, expected=EXAMPLE)
    joined = [DEEP if part.strip("*") == "" and len(part) > 1 else _one_star(part) for part in parts]
    kept = [part for at, part in enumerate(joined) if not (part == DEEP and joined[at - 1 : at] == [DEEP])]
    wild = sum(1 for part in kept if _is_wild(part))
    if len(kept) > MOST_PARTS or wild > MOST_WILDCARDS:
        limits = f"{count(MOST_PARTS, 'part')}, {MOST_WILDCARDS} of them with wildcards"
        raise BadValueError(path=path, got=pattern, problem=f"the pattern has more than {limits}", expected=EXAMPLE)
    return "/".join(kept)


def normal_path(name: str, path: str = "/path") -> str:
    """Return a path in its normal form; raises BadValueError as `normal_pattern` does."""
    return "/".join(_parts(name, path, LONGEST_PATH))


def _parts(text: str, path: str, longest: int) -> list[str]:
    """Return the parts of a path or a pattern that stays inside of the repository."""
    parts = [part for part in unicodedata.normalize("NFC", text).split("/") if part not in ("", ".")]
    fault = ""
    if len(text) > longest:
        fault = f"it is longer than {count(longest, 'character')}"
    elif "\0" in text or "\\" in text:
        fault = "directories are separated by slashes, and a path has no backslash"
    elif text.startswith(("/", "~")) or text[1:2] == ":":
        fault = "the path is not relative to the repository"
    elif ".." in parts:
        fault = "the path leaves the repository"
    elif not parts:
        fault = "it names no file"
    elif hidden := next((one for one in parts if key_of(one) in HIDDEN), None):
        fault = f"the files in {hidden} are not changed by agents"
    if fault:
        raise BadValueError(path=path, got=text[:LONGEST_PATTERN], problem=fault, expected=EXAMPLE)
    return parts


def _one_star(part: str) -> str:
    while DEEP in part:
        part = part.replace(DEEP, "*")
    return part


def _is_wild(part: str) -> bool:
    return "*" in part or "?" in part


@lru_cache(4096)
def key_of(path: str) -> str:
    """Return what two paths, or two patterns, have in common that name one file where case is ignored."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


@lru_cache(4096)
def _compared(pattern: str) -> tuple[str, ...]:
    """Return the parts of a pattern as they are compared."""
    parts = tuple(key_of(pattern).split("/"))
    return parts if _is_wild(parts[-1]) else (*parts, DEEP)


@lru_cache(4096)
def directories(pattern: str, *, is_path: bool = False) -> tuple[str, ...]:
    """Return the keys of all directories above the first wildcard of a pattern, from the repository itself, "".

    `is_path`: it is a path, in which nothing is a wildcard.
    """
    parts = key_of(pattern).split("/")
    literal = next((at for at, part in enumerate(parts) if _is_wild(part) and not is_path), len(parts))
    return tuple("/".join(parts[:length]) for length in range(literal + 1))


def matches(pattern: str, path: str) -> bool:
    """Return whether a pattern names a path; both are in their normal form."""
    return _meet(_compared(pattern), tuple(key_of(path).split("/")), is_path=True)


@lru_cache(8192)
def overlap(first: str, second: str) -> bool:
    """Return whether two patterns, both in their normal form, can name the same path."""
    return _meet(_compared(first), _compared(second))


def _meet(first: Sequence[str], second: Sequence[str], is_path: bool = False) -> bool:
    """Return whether some path fits both; `is_path`: the parts of the second are names."""
    if _begin_differently(first, second, is_path):
        return False
    deep = _positions_of_parts(second, is_path)[0]
    positions = _past(1, deep)
    for part in first:
        positions = _past(_after(part, positions, second, is_path), deep)
    return bool(positions >> len(second) & 1)


def _begin_differently(first: Sequence[str], second: Sequence[str], is_path: bool) -> bool:
    """Return whether the parts before the first wildcard differ, as in most pairs."""
    for one, other in zip(first, second, strict=False):
        if _is_wild(one) or (not is_path and _is_wild(other)):
            return False
        if one != other:
            return True
    return False


def _after(part: str, positions: int, second: Sequence[str], is_path: bool) -> int:
    """Return the positions in the second that follow some positions by a name that fits a part of the first."""
    if part == DEEP:  # it takes any names, also none
        lowest = positions & -positions
        return (1 << len(second) + 1) - lowest if lowest else 0
    deep, same, wild = _positions_of_parts(second, is_path)
    fitting = same.get(part, 0)
    for at, other in enumerate(second) if _is_wild(part) else wild:
        if positions >> at & 1 and not deep >> at & 1 and _parts_meet(part, other, is_path):
            fitting |= 1 << at
    return positions & deep | (positions & fitting) << 1


@lru_cache(4096)
def _positions_of_parts(parts: Sequence[str], is_path: bool) -> tuple[int, dict[str, int], list[tuple[int, str]]]:
    """Return the positions of `**`, of each other part, and the parts with wildcards; a path has only names."""
    deep, same, wild = 0, dict[str, int](), list[tuple[int, str]]()
    for at, part in enumerate(parts):
        if part == DEEP and not is_path:
            deep |= 1 << at
        else:
            same[part] = same.get(part, 0) | 1 << at
            if _is_wild(part) and not is_path:
                wild.append((at, part))
    return deep, same, wild


@lru_cache(8192)
def _parts_meet(first: str, second: str, is_path: bool) -> bool:
    """Return whether some name fits two parts of patterns; `is_path`: the second is a name."""
    stars, free, taken = _positions(second, is_path)
    every = (1 << len(second) + 1) - 1
    positions = _past(1, stars)
    for character in first:
        if character == "*":
            positions = every & -(positions & -positions)  # all from the first on
        else:
            fit = every >> 1 if character == "?" else taken.get(character, 0) | free
            positions = _past((positions & fit & ~stars) << 1 | positions & stars, stars)
        if not positions:
            return False
    return bool(positions >> len(second) & 1)


@lru_cache(4096)
def _positions(part: str, is_path: bool) -> tuple[int, int, dict[str, int]]:
    """Return the positions of `*`, of `?`, and of each other character in a part; in a name, none is a wildcard."""
    found: dict[str, int] = {}
    for at, character in enumerate(part):
        found[character] = found.get(character, 0) | 1 << at
    return (0, 0, found) if is_path else (found.pop("*", 0), found.pop("?", 0), found)


def _past(positions: int, stars: int) -> int:
    """Return some positions, and the positions after them that wildcards reach by matching nothing."""
    while (more := positions | (positions & stars) << 1) != positions:
        positions = more
    return positions
