"""Which lines an edit has changed, in the numbers of the version that its authors share."""

from hypothesis import given
from hypothesis import strategies as st

from renkei.workspace.edited_lines import MOST_COMPARED, carried_back, edited_lines, lines_between

TEXT = "".join(f"{number}\n" for number in range(1, 21))

LINES = st.lists(st.sampled_from(["a\n", "b\n", "\n", "\x0cc\r\n"]), max_size=12).map("".join)


def with_lines(first: int, last: int, *new: str) -> str:
    """Return the text with some lines replaced."""
    lines = TEXT.splitlines(keepends=True)
    return "".join([*lines[: first - 1], *new, *lines[last:]])


def test_the_lines_of_an_edit_are_those_of_the_text_before() -> None:
    assert edited_lines(TEXT, with_lines(10, 12, "x\n")) == ((10, 12),)
    assert edited_lines(TEXT, with_lines(3, 3)) == ((3, 3),)
    assert edited_lines(TEXT, TEXT) == ()
    assert edited_lines(TEXT, "") == ((1, 20),)


def test_added_lines_belong_to_the_line_before_them() -> None:
    assert edited_lines(TEXT, with_lines(11, 10, "x\n", "y\n")) == ((10, 10),)
    assert edited_lines(TEXT, f"x\n{TEXT}") == ((1, 1),)
    assert edited_lines(TEXT, f"{TEXT}x\n") == ((20, 20),)


def test_a_new_text_is_all_of_its_lines() -> None:
    assert edited_lines("", TEXT) == ((1, 20),)
    assert edited_lines("", "") == ()


def test_a_long_part_that_differs_is_one_range() -> None:
    before, after = ("".join(f"{word}{number}\n" for number in range(MOST_COMPARED * 3)) for word in ("a", "b"))
    assert edited_lines(f"x\n{before}y\n", f"x\n{after}y\n") == ((2, MOST_COMPARED * 3 + 1),)


def test_lines_are_carried_back_through_earlier_edits() -> None:
    now = f"x\nx\nx\nx\nx\n{TEXT}"
    assert carried_back([(15, 17)], TEXT, now) == ((10, 12),)
    assert carried_back([(2, 3)], TEXT, now) == ((1, 1),)
    assert carried_back([(4, 6)], TEXT, with_lines(5, 9, "x\n")) == ((4, 10),)
    assert carried_back([(7, 7)], TEXT, with_lines(3, 3)) == ((8, 8),)
    assert carried_back([(7, 7)], TEXT, TEXT) == ((7, 7),)


def test_a_hunk_without_older_lines_has_a_line_to_belong_to() -> None:
    assert lines_between(0, 0) == (1, 1)
    assert lines_between(7, 0) == (7, 7)
    assert lines_between(7, 2) == (7, 8)


@given(LINES, LINES)
def test_every_line_outside_of_the_ranges_is_still_there(before: str, after: str) -> None:
    ranges = edited_lines(before, after)
    lines = before.split("\n")[: before.count("\n")]
    kept = [one for place, one in enumerate(lines, 1) if not any(first <= place <= last for first, last in ranges)]
    rest = iter(after.split("\n"))
    assert all(one in rest for one in kept)


@given(LINES, LINES, st.integers(1, 12), st.integers(0, 5))
def test_carried_ranges_stay_in_the_older_text(base: str, now: str, first: int, more: int) -> None:
    for start, end in carried_back([(first, first + more)], base, now):
        assert 1 <= start <= end
