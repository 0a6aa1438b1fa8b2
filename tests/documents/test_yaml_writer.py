"""What `to_yaml` writes says the same to readers of YAML 1.1 and of YAML 1.2, and to our own."""

import json

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from renkei.documents.source import LONGEST_KEY
from renkei.documents.yaml_reader import read_yaml
from renkei.documents.yaml_writer import to_yaml
from thoroughness import examples

READERS = {
    "PyYAML, YAML 1.1": yaml.safe_load,
    "ruamel.yaml, YAML 1.2": lambda text: YAML(typ="safe", pure=True).load(text),
    "renkei": lambda text: next(read_yaml(text)).value,
}
NUMBERS = ["123e456", "1e5", "1_000", "0x1F", "0o17", "017", "0b1", "1.0", ".5", "5.", "+1", "-1", ".inf", ".NaN"]
WORDS = ["yes", "No", "on", "OFF", "y", "N", "true", "False", "null", "NULL", "~", "nan", "inf", "Infinity", "None"]
TIMES = ["2026-01-05", "2026-01-05T09:00:00Z", "2026-01-05 09:00:00", "12:30:45", "12:30", "1:2:3.5", "1,000"]
SIGNS = [
    *"=-?:#,!|>{}[]\"'\\_/&*%@`",
    "<<",
    "--",
    "---",
    "...",
    "- a",
    "-a",
    "? a",
    "a:",
    "a: b",
    "a :b",
    "a #b",
    "a#b",
]
SIGNS += [
    "!!str a",
    "&a",
    "*a",
    "%YAML",
    "@a",
    "`a`",
    "|\n a",
    "{}",
    "[]",
    "a'b",
    'a"b',
    "\\n",
    "(a)",
    "a, b",
    "a - b",
]
BLANKS = ["", " ", "  a", "a  ", "a  b", "\t", "a\t", "\ta", "\n", "\n\n", "a\n", "a\n\n", "\na", "a\n\nb", "a\n b\n"]
BLANKS += [
    "a \nb",
    "a\r\nb",
    "a\rb",
    "a\n\tb",
    "a\n---\nb",
    "a\n...\nb",
    "a\n# b",
    "a:\n  - b\n",
    "a\n \nb",
    "\n a",
    " a\nb",
]
HIDDEN = [
    "a\x00b",
    "\x07",
    "\x1b[0m",
    "a\x7fb",
    "a\x85b",
    "\x85",
    "a\u2028b",
    "a\u2029b",
    "\ufeffa",
    "a\u200bb",
    "\u00a0",
]
HIDDEN += ["\ufffe", "\uffff", "a\n\x85b\n", "a\n\u2028b", "\U0001ffff", "\ue000"]
LETTERS = [
    "🦊",
    "a 🦊",
    "👩‍💻",
    "日本語",
    "認証APIの設計",
    "「設計」、実装。",
    "カタカナ・ー",
    "é",
    "e\u0301",
    "ß",
    "한국어",
    "العربية",
]
NASTY = [*NUMBERS, *WORDS, *TIMES, *SIGNS, *BLANKS, *HIDDEN, *LETTERS, "a" * 3000, "a b " * 500 + "c"]

PIECES = st.sampled_from([*NASTY[:-2], " ", "\n", ": ", "- ", "# "])
TEXTS = st.text() | st.lists(PIECES, max_size=4).map("".join)
NUMERALS = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMERALS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)


def misread(value: object) -> dict[str, str]:
    """Give what each reader that goes wrong makes of the written value; JSON tells 1, 1.0 and true apart."""
    written, wanted = to_yaml(value), json.dumps(value)
    found = {name: json.dumps(read(written), default=repr) for name, read in READERS.items()}
    return {name: got for name, got in found.items() if got != wanted}


def short(value: object) -> str:
    return ascii(value)[:40]


@pytest.mark.parametrize("text", NASTY, ids=short)
def test_a_text_is_read_back_as_itself_wherever_it_stands(text):
    assert misread({"value": text, "list": [text, {"inner": text}, [text]], "deep": {"inner": {"value": text}}}) == {}


@pytest.mark.parametrize("key", [one for one in NASTY if len(one) < 1000], ids=short)
def test_a_key_is_read_back_as_itself(key):
    assert misread({key: {key: 1}, "list": [{key: 1}]}) == {}


@pytest.mark.parametrize("key", ["a" * LONGEST_KEY, '"' * LONGEST_KEY, "\u2028" * LONGEST_KEY], ids=short)
def test_the_longest_key_is_read_back_as_itself(key):
    assert misread({key: 1, "list": [{key: {key: [1]}}, {key: [1]}]}) == {}


FLOATS = [0.5, 1.0, -0.0, 1e16, 1e-5, 1e22, -2e-7, 1.5e-7, 1.7976931348623157e308, 5e-324, 0.1 + 0.2]


@pytest.mark.parametrize("number", [0, -1, 2**53 - 1, *FLOATS, True, False, None], ids=short)
def test_a_number_or_truth_value_is_read_back_with_its_type(number):
    assert misread({"value": number, "list": [number]}) == {}


@pytest.mark.parametrize(
    "value",
    [
        {"a": []},
        {"a": {}},
        {"a": [[], {}, [[]]]},
        [[1, [2, [3]]], [[4]]],
        [{"a": {"b": [{"c": 1}]}, "d": 2}],
        [{"a": [1]}, {"b": {"c": {}}}],
        {"a": [{"b": "x\ny\n", "c": "x\ny"}]},
        [{"a": "x\ny"}, "x\ny\n"],
    ],
    ids=short,
)
def test_every_nesting_keeps_its_shape(value):
    assert misread(value) == {}


@pytest.mark.parametrize("value", [{}, []], ids=short)
def test_an_empty_document_keeps_its_kind(value):
    assert misread(value) == {}


def test_a_tuple_is_written_as_a_list():
    assert to_yaml({"a": ("x", ())}) == to_yaml({"a": ["x", []]})


@pytest.mark.parametrize("text", ["Build the login page", "認証APIの設計", "agent-backend", "src/auth (draft)"])
def test_a_text_that_no_reader_can_doubt_stands_bare(text):
    assert to_yaml({"value": text}) == f"value: {text}\n"


@settings(max_examples=examples(200), deadline=None)
@given(TEXTS)
def test_any_text_is_read_back_as_itself(text):
    assert misread({"value": text, "list": [text], text: 1}) == {}


@settings(max_examples=examples(150), deadline=None)
@given(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4) | st.lists(VALUES, min_size=1, max_size=4))
def test_any_plain_data_is_read_back_as_itself(value):
    assert misread(value) == {}


def test_comments_are_written_above_and_at_the_end_of_the_line_of_their_pointer():
    value = {"goal": "x", "agents": [{"id": "a/b", "role": "r"}, {"id": "bob", "artifacts": [{"ref": "api", "n": 1}]}]}
    comments = {
        "/goal": (("# above",), "# beside"),
        "/agents/a~1b": (("# ann",), ""),
        "/agents/bob/id": (("# bob",), ""),
        "/agents/bob/artifacts/api/n": (("# n",), "# one"),
    }
    assert to_yaml(value, comments) == (
        "# above\ngoal: x  # beside\nagents:\n  # ann\n  - id: a/b\n    role: r\n  -\n    # bob\n    id: bob\n"
        '    artifacts:\n      - ref: api\n        # n\n        "n": 1  # one\n'
    )
    below = to_yaml(value, {f"/p{path}": comment for path, comment in comments.items()}, "/p")
    assert below == to_yaml(value, comments)
