"""How a sentence is built: placeholders, absent values, singular and plural."""

import pytest

from renkei.budget.relevance.features import FEATURES
from renkei.texts.say import say


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
