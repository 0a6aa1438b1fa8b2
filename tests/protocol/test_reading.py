"""Reading documents: values, places, limits, and what a reader is told when something is wrong."""

import json
import tracemalloc
from functools import reduce
from operator import getitem

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.documents.json_reader import read_json, read_json_lines
from renkei.documents.source import LONGEST_KEY, MAX_BYTES, MAX_DEPTH, MAX_NODES, Source, SourceError, decode
from renkei.documents.yaml_reader import read_yaml
from renkei.engine.validation import check


def one_yaml(text: str) -> Source:
    (source,) = read_yaml(text)
    return source


BOTH = pytest.mark.parametrize("read", [read_json, one_yaml], ids=["json", "yaml"])


def refusal(read: object, text: str) -> tuple:
    with pytest.raises(SourceError) as caught:
        read(text)
    problem = caught.value.problem
    return problem.code, problem.path, problem.line, problem.column


REFUSALS = [
    (one_yaml, "a: 1\na: 2", ("DUPLICATE_KEY", "/a", 2, 1)),
    (one_yaml, "x: {a/b: {c~: 1, c~: 2}}", ("DUPLICATE_KEY", "/x/a~1b/c~0", 1, 18)),
    (one_yaml, "a: &x 1\nb: *x", ("ALIAS", "", 2, 4)),
    (one_yaml, "a: !!python/object:os.system x", ("TAG", "", 1, 4)),
    (one_yaml, "- !x {a: 1}", ("TAG", "", 1, 3)),
    (one_yaml, "? [a]\n: 1", ("SYNTAX", "", 1, 3)),
    (one_yaml, "a:\n\t- b", ("SYNTAX", "", 2, 1)),
    (one_yaml, "a: 日本: x", ("SYNTAX", "", 1, 6)),
    (one_yaml, "a: 1\nb: \x01", ("SYNTAX", "", 2, 4)),
    (one_yaml, "a: 1\nb: \ufffe", ("SYNTAX", "", 2, 4)),
    (one_yaml, "---\na: 1\n---\nb: [c\n", ("SYNTAX", "", 5, 1)),
    (one_yaml, "a: .nan", ("NOT_A_NUMBER", "", 1, 4)),
    (read_json, '{"é":\n {"a": 1, "a": 2}}', ("DUPLICATE_KEY", "/é/a", 2, 11)),
    (read_json, '{"a": 1,}', ("SYNTAX", "", 1, 9)),
    (read_json, "[1,\n 2\n 3]", ("SYNTAX", "", 3, 2)),
    (read_json, '{"' + "a" * (LONGEST_KEY + 1) + '": 1}', ("TOO_LARGE", "", 1, 2)),
    (read_json, '{"a": "日本\n"}', ("SYNTAX", "", 1, 7)),
    (read_json, "[NaN]", ("SYNTAX", "", 1, 2)),
    (read_json, "", ("SYNTAX", "", 1, 1)),
    (read_json, '["\\ud800"]', ("SYNTAX", "", 1, 2)),
    (decode, b"a\nb\xff", ("NOT_UTF8", "", 2, 2)),
    (decode, "日本".encode() + b"\xff", ("NOT_UTF8", "", 1, 3)),
]


@pytest.mark.parametrize(("read", "text", "problem"), REFUSALS, ids=[ascii(row[1])[:40] for row in REFUSALS])
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


def test_one_bad_line_does_not_hide_the_others_and_is_named_by_its_number():
    found = list(read_json_lines(b'{"a": 1}\n\n{"a": \n\xff\n{"a": 5}\n'))
    assert [(one.line, one.value) for one in found if isinstance(one, Source)] == [(1, {"a": 1}), (5, {"a": 5})]
    problems = [one.problem for one in found if isinstance(one, SourceError)]
    assert [(one.code, one.line) for one in problems] == [("SYNTAX", 3), ("NOT_UTF8", 4)]


@BOTH
def test_every_value_and_key_has_its_place(read):
    source = read('{"a": 1,\n "b": ["x",\n  {"日本": null}]}')
    parts = {(): (1, 1), ("a",): (1, 7), ("b",): (2, 7), ("b", 0): (2, 8), ("b", 1): (3, 3), ("b", 1, "日本"): (3, 10)}
    assert source.values == parts
    assert source.keys == {("a",): (1, 2), ("b",): (2, 2), ("b", 1, "日本"): (3, 4)}
    assert source.location(("b", 1, "missing", 3)) == (3, 3)


NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10)


@settings(max_examples=200, deadline=None)
@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_json_of_any_value_is_read_back_and_each_scalar_stands_at_its_place(value, indent, escaped):
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
        return json.dumps(read(text))
    except (ValueError, SourceError):
        return None


TOKENS = [*'{}[],: \n-"', '"a"', '"b":', "0", "12", "01", "1.5", "1.", "1e2", "true", "tru", "'"]


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(TOKENS)))
def test_json_is_taken_exactly_when_the_standard_library_takes_it(tokens):
    text = "".join(tokens)
    wanted = verdict(lambda one: json.loads(one, object_pairs_hook=strictly), text)
    assert verdict(lambda one: read_json(one).value, text) == wanted


FEATURES = ["a", ": ", "- ", "\n", "  ", *"[]{},#&*!|>'\"%?@\t\x01\ufffe"]


@pytest.mark.parametrize("read", [read_json, lambda text: list(read_yaml(text))], ids=["json", "yaml"])
@settings(max_examples=300, deadline=None)
@given(st.text() | st.lists(st.sampled_from(FEATURES)).map("".join))
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
payload: {intent_hint: none, body: Hi., requires_response: false, urgency: low}
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
    (MESSAGE, "to: bob", "to: 5", "WRONG_TYPE /to 4:5", "expected a string or a list, got number 5", ""),
    (MESSAGE, "T09:00:00Z", "", "BAD_FORMAT /timestamp 6:12", "2026-01-05", "2026-01-15T09:30:00Z"),
    (MESSAGE, "01-05", "02-30", "BAD_FORMAT /timestamp 6:12", "2026-02-30", ""),
    (MESSAGE, "false", "no", "WRONG_TYPE /payload/requires_response 8:60", "true or false, got a string", "expected"),
    (MESSAGE, "Hello.", "", "WRONG_TYPE /context_summary 7:17", "expected a string, got null", "background"),
    (MESSAGE, "to: bob", "to: bob\nmood: good", "UNKNOWN_FIELD /mood 5:1", "`mood`", "Allowed: id, from"),
    (MESSAGE, "body", "bdy: 1, body", "UNKNOWN_FIELD /payload/bdy 8:30", "`bdy`", "Did you mean 'body'?"),
    (CONTRACT, "[{criterion: It works.}]", "[]", "TOO_FEW /task_contract/acceptance_criteria 6:24", "", "done"),
    (CONTRACT, "3}", "0}", "OUT_OF_RANGE /task_contract/timeout/max_steps 7:24", "greater than or equal to 1", "turns"),
    (
        CONTRACT,
        "{format: code}",
        "x",
        "WRONG_TYPE /task_contract/expected_output 5:20",
        "a mapping, got a string",
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
    found = problems(MESSAGE, "priority: low\n", "priority: now\nmood: good\nreply_by: soon\n")
    assert [problem.path for problem in found] == ["/priority", "/mood", "/reply_by"]


def test_a_stray_key_named_like_the_type_does_not_move_other_faults():
    found = problems(MESSAGE.replace("Hi.", "5"), "to: bob", "FREEFORM: 1\nto: bob")
    assert [problem.path for problem in found] == ["/FREEFORM", "/payload/body"]


def test_a_message_may_stand_under_a_root_key():
    assert check(one_yaml("message:\n  " + MESSAGE.rstrip().replace("\n", "\n  "))).model.id == "M-1"
