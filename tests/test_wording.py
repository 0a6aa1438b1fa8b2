"""Values and numbers in messages are written as people and JSON write them."""

import pytest

from renkei.wording.values import LONGEST_QUOTE, count, fill, participle, quote

QUOTES = {
    "'ann'": "ann",
    "'日本'": "日本",
    "'a\\nb'": "a\nb",
    "'\\ud800'": "\ud800",
    "null": None,
    "true": True,
    "2.5": 2.5,
    '["a", null]': ["a", None],
    '{"a": "日本"}': {"a": "日本"},
    '["\\ud800"]': ["\ud800"],
    '["\\u200b"]': ["\u200b"],
}


@pytest.mark.parametrize(("text", "value"), QUOTES.items(), ids=ascii)
def test_strings_are_quoted_and_other_values_are_json(text, value):
    assert quote(value) == text


def test_a_long_value_is_cut():
    assert quote("x" * LONGEST_QUOTE) == repr("x" * LONGEST_QUOTE)
    assert quote("x" * (LONGEST_QUOTE + 1)) == repr("x" * (LONGEST_QUOTE - 1) + "…")
    assert quote([1] * 100, 10) == "[1, 1, 1,…"
    assert quote([1, 2], 6) == "[1, 2]"


@pytest.mark.parametrize(("number", "text"), [(0, "0 turns"), (1, "1 turn"), (2, "2 turns")])
def test_only_one_is_singular(number, text):
    assert count(number, "turn") == fill("{n:turn}", {"n": number}) == text


def test_a_template_quotes_only_where_it_says_so():
    assert fill("{a!r} and {a}, {b!r}", {"a": "x", "b": None}) == "'x' and x, null"


def test_the_holder_of_a_contract_is_added_when_there_is_one() -> None:
    assert fill("open{who!h}", {"who": None}) == "open"
    assert fill("claimed{who!h}.", {"who": "ann"}) == "claimed, assigned to 'ann'."


PARTICIPLES = {"claim": "claimed", "release": "released", "submit": "submitted", "deliver_part": "delivered in part"}


@pytest.mark.parametrize(("verb", "text"), PARTICIPLES.items())
def test_a_transition_has_a_participle(verb, text):
    assert participle(verb) == fill("{verb!p}", {"verb": verb}) == text
