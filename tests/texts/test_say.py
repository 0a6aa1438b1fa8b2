"""All languages have the same sentences, and every sentence takes the same values in each."""

import re
import string
from typing import get_args

import pytest

from renkei.budget.relevance.features import FEATURES
from renkei.protocol.primitives import Locale
from renkei.texts.say import TEXTS, say

JAPANESE = re.compile(r"[ぁ-ヿ一-鿿]")


def forms(sentence):
    return (sentence,) if isinstance(sentence, str) else sentence


def placeholders(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_language_has_a_table():
    assert set(TEXTS) == set(get_args(Locale))


def test_all_languages_have_the_same_keys_in_the_same_order():
    assert all(list(texts) == list(TEXTS["en"]) for texts in TEXTS.values())


@pytest.mark.parametrize("key", TEXTS["en"])
def test_every_form_of_a_sentence_has_the_same_placeholders_in_both_languages(key):
    found = [placeholders(form) for texts in TEXTS.values() for form in forms(texts[key])]
    plural = any(not isinstance(texts[key], str) for texts in TEXTS.values())
    assert all(one - {"count"} == found[0] - {"count"} for one in found)
    assert plural or all(one == found[0] for one in found)


@pytest.mark.parametrize("key", TEXTS["en"])
def test_no_english_sentence_is_left_in_the_japanese_table(key):
    for english in forms(TEXTS["en"][key]):
        assert not JAPANESE.search(english)
        words = re.sub(r"\{\w+\}|[^A-Za-z]", "", english)
        for japanese in forms(TEXTS["ja"][key]):
            assert not words or JAPANESE.search(japanese)


def test_the_placeholders_are_filled_in():
    assert say("en", "own.identity", agent="ann", team="auth") == "You are ann, on the team auth."
    assert say("ja", "own.identity", agent="ann", team="auth") == "あなたはチーム auth の ann です。"


@pytest.mark.parametrize("absent", [None, ""])
def test_an_absent_value_is_written_as_none(absent):
    assert say("en", "board.goal", goal=absent) == "goal: –"
    assert say("ja", "board.goal", goal=absent) == "目標: なし"


@pytest.mark.parametrize("present", [0, False])
def test_a_value_that_is_falsy_but_not_absent_is_written(present):
    assert say("en", "board.goal", goal=present) == f"goal: {present}"


@pytest.mark.parametrize(("count", "verb"), [(1, "is"), (2, "are"), (0, "are")])
def test_the_count_selects_singular_or_plural(count, verb):
    assert say("en", "impact.waiting", agents="ann", count=count) == f"ann {verb} waiting for you"


def test_braces_in_a_value_stay_as_they_are():
    assert say("en", "board.goal", goal="{agent}") == "goal: {agent}"


@pytest.mark.parametrize("values", [{}, {"goals": "x"}])
def test_a_missing_value_is_a_key_error(values):
    with pytest.raises(KeyError):
        say("en", "board.goal", **values)


def test_an_unknown_key_is_a_key_error():
    with pytest.raises(KeyError):
        say("en", "board.nothing")


@pytest.mark.parametrize("name", FEATURES)
def test_every_feature_of_relevance_can_be_named_in_a_reason(name):
    assert say("en", f"reason.{name}")
