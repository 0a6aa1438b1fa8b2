"""Two readings, one verdict: generated documents, and texts that are no JSON data."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.documents.read import read_documents
from renkei.documents.source import SourceError
from renkei.engine.validation import check
from renkei.schemas.published import load
from schemas.generated import documents
from schemas.mutations import MESSAGES, ROOTED, mutated
from schemas.test_verdicts import taken_by_model, taken_by_reader, validator
from thoroughness import examples

pytestmark = pytest.mark.long

KINDS = [*MESSAGES, "message", "task_contract", "project_state", "events"]


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=examples(800), deadline=None)
@given(data=st.data())
def test_model_and_schema_agree_on_generated_documents(name: str, data: st.DataObject) -> None:
    value = data.draw(documents(load(name)))
    read = taken_by_reader if name == "events" else taken_by_model
    assert read(name, value) == validator(name).is_valid(value)


@pytest.mark.parametrize("name", ["message", "task_contract", "project_state", "events"])
@settings(max_examples=examples(800), deadline=None)
@given(data=st.data())
def test_reader_and_schema_agree_on_generated_documents_with_a_change(name: str, data: st.DataObject) -> None:
    value = mutated(data.draw(documents(load(name))), lambda among: data.draw(st.sampled_from(among)), 1)
    assert taken_by_reader(name, value) == validator(name).is_valid(value)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("a duplicate key")
    return dict(pairs)


def _refused(text: str) -> Any:
    raise ValueError(text)


def _depth(value: Any) -> int:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if parts is None else 1 + max(map(_depth, parts), default=0)


def _scalars(value: Any) -> list[Any]:
    parts = [*value.keys(), *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else None
    return [value] if parts is None else [one for part in parts for one in _scalars(part)]


def taken_by_schema(text: str) -> bool:
    """Read a text by the rules of the specification that JSON Schema cannot express, and then by the schema."""
    try:
        value = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_unique, parse_constant=_refused)
        scalars = _scalars(value)
        "".join(one for one in scalars if isinstance(one, str)).encode()
    except (ValueError, RecursionError):  # UnicodeEncodeError, for a lone surrogate, is a ValueError
        return False
    numbers = [one for one in scalars if isinstance(one, int | float)]
    if any(abs(one) > 2**53 if isinstance(one, int) else one in (float("inf"), -float("inf")) for one in numbers):
        return False
    return _depth(value) <= 60 and validator("message").is_valid(value)


def read(text: str) -> bool:
    """Return whether renkei accepts the text as a message."""
    (source,) = read_documents(text.encode("utf-8", "surrogatepass"), "document.json")
    if isinstance(source, SourceError):
        return False
    found = check(source)
    return found.kind == "message" and not found.problems


NUMBERS = "9007199254740992 9007199254740993 -9007199254740993 1e400 1E3 0.5 1e-400 NaN 01 +1 -0 1. .5 0x10 1_000"
NUMBERS += " Infinity -Infinity true nul" + " " + "9" * 400
SCALARS = [*NUMBERS.split(), "'a'", "/**/1", "[" * 57 + "]" * 57, "[" * 80 + "]" * 80, "[1,]", '"a\tb"', '"a\x7fb"']
SCALARS += [r'"\ud83d"', r'"\ud83d\ude00"', r'"\ude00\ud83d"', r'"\u0000"', r'"\x41"', '"\ud83d"']
SCALARS += ['{"a": 1, "a": 2}', '{"a": 1, "A": 2}', r'{"a": 1, "\u0061": 2}']
MARKS = [",", ":", "{", "}", "]", '"', "\\", " ", "\n", "\x00", "\ufeff", "//", "1", "e"]


def _replace_a_value(text: str, choose: Callable[[list[Any]], Any]) -> str:
    """Put another literal in the place of a number or a text, so that the text need not be JSON data any more."""
    literals = _literals(text)
    if not literals:
        return text
    at, end = choose(literals)
    return f"{text[:at]}{choose(SCALARS)}{text[end:]}"


def _literals(text: str) -> list[tuple[int, int]]:
    found, at = [], 0
    decoder = json.JSONDecoder()
    while at < len(text):
        if text[at] in '"-0123456789tfn':
            _, end = decoder.raw_decode(text, at)
            found.append((at, end))
            at = end
        else:
            at += 1
    return found


def _insert(text: str, choose: Callable[[list[Any]], Any]) -> str:
    at = choose(list(range(len(text) + 1)))
    return text[:at] + choose(MARKS) + text[at:]


def _cut(text: str, choose: Callable[[list[Any]], Any]) -> str:
    return text[: choose(list(range(1, max(2, len(text)))))]


def _repeat_a_member(text: str, choose: Callable[[list[Any]], Any]) -> str:
    return text[:1] + choose(['"id": "m-2", ', '"ID": "m-2", ', '"payload": {}, ', '"extensions": {}, ']) + text[1:]


CHANGES = [_replace_a_value, _insert, _cut, _repeat_a_member]


@settings(max_examples=examples(6_000), deadline=None)
@given(st.sampled_from(sorted(MESSAGES)), st.lists(st.sampled_from(CHANGES), min_size=1, max_size=2), st.data())
def test_reader_and_schema_agree_on_changed_texts(kind: str, changes: list[Any], data: st.DataObject) -> None:
    message = MESSAGES[kind] | {"extensions": {"x": [1, "a", {"b": 2.5}]}}
    text = json.dumps(message)
    for change in changes:
        try:
            text = change(text, lambda among: data.draw(st.sampled_from(among)))
        except ValueError:  # the first change left a text that is cut off
            break
    if text.strip("\ufeff \n"):
        assert read(text) == taken_by_schema(text)


def test_documents_are_generated_for_every_kind_with_rules_of_its_own() -> None:
    assert set(ROOTED) <= set(KINDS)
