"""JSON Pointers are split and joined by RFC 6901."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.documents.json_pointer import escape, join, pattern, split, unescape

EXAMPLES = {"": (), "/": ("",), "/foo": ("foo",), "/a~1b/0": ("a/b", "0"), "/m~0n": ("m~n",), "/~01": ("~1",)}


@pytest.mark.parametrize(("pointer", "parts"), EXAMPLES.items())
def test_the_examples_of_the_standard_are_split_and_joined(pointer, parts):
    assert (split(pointer), join(*parts)) == (parts, pointer)


@pytest.mark.parametrize("text", ["goal", "~0", "/a~", "/a~2", "/a~/b", " /a"])
def test_text_that_is_not_a_pointer_is_refused(text):
    with pytest.raises(ValueError, match="not a JSON Pointer"):
        split(text)


@given(st.lists(st.text() | st.text("~/01")))
def test_any_path_survives_joining_and_splitting(parts):
    assert split(join(*parts)) == tuple(parts)


@given(st.text() | st.text("~/01"))
def test_an_escaped_part_has_no_slash_and_is_read_back(part):
    assert "/" not in escape(part)
    assert unescape(escape(part)) == part


def test_a_list_index_is_a_part():
    assert join("events", 0, "condition") == "/events/0/condition"


def test_a_pattern_replaces_the_ids():
    assert pattern(("agents", "ann", "artifacts", "api", "version")) == ("agents", "*", "artifacts", "*", "version")
    assert pattern(("goal",)) == ("goal",)
    assert pattern(()) == ()
