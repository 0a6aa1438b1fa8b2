"""Ranges of lines: joining them, and what two lists of them have in common."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.files.lines import MOST_RANGES, Range, common, in_words, merged

LINES = st.integers(1, 30)
RANGES = st.lists(st.tuples(LINES, LINES), max_size=6)


def lines_of(ranges: tuple[Range, ...]) -> set[int]:
    return {line for first, last in ranges for line in range(first, last + 1)}


@given(RANGES)
def test_merged_ranges_are_sorted_and_apart_and_hold_the_same_lines(ranges: list[Range]) -> None:
    found = merged(ranges)
    assert lines_of(found) == lines_of(tuple((min(one), max(one)) for one in ranges))
    assert all(before[1] + 1 < after[0] for before, after in pairwise(found))
    assert merged(found) == found


@given(RANGES, RANGES)
def test_common_lines_are_those_of_both(some: list[Range], others: list[Range]) -> None:
    mine, theirs = merged(some), merged(others)
    assert lines_of(common(mine, theirs)) == lines_of(mine) & lines_of(theirs)
    assert common(mine, theirs) == common(theirs, mine)


def test_too_many_ranges_become_one() -> None:
    many = [(10 * line, 10 * line + 1) for line in range(1, MOST_RANGES + 2)]
    assert len(merged(many[:-1])) == MOST_RANGES
    assert merged(many) == ((10, 10 * MOST_RANGES + 11),)


@pytest.mark.parametrize(("ranges", "text"), [((), ""), (((3, 3),), "3"), (((3, 7), (12, 12)), "3-7, 12")])
def test_ranges_are_written_as_people_do(ranges: tuple[Range, ...], text: str) -> None:
    assert in_words(ranges) == text
