"""A rule names its recipients: by id, group, role, as lead or human, or by a variable of what triggered it."""

from typing import Any

import pytest

from engine.factory import after, events, message, send, talk, team
from renkei.board.decide import Write
from renkei.dispatch.recipients import fixed_names, resolve
from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.engine.events import MessageSent, RuleFired
from renkei.engine.rules.recipients import names_for, recipient_names
from renkei.engine.state import State
from renkei.errors import BadValueError
from renkei.protocol.payloads import DecisionRequest

BLOCKED = {"field": "/agents/*/status", "becomes": "blocked"}


def rule(trigger: dict[str, Any], **action: Any) -> Rule:
    given = {"message_type": "FREEFORM", "content_template": "look"} | action
    return Rule.model_validate({"event": "mine", "trigger": trigger, "auto_actions": [{"notify": given}]})


def reached(state: State, actor: str, *actions: c.Action, seconds: int = 0) -> list[str]:
    """Return whom the rules of a project tell after a command, in order."""
    found = events(state, actor, *actions, seconds=seconds)
    return [
        to for one in found if isinstance(one, MessageSent) and one.message.from_ == "renkei" for to in one.recipients
    ]


def ruled(one: Rule) -> State:
    state = after(team(), "human", c.Join("zoe", human=True), c.SetGroup("core", ("ann", "eve")))
    return after(state, "human", c.SetRules((one,)))


@pytest.mark.parametrize(
    ("to", "found"),
    [
        ("eve", ["eve"]),
        (["eve", "ann"], ["eve", "ann"]),
        ("core", ["ann", "eve"]),
        ("role:backend", ["ann", "bob", "eve"]),
        ("lead", ["lead"]),
        ("human", ["human", "zoe"]),
        ("{agent}", ["bob"]),
        (["lead", "{agent}", "role:planning"], ["lead", "bob"]),
        ("{dependency}", []),
    ],
)
def test_recipients_are_named(to: Any, found: list[str]) -> None:
    assert reached(ruled(rule(BLOCKED, to=to)), "bob", Write("/agents/bob/status", "blocked")) == found


def test_names_alone_replace_the_filter_of_the_action_and_a_filter_of_its_own_stands_beside_them() -> None:
    block = (Write("/agents/bob/blocked_by", "ann"), Write("/agents/bob/status", "blocked"))
    named = {"message_type": "FREEFORM", "to": "lead"}
    for own, found in ({}, ["lead"]), ({"filter": "blocking_source"}, ["ann", "lead"]):
        given = {"event": "mine", "trigger": BLOCKED, "auto_actions": [{"notify_blocking_source": named | own}]}
        assert reached(ruled(Rule.model_validate(given)), "bob", *block) == found


def test_a_variable_may_hold_several_names() -> None:
    unknown, found = resolve(
        ["{recipients}", "role:{role}"], {"recipients": ["ann", "cid"], "role": "qa"}, {"ann": ("ann",)}
    )
    assert (unknown, found) == (["cid", "role:qa"], ["ann"])
    assert fixed_names(["{creditor}", "ann", "role:{role}"]) == [(1, "ann")]


def test_an_overdue_reply_reaches_its_creditor_the_lead_and_the_humans() -> None:
    text = "{debtor} owes {creditor} a reply to {message}: {summary}"
    late = rule({"overdue": "obligation"}, to=["{creditor}", "lead", "human"], content_template=text)
    ask = message(
        "ask", "ann", "bob", DecisionRequest(decision_id="D-1", question="port?"), reply_by="2026-01-05T10:00:00Z",
        context_summary="the port",
    )  # fmt: skip
    state = after(ruled(late), "ann", c.Send(ask))
    found = events(state, "human", c.Tick(), seconds=7200)
    told = [one for one in found if isinstance(one, MessageSent)]
    assert [one.recipients for one in told] == [("ann",), ("lead",), ("human",), ("zoe",)]
    assert told[0].text == "bob owes ann a reply to ask: the port"


def test_an_unknown_name_is_refused_when_rules_are_set_and_recorded_when_a_variable_holds_it() -> None:
    with pytest.raises(BadValueError, match="nobody is called 'ana'") as raised:
        ruled(rule(BLOCKED, to=["lead", "ana"]))
    assert raised.value.path == "/events/mine/auto_actions/0/notify/to/1"
    assert "ann" in raised.value.hint
    state = after(ruled(rule(BLOCKED, to=["{dependency}", "lead"])), "bob", Write("/agents/bob/blocked_by", "rain"))
    found = events(state, "bob", Write("/agents/bob/status", "blocked"))
    (fired,) = [one for one in found if isinstance(one, RuleFired)]
    assert [one.split(":")[0] for one in fired.refused] == ["UNKNOWN_RECIPIENT"]
    assert [one.recipients for one in found if isinstance(one, MessageSent)] == [("lead",)]


def test_names_are_collected_only_for_a_rule_that_names_somebody() -> None:
    assert names_for(team(), rule(BLOCKED, filter="agent")) == {}
    names = names_for(team(), rule(BLOCKED, to="ann"))
    assert (names["ann"], names["all"][0], names["renkei"]) == (("ann",), "human", ())
    assert recipient_names(State())["lead"] == ()


def test_what_an_action_does_in_words_is_recorded_and_is_its_text_without_another() -> None:
    one = rule({"message": "FREEFORM"}, to="lead", action="tell the lead", content_template=None)
    found = events(ruled(one), "ann", send("m", "ann", "bob", talk("hello")))
    (fired,) = [event for event in found if isinstance(event, RuleFired)]
    assert fired.actions == ("tell the lead",)
    assert [event.text for event in found if isinstance(event, MessageSent)][1:] == ["tell the lead"]


def test_an_action_whose_condition_does_not_hold_is_not_recorded() -> None:
    given = [
        {"notify": {"to": "lead", "message_type": "FREEFORM", "action": a, "condition": f"agent == '{a}'"}}
        for a in ("ann", "bob")
    ]
    one = Rule.model_validate({"event": "mine", "trigger": {"message": "FREEFORM"}, "auto_actions": given})
    found = events(ruled(one), "ann", send("m", "ann", "bob", talk("hello")))
    assert [event.actions for event in found if isinstance(event, RuleFired)] == [("ann",)]


def test_an_action_that_has_only_its_name_does_what_the_name_says() -> None:
    for name, status in ("pause_related_tasks", "blocked"), ("pause", "blocked"), ("resume", "idle"):
        actions = [{name: {"to": "ann", "action": "in words"}}]
        one = Rule.model_validate({"event": "mine", "trigger": {"message": "FREEFORM"}, "auto_actions": actions})
        before = after(ruled(one), "ann", Write("/agents/ann/status", "working"))
        state = after(before, "bob", send("m", "bob", "ann", talk("stop")))
        assert state.board.get("/agents/ann/status") == status
        assert state.board.get("/agents/ann/blocked_by") == ("m" if status == "blocked" else None)
