"""Editing JSON as text: what was there stays, byte for byte."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.documents.source import SourceError
from renkei.edges.coding_agents.json_text import has_comments, insert, read, remove

HOOK = {"hooks": [{"type": "command", "command": "x"}]}

TEXTS = [
    "{}",
    '{"a":1}',
    "{\n}\n",
    '{\n  "a": 1, // the first\n  "b": [1, 2] // the last\n  // end\n}\n',
    '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{"x": 1},\n\t\t]\n\t},\n}\n',
    '{"hooks": {"Stop": [{"x": 1}]}}',
    '{\n  "hooks": {\n    "Stop": [\n      {"x": 1} /* theirs */\n    ]\n  }\n}\n',
    '\ufeff{\r\n  "a": 1\r\n}\r\n',
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_value_is_added_and_taken_away_again(text: str) -> None:
    added, made = insert(text, "/hooks/Stop/-", HOOK)
    stop = read(added)["hooks"]["Stop"]
    assert stop[-1] == HOOK
    assert stop[:-1] == read(text).get("hooks", {}).get("Stop", [])
    again = remove(added, ("hooks", "Stop", len(stop) - 1))
    if made:
        again = remove(again, tuple(made.split("/")[1:]))
    assert again.replace("{}", "{\n}") == text.replace("{}", "{\n}")


def test_comments_and_indentation_stay() -> None:
    text = '{\n    // mine\n    "model": "opus" // cheap\n}\n'
    added, made = insert(text, "/mcpServers/renkei", {"command": "python"})
    assert added == (
        '{\n    // mine\n    "model": "opus", // cheap\n    "mcpServers": {\n        "renkei": {\n'
        '            "command": "python"\n        }\n    }\n}\n'
    )
    assert made == "/mcpServers"


@pytest.mark.parametrize("text", ["{}", '{"a": 1}', '{\n  "a": 1\n}\n'])
def test_letters_of_every_language_stay_readable(text: str) -> None:
    added, _ = insert(text, "/agent", ["設計係"])
    assert '"設計係"' in added


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("{", 1, 2),
        ('{\n  "a" 1}', 2, 7),
        ('\n{"a" 1}', 2, 6),
        ("[1", 1, 3),
        ('{"a":}', 1, 6),
        ('{"a": 1} x', 1, 10),
        ("/* not closed", 1, 1),
        ('{"a": "\n"}', 1, 7),
        ('{"hooks": 3}', 1, 11),
        ("[]", 1, 1),
        ("[" * 200, 1, 102),
    ],
)
def test_a_fault_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(SourceError) as caught:
        insert(text, "/hooks/Stop/-", HOOK)
    assert (caught.value.problem.line, caught.value.problem.column) == (line, column)


def test_of_equal_keys_the_last_counts_as_in_the_programs() -> None:
    added, _ = insert('{"a": {"x": 1}, "a": {"y": 2}}', "/a/z", 3)
    assert json.loads(added) == {"a": {"y": 2, "z": 3}}


def test_strict_json_is_told_from_json_with_comments() -> None:
    assert [has_comments(one) for one in ("", "{}", "\ufeff{}", "{} // x", '{"a": 1,}')] == [
        False,
        False,
        False,
        True,
        True,
    ]


values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text('ab{}[],:"/\\\n *', max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab/*", max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text("abc/", max_size=3), values, max_size=4), st.sampled_from([None, 2, "\t"]), values)
def test_any_document_is_left_as_it_was(document: dict[str, object], indent: int | str | None, value: object) -> None:
    text = json.dumps(document, indent=indent)
    added, _ = insert(text, "/renkei", value)
    assert json.loads(added) == {**document, "renkei": value}
    assert json.loads(remove(added, ("renkei",))) == document
