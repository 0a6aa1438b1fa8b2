"""The terminal as a chat."""

import sys

import pytest

from renkei import ConsoleChat


def test_a_process_without_an_input_ends_it_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdin", None)
    chat = ConsoleChat()
    chat.open(["team"])
    assert list(chat.listen("")) == []
    assert chat.ended.is_set()
