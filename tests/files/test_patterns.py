"""Patterns of files: their normal form, what they name, and whether two of them can name one file."""

import re
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.errors import BadValueError
from renkei.files.index import PatternIndex
from renkei.files.patterns import (
    LONGEST_PATH,
    LONGEST_PATTERN,
    MOST_PARTS,
    MOST_WILDCARDS,
    directories,
    matches,
    normal_path,
    normal_pattern,
    overlap,
)

NAMES = ("a", "b", "aa", "ab", "ba", "bb")
PATHS = tuple("/".join(parts) for length in (1, 2, 3, 4, 5) for parts in product(NAMES, repeat=length))
"""Every path of these names that is long enough for two patterns of three parts."""

PARTS = ("**", "*", "?", "a", "b", "ab", "a*", "*b", "?b", "a?", "b*a")
PATTERNS = st.lists(st.sampled_from(PARTS), min_size=1, max_size=3).map("/".join).map(normal_pattern)


@cache
def named(pattern: str) -> frozenset[str]:
    """Return the paths that a pattern names, found by a regular expression."""
    parts = pattern.split("/")
    if "*" not in parts[-1] and "?" not in parts[-1]:
        parts.append("**")
    one = {"*": "[^/]*", "?": "[^/]"}
    regex = "".join(
        "(?:[^/]+/)*" if part == "**" else "".join(one.get(c, re.escape(c)) for c in part) + "/" for part in parts
    )
    return frozenset(path for path in PATHS if re.fullmatch(regex, f"{path}/"))


@given(PATTERNS, PATTERNS)
def test_two_patterns_overlap_exactly_if_they_name_a_common_path(first: str, second: str) -> None:
    common = bool(named(first) & named(second))
    assert overlap(first, second) is overlap(second, first) is common


@given(PATTERNS, st.sampled_from(PATHS))
def test_a_pattern_names_exactly_the_paths_that_its_expression_does(pattern: str, path: str) -> None:
    assert matches(pattern, path) is (path in named(pattern))
    assert overlap(pattern, path) is any(one == path or one.startswith(f"{path}/") for one in named(pattern))


WORDS = [
    ("".join(word), frozenset("".join(name) for size in range(1, 7) for name in product("ab", repeat=size)))
    for size in (1, 2, 3)
    for word in product("ab*?", repeat=size)
    if "**" not in "".join(word)
]


def test_parts_with_wildcards_are_compared_exactly() -> None:
    names = {
        word: {one for one in every if re.fullmatch(word.replace("*", ".*").replace("?", "."), one)}
        for word, every in WORDS
    }
    for first, second in product(names, repeat=2):
        assert overlap(f"x/{first}/y", f"x/{second}/y") is bool(names[first] & names[second]), (first, second)


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("src/api/**", "src/api/**"),
        ("./src//api/", "src/api"),
        ("src/./a.py", "src/a.py"),
        ("**/**/a", "**/a"),
        ("src/***", "src/**"),
        ("src/a**b", "src/a*b"),
        ("app/[id]/{page}.tsx", "app/[id]/{page}.tsx"),
        ("cafe\u0301", "caf\u00e9"),
        ("*", "*"),
        ("**", "**"),
        ("-rf", "-rf"),
    ],
)
def test_a_pattern_is_kept_in_its_normal_form(given: str, normal: str) -> None:
    assert normal_pattern(given) == normal
    assert normal_pattern(normal) == normal


@pytest.mark.parametrize(
    "pattern",
    [
        *("", ".", "./", "/etc", "~/x", "C:/x", "../x", "src/../../x", "a\\b", "a\0b"),
        *(".git/config", "x/.GIT/hooks", ".renkei", ".Renkei/log.db"),
        *("a\nb", "a\n", "\u202egpj.exe", "a\u200b", "\x1b[2J", "\udcff"),
        *("a" * (LONGEST_PATTERN + 1), "/".join("a" * (MOST_PARTS + 1))),
        *("/".join(["*a"] * (MOST_WILDCARDS + 1)), "/".join(["**", "a?"] * MOST_WILDCARDS)),
    ],
)
def test_a_pattern_that_cannot_be_used_is_rejected(pattern: str) -> None:
    with pytest.raises(BadValueError) as error:
        normal_pattern(pattern, "/paths/3")
    assert error.value.details["path"] == "/paths/3"
    assert "src/api/**" in error.value.hint


def test_a_pattern_may_hold_what_writing_needs() -> None:
    for pattern in ("می\u200cخواهم/*.md", "👩\u200d🚀.md", "a b/'c'"):
        assert normal_pattern(pattern) == pattern


@pytest.mark.parametrize("path", ["", "..", "/a", ".git/HEAD", "a\\b", "a" * (LONGEST_PATH + 1)])
def test_a_path_outside_of_the_repository_is_rejected(path: str) -> None:
    with pytest.raises(BadValueError):
        normal_path(path)


def test_a_path_may_be_long_and_hold_wildcards_which_are_names_there() -> None:
    assert normal_path("./" + "a/" * 400 + "b*") == "a/" * 400 + "b*"
    assert matches("src/a*", "src/a*")
    assert not matches("src/ab", "src/a*")
    assert not matches("src/a", "src/**")


def test_names_are_compared_without_regard_to_case() -> None:
    assert overlap("SRC/Api", "src/api/**")
    assert matches("src/*.PY", "Src/A.py")
    assert overlap("CAFE\u0301/**", "caf\u00e9/x")


def test_a_directory_names_everything_in_it() -> None:
    assert matches("src", "src/a/b.py")
    assert overlap("src", "src/a/**")
    assert not overlap("src/*", "src/a/b")
    assert not matches("src", "src2/a")


def test_the_directories_of_a_pattern_are_those_before_its_first_wildcard() -> None:
    assert directories("Src/api/*/x") == ("", "src", "src/api")
    assert directories("src/a.py") == ("", "src", "src/a.py")
    assert directories("**/a") == ("",)


@given(st.lists(PATTERNS, max_size=8), PATTERNS)
def test_an_index_finds_exactly_the_patterns_that_overlap(patterns: list[str], pattern: str) -> None:
    index = PatternIndex((one, at) for at, one in enumerate(patterns))
    found = sorted(at for _, at in index.overlapping(pattern))
    assert found == [at for at, one in enumerate(patterns) if overlap(one, pattern)]


@given(st.lists(PATTERNS, max_size=8), st.sampled_from((*PATHS, "a*", "a?/b", "**")))
def test_an_index_finds_exactly_the_patterns_that_name_a_path(patterns: list[str], path: str) -> None:
    index = PatternIndex((one, at) for at, one in enumerate(patterns))
    found = sorted(at for _, at in index.naming(path))
    assert found == [at for at, one in enumerate(patterns) if matches(one, path)]


def test_the_costliest_patterns_are_compared_in_few_steps() -> None:
    costly = normal_pattern("/".join(["**", *["*a?b*"] * (MOST_WILDCARDS - 2), "*z"]))
    other = normal_pattern("/".join(["**", *["*b?a*"] * (MOST_WILDCARDS - 2), "*y"]))
    assert not overlap(costly, other)
    assert overlap(costly, other.replace("*y", "*z"))
