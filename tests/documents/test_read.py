"""The format of a file follows its name, and a file holds a bounded number of documents."""

import pytest

from renkei.documents.read import is_json_lines, read_documents
from renkei.documents.source import MAX_BYTES, MAX_DOCUMENTS, Source, SourceError


def outcomes(data: bytes, name: str = "") -> list:
    """Return the value of each document, and the code of each error."""
    found = list(read_documents(data, name))
    return [one.value if isinstance(one, Source) else one.problem.code for one in found]


LINES = b'{"a": 1}\n{"a": 2}\n'
FORMATS = [
    ("m.json", b'{"a": 1}', [{"a": 1}]),
    ("M.JSON", b"a: 1", ["SYNTAX"]),
    ("m.json", LINES, ["SYNTAX"]),
    ("m.jsonl", LINES, [{"a": 1}, {"a": 2}]),
    ("dir.json/m.ndjson", LINES, [{"a": 1}, {"a": 2}]),
    ("m.yaml", b"a: 1\n---\nb: 2\n", [{"a": 1}, {"b": 2}]),
    ("dir.json/m", b"a: 1", [{"a": 1}]),
    ("C:\\dir.json\\m", b"a: 1", [{"a": 1}]),
    ("C:\\dir\\.json", b"a: 1", [{"a": 1}]),
    (".json", b"a: 1", [{"a": 1}]),
    ("m.txt", b"a: 1", [{"a": 1}]),
]


@pytest.mark.parametrize(("name", "data", "expected"), FORMATS)
def test_the_format_follows_the_suffix_of_the_name(name, data, expected):
    assert outcomes(data, name) == expected


UNNAMED = [
    (b"a: 1\n", [{"a": 1}]),
    (b'\n {"a":\n 1}', [{"a": 1}]),
    (b"[1,\n2]", [[1, 2]]),
    (b'{"a": 1}', [{"a": 1}]),
    (LINES, [{"a": 1}, {"a": 2}]),
    (b'{"a": 1}  \n\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
    (b'{"a": 1}\n{"a": 2}]\n', [{"a": 1}, "SYNTAX"]),
    (b'{"a": 1\n{"a": 2}\n', ["SYNTAX", {"a": 2}]),
    (b'{"a":\n{"b": 1}}\n', [{"a": {"b": 1}}]),
    (b'{"a": {"b": 1}\n, "c": 2}\n', [{"a": {"b": 1}, "c": 2}]),
    (b' \n {"a": 1,}', ["SYNTAX"]),
    (b"- {a: 1}\n- {a: 2}\n", [[{"a": 1}, {"a": 2}]]),
]


@pytest.mark.parametrize(("data", "expected"), UNNAMED)
def test_the_format_without_a_name_follows_the_beginning_of_the_text(data, expected):
    assert outcomes(data) == expected


@pytest.mark.parametrize("name", ["m.json", "m.jsonl", "m.yaml", ""])
@pytest.mark.parametrize("data", [b"", b" \n\t\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_an_error_in_every_format(name, data):
    assert outcomes(data, name) == ["EMPTY"]


def test_a_yaml_file_of_comments_contains_no_document():
    assert outcomes(b"# nothing\n", "m.yaml") == ["EMPTY"]


def test_a_yaml_error_ends_the_file_and_keeps_the_documents_before_it():
    assert outcomes(b"a: 1\n---\nb: [\n---\nc: 3\n", "m.yaml") == [{"a": 1}, "SYNTAX"]


def test_an_error_in_json_lines_ends_only_its_line():
    assert outcomes(b'{"a": 1}\n{\n{"a": 3}\n', "m.jsonl") == [{"a": 1}, "SYNTAX", {"a": 3}]


def test_bytes_that_are_not_utf_8_or_too_many_are_an_error():
    assert outcomes(b"a: \xff", "m.yaml") == ["NOT_UTF8"]
    assert outcomes(b" " * (MAX_BYTES + 1), "m.yaml") == ["TOO_LARGE"]


def test_the_number_of_documents_is_limited():
    found = list(read_documents(b"1\n" * (MAX_DOCUMENTS + 1), "m.jsonl"))
    assert len(found) == MAX_DOCUMENTS + 1
    assert isinstance(found[-1], SourceError)
    assert found[-1].problem.code == "TOO_LARGE"
    assert all(isinstance(one, Source) for one in read_documents(b"1\n" * MAX_DOCUMENTS, "m.jsonl"))


def test_json_lines_are_told_by_the_suffix_of_the_name():
    names = ["m.jsonl", "dir/M.NDJSON", "m.json", "jsonl", "m.jsonl.txt"]
    assert [is_json_lines(name) for name in names] == [True, True, False, False, False]
