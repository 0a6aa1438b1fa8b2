"""JSON is read exactly as the standard library reads it, with locations and without its leniencies."""

import json
from functools import reduce
from itertools import product
from operator import getitem

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reading import refusal
from renkei.documents.json_reader import read_json
from renkei.documents.read import read_json_lines
from renkei.documents.source import LONGEST_KEY, Source, SourceError
from thoroughness import examples

REFUSALS = [
    ('{"é":\n {"a": 1, "a": 2}}', ("DUPLICATE_KEY", "/é/a", 2, 11)),
    ('{"a": 1,}', ("SYNTAX", "", 1, 9)),
    ("[1,\n 2\n 3]", ("SYNTAX", "", 3, 2)),
    ('{"' + "a" * (LONGEST_KEY + 1) + '": 1}', ("TOO_LARGE", "", 1, 2)),
    ('{"a": "日本\n"}', ("SYNTAX", "", 1, 7)),
    ("[NaN]", ("SYNTAX", "", 1, 2)),
    ("", ("SYNTAX", "", 1, 1)),
    ('["\\ud800"]', ("SYNTAX", "", 1, 2)),
]


@pytest.mark.parametrize(("text", "problem"), REFUSALS, ids=[ascii(row[0])[:40] for row in REFUSALS])
def test_a_fault_is_refused_with_its_code_path_and_location(text, problem):
    assert refusal(read_json, text) == problem


def test_one_bad_line_does_not_hide_the_others_and_is_named_by_its_number():
    found = list(read_json_lines(b'{"a": 1}\n\n{"a": \n\xff\n{"a": 5}\n'))
    assert [(one.line, one.value) for one in found if isinstance(one, Source)] == [(1, {"a": 1}), (5, {"a": 5})]
    problems = [one.problem for one in found if isinstance(one, SourceError)]
    assert [(one.code, one.line) for one in problems] == [("SYNTAX", 3), ("NOT_UTF8", 4)]


NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10)


@settings(max_examples=examples(200), deadline=None)
@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_json_of_any_value_is_read_back_and_each_scalar_is_located(value, indent, escaped):
    text = json.dumps(value, indent=indent, ensure_ascii=escaped)
    source, lines = read_json(text), text.split("\n")
    assert json.dumps(source.value) == json.dumps(value)
    for path, (line, column) in source.values.items():
        part = reduce(getitem, path, value)
        wanted = json.dumps(part, ensure_ascii=escaped)
        assert lines[line - 1][column - 1 :].startswith(wanted[0] if isinstance(part, dict | list) else wanted)


def strictly(pairs: list) -> dict:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is given twice")
    return dict(pairs)


def verdict(read: object, text: str) -> str | None:
    try:
        return json.dumps(read(text), allow_nan=False)
    except (ValueError, SourceError):
        return None


TOKENS = [*'{}[],: \n-"', '"a"', '"b":', "0", "12", "01", "1.5", "1.", "1e2", "true", "tru", "'"]


@settings(max_examples=examples(500), deadline=None)
@given(st.lists(st.sampled_from(TOKENS)))
def test_json_is_accepted_exactly_when_the_standard_library_accepts_it(tokens):
    text = "".join(tokens)
    wanted = verdict(lambda one: json.loads(one, object_pairs_hook=strictly), text)
    assert verdict(lambda one: read_json(one).value, text) == wanted


FEW_TOKENS = ["{", "}", "[", "]", ",", ":", '"a"', "1"]


def test_every_short_row_of_tokens_is_accepted_exactly_when_the_standard_library_accepts_it():
    for length in range(5):
        for tokens in product(FEW_TOKENS, repeat=length):
            text = "".join(tokens)
            wanted = verdict(lambda one: json.loads(one, object_pairs_hook=strictly), text)
            assert verdict(lambda one: read_json(one).value, text) == wanted, text


HINTS = {
    "{'a': 1}": "double quotes",
    "[NaN]": "NaN or Infinity",
    "[Infinity]": "NaN or Infinity",
    "[tru]": "missing quote",
    "# a comment": "JSON has no comments.",
}


@pytest.mark.parametrize(("text", "hint"), HINTS.items())
def test_a_common_mistake_has_a_hint_of_its_own(text, hint):
    with pytest.raises(SourceError) as caught:
        read_json(text)
    assert hint in caught.value.problem.hint


def test_a_fault_says_what_was_expected():
    for text, message in {
        "{": "unexpected end of input, expected a key or }",
        "[1 2]": "unexpected '2', expected",
    }.items():
        with pytest.raises(SourceError, match=message):
            read_json(text)
