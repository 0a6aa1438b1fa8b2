"""Text in Slack: nothing that an agent writes becomes markup or a mention."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei import Outgoing
from renkei.edges.chat.slack.text import blocks_of, escape, readable


@given(st.text(alphabet="ab <>&!@#|;*_~`\n:/.?ht", max_size=60))
def test_a_text_is_shown_as_it_was_written_and_mentions_nobody(text: str) -> None:
    assert not re.search("[<>]", escape(text))
    assert readable(escape(text), lambda user: user) == (text, ())
    elements = blocks_of(Outgoing("k", text))[0]["elements"][0]["elements"]
    assert "".join(one.get("text") or one["url"] for one in elements) == text
    assert {one["type"] for one in elements} <= {"text", "link"}


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<https://ex.org/a?b=1|ex>", "ex (https://ex.org/a?b=1)"),
        ("<https://ex.org/pull/12|12>", "12 (https://ex.org/pull/12)"),
        ("<https://github.com/a/shop|shop>", "shop (https://github.com/a/shop)"),
        ("<https://ex.org|see here>", "see here (https://ex.org)"),
        ("<http://ex.org|ex.org>", "ex.org"),
        ("<http://ex.org/|ex.org>", "ex.org"),
        ("<https://ex.org/a|https://ex.org/a>", "https://ex.org/a"),
        ("<https://ex.org/a>", "https://ex.org/a"),
        ("<mailto:ann@ex.org|ann@ex.org>", "ann@ex.org"),
        ("<mailto:ann@ex.org|ann>", "ann (ann@ex.org)"),
    ],
)
def test_a_link_keeps_its_address_unless_its_label_is_the_address(written: str, shown: str) -> None:
    assert readable(written, lambda user: user) == (shown, ())
