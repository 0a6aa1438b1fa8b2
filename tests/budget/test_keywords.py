"""Keywords of a text, and which of them show that a message is about a task."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.text.keywords import keywords, shared
from thoroughness import examples


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Build the login page", {"build", "login", "page"}),
        ("JWT tokens expire", {"jwt", "tokens", "expire"}),
        ("see src/auth/token.ts", {"src/auth/token.ts", "src", "auth", "token"}),
        ("user_session_id is null", {"user_session_id", "user", "session", "null"}),
        ("getUserById", {"getuserbyid", "user"}),
        ("parseHTTPResponse", {"parsehttpresponse", "parse", "http", "response"}),
        ("contract TC-007", {"contract", "tc-007", "007"}),
        ("error 404 in v2.10.3", {"error", "404", "v2.10.3"}),
        ("agent-backend", {"agent-backend", "agent", "backend"}),
        ("ＡＰＩ　ｄｅｓｉｇｎ", {"api", "design"}),
    ],
)
def test_words_identifiers_paths_and_numbers_are_keywords(text, found):
    assert found <= keywords(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("認証設計", {"認証", "証設", "設計"}),
        ("カード決済", {"カー", "ード", "決済"}),
        ("ｶｰﾄﾞ", {"カー", "ード"}),
        ("支付接口", {"支付", "接口"}),
        ("로그인", {"로그", "그인"}),
        ("JWTで認証", {"jwt", "認証"}),
    ],
)
def test_pairs_of_characters_are_keywords_where_words_have_no_spaces(text, found):
    assert found <= keywords(text)


@pytest.mark.parametrize("text", ["", "  \n", "!?…", "🦊 🎉", "the and of to", "It is a", "1 22", "a b c"])
def test_a_text_of_common_words_and_signs_has_no_keywords(text):
    assert keywords(text) == frozenset()


@pytest.mark.parametrize(
    ("task", "text", "found"),
    [
        ("Build the login page", "The LOGIN form is broken", ("login",)),
        ("Fix src/auth/token.ts", "src/auth/token.ts has a race", ("auth", "src", "src/auth/token.ts", "token")),
        ("refactor getUserById", "the user table", ("user",)),
        ("決済APIの実装", "決済の仕様が変わりました", ("決済",)),
        ("设计支付接口", "支付服务已经上线", ("支付",)),
        ("ＡＰＩの設計", "api design", ("api",)),
        ("Close TC-007", "TC-007 is blocked", ("007", "tc-007")),
    ],
)
def test_a_message_shares_the_keywords_of_the_task_in_order(task, text, found):
    assert shared(keywords(task), text) == found


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("Build the login page", "Lunch is at noon"),
        ("Build the login page", "We will make the database for you"),
        ("決済の実装", "会議は三時です"),
        ("実装してください", "確認してください"),
        ("水を飲む", "洪水の対策"),
        ("", "anything at all"),
        ("anything at all", ""),
    ],
)
def test_common_words_endings_and_single_characters_do_not_tie_a_message_to_a_task(task, text):
    assert shared(keywords(task), text) == ()


TEXTS = st.text() | st.lists(
    st.sampled_from(["login", "Token", "src/auth.ts", "the", "42", "認証", "して", "ｶｰﾄﾞ", " ", "-", "_", "\n", "é"])
).map("".join)


@settings(max_examples=examples(300), deadline=None)
@given(TEXTS, TEXTS)
def test_what_two_texts_share_does_not_depend_on_which_is_the_task(one, other):
    assert shared(keywords(one), other) == shared(keywords(other), one)


@settings(max_examples=examples(300), deadline=None)
@given(st.text("abcdeTHE019 ._/-認証カ"))
def test_a_text_in_small_letters_has_no_keywords_that_it_lacks_in_capitals(text):
    assert keywords(text.lower()) <= keywords(text)


@settings(max_examples=examples(200), deadline=None)
@given(TEXTS, TEXTS)
def test_a_longer_text_keeps_the_keywords_of_its_lines(one, other):
    assert keywords(one) | keywords(other) <= keywords(f"{one}\n{other}")
