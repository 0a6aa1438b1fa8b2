"""A document's value with its locations, and the limits that both readers keep."""

import json
import tracemalloc

import pytest

from reading import BOTH, refusal
from renkei.documents.json_reader import read_json
from renkei.documents.source import MAX_BYTES, MAX_DEPTH, MAX_NODES, decode

REFUSALS = [
    (b"a\nb\xff", ("NOT_UTF8", "", 2, 2)),
    ("日本".encode() + b"\xff", ("NOT_UTF8", "", 1, 3)),
]


@pytest.mark.parametrize(("text", "problem"), REFUSALS, ids=[ascii(row[0])[:40] for row in REFUSALS])
def test_a_fault_is_refused_with_its_code_path_and_location(text, problem):
    assert refusal(decode, text) == problem


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
def test_memory_is_proportional_to_the_length_of_the_text(read):
    text = json.dumps(["x" * 1_000_000])
    tracemalloc.start()
    read(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 * len(text)


def test_a_file_beyond_the_limit_is_refused():
    assert decode(b"a" * MAX_BYTES)
    assert refusal(decode, b"a" * (MAX_BYTES + 1)) == ("TOO_LARGE", "", 1, 1)


@BOTH
def test_every_value_and_key_has_a_location(read):
    source = read('{"a": 1,\n "b": ["x",\n  {"日本": null}]}')
    parts = {(): (1, 1), ("a",): (1, 7), ("b",): (2, 7), ("b", 0): (2, 8), ("b", 1): (3, 3), ("b", 1, "日本"): (3, 10)}
    assert source.values == parts
    assert source.keys == {("a",): (1, 2), ("b",): (2, 2), ("b", 1, "日本"): (3, 4)}
    assert source.location(("b", 1, "missing", 3)) == (3, 3)
