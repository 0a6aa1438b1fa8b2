"""Rare keywords weigh most; the vocabulary is bounded."""

from math import log

from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.text.keywords import Vocabulary
from thoroughness import examples


def test_a_keyword_in_every_text_weighs_least_and_an_unknown_one_most():
    known = Vocabulary()
    for n in range(10):
        known.add(["build", f"part-{n}"])
    assert 0 < known.weight("build") < known.weight("part-3") < known.weight("never said")
    assert known.sum(["build", "part-3"]) == known.weight("build") + known.weight("part-3")


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(st.sets(st.text("abcdef", min_size=1, max_size=3)), max_size=60), st.integers(1, 10))
def test_a_vocabulary_is_bounded_and_its_weights_are_never_negative(texts, limit):
    known = Vocabulary(limit)
    for text in texts:
        known.add(text)
        assert len(known) <= limit
        assert all(known.weight(keyword) >= 0 for keyword in text)


def test_a_full_vocabulary_halves_its_counts_and_forgets_what_occurred_once():
    known = Vocabulary(2)
    for text in (["login"], ["login"], ["login", "page", "form"]):
        known.add(text)
    assert len(known) == 1
    assert known.weight("login") == log(1 + (1 - 1 + 0.5) / (1 + 0.5))
    assert known.weight("page") == log(1 + (1 - 0 + 0.5) / (0 + 0.5))
