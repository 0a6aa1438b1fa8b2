"""YAML is read by the core schema of YAML 1.2, with locations, and nothing is expanded."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reading import one_yaml, refusal
from renkei.documents.json_reader import read_json
from renkei.documents.source import SourceError
from renkei.documents.yaml_reader import read_yaml
from thoroughness import examples

REFUSALS = [
    ("a: 1\na: 2", ("DUPLICATE_KEY", "/a", 2, 1)),
    ("x: {a/b: {c~: 1, c~: 2}}", ("DUPLICATE_KEY", "/x/a~1b/c~0", 1, 18)),
    ("a: &x 1\nb: *x", ("ALIAS", "", 2, 4)),
    ("a: !!python/object:os.system x", ("TAG", "", 1, 4)),
    ("- !x {a: 1}", ("TAG", "", 1, 3)),
    ("? [a]\n: 1", ("SYNTAX", "", 1, 3)),
    ("a:\n\t- b", ("SYNTAX", "", 2, 1)),
    ("a: 日本: x", ("SYNTAX", "", 1, 6)),
    ("a: 1\nb: \x01", ("SYNTAX", "", 2, 4)),
    ("a: 1\nb: \ufffe", ("SYNTAX", "", 2, 4)),
    ("---\na: 1\n---\nb: [c\n", ("SYNTAX", "", 5, 1)),
    ("a: .nan", ("NOT_A_NUMBER", "", 1, 4)),
]


@pytest.mark.parametrize(("text", "problem"), REFUSALS, ids=[ascii(row[0])[:40] for row in REFUSALS])
def test_a_fault_is_refused_with_its_code_path_and_location(text, problem):
    assert refusal(one_yaml, text) == problem


def short(value: object) -> str:
    return ascii(value)[:40]


PLAIN = {"yes": "yes", "off": "off", "2026-01-05": "2026-01-05", "12:30:45": "12:30:45", "1_000": "1_000", "0b1": "0b1"}
PLAIN |= {"0x1F": 31, "0o17": 15, "017": 17, "+12": 12, "-0": 0, "1e3": 1000.0, ".5": 0.5, "1.": 1.0, "1E+2": 100.0}
PLAIN |= {"~": None, "null": None, "": None, "True": True, "FALSE": False, "tRUE": "tRUE", "'5'": "5", "!!str 5": "5"}
PLAIN |= {"0." + "3" * 50: 1 / 3, "=": "=", "<<": "<<", ".": ".", "1.2.3": "1.2.3", "1e": "1e", "! 5": "5"}


@pytest.mark.parametrize(("written", "value"), PLAIN.items(), ids=short)
def test_a_bare_word_is_read_by_the_core_schema_of_yaml_1_2(written, value):
    assert [json.dumps(one.value) for one in read_yaml(f"--- {written}\n")] == [json.dumps(value)]


def test_a_merge_key_and_null_are_ordinary_keys():
    assert next(read_yaml("<<: {a: 1}\nnull: 2\n1: 3")).value == {"<<": {"a": 1}, "null": 2, "1": 3}


def test_each_document_of_a_stream_has_its_own_locations():
    first, second = read_yaml("a: 1\n---\nb:\n  c: 2\n")
    assert (first.location(("a",)), second.location(("b", "c")), second.line) == ((1, 4), (4, 6), 2)


FEATURES = ["a", ": ", "- ", "\n", "  ", *"[]{},#&*!|>'\"%?@\t\x01\ufffe"]


@pytest.mark.parametrize("read", [read_json, lambda text: list(read_yaml(text))], ids=["json", "yaml"])
@settings(max_examples=examples(300), deadline=None)
@given(st.text() | st.lists(st.sampled_from(FEATURES)).map("".join))
def test_any_text_is_read_or_refused_at_a_location_inside_it(read, text):
    line = column = 1
    try:
        read(text)
    except SourceError as error:
        line, column = error.problem.line, error.problem.column
    assert 1 <= line <= len(f"{text}.".splitlines())
    assert column >= 1


def test_a_tab_in_the_indentation_has_a_hint_of_its_own():
    with pytest.raises(SourceError) as caught:
        one_yaml("a:\n\tb: 1")
    assert caught.value.problem.hint == "Indent with spaces, not tabs."


def test_the_character_that_yaml_forbids_is_located_after_those_that_it_allows():
    assert refusal(one_yaml, "a: '\x85\u00e9'\nb: \x07") == ("SYNTAX", "", 2, 4)
