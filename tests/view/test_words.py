"""The terms of the view: one word for one thing."""

import re

from renkei.texts.catalogue import LOCALES, texts


def test_the_japanese_view_has_one_word_for_a_decision_and_one_for_a_blocker() -> None:
    terms = {"decision": re.compile("決定|未決"), "blocker": re.compile("ブロッカー")}
    japanese = texts("ja", "view")
    other = [
        (key, sentence, japanese[key])
        for key, sentence in texts("en", "view").items()
        for noun, term in terms.items()
        if sentence != japanese[key]  # what is typed, such as an operator of a search, is no sentence
        if re.search(rf"\b{noun}s?\b", str(sentence).lower()) and not term.search(str(japanese[key]))
    ]
    assert other == []


def test_what_counts_turns_says_so() -> None:
    sentences = [str(one) for locale in LOCALES for one in texts(locale, "view").values()]
    assert [one for one in sentences if "ステップ" in one or re.search(r"\bsteps\b", one)] == []
