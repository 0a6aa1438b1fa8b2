"""Rare keywords find the text that a question is about, in three languages; memory stays bounded."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.text.keywords import keyword_counts, keywords
from renkei.budget.text.ranking import Corpus
from thoroughness import examples

NOTES = [
    "The login page shows no error when the token has expired",
    "Release 2.10.3 is out, see docs/release-notes.md",
    "決済APIのタイムアウトは三十秒に決まりました",
    "検索の索引は毎晩作り直します",
    "支付接口已经上线，请测试退款",
    "登录页面的设计还没有完成",
]


def best(question: str, *texts: str) -> str:
    corpus = Corpus()
    for text in texts:
        corpus.add(text)
    scores = corpus.scores(question)
    return texts[max(range(len(texts)), key=scores.__getitem__)]


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("why is there no error after a token expired?", 0),
        ("what is in 2.10.3?", 1),
        ("where is docs/release-notes.md?", 1),
        ("タイムアウトは何秒ですか", 2),
        ("索引はいつ作られますか", 3),
        ("退款什么时候可以测试？", 4),
        ("谁在设计登录页面？", 5),
    ],
)
def test_the_text_that_a_question_is_about_has_the_highest_score(question, about):
    assert best(question, *NOTES) == NOTES[about]


def test_a_rare_word_scores_more_than_two_frequent_ones():
    texts = ["build parser", *[f"build server {n}" for n in range(20)]]
    assert best("parser of the build server", *texts) == "build parser"


def test_of_two_texts_with_the_same_words_the_shorter_one_is_more_about_them():
    assert best("token", "token " + "and other matters of the month", "token store") == "token store"


def test_a_text_with_nothing_in_common_has_no_score():
    corpus = Corpus()
    corpus.add("lunch")
    assert corpus.scores("parser") == [0.0]
    assert corpus.weight("parser") == 0.0


def test_a_corpus_of_nothing_gives_nothing():
    assert Corpus().scores("anything") == []


def test_a_new_text_takes_the_place_of_the_oldest():
    corpus = Corpus(capacity=2)
    assert [corpus.add(text) for text in ("alpha alpha", "beta", "gamma")] == [0, 1, 0]
    assert len(corpus) == 2
    assert [score > 0 for score in corpus.scores("alpha gamma")] == [True, False]
    assert corpus.weight("alpha") == 0.0


TEXTS = st.lists(
    st.lists(st.sampled_from(["login", "token", "認証", "設計", "42"]), max_size=6).map(" ".join), max_size=30
)


@settings(max_examples=examples(200), deadline=None)
@given(TEXTS, st.integers(1, 8), st.data())
def test_what_was_forgotten_leaves_no_trace_in_the_scores(texts, kept, data):
    corpus, fresh = Corpus(kept), Corpus(kept)
    for text in texts:
        corpus.add(text)
        if data.draw(st.booleans()):
            corpus.scores("token")
    held = texts[-kept:]
    for text in held:
        fresh.add(text)
    assert len(corpus) == len(fresh) == len(held)
    assert [corpus.weight(word) for word in ("login", "認証")] == [fresh.weight(word) for word in ("login", "認証")]
    question = "login 設計"
    assert sorted(score > 0 for score in corpus.scores(question)) == sorted(
        bool(keywords(question) & keywords(text)) for text in held
    )


def test_a_keyword_is_counted_as_often_as_it_occurs():
    assert keyword_counts("Token, token; a TOKEN") == {"token": 3, "a": 1}
    assert keyword_counts("認証と認証")["認証"] == 2


@settings(max_examples=examples(300), deadline=None)
@given(st.text())
def test_what_can_be_matched_can_be_counted(text):
    assert keywords(text) <= keyword_counts(text).keys()


def test_common_words_are_not_counted():
    assert keyword_counts("the token and the page") == {"token": 1, "page": 1}


def test_a_score_is_the_squared_weight_of_a_keyword_in_a_text_of_average_length():
    corpus = Corpus()
    corpus.add("login")
    corpus.add("page")
    assert corpus.scores("login") == [corpus.weight("login") ** 2, 0.0]


def test_a_keyword_of_very_many_texts_is_not_looked_for():
    corpus = Corpus()
    for n in range(100):
        corpus.add(f"build part-{n}")
    assert max(corpus.scores("build")) > 0
    corpus.add("build")
    assert max(corpus.scores("build")) == 0


def test_a_replaced_text_counts_neither_for_the_length_nor_for_repetition():
    corpus, fresh = Corpus(capacity=1), Corpus(capacity=1)
    corpus.add("token token token and other matters of the month")
    corpus.scores("token")
    for one in (corpus, fresh):
        one.add("token store token")
    assert corpus.scores("token") == fresh.scores("token")
