"""Exact counts of public tokenizers are an extra."""

import sys

import pytest

from renkei.budget.tokens.bpe import bpe_counter
from renkei.errors import ExtraMissingError


@pytest.mark.parametrize(("encoding", "tokens"), [("cl100k_base", 4), ("o200k_base", 4)])
def test_a_text_is_counted_exactly(encoding, tokens):
    assert bpe_counter(encoding)("The plan is here") == tokens


@pytest.mark.parametrize("text", ["", "\ud800", "\x00", "🦊"])
def test_any_text_can_be_counted(text):
    assert bpe_counter()(text) >= (1 if text else 0)


def test_without_the_package_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "bpe_openai", None)
    with pytest.raises(ExtraMissingError, match=r"python -m pip install 'renkei\[bpe\]'"):
        bpe_counter()


def test_nothing_is_imported_before_a_counter_is_asked_for(monkeypatch):
    monkeypatch.delitem(sys.modules, "bpe_openai", raising=False)
    monkeypatch.delitem(sys.modules, "renkei.budget.tokens.bpe")
    __import__("renkei.budget.tokens.bpe")
    assert "bpe_openai" not in sys.modules
