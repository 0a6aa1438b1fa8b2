"""Which lines an edit has changed, in the numbers of the text before it.

Line numbers of a text become wrong as soon as another agent edits it. So all edits of a file are counted in its
common version, from which its authors began: the numbers of an edit are carried back through the edits before it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile

from renkei.files.lines import Range, merged

MOST_COMPARED = 2_000
"""Range of a text that are compared one by one; a longer part that differs is one range."""

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def edited_lines(before: str, after: str) -> tuple[Range, ...]:
    """Return the lines of `before` that differ in `after`; lines were added after a range that does not differ itself.

    Of a new text, these are all of its lines.
    """
    if not before:
        return ((1, len(lines_of(after))),) if after else ()
    found = [lines_between(*_numbered(first, last)) for first, last, _, _ in _differences(before, after)]
    return merged(found)


def carried_back(lines: Iterable[Range], base: str, now: str) -> tuple[Range, ...]:
    """Return lines of `now` as the lines of `base` that they come from."""
    if base == now:
        return merged(lines)
    blocks = tuple(_differences(base, now))
    return merged((_before(first, blocks, 0), _before(last, blocks, 1)) for first, last in lines)


def lines_between(start: int, count: int) -> Range:
    """Return a range as a unified diff counts it; lines that were only added belong to the line before them."""
    return (max(1, start), max(1, start + count - 1 if count else start))


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, each with its end."""
    return _LINE.findall(text)


def _numbered(first: int, last: int) -> tuple[int, int]:
    """Return the start and count of a unified diff for lines counted from 0."""
    return (first + 1, last - first) if last > first else (first, 0)


def _differences(before: str, after: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield the parts that differ: the lines of `before` and those of `after`, counted from 0, without the last."""
    old, new = lines_of(before), lines_of(after)
    same = _same_start(old, new)
    rest = min(len(old), len(new)) - same
    tail = min(rest, _same_start(old[::-1], new[::-1]))
    old, new = old[same : len(old) - tail], new[same : len(new) - tail]
    if len(old) > MOST_COMPARED or len(new) > MOST_COMPARED:
        yield same, same + len(old), same, same + len(new)
        return
    for tag, first, last, from_, to in SequenceMatcher(None, old, new).get_opcodes():
        if tag != "equal":
            yield same + first, same + last, same + from_, same + to


def _before(line: int, blocks: Sequence[tuple[int, int, int, int]], end: int) -> int:
    """Return the older line of a line; `end`: 0 for the first and 1 for the last line of a range."""
    shift = 0
    for first, last, from_, to in blocks:
        if line <= from_:
            break
        if line <= to:
            return max(1, (first + 1, last)[end] if last > first else first)
        shift = last - to
    return max(1, line + shift)


def _same_start(one: Sequence[str], other: Sequence[str]) -> int:
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return sum(1 for _ in same)
