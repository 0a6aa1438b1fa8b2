"""Which rules classify messages, and the least that is given of a message, are settings of a project."""

from dataclasses import replace

import pytest

from renkei.budget.context.build import Context, build
from renkei.budget.context.message_text import gist
from renkei.budget.context.shown import FORMS, LEAST_FORM
from renkei.budget.context.view import UnreadMessage, View
from renkei.budget.delivery.model import (
    DEFAULT_DELIVERY,
    PLACEHOLDERS,
    ContextDelivery,
    Delivery,
    DeliveryTier,
    check_delivery,
)
from renkei.budget.relevance.tiers import EVERY_RULE, RULES, Reason, Signals, Tier, classify
from renkei.errors import BadValueError
from renkei.protocol.messages import make_message
from renkei.texts.catalogue import texts
from team import START

TEXT = "The port of src/api is 8080. " + "Nothing else was changed there. " * 40
SPECIFIED = ("blocking_to_me", "to_me", "keywords", "to_my_group", "nothing_in_common")


def unread(number: int, signals: Signals, text: str = TEXT) -> UnreadMessage:
    payload = {"intent_hint": "FREEFORM", "body": text, "requires_response": False, "urgency": "low"}
    header = {"id": f"m{number}", "type": "FREEFORM", "from": "ann", "to": "bob", "timestamp": START}
    message = make_message(header | {"priority": "low", "context_summary": "", "payload": payload})
    return UnreadMessage(message, signals)


def read(delivery: ContextDelivery, *signals: Signals, budget: int = 4000) -> Context:
    messages = tuple(unread(number, one) for number, one in enumerate(signals))
    return build(View("bob", "en", "You are bob.", unread=messages, delivery=delivery), budget)


def forms(context: Context) -> list[str]:
    return [one.form for one in context.given]


def tier(name: Tier, delivery: Delivery, text: str | None = None) -> DeliveryTier:
    return DeliveryTier(tier=name, delivery=delivery, format=text)


def test_every_rule_is_in_the_table_in_its_order_but_the_three_that_need_no_row() -> None:
    assert [*RULES, "from_person", "actionable", "nothing_in_common"] == list(EVERY_RULE)


@pytest.mark.parametrize("name", EVERY_RULE)
def test_every_rule_has_a_text_in_both_languages(name: str) -> None:
    assert all(f"reason.{name}" in texts(locale) for locale in ("en", "ja"))


@pytest.mark.parametrize(
    ("signals", "expected"),
    [
        (Signals("group", urgent="decision_to_make"), "background"),
        (Signals("name", urgent="decision_to_make"), "relevant"),
        (Signals("name", blocking=True), "critical"),
        (Signals("group", link="TC-7"), "background"),
        (Signals("group", weighed=("relevant", Reason("asker")), keywords=("auth",)), "relevant"),
        (Signals("group", weighed=("relevant", Reason("asker"))), "background"),
        (Signals("group", actionable=True), "background"),
        (Signals("no"), "irrelevant"),
    ],
)
def test_the_five_rules_of_the_specification_alone(signals: Signals, expected: Tier) -> None:
    assert classify(signals, SPECIFIED)[0] == expected


def test_each_rule_that_is_left_out_leaves_the_decision_to_the_next() -> None:
    everything = Signals("name", True, "review_of_my_work", "TC-7", ("auth",), ("relevant", Reason("asker")))
    found = [classify(everything, EVERY_RULE[at:])[1].rule for at in range(len(EVERY_RULE))]
    first = ["review_of_my_work"] * 2 + ["blocking_to_me"] * 3
    assert found == [*first, "to_me", "in_common", "asker", *["blocking"] * 5]


@pytest.mark.parametrize("delivery", [*LEAST_FORM, "omit"])
@pytest.mark.parametrize("name", ["relevant", "background", "irrelevant"])
def test_a_tier_is_given_in_the_form_of_its_delivery_and_no_longer_without_expand(
    name: Tier, delivery: Delivery
) -> None:
    signals = {"relevant": Signals("name"), "background": Signals("group"), "irrelevant": Signals("no")}[name]
    chosen = ContextDelivery(tiers=(tier(name, delivery),), expand=False)
    expected = "omitted" if delivery == "omit" else FORMS[LEAST_FORM[delivery]]
    context = read(chosen, signals)
    assert forms(context) == [expected]
    assert context.read == ("m0",)
    assert ("src/api" in context.text) == (delivery != "omit")
    wider = read(chosen.model_copy(update={"expand": True}), signals)
    assert forms(wider) == ["omitted" if delivery == "omit" else "full"]


def test_what_does_not_fit_in_its_form_is_given_in_a_shorter_one() -> None:
    full = ContextDelivery(tiers=(tier("relevant", "full_content"),), expand=False)
    found = forms(read(full, *[Signals("name")] * 3, budget=700))
    assert found == ["summary", "full", "full"]


def test_a_format_is_used_for_the_form_of_its_tier_alone() -> None:
    known = "{timestamp}|{agent}|{msg_id}|{one_line_summary}|{impact_assessment}|{ no name } {agent} } {\n"
    one = unread(0, Signals("group"), "short {agent}")
    expected = f"{START[:19]}Z|ann|m0|{gist(one.message)}|–|{{ no name }} ann }} {{\n"
    delivery = ContextDelivery(tiers=(tier("background", "one_line_digest", known),), expand=False)
    view = View("bob", "en", "You are bob.", unread=(one,), delivery=delivery)
    assert expected in build(view).text
    assert "FREEFORM: short {agent}" in expected  # what a message says is not filled in
    wider = View("bob", "en", "You are bob.", unread=(one,), delivery=delivery.model_copy(update={"expand": True}))
    assert "m0|" not in build(wider).text


def test_a_format_of_a_summary_has_the_action_the_impact_and_a_models_summary() -> None:
    delivery = ContextDelivery(
        tiers=(tier("relevant", "structured_summary", "{agent} / {action} / {impact_assessment}"),), expand=False
    )
    one = unread(0, Signals("name"))
    for summarize, said in ((None, "FREEFORM: The port of src/api is 8080."), (lambda _: "In short.", "In short.")):
        view = View("bob", "en", "You are bob.", unread=(one,), delivery=delivery)
        text = build(replace(view, impact=lambda _: "your TC-1", summarize=summarize)).text
        assert f"\nann / {said}" in text
        assert " / your TC-1\n" in text


def test_the_background_is_limited_to_the_newest_and_the_others_are_counted() -> None:
    context = read(ContextDelivery(background_limit=2), *[Signals("group")] * 5)
    assert forms(context) == ["omitted"] * 3 + ["full"] * 2
    assert "(3 more not shown" in context.text
    assert context.read == ("m0", "m1", "m2", "m3", "m4")


def test_a_relevant_message_without_room_stays_unread_but_one_that_is_omitted_by_choice_does_not() -> None:
    assert read(DEFAULT_DELIVERY, *[Signals("name")] * 60, budget=200).read != tuple(f"m{n}" for n in range(60))
    omit = ContextDelivery(tiers=(tier("relevant", "omit"),))
    context = read(omit, *[Signals("name")] * 60, budget=200)
    assert context.read == tuple(f"m{n}" for n in range(60))
    assert "not shown" not in context.text


def test_a_tier_that_is_left_out_has_its_default_delivery() -> None:
    delivery = ContextDelivery(tiers=(tier("background", "omit"),)).of_tier
    assert delivery["relevant"] == DEFAULT_DELIVERY.of_tier["relevant"]
    assert delivery["background"].delivery == "omit"


@pytest.mark.parametrize(
    ("tiers", "path", "problem"),
    [
        ([("critical", "omit", None)], "/tiers/0/delivery", "critical messages cannot be given as 'omit'"),
        ([("relevant", "omit", None), ("relevant", "omit", None)], "/tiers/1/tier", "'relevant' is listed twice"),
        ([("relevant", "full_content", "{agent}")], "/tiers/0/format", "has no effect on 'full_content'"),
        ([("irrelevant", "one_line_digest", "{agent} {who}")], "/tiers/0/format", "unknown placeholder '{who}'"),
    ],
)
def test_a_faulty_delivery_is_refused_with_what_is_wrong_and_where(
    tiers: list[tuple[Tier, Delivery, str | None]], path: str, problem: str
) -> None:
    delivery = ContextDelivery(tiers=tuple(tier(*one) for one in tiers))
    with pytest.raises(BadValueError, match=problem) as refused:
        check_delivery(delivery)
    assert refused.value.details["path"] == f"/context_delivery{path}"


def test_every_placeholder_is_allowed() -> None:
    text = " ".join(f"{{{name}}}" for name in PLACEHOLDERS)
    check_delivery(ContextDelivery(tiers=(tier("background", "one_line_digest", text),)))
