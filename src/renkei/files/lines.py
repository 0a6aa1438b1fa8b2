"""Ranges of lines of a file: the first and the last line of each, counted from 1."""

from collections.abc import Iterable

Range = tuple[int, int]

MOST_RANGES = 1000
"""Ranges of one file at most; more are merged into one."""


def merged(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Return sorted ranges that do not touch each other; beyond `MOST_RANGES`, one range that spans them all."""
    found: list[Range] = []
    for first, last in sorted((min(one), max(one)) for one in ranges):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return tuple(found) if len(found) <= MOST_RANGES else ((found[0][0], found[-1][1]),)


def common(some: Iterable[Range], others: Iterable[Range]) -> tuple[Range, ...]:
    """Return the lines that are in both, as ranges; both are as `merged` returns them."""
    mine, theirs = list(some), list(others)
    found: list[Range] = []
    at = there = 0
    while at < len(mine) and there < len(theirs):
        first, last = max(mine[at][0], theirs[there][0]), min(mine[at][1], theirs[there][1])
        if first <= last:
            found.append((first, last))
        if mine[at][1] < theirs[there][1]:
            at += 1
        else:
            there += 1
    return tuple(found)


def in_words(ranges: Iterable[Range]) -> str:
    """Return ranges as people write them, such as `3-7, 12`."""
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges)
