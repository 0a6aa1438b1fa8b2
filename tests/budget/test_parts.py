"""A critical message that is longer than the whole budget comes in consecutive parts, and every one comes in full."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.context.build import Context, build
from renkei.budget.context.message_text import full
from renkei.budget.context.oldest import next_part, part_text
from renkei.budget.context.shown import Part
from renkei.budget.context.view import UnreadMessage, View
from renkei.budget.relevance.tiers import Signals
from renkei.errors import BudgetTooSmallError
from renkei.protocol.messages import make_message
from team import START
from thoroughness import examples

BLOCKING = Signals("name", blocking=True)
LONG = st.text(alphabet="ab c.\n12é認証の実装。_/🙂👩‍👩‍👧", min_size=300, max_size=3000) | st.sampled_from(
    [
        "x" * 5000,
        "認証の実装が終わりました。次は TC-7 です。\n" * 150,
        "🙂" * 900,
        "a word and " * 400,
        "\n" * 800 + ".",
    ]
)


def unread(number: int, text: str, signals: Signals = BLOCKING) -> UnreadMessage:
    payload = {"intent_hint": "FREEFORM", "body": text, "requires_response": False, "urgency": "low"}
    header = {"id": f"m{number}", "type": "FREEFORM", "from": "ann", "to": "bob", "timestamp": START}
    return UnreadMessage(
        make_message(header | {"priority": "blocking", "context_summary": "", "payload": payload}), signals
    )


def turn(view: View, budget: int) -> tuple[View, Context]:
    """Read a context, with a greater budget where the given one is refused, and return what is unread afterwards."""
    try:
        context = build(view, budget)
    except BudgetTooSmallError as error:
        context = build(view, max(error.least, budget + 1))
    parts = {one.id: one.part for one in context.given if one.part is not None}
    rest = [one for one in view.unread if one.message.id not in context.read]
    left = tuple(replace(one, begun=parts.get(one.message.id, one.begun)) for one in rest)
    return replace(view, unread=left), context


@settings(max_examples=examples(60), deadline=None)
@given(LONG, st.integers(60, 700), st.sampled_from(["en", "ja"]))
def test_the_parts_joined_are_the_full_text(text, budget, locale):
    view = View("bob", locale, "You are bob.", unread=(unread(1, text),))
    wanted, got = full(view.unread[0].message, locale), ""
    while view.unread:
        view, context = turn(view, budget)
        assert context.tokens <= max(context.budget, budget)
        (shown,) = context.given
        if shown.part is None:
            assert wanted in context.text
            return
        assert shown.part.start == len(got)
        got += wanted[shown.part.start : shown.part.end]
        assert part_text("m1", wanted, shown.part, locale) in context.text
        assert context.read == (("m1",) if shown.part.last else ())
        assert context.overflow == (() if shown.part.last else ("m1",))
    assert got == wanted


@settings(max_examples=examples(40), deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 1500), st.booleans()), min_size=1, max_size=12),
    st.integers(60, 900),
    st.integers(0, 6),
)
def test_every_critical_message_comes_in_full_or_in_all_its_parts_the_oldest_first(sizes, budget, alerts):
    messages = [unread(n, f"{n} " + "word " * (size // 5), BLOCKING if urgent else Signals("group"))
                for n, (size, urgent) in enumerate(sizes)]  # fmt: skip
    view = View("bob", "en", "You are bob.", alerts=("OVERDUE: a reply",) * alerts, unread=tuple(messages))
    critical = [one.message.id for one in messages if one.signals.blocking]
    got: dict[str, str] = dict.fromkeys(critical, "")
    turns = 0
    while any(one.message.id in got for one in view.unread):
        first = next(one.message.id for one in view.unread if one.message.id in got)
        before = {one.message.id: one.begun for one in view.unread}
        view, context = turn(view, budget)
        for shown in context.given:
            if shown.id not in got or shown.form not in ("full", "part"):
                continue
            text = full(next(one.message for one in messages if one.message.id == shown.id), "en")
            got[shown.id] = text if shown.part is None else got[shown.id] + text[shown.part.start : shown.part.end]
        after = {one.message.id: one.begun for one in view.unread}
        assert first not in after or after[first] != before[first]  # the oldest always comes further
        turns += 1
    assert turns <= sum(size // 40 + 3 for size, _ in sizes)
    assert got == {one.message.id: full(one.message, "en") for one in messages if one.message.id in got}


def test_a_part_says_which_it_is_and_leaves_room_for_naming_the_others():
    view = View("bob", "en", "You are bob.", unread=(unread(1, "stop! " * 400), unread(2, "wait! " * 400)))
    view, context = turn(view, 300)
    assert "[m1, part 1: characters 1–" in context.text
    assert f"–{context.given[0].part.end} of {len(full(view.unread[0].message, 'en'))}; the next part " in context.text
    assert "m2 from ann: FREEFORM: wait!" in context.text
    view, context = turn(view, 300)
    assert "[m1, part 2: characters" in context.text
    assert "[m1 第 3 部: 全 " in turn(replace(view, locale="ja"), 300)[1].text


def test_a_text_of_another_length_begins_again():
    begun = Part(number=1, start=0, end=50, length=200)
    assert next_part("x" * 200, begun, lambda part: part.end <= 120) == Part(number=2, start=50, end=120, length=200)
    assert next_part("x" * 201, begun, lambda part: part.end <= 120) == Part(number=1, start=0, end=120, length=201)


def test_only_the_last_part_may_be_short():
    assert next_part("x" * 200, None, lambda part: part.end < 50) is None
    begun = Part(number=1, start=0, end=190, length=200)
    assert next_part("x" * 200, begun, lambda part: True).last


def test_a_part_ends_at_the_end_of_a_word():
    part = next_part("a word and " * 50, None, lambda part: part.end <= 99)
    assert (part.start, part.end) == (0, 99)
    part = next_part("a word and " * 50, None, lambda part: part.end <= 97)
    assert part.end == 95
    assert next_part("x" * 200, None, lambda part: part.end <= 97).end == 97
    # A counter may find more in a shorter part.
    assert next_part("a word and " * 50, None, lambda part: part.end <= 97 and part.end != 95).end == 97


def test_a_message_that_has_been_begun_goes_before_an_older_one():
    begun = Part(number=1, start=0, end=50, length=len(full(unread(2, "b " * 900).message, "en")))
    view = View(
        "bob", "en", "You are bob.", unread=(unread(1, "a " * 900), replace(unread(2, "b " * 900), begun=begun))
    )
    _, context = turn(view, 300)
    assert [one.form for one in context.given] == ["named", "part"]
    assert (context.given[1].part.number, context.given[1].part.start) == (2, 50)


def test_many_critical_messages_do_not_leave_the_oldest_without_room():
    view = View("bob", "en", "You are bob.", unread=tuple(unread(n, f"{n} " + "stop! " * 40) for n in range(200)))
    _, context = turn(view, 400)
    assert context.given[0].form == "full"
    assert context.read[0] == "m0"


def test_a_budget_that_holds_no_part_is_refused_with_what_it_takes():
    view = View("bob", "en", "You are bob.", unread=(unread(1, "stop! " * 400),))
    assert build(replace(view, unread=()), 80).text
    with pytest.raises(BudgetTooSmallError) as refused:
        build(view, 80)
    assert build(view, refused.value.least).given[0].part.end > 0
    with pytest.raises(BudgetTooSmallError):
        build(view, refused.value.least - 1)


def test_a_counter_that_finds_more_in_the_whole_shortens_the_part():
    def dear(text: str) -> int:
        return len(text) + (text.count("\n") > 5) * 200

    context = build(View("bob", "en", "You are bob.", unread=(unread(1, "stop! " * 400),)), 900, dear)
    assert 800 < context.tokens <= 900
    assert context.given[0].form == "part"
