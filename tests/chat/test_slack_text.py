"""Text in Slack: nothing that an agent writes becomes markup or a mention."""

import re

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
