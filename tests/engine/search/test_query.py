"""A search is read as it is meant, and its faults name what would be right."""

import contextlib
from dataclasses import fields
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.engine.search.query import SETTINGS, VALUES, Query, WrongQueryError, parse_query
from renkei.engine.search.traits import OPERATORS

NOW = datetime(2026, 11, 20, 15, 30)
TODAY = datetime(2026, 11, 20)

MEANINGS = {
    "": Query(),
    "pool full": Query(words=("pool", "full")),
    '"connection pool" full': Query(words=("connection pool", "full")),
    "「接続 プール」": Query(words=("接続 プール",)),
    "incident -pool": Query(words=("incident",), unwanted=("pool",)),
    '-"a b"': Query(unwanted=("a b",)),
    "from:SRE": Query(traits=(("from:sre",),)),
    "from:ann,bob to:all": Query(traits=(("from:ann", "from:bob"), ("to:all",))),
    'task:"a,b"': Query(traits=(("task:a,b",),)),
    "from:me": Query(traits=(("from:ann",),)),
    "-from:bob": Query(without=("from:bob",)),
    "type:decision": Query(traits=(("type:decision_request", "type:decision_result"),)),
    "type:task-b": Query(traits=(("type:task_blocked",),)),
    "has:code": Query(traits=(("has:code",),)),
    "FROM:ann": Query(traits=(("from:ann",),)),
    "ｆｒｏｍ：ann　認証": Query(traits=(("from:ann",),), words=("認証",)),
    "after:today": Query(after=TODAY),
    'before:"today 00:00" x': Query(before=TODAY, words=("x",)),
    "order:time x": Query(words=("x",), by_time=True),
    "order:time order:match x": Query(words=("x",)),
    "https://example.org/a src/a.py:12 10:30 C-3PO said: -": Query(
        words=("https://example.org/a", "src/a.py:12", "10:30", "C-3PO", "said:", "-")
    ),
    '"from:ann"': Query(words=("from:ann",)),
    '"open': Query(words=("open",)),
}


@pytest.mark.parametrize(("text", "meaning"), MEANINGS.items())
def test_a_search_is_read_as_it_is_meant(text: str, meaning: Query) -> None:
    assert parse_query(text, NOW, "ann") == meaning


FAULTS = {
    "form:ann": "there is no operator form: (to search for these words, put them in quotes). "
    "Expected: from:, to:, type:, task:, has:, before:, after:, order:.",
    "type:letter": "type: has no value 'letter'. Expected: task_handoff, task_result, task_blocked,",
    "has:wings": "has: has no value 'wings'. Expected: code, diff, table, link, artifact, deadline.",
    "after:soon": "after: 'soon' is not a time. Expected: today, yesterday, monday,",
    "order:size": "order: has no value 'size'. Expected: time, match.",
    "-after:today": "-after:today cannot be excluded. Expected: -from:, -to:, -type:, -task:, -has:.",
    "to:me": "nothing says who is meant by to:me. Expected: the id of a participant, such as to:ann.",
}


@pytest.mark.parametrize(("text", "said"), FAULTS.items())
def test_a_fault_names_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(WrongQueryError) as error:
        parse_query(text, NOW)
    assert str(error.value).startswith(f"search: {said}")


@given(st.text())
def test_any_text_is_a_search_or_has_a_clear_fault(text: str) -> None:
    with contextlib.suppress(WrongQueryError):
        found = parse_query(text, NOW)
        assert len(found.words) + len(found.unwanted) <= len(text)


def test_every_trait_of_a_message_can_be_searched_for() -> None:
    assert set(VALUES) == set(OPERATORS)
    assert set(SETTINGS) == {"before", "after", "order"}
    assert Query().is_empty
    assert not any(Query(**{one.name: True}).is_empty for one in fields(Query) if one.name != "by_time")
