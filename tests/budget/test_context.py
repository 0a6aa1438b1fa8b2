"""A context keeps its budget whatever there is to say; what is critical is in it, or named first."""

import itertools
from functools import cache
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.context.build import SECTIONS, Context, build
from renkei.budget.context.listing import Listing
from renkei.budget.context.message_text import full
from renkei.budget.context.packing import Packing
from renkei.budget.context.view import Duty, UnreadMessage, View
from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.tiers import Reason, Signals
from renkei.budget.tokens.bpe import bpe_counter
from renkei.budget.tokens.estimate import Counter, estimate
from renkei.errors import BudgetTooSmallError
from renkei.protocol.messages import make_message
from renkei.texts.say import say
from team import START
from thoroughness import examples

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
LISTINGS = st.lists(
    st.builds(
        lambda kind, lines, hidden, mine: Listing(kind, lines, len(lines) + hidden, "show", min(mine, len(lines))),
        st.sampled_from(["decisions", "members"]),
        LINES,
        st.integers(0, 5),
        st.integers(0, 3),
    ),
    max_size=2,
    unique_by=lambda listing: listing.kind,
).map(tuple)


@cache
def _exact_counter() -> Counter:
    """Load the tokenizer, which takes a second, when a test needs it."""
    return bpe_counter()


COUNTERS = {
    "estimate": estimate,
    "exact": lambda text: _exact_counter()(text),
    "by length": lambda text: len(text) // 4,
    "not additive": lambda text: len(text) + (len(text) > 300) * 50,
    "dear as a whole": lambda text: len(text) + (len(text) > 400) * 400,
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
        duties=tuple(Duty(f"TC-{n}", text, text, text) for n, text in enumerate(draw(LINES))),
        alerts=draw(LINES),
        unread=tuple(unread(n, text, signals) for n, (text, signals) in enumerate(messages)),
        board=draw(LISTINGS),
        changes=draw(LISTINGS),
    )


def built(view: View, budget: int, rendering: str, counter: str) -> Context | None:
    try:
        return build(view, budget, COUNTERS[counter], rendering)
    except BudgetTooSmallError:
        return None


@settings(max_examples=examples(150))
@given(views(), st.integers(1, 3000), st.sampled_from(list(SECTIONS)), st.sampled_from(list(COUNTERS)))
def test_the_budget_is_kept_and_the_same_view_gives_the_same_text(view, budget, rendering, counter):
    context = built(view, budget, rendering, counter)
    if context is not None:
        assert COUNTERS[counter](context.text) == context.tokens <= budget
        assert built(view, budget, rendering, counter) == context


@settings(max_examples=examples(150))
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


@settings(max_examples=examples(60))
@given(views(), st.integers(300, 6000), st.sampled_from(list(SECTIONS)))
def test_what_is_taken_at_once_is_what_would_be_taken_form_by_form(view, budget, rendering):
    context = built(view, budget, rendering, "estimate")
    with mock.patch.object(Packing, "take_whole", return_value=False):
        by_form = built(view, budget, rendering, "estimate")
    if context != by_form:  # where a shorter form costs more than the full one, taking form by form may run out of room
        assert {one.form for one in context.given if one.tier != "irrelevant"} <= {"full"}
        assert len(by_form.text) < len(context.text)


def test_a_delta_says_who_the_agent_is_beside_it_and_its_task_last():
    duties = (Duty("TC-7", "contract TC-7"),)
    view = View("bob", "en", "You are bob.", ("status: working; task: TC-7",), duties, unread=(
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


def bob(**known: object) -> View:
    return View("bob", "en", "You are bob.", **known)


def listing(kind: str, *lines: str, total: int | None = None, **more: object) -> tuple[Listing, ...]:
    return (Listing(kind, lines, len(lines) if total is None else total, f"show {kind}", **more),)


def forms(context: Context) -> dict[str, str]:
    return {one.id: one.form for one in context.given}


def test_background_that_does_not_fit_counts_as_read_and_relevant_messages_stay_unread():
    texts = [(n, f"news {n} " + "with many words " * 30) for n in range(60)]
    background = tuple(unread(n, text, Signals("group")) for n, text in texts)
    context = build(bob(unread=background), 300)
    assert "omitted" in forms(context).values()
    assert context.read == tuple(forms(context))
    relevant = tuple(unread(n, text, Signals("name")) for n, text in texts)
    context = build(bob(unread=relevant), 300)
    assert context.read == tuple(name for name, form in forms(context).items() if form != "omitted")
    assert len(context.read) < len(relevant)


def test_an_irrelevant_message_is_not_shown_and_counts_as_read():
    context = build(bob(unread=(unread(1, "lunch?", Signals("no")),)))
    assert "lunch?" not in context.text
    assert (forms(context), context.read) == ({"m1": "omitted"}, ("m1",))
    assert context.given[0].tokens == 0


def test_a_notice_after_one_that_does_not_fit_does_not_count_as_shown():
    long = "RE-READ /goal " + "with many words " * 200
    context = build(bob(alerts=("RE-READ /a", long, "RE-READ /b", "OVERDUE"), notices=3), 300)
    assert "RE-READ /b" in context.text
    assert "RE-READ /goal" not in context.text
    assert context.notices == 1


def test_alerts_after_the_notices_are_not_counted_as_notices():
    assert build(bob(alerts=("RE-READ /a", "OVERDUE"), notices=1)).notices == 1


def test_a_row_says_why_a_message_is_shown_and_what_it_costs():
    (row,) = build(bob(unread=(unread(1, "hi", Signals("group", link="TC-7")),))).given
    assert (row.tier, row.rule, row.link, row.form) == ("relevant", "in_common", "TC-7", "full")
    assert row.tokens == estimate(full(unread(1, "hi", Signals("name")).message, "en") + "\n")


def test_what_does_not_fit_is_counted_with_at_most_twelve_ids_the_newest_first():
    messages = tuple(unread(n, "stop!", Signals("name", blocking=True)) for n in range(60))
    context = build(bob(unread=messages), 40, lambda text: text.count("\n"))
    omitted = [one.id for one in context.given if one.form == "omitted"]
    assert len(omitted) > 12
    ids = ", ".join(omitted[::-1][:12])
    assert f"\n({len(omitted)} more not shown; list them with `renkei inbox`: {ids} …)\n" in context.text


def test_critical_messages_that_do_not_fit_are_listed_by_id_after_a_line_of_attention():
    messages = tuple(unread(n, "stop! " * 300, Signals("name", blocking=True)) for n in range(3))
    context = build(bob(unread=messages), 400)
    assert context.text.startswith("ATTENTION: 3 critical items do not fit this budget.")
    assert forms(context) == {"m0": "part", "m1": "named", "m2": "named"}
    assert context.overflow == ("m0", "m1", "m2")
    assert context.read == ()  # what is only listed, or not given to its end, comes again
    assert "m1 from ann: FREEFORM: stop!" in context.text


def test_a_model_is_asked_for_a_summary_of_a_long_message_only():
    asked = []

    def summarize(message):
        asked.append(message.id)
        return "In short: no."

    texts = ["a report of many words " * 60, "a short one " * 20]
    messages = [unread(n, text, Signals("name")) for n, text in enumerate(texts)]
    context = build(bob(unread=tuple(messages), impact=lambda _: "your TC-1", summarize=summarize), 230)
    assert asked == ["m0"]
    assert "[summary] ann: In short: no.\n[impact] your TC-1\n" in context.text


@pytest.mark.short
@pytest.mark.parametrize("counter", list(COUNTERS))
@pytest.mark.parametrize("past", [(), (PastMessage("m-0", "ann", "the port is 8080"),)])
def test_taking_everything_at_once_leaves_the_same_room_and_the_same_order(counter, past):
    long = "with many words " * 10
    view = bob(
        own=("status: idle",),
        unread=(unread(1, long, Signals("group")), unread(2, f"{long}2", Signals("name"))),
        board=listing("fields", "goal: x", "phase: y"),
        past=past,
    )
    whole = build(view, 5000, COUNTERS[counter]).tokens
    for budget in (*range(whole - 390, whole - 60, 10), *range(whole - 60, whole + 80)):
        context = built(view, budget, "snapshot", counter)
        with mock.patch.object(Packing, "take_whole", return_value=False):
            assert built(view, budget, "snapshot", counter) == context, budget


def test_no_shorter_form_is_written_of_what_fits_in_full():
    asked = []
    messages = (unread(1, "a report of many words " * 60, Signals("name")),)
    context = build(bob(unread=messages, summarize=asked.append), 2000)
    assert forms(context) == {"m1": "full"}
    assert asked == []


def test_what_a_model_does_not_summarize_is_shortened():
    one = unread(1, "It is case A-10. " + "with many words " * 200, Signals("name"))
    context = build(bob(unread=(one,), summarize=lambda _: None), 230)
    assert "[summary] ann: FREEFORM: It is case A-10." in context.text


def test_at_a_first_turn_the_changes_are_the_whole_board_and_are_called_so():
    board, changes = listing("fields", "goal: x"), listing("changes", "- ann: y")
    first = build(bob(board=board, changes=board), rendering="delta").text
    later = build(bob(board=board, changes=changes), rendering="delta").text
    assert "=== Project state ===\ngoal: x" in first
    assert "=== Board changes since your last turn ===\n- ann: y" in later


def test_a_snapshot_uses_what_is_left_for_earlier_messages_and_a_delta_has_none():
    past = (PastMessage("m-0", "ann", "the port is 8080"),)
    assert "=== Earlier messages ===\n[m-0] ann: the port is 8080\n" in build(bob(past=past), 500).text
    assert "8080" not in build(bob(past=past), 500, rendering="delta").text
    own = ("with many words " * 20,)
    assert "8080" not in build(bob(past=past, own=own), build(bob(own=own)).tokens + 10).text


def test_the_system_text_has_duties_and_terms_and_a_snapshot_repeats_them():
    view = bob(
        own=("status: idle",),
        duties=(Duty("TC-7", "contract TC-7", "contract TC-7", "contract TC-7\nTC-7: done when: it works"),),
    )
    context = build(view)
    assert context.system == "You are bob.\ncontract TC-7\nTC-7: done when: it works\n"
    assert context.text.startswith("=== Your status ===\nYou are bob.\nstatus: idle\ncontract TC-7\nTC-7: done when")


def test_when_the_whole_costs_more_than_its_parts_the_last_items_taken_are_dropped():
    def dear(text: str) -> int:
        return len(text) + (text.count("\n") > 3) * 200

    messages = tuple(unread(n, f"news {n}", Signals("name")) for n in range(4))
    context = build(bob(unread=messages), 400, dear)
    assert context.tokens <= 400
    assert forms(context)["m3"] != "omitted"
    assert forms(context)["m0"] == "omitted"


@pytest.mark.parametrize("budget", [400, 405, 410])
def test_room_is_kept_for_the_line_that_counts_critical_messages_that_are_not_even_listed(budget):
    messages = tuple(unread(n, "stop!", Signals("name", blocking=True)) for n in range(60))
    context = build(bob(unread=messages), budget, lambda text: 10 * text.count("\n"))
    omitted = sum(one.form == "omitted" for one in context.given)
    assert f"({omitted} more not shown" in context.text
    assert context.tokens <= context.budget == budget


def test_at_every_budget_critical_messages_are_in_full_or_a_line_of_attention_comes_first():
    view = bob(alerts=("OVERDUE",), unread=(unread(1, "stop! " * 12, Signals("name", blocking=True)),))
    for budget in range(120, 160):
        context = build(view, budget)
        whole = "OVERDUE" in context.text and forms(context) == {"m1": "full"}
        assert whole != context.text.startswith("ATTENTION: 2 critical items"), budget


def dear_as_a_whole(text: str) -> int:
    return len(text) + (text.count("\n") > 2) * 300


def test_what_is_critical_is_not_dropped_when_the_whole_costs_more_than_its_parts():
    messages = (unread(1, "stop!", Signals("name", blocking=True)), unread(2, "news", Signals("name")))
    context = build(bob(unread=messages), 441, dear_as_a_whole)
    assert context.tokens == 441
    assert forms(context) == {"m1": "full", "m2": "omitted"}


def test_a_critical_message_is_given_in_parts_when_the_whole_costs_more_than_the_budget():
    view = bob(unread=(unread(1, "stop! " * 100, Signals("name", blocking=True)),))
    context = build(view, 900, dear_as_a_whole)
    assert (forms(context), context.overflow, context.budget) == ({"m1": "part"}, ("m1",), 900)
    assert 600 < dear_as_a_whole(context.text) == context.tokens <= 900


def test_a_budget_that_only_the_parts_of_a_context_fit_is_too_small():
    view = bob(unread=(unread(1, "stop!", Signals("name", blocking=True)),))
    with pytest.raises(BudgetTooSmallError) as refused:
        build(view, 400, dear_as_a_whole)
    assert refused.value.budget == 400
    assert build(view, refused.value.least, dear_as_a_whole).tokens <= refused.value.least


def test_the_terms_of_a_contract_go_before_the_board_and_the_board_before_background():
    long = "with many words " * 10
    view = bob(
        duties=(Duty("TC-7", f"TC-7 {long}"),),
        board=listing("fields", f"goal {long}"),
        unread=(unread(1, long, Signals("group")),),
    )
    found = []
    for budget in range(75, 200):
        text = build(view, budget).text
        found.append(["TC-7" in text, "goal" in text, "FREEFORM" in text])
    assert all(row == sorted(row, reverse=True) for row in found)
    assert [True, False, False] in found
    assert [True, True, False] in found
