"""A context keeps its budget whatever there is to say; what is critical is in it, or named first."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.context.build import SECTIONS, Context, build
from renkei.budget.context.message_text import full
from renkei.budget.context.view import UnreadMessage, View
from renkei.budget.relevance.tiers import Reason, Signals
from renkei.budget.tokens.bpe import bpe_counter
from renkei.budget.tokens.estimate import estimate
from renkei.errors import BudgetTooSmallError
from renkei.protocol.messages import make_message
from renkei.texts.say import say
from team import START

TEXTS = st.text(alphabet="ab c.\n12é認証の実装_/🙂", max_size=400) | st.sampled_from(
    ["the port is 8080, see src/api/auth.py", "認証の実装が終わりました。次は TC-7 です。" * 20, "word " * 900]
)
SIGNALS = st.sampled_from(
    [
        Signals("name"),
        Signals("name", blocking=True),
        Signals("group"),
        Signals("group", link="TC-7"),
        Signals("group", urgent="review_of_my_work"),
        Signals("group", weighed=("relevant", Reason("correspondent"))),
        Signals("no"),
    ]
)
LINES = st.lists(st.text(alphabet="ab 12認\n", max_size=80), max_size=12).map(tuple)
COUNTERS = {
    "estimate": estimate,
    "exact": bpe_counter(),
    "by length": lambda text: len(text) // 4,
    "not additive": lambda text: len(text) + (len(text) > 300) * 50,
}


def unread(number: int, text: str, signals: Signals) -> UnreadMessage:
    payload = {"intent_hint": "FREEFORM", "body": text, "requires_response": False, "urgency": "low"}
    header = {"id": f"m{number}", "type": "FREEFORM", "from": "ann", "to": "bob", "timestamp": START}
    header |= {"priority": "blocking" if signals.blocking else "low", "context_summary": "", "payload": payload}
    return UnreadMessage(make_message(header), signals)


@st.composite
def views(draw: st.DrawFn) -> View:
    messages = draw(st.lists(st.tuples(TEXTS, SIGNALS), max_size=25))
    return View(
        agent="bob",
        locale=draw(st.sampled_from(["en", "ja"])),
        identity="You are bob.",
        own=draw(LINES),
        duties=draw(LINES),
        contract_terms=draw(LINES),
        alerts=draw(LINES),
        unread=tuple(unread(n, text, signals) for n, (text, signals) in enumerate(messages)),
        board=draw(LINES),
        changes=draw(LINES),
    )


def built(view: View, budget: int, rendering: str, counter: str) -> Context | None:
    try:
        return build(view, budget, COUNTERS[counter], rendering)
    except BudgetTooSmallError:
        return None


@settings(max_examples=150)
@given(views(), st.integers(1, 3000), st.sampled_from(list(SECTIONS)), st.sampled_from(list(COUNTERS)))
def test_the_budget_is_kept_and_the_same_view_gives_the_same_text(view, budget, rendering, counter):
    context = built(view, budget, rendering, counter)
    if context is not None:
        assert COUNTERS[counter](context.text) == context.tokens <= budget
        assert built(view, budget, rendering, counter) == context


@settings(max_examples=150)
@given(views(), st.integers(150, 3000), st.sampled_from(list(SECTIONS)))
def test_what_blocks_me_is_there_in_full_or_it_is_said_first_that_it_is_not(view, budget, rendering):
    context = built(view, budget, rendering, "estimate")
    if context is None:
        return
    critical = [one for one in context.given if one.tier == "critical"]
    messages = {one.message.id: one.message for one in view.unread}
    assert all(full(messages[one.id], view.locale) in context.text for one in critical if one.form == "full")
    assert context.overflow == tuple(one.id for one in critical if one.form != "full")
    if context.overflow:
        first = say(view.locale, "omitted.critical", count=len(critical) + len(view.alerts))
        assert context.text.startswith(first)
    assert {one.id for one in critical if one.form == "omitted"}.isdisjoint(context.read)


@given(views(), st.sampled_from(list(SECTIONS)))
def test_with_room_enough_everything_but_the_irrelevant_is_given_in_full(view, rendering):
    context = build(view, 1_000_000, rendering=rendering)
    assert {one.form for one in context.given if one.tier != "irrelevant"} <= {"full"}
    headings = [say(view.locale, f"section.{name}") for name in SECTIONS[rendering] if name != "attention"]
    found = [context.text.index(one) for one in headings if one in context.text]
    assert found == sorted(found)


def test_a_delta_says_who_the_agent_is_beside_it_and_its_task_last():
    view = View("bob", "en", "You are bob.", ("status: working; task: TC-7",), ("contract TC-7",), unread=(
        unread(1, "lunch?", Signals("group")), unread(2, "stop!", Signals("name", blocking=True))))  # fmt: skip
    context = build(view, 500, rendering="delta")
    assert context.system == "You are bob.\ncontract TC-7\n"
    order = ["Background", "lunch?", "Critical", "stop!", "Your task", "status: working"]
    assert [context.text.index(one) for one in order] == sorted(context.text.index(one) for one in order)
    assert "contract TC-7" not in context.text


def test_a_long_message_is_cut_in_the_middle_and_says_how_to_get_the_rest():
    text = "It begins here. " + "and so on " * 600 + "It ends here."
    view = View("bob", "en", "You are bob.", unread=(unread(1, text, Signals("name")),))
    context = build(view, 800)
    assert context.given[0].form == "excerpt"
    assert "It begins here." in context.text
    assert "It ends here." in context.text
    assert "[… middle omitted; full text: message m1 …]" in context.text


def test_what_is_left_of_the_budget_raises_the_newest_first():
    text = "a report of src/part.py " + "with many words " * 60
    messages = tuple(unread(n, text, Signals("name")) for n in range(4))
    forms = [one.form for one in build(View("bob", "en", "You are bob.", unread=messages), 650).given]
    order = ["line", "summary", "excerpt", "full"]
    assert [order.index(one) for one in forms] == sorted(order.index(one) for one in forms)
    assert forms[-1] == "full"
    assert forms[0] == "summary"


def test_what_has_no_room_is_never_written():
    messages = tuple(unread(n, f"news number {n} " * 30, Signals("name")) for n in range(5000))
    asked = itertools.count()

    def counting(text: str) -> int:
        next(asked)
        return estimate(text)

    context = build(View("bob", "en", "You are bob.", unread=messages), 1000, counting)
    assert context.tokens <= 1000
    assert next(asked) < 300


def test_every_rendering_has_a_heading_for_each_of_its_sections():
    for locale, sections in itertools.product(("en", "ja"), SECTIONS.values()):
        assert all(say(locale, f"section.{name}") for name in sections if name != "attention")


@pytest.mark.parametrize("rendering", list(SECTIONS))
def test_a_budget_that_holds_nothing_is_refused_with_what_it_takes(rendering):
    with pytest.raises(BudgetTooSmallError) as refused:
        build(View("bob", "en", "You are bob."), 5, rendering=rendering)
    assert build(View("bob", "en", "You are bob."), refused.value.least, rendering=rendering).text
