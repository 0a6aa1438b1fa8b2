"""A shortened text keeps what cannot be guessed: ids, numbers, paths, URLs, names."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.text.abridge import abridge, cut_middle, fragments, join, salient_tokens
from thoroughness import examples

REPORT = (
    "The deploy of auth-api v2.3 failed at 09:31 with HTTP 502. We looked at many things and it took a while. The log "
    "is in /var/log/deploy/2026-01-05.log and the ticket is D-012, see https://ci.example.com/runs/88123?x=1. "
    "Maria Schneider will look again after lunch, and meanwhile nobody should do anything at all. Thank you everyone."
)
JAPANESE = (
    "ログイン画面の設計が完了しました。みなさんお疲れさまでした、ゆっくり休んでください。本当にありがとうございました。"
    "トークンの更新は TC-007 で扱います。詳細は docs/auth/設計.md と『認証基盤仕様書』を見てください。"
)
CHINESE = "登录页面已经做好了。大家辛苦了，好好休息吧，明天见。详情见 docs/auth.md 与《接口规范》，编号是 TC-007。"

TEXTS = st.text(max_size=400) | st.lists(
    st.sampled_from([*REPORT.split(), *JAPANESE.split("。"), "。", "、", "\n", "x" * 90]), max_size=60
).map(" ".join)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("the task is TC-007 now", "TC-007"),
        ("it took 120 ms", "120"),
        ("see src/auth/token.ts.", "src/auth/token.ts"),
        ("see (https://example.com/a?b=1).", "https://example.com/a?b=1"),
        ("call getUserById again", "getUserById"),
        ("set max_retries to 3", "max_retries"),
        ("ask agent-backend", "agent-backend"),
        ("we met in Paris", "Paris"),
        ("we met Zoe", "Zoe"),
        ("it was 1,250.50 in all", "1,250.50"),
        ("commit 9d2e7fb broke it", "9d2e7fb"),
        ("La fête de Zoé à Orléans", "Orléans"),
        ("アーキテクトに聞く", "アーキテクト"),
        ("『認証基盤仕様書』を読む", "認証基盤仕様書"),
        ("担当は佐藤花子です", "佐藤花子"),
        ("负责人是王小明", "王小明"),
    ],
)
def test_a_token_that_cannot_be_guessed_is_salient(text, token):
    assert token in salient_tokens(text)


@pytest.mark.parametrize(
    "text", ["This is what there was.", "please do it all again", "その後でまた見てみます", "a 3", "we met Al"]
)
def test_words_that_are_in_every_text_are_not_salient(text):
    assert salient_tokens(text) == ()


def test_an_abridged_text_begins_with_what_the_text_is_about_and_keeps_its_ids_paths_and_urls():
    short = abridge(REPORT, 240)
    assert short.startswith("The deploy of auth-api v2.3 failed at 09:31 with HTTP 502.")
    for token in ("/var/log/deploy/2026-01-05.log", "D-012", "https://ci.example.com/runs/88123?x=1"):
        assert token in short
    assert "many things" not in short


def test_a_japanese_text_keeps_ids_paths_and_titles_and_puts_no_spaces_between_sentences():
    short = abridge(JAPANESE, 90)
    for token in ("TC-007", "docs/auth/設計.md", "認証基盤仕様書"):
        assert token in short
    assert "お疲れさま" not in short
    assert "。 " not in short.replace("。 …", "")


def test_a_chinese_text_keeps_ids_paths_and_titles():
    short = abridge(CHINESE, 56)
    for token in ("docs/auth.md", "接口规范", "TC-007"):
        assert token in short


def test_a_text_that_fits_is_only_put_on_one_line():
    assert abridge("one\n  two", 20) == "one two"


def test_a_text_without_salient_tokens_is_shortened_at_its_end():
    assert abridge("so it went on and on, " * 20, 100).startswith("so it went on and on, so it went on")


@settings(max_examples=examples(300), deadline=None)
@given(TEXTS, st.integers(0, 300))
def test_an_abridged_text_is_never_longer_than_its_limit(text, limit):
    assert len(abridge(text, limit)) <= limit


@settings(max_examples=examples(300), deadline=None)
@given(TEXTS)
def test_fragments_together_are_the_text_but_for_white_space_and_none_divides_a_token(text):
    pieces = [piece for piece, _ in fragments(text)]
    assert "".join("".join(pieces).split()) == "".join(text.split())
    assert set(salient_tokens("\n".join(pieces))) == {token for _, tokens in fragments(text) for token in tokens}


def test_a_gap_stands_wherever_something_was_left_out_after_the_beginning():
    assert join(["a.", "b.", "c.", "d."], {0, 1, 3}) == "a. b. … d."
    assert join(["a.", "b.", "c.", "d."], {1}) == "b. …"


def test_a_text_cut_in_its_middle_keeps_both_ends_and_the_note():
    short = cut_middle("the beginning of it " * 20 + "and the very end", 80, " [more] ask for m-1 ")
    assert short.startswith("the beginning")
    assert " [more] ask for m-1 " in short
    assert short.endswith("the very end")


@settings(max_examples=examples(300), deadline=None)
@given(st.text(), st.integers(0, 100), st.text(max_size=20))
def test_a_text_cut_in_its_middle_is_never_longer_than_its_limit(text, limit, note):
    assert len(cut_middle(text, limit, note)) <= limit


def test_a_fragment_whose_tokens_are_already_shown_adds_nothing():
    text = (
        "The work is on TC-100 and TC-200. Later we talked. TC-100, TC-200 once more. "
        "And then somebody asked whether anybody had heard of TC-300 at all."
    )
    short = abridge(text, 110)
    assert "TC-300" in short
    assert "once more" not in short


def test_an_id_weighs_more_than_two_names():
    text = "It begins here. ask Ann or Bob now. the case: TC-9 now. And so it went on."
    assert abridge(text, 45) == "It begins here. … the case: TC-9 now. …"


def test_of_equally_salient_fragments_the_first_is_kept():
    text = "It begins here. the case: TC-1 now. the case: TC-2 now. And so it went on."
    assert abridge(text, 45) == "It begins here. the case: TC-1 now. …"


def test_a_long_sentence_is_divided_after_a_clause_mark_else_at_a_space():
    assert [piece for piece, _ in fragments("we went on and on, then we stopped for good", 25)] == [
        "we went on and on,",
        "then we stopped for good",
    ]
    assert [piece for piece, _ in fragments("we went on and on then stopped", 20)] == [
        "we went on and on",
        "then stopped",
    ]
    assert [piece for piece, _ in fragments("あいうえおかきくけこ", 4)] == ["あいうえ", "おかきく", "けこ"]


def test_a_token_longer_than_a_fragment_is_a_fragment_of_its_own():
    path = "src/a/very/long/path/to/a/file.py"
    assert [piece for piece, _ in fragments(f"設計は{path}にある", 12)][1] == path


@pytest.mark.parametrize(
    ("text", "limit", "found"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcdef", 5, "ab…ef"),
        ("abcdefgh", 6, "abc…gh"),
        ("abcdef", 1, "…"),
        ("abcdef", 0, ""),
        ("one two three four", 12, "one…four"),
    ],
)
def test_both_ends_of_a_text_have_equal_room(text, limit, found):
    assert cut_middle(text, limit) == found


@pytest.mark.parametrize("text", [REPORT, JAPANESE, CHINESE, "so A-1. " * 40])
def test_at_every_limit_a_text_is_short_enough(text):
    assert [limit for limit in range(300) if len(abridge(text, limit)) > limit] == []


def test_a_short_fragment_with_one_id_goes_before_a_long_one_with_two():
    text = "It begins here. now: TC-1 and TC-2. TC-3. And so it went on and on."
    assert abridge(text, 45).startswith("It begins here. … TC-3.")
