"""Reading documents: values, places, limits, and what a reader is told when something is wrong."""

import json
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.engine.documents import check
from renkei.protocol.json_source import read_json, read_json_lines
from renkei.protocol.source import MAX_BYTES, MAX_DEPTH, MAX_NODES, Source, SourceError, decode, pointer
from renkei.protocol.yaml_source import read_yaml


def one_yaml(text: str) -> Source:
    (source,) = read_yaml(text)
    return source


BOTH = pytest.mark.parametrize("read", [read_json, one_yaml], ids=["json", "yaml"])


def refusal(read: object, text: str) -> tuple:
    with pytest.raises(SourceError) as caught:
        read(text)
    problem = caught.value.problem
    return problem.code, problem.path, problem.line, problem.column


PLAIN = {"yes": "yes", "off": "off", "2026-01-05": "2026-01-05", "12:30:45": "12:30:45", "1_000": "1_000", "0b1": "0b1"}
PLAIN |= {
    "0x1F": 31,
    "0o17": 15,
    "017": 17,
    "+12": 12,
    "-0": 0,
    "1e3": 1000.0,
    ".5": 0.5,
    "1.": 1.0,
    "123e4": 1230000.0,
}
PLAIN |= {"~": None, "null": None, "": None, "True": True, "FALSE": False, "tRUE": "tRUE", "'5'": "5", "!!str 5": "5"}
PLAIN |= {"0." + "3" * 50: 1 / 3, "=": "=", "<<": "<<", ".": ".", "1.2.3": "1.2.3", "a1": "a1", "! 5": "5"}


@pytest.mark.parametrize(("written", "value"), PLAIN.items(), ids=lambda one: str(one)[:12])
def test_a_bare_word_means_what_the_core_schema_of_yaml_1_2_says(written, value):
    assert json.dumps(one_yaml(f"--- {written}\n").value) == json.dumps(value)


def test_a_merge_key_and_a_word_for_null_are_keys_like_others():
    assert one_yaml("<<: {a: 1}\nnull: 2\n1: 3").value == {"<<": {"a": 1}, "null": 2, "1": 3}


YAML_REFUSALS = {
    "a: 1\na: 2": ("DUPLICATE_KEY", "/a", 2, 1),
    "x: {a/b: {c~: 1, c~: 2}}": ("DUPLICATE_KEY", "/x/a~1b/c~0", 1, 18),
    "a: &x 1\nb: *x": ("ALIAS", "", 2, 4),
    "a: !!python/object:os.system x": ("TAG", "", 1, 4),
    "- !x {a: 1}": ("TAG", "", 1, 3),
    "? [a]\n: 1": ("SYNTAX", "", 1, 3),
    "a:\n\t- b": ("SYNTAX", "", 2, 1),
    "a: 日本: x": ("SYNTAX", "", 1, 6),
    "a: 1\nb: \x01": ("SYNTAX", "", 2, 4),
    "a: 1\nb: \ufffe": ("SYNTAX", "", 2, 4),
    "---\na: 1\n---\nb: [c\n": ("SYNTAX", "", 5, 1),
    "a: .nan": ("NOT_A_NUMBER", "", 1, 4),
}
JSON_REFUSALS = {
    '{"é":\n {"a": 1, "a": 2}}': ("DUPLICATE_KEY", "/é/a", 2, 11),
    '{"a": 1,}': ("SYNTAX", "", 1, 9),
    "[1,\n 2\n 3]": ("SYNTAX", "", 3, 2),
    "{'a': 1}": ("SYNTAX", "", 1, 2),
    '{"a": "日本\n"}': ("SYNTAX", "", 1, 7),
    "[NaN]": ("SYNTAX", "", 1, 2),
    "": ("SYNTAX", "", 1, 1),
    "[1] 2": ("SYNTAX", "", 1, 5),
    '["\\ud800"]': ("SYNTAX", "", 1, 2),
}


REFUSALS = [(one_yaml, *row) for row in YAML_REFUSALS.items()] + [(read_json, *row) for row in JSON_REFUSALS.items()]


@pytest.mark.parametrize(
    ("read", "text", "problem"), REFUSALS, ids=lambda one: ascii(one) if isinstance(one, str) else ""
)
def test_what_cannot_be_taken_is_refused_with_code_and_place(read, text, problem):
    assert refusal(read, text) == problem


@BOTH
def test_the_deepest_nesting_is_read_and_one_deeper_is_refused(read):
    assert read("[" * MAX_DEPTH + "]" * MAX_DEPTH).value
    assert refusal(read, "[" * 100_000) == ("TOO_DEEP", "", 1, MAX_DEPTH + 1)


@BOTH
@pytest.mark.parametrize("sign", ["", "-"])
def test_an_integer_that_not_every_language_carries_is_refused(read, sign):
    assert read(f"[{sign}9007199254740991]").value == [int(f"{sign}9007199254740991")]
    for digits in ("9007199254740992", "9" * 5000):
        assert refusal(read, f"[{sign}{digits}]") == ("NUMBER_TOO_LARGE", "", 1, 2)
    assert refusal(read, f"[{sign}1e999]") == ("NOT_A_NUMBER", "", 1, 2)


def test_more_values_than_the_limit_are_refused():
    assert len(read_json("[" + "0," * (MAX_NODES - 2) + "0]").value) == MAX_NODES - 1
    assert refusal(read_json, "[" + "0," * (MAX_NODES - 1) + "0]")[0] == "TOO_LARGE"


@BOTH
def test_a_long_text_costs_memory_in_proportion(read):
    text = json.dumps(["x" * 1_000_000])
    tracemalloc.start()
    read(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 * len(text)


def test_a_file_beyond_the_limit_is_refused():
    assert decode(b"a" * MAX_BYTES)
    assert refusal(decode, b"a" * (MAX_BYTES + 1)) == ("TOO_LARGE", "", 1, 1)


def test_a_byte_order_mark_is_no_part_of_the_text():
    assert decode(b"\xef\xbb\xbfid: a") == "id: a"


@pytest.mark.parametrize(
    ("data", "place"), [(b"a\nb\xff", (2, 2)), ("日本".encode() + b"\xff", (1, 3)), (b"\xff", (1, 1))]
)
def test_a_byte_that_is_not_utf_8_is_refused_at_its_character(data, place):
    assert refusal(decode, data) == ("NOT_UTF8", "", *place)


def test_one_bad_line_does_not_hide_the_others_and_is_named_by_its_number():
    found = list(read_json_lines(b'{"a": 1}\n\n{"a": \n\xff\n{"a": 5}\n'))
    assert [(one.line, one.value) for one in found if isinstance(one, Source)] == [(1, {"a": 1}), (5, {"a": 5})]
    problems = [one.problem for one in found if isinstance(one, SourceError)]
    assert [(one.code, one.line) for one in problems] == [("SYNTAX", 3), ("NOT_UTF8", 4)]


@BOTH
def test_every_value_and_key_has_its_place(read):
    source = read('{"a": 1,\n "b": ["x",\n  {"日本": null}]}')
    assert source.values == {(): (1, 1), ("a",): (1, 7), ("b",): (2, 7), ("b", 0): (2, 8), ("b", 1): (3, 3)} | {
        ("b", 1, "日本"): (3, 10)
    }
    assert source.keys == {("a",): (1, 2), ("b",): (2, 2), ("b", 1, "日本"): (3, 4)}
    assert source.place(("b", 1, "missing", 3)) == (3, 3)


def test_each_document_of_a_stream_has_its_places():
    first, second = read_yaml("a: 1\n---\nb:\n  c: 2\n")
    assert (first.place(("a",)), second.place(("b", "c")), second.line) == ((1, 4), (4, 6), 2)


def test_a_pointer_escapes_what_would_divide_it():
    assert pointer(("a/b", 0, "c~d")) == "/a~1b/0/c~0d"


SCALARS = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False) | st.text()
SCALARS = SCALARS.filter(lambda one: one not in (float("inf"), float("-inf")))
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10)


@settings(max_examples=200, deadline=None)
@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_json_of_any_value_is_read_back_and_each_scalar_stands_at_its_place(value, indent, escaped):
    source = read_json(json.dumps(value, indent=indent, ensure_ascii=escaped))
    lines = json.dumps(value, indent=indent, ensure_ascii=escaped).split("\n")
    assert json.dumps(source.value) == json.dumps(value)
    for path, (line, column) in source.values.items():
        part = value
        for step in path:
            part = part[step]
        wanted = (
            "{" if isinstance(part, dict) else "[" if isinstance(part, list) else json.dumps(part, ensure_ascii=escaped)
        )
        assert lines[line - 1][column - 1 :].startswith(wanted)


def strictly(pairs: list) -> dict:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is given twice")
    return dict(pairs)


@settings(max_examples=500, deadline=None)
@given(
    st.lists(st.sampled_from([*'{}[],: \n-"', '"a"', '"b":', "0", "12", "01", "1.5", "1.", "1e2", "true", "tru", "'"]))
)
def test_json_is_taken_exactly_when_the_standard_library_takes_it(tokens):
    text = "".join(tokens)
    try:
        wanted = [json.loads(text, object_pairs_hook=strictly)]
    except ValueError:
        wanted = []
    try:
        found = [read_json(text).value]
    except SourceError:
        found = []
    assert json.dumps(found) == json.dumps(wanted)


SOUP = st.text() | st.lists(st.sampled_from(["a", ": ", "- ", "\n", "  ", *"[]{},#&*!|>'\"%?@\t\x01\ufffe"])).map(
    "".join
)


@pytest.mark.parametrize("read", [read_json, lambda text: list(read_yaml(text))], ids=["json", "yaml"])
@settings(max_examples=300, deadline=None)
@given(SOUP)
def test_any_text_is_read_or_refused_at_a_place_inside_it(read, text):
    line = column = 1
    try:
        read(text)
    except SourceError as error:
        line, column = error.problem.line, error.problem.column
    assert 1 <= line <= len(f"{text}.".splitlines())
    assert column >= 1


MESSAGE = """\
id: M-1
type: FREEFORM
from: ann
to: bob
priority: low
timestamp: 2026-01-05T09:00:00Z
context_summary: Hello.
payload:
  intent_hint: none
  body: Hi.
  requires_response: false
  urgency: low
"""
CONTRACT = """\
task_contract:
  id: TC-1
  delegator: lead
  inputs: {description: Build it.}
  expected_output: {format: code}
  acceptance_criteria: [{criterion: It works.}]
  timeout: {max_steps: 3}
"""


def problems(text: str, old: str, new: str) -> list:
    assert old in text
    return list(check(one_yaml(text.replace(old, new))).problems)


FAULTS = [
    (MESSAGE, "from: ann\n", "", "MISSING_FIELD /from 1:1", "`from` is missing", "The sender."),
    (MESSAGE, "type: FREEFORM\n", "", "MISSING_FIELD /type 1:1", "`type` is missing", ""),
    (MESSAGE, "FREEFORM", "FREEFROM", "NOT_ONE_OF /type 2:7", "'FREEFROM'", "Did you mean 'FREEFORM'?"),
    (MESSAGE, "FREEFORM", "[FREEFORM]", "NOT_ONE_OF /type 2:7", "FREEFORM", "Allowed: TASK_HANDOFF"),
    (MESSAGE, "FREEFORM", "{a: 1}", "NOT_ONE_OF /type 2:7", "'a'", "Allowed: TASK_HANDOFF"),
    (MESSAGE, "y: low\nt", "y: hgih\nt", "NOT_ONE_OF /priority 5:11", "'hgih'", "Did you mean 'high'?"),
    (MESSAGE, "to: bob", "to: bob jones", "BAD_FORMAT /to 4:5", "'bob jones'", "no spaces"),
    (MESSAGE, "to: bob", "to: [ann, bob jones]", "BAD_FORMAT /to/1 4:11", "'bob jones'", "no spaces"),
    (MESSAGE, "to: bob", "to: []", "TOO_FEW /to 4:5", "", "Receivers"),
    (MESSAGE, "to: bob", "to: 5", "WRONG_TYPE /to 4:5", "expected a text, got the number 5, or a list", "Receivers"),
    (MESSAGE, "T09:00:00Z", "", "BAD_FORMAT /timestamp 6:12", "2026-01-05", "2026-01-15T09:30:00Z"),
    (MESSAGE, "01-05", "02-30", "BAD_FORMAT /timestamp 6:12", "2026-02-30", ""),
    (MESSAGE, "false", "no", "WRONG_TYPE /payload/requires_response 11:22", "true or false, got a text", "answer"),
    (MESSAGE, "Hello.", "", "WRONG_TYPE /context_summary 7:17", "expected a text, got nothing", "background"),
    (MESSAGE, "to: bob", "to: bob\nmood: good", "UNKNOWN_FIELD /mood 5:1", "`mood`", "Allowed: id, from"),
    (MESSAGE, "  body", "  bdy: ''\n  body", "UNKNOWN_FIELD /payload/bdy 10:3", "`bdy`", "Did you mean 'body'?"),
    (CONTRACT, "[{criterion: It works.}]", "[]", "TOO_FEW /task_contract/acceptance_criteria 6:24", "", "done"),
    (CONTRACT, "3}", "0}", "OUT_OF_RANGE /task_contract/timeout/max_steps 7:24", "greater than or equal to 1", "turns"),
    (
        CONTRACT,
        "{format: code}",
        "code",
        "WRONG_TYPE /task_contract/expected_output 5:20",
        "a mapping, got a text",
        "yield",
    ),
    (CONTRACT, "task_contract", "a/b: 1\ntask_contract", "UNKNOWN_FIELD /a~1b 1:1", "'a/b'", "only root key"),
    (CONTRACT, "task_contract", "contract", "UNKNOWN_KIND  1:1", "not a known document", "`task_contract:`"),
]


@pytest.mark.parametrize(("text", "old", "new", "where", "words", "hint"), FAULTS, ids=[row[3] for row in FAULTS])
def test_a_fault_is_told_once_with_its_place_and_what_would_be_right(text, old, new, where, words, hint):
    (problem,) = problems(text, old, new)
    assert f"{problem.code} {problem.path} {problem.line}:{problem.column}" == where
    assert words in problem.message
    assert hint in problem.hint


def test_several_faults_are_told_in_the_order_of_the_document():
    found = problems(MESSAGE, "priority: low\n", "priority: now\nFREEFORM: 1\nreply_by: soon\n")
    assert [problem.path for problem in found] == ["/priority", "/FREEFORM", "/reply_by"]


def test_a_stray_key_named_like_the_type_does_not_move_other_faults():
    found = problems(MESSAGE, "  body: Hi.\n", "  body: 5\nFREEFORM: 1\n")
    assert [problem.path for problem in found] == ["/payload/body", "/FREEFORM"]


@pytest.mark.parametrize(
    "text", [MESSAGE, CONTRACT, "message:\n" + MESSAGE.replace("\n", "\n  ")], ids=["bare", "contract", "root"]
)
def test_a_valid_document_has_no_problems(text):
    assert check(one_yaml(text.rstrip())).problems == ()
