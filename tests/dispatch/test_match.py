"""An occurrence triggers the rules that wait for it, and each rule says what it wants done, for whom."""

from typing import Any

import pytest

from renkei.dispatch.graph.links import Links
from renkei.dispatch.intents import (
    AddBlocker,
    Intent,
    Notify,
    OpenDecision,
    OpenWork,
    ResolveBlockers,
    SetField,
    UnevaluatedCondition,
)
from renkei.dispatch.match import (
    Occurrence,
    RuleBook,
    intents,
    key_of,
    select,
)
from renkei.dispatch.rules import NewContract, Rule

STATUS = "/agents/*/status"
BLOCKED = Occurrence(("field", STATUS), {"agent": "ann", "author": "lead", "because": "it said so"}, "blocked")


def rule(trigger: dict[str, Any], *actions: dict[str, Any], **more: Any) -> Rule:
    given = {"event": "mine", "trigger": trigger, "auto_actions": actions or ({"notify": {"filter": "agent"}},)}
    return Rule.model_validate(given | more)


def named(name: str, **more: Any) -> Rule:
    return rule({"field": STATUS} | more.pop("trigger", {}), event=name, **more)


# Matching


@pytest.mark.parametrize(
    ("trigger", "key"),
    [
        ({"field": STATUS, "becomes": "idle"}, ("field", STATUS)),
        ({"added": "/blockers/*"}, ("added", "/blockers/*")),
        ({"message": "FREEFORM"}, ("message", "FREEFORM")),
        ({"contract": "failed"}, ("contract", "failed")),
        ({"overdue": "contract"}, ("overdue", "contract")),
    ],
)
def test_a_rule_is_indexed_by_the_kind_and_name_of_its_trigger(trigger: dict[str, Any], key: tuple[str, str]) -> None:
    assert key_of(rule(trigger)) == key


def triggered(*rules: Rule) -> list[str]:
    return [one.event for one in RuleBook.of(iter(rules)).matching(BLOCKED)]


def test_an_occurrence_triggers_the_rules_with_its_key_in_their_order() -> None:
    other = rule({"field": "/goal"}, event="other")
    assert triggered(named("b"), other, named("a")) == ["b", "a"]
    assert RuleBook.of((named("b"), other)).rules == (named("b"), other)
    assert triggered(other) == []


def test_a_value_must_equal_the_one_that_the_trigger_names() -> None:
    assert triggered(named("a", trigger={"becomes": "blocked"}), named("b", trigger={"becomes": "idle"})) == ["a"]


def test_a_condition_must_hold() -> None:
    rules = named("a", condition="agent == 'ann'"), named("b", condition="agent == 'bob'"), named("c", condition="1")
    assert triggered(*rules) == ["a"]
    both = {"becomes": "idle"}
    assert triggered(named("d", trigger=both, condition="agent == 'ann'")) == []


# Conditions


def test_a_condition_sees_the_variables() -> None:
    many = Occurrence(BLOCKED.key, {"severity": "critical", "agents": ["ann", "bob"]}, "blocked")
    fits = named("a", condition="severity == 'critical' && size(agents) == 2")
    assert RuleBook.of([fits, named("b", condition="size(agents) == 3")]).matching(many) == [fits]


def test_a_condition_that_is_not_evaluated_is_reported_and_nothing_else_is_done() -> None:
    much = Occurrence(BLOCKED.key, {"agent": "ann", "because": "x", "paths": ["a"] * 20_000}, "blocked")
    costly = "paths.map(one, one + one).exists(one, one == agent)"
    mine = named("mine", condition=costly)
    assert RuleBook.of([mine]).matching(much) == [mine]
    reason = "too expensive for variables with 20003 items and 20021 characters"
    (found,) = intents(mine, much, Links(), "en")
    assert found == UnevaluatedCondition(costly, reason)


def test_an_action_whose_condition_is_not_evaluated_is_reported_beside_the_others() -> None:
    much = Occurrence(BLOCKED.key, {"agent": "ann", "because": "x", "paths": ["a"] * 20_000}, "blocked")
    costly = {"set": "/goal = first", "condition": "paths.map(one, one).size() > 1"}
    mine = rule({"field": STATUS}, {"update_state_board": costly}, {"update_state_board": {"set": "/goal = second"}})
    first, second = intents(mine, much, Links(), "en")
    assert isinstance(first, UnevaluatedCondition)
    assert second == SetField("/goal", "second")


# Filters

TEAM = (
    Links()
    .add("agent:bob", "waits_for", "agent:ann")
    .add("agent:cid", "waits_for", "contract:T-1")
    .add("agent:ann", "waits_for", "contract:T-2")
    .add("contract:T-1", "assigned_to", "agent:ann")
    .add("contract:T-2", "assigned_to", "agent:dan")
    .add("contract:T-1", "reads", "artifact:spec")
    .add("contract:T-2", "reads", "artifact:spec")
    .add("contract:T-2", "touches", "decision:D-1")
    .add("agent:eva", "works_on", "decision:D-1")
    .add("agent:fay", "waits_for", "decision:D-1")
    .add("agent:gus", "waits_for", "artifact:docs")
    .add("decision:D-1", "asked_by", "agent:cid")
    .add("decision:D-1", "owned_by", "agent:lead")
    .add("artifact:spec", "made_by", "agent:bob")
    .add("artifact:api", "made_by", "agent:cid")
)


@pytest.mark.parametrize(
    ("name", "variables", "found"),
    [
        (
            "waiting_for_task",
            {"agent": "ann", "completed_task": "T-1"},
            {"bob": ("agent:bob",), "cid": ("agent:cid",)},
        ),
        ("waiting_for_task", {"agent": "ann", "completed_task": None}, {"bob": ("agent:bob",)}),
        ("waiting_for_contract", {"agent": "ann", "completed_task": "T-1"}, {"cid": ("agent:cid",)}),
        ("blocking_source", {"agent": "ann"}, {"dan": ("contract:T-2",)}),
        (
            "affected_by_decision",
            {"decision_id": "D-1", "uninformed": ["fay", "cid"]},
            {"dan": ("contract:T-2",), "eva": ("agent:eva",), "fay": ("agent:fay",), "cid": ("agent:cid",)},
        ),
        ("waiting_for_contract", {"output_artifacts": ["docs"]}, {"gus": ("agent:gus",)}),
        ("waiting_for_task", {"output_artifacts": ["docs"]}, {"gus": ("agent:gus",)}),
        ("asked_decision", {"decision_id": "D-1"}, {"cid": ("agent:cid",)}),
        (
            "artifact_owners",
            {"conflicting_artifacts": ["spec", "api"]},
            {"bob": ("artifact:spec",), "cid": ("artifact:api",)},
        ),
        ("artifact_users", {"artifact_ref": "spec"}, {"ann": ("contract:T-1",), "dan": ("contract:T-2",)}),
        ("agent", {"agent": "ann"}, {"ann": ("agent:ann",)}),
        ("artifact_users", {}, {}),
    ],
)
def test_a_filter_selects_agents_each_with_what_led_to_it(
    name: str, variables: dict[str, Any], found: dict[str, tuple[str, ...]]
) -> None:
    assert select(TEAM, name, variables) == found


@pytest.mark.parametrize("informed", [{"author": "ann"}, {"agent": "ann"}, {"recipients": ["lead", "ann"]}])
def test_an_agent_that_already_knows_is_left_out(informed: dict[str, Any]) -> None:
    assert select(TEAM, "artifact_users", {"artifact_ref": "spec"} | informed) == {"dan": ("contract:T-2",)}


def test_the_filter_for_the_agent_itself_keeps_the_agent_that_triggered_the_rule() -> None:
    assert select(TEAM, "agent", {"agent": "ann", "author": "ann", "recipients": ["ann"]}) == {"ann": ("agent:ann",)}


# Intents

UPDATED = {"artifact_ref": "spec", "author": "bob", "because": "spec changed"}
TO_USERS = {"filter": "artifact_users"}


def wanted(
    *actions: dict[str, Any], locale: Any = "en", variables: dict[str, Any] = UPDATED, **more: Any
) -> list[Intent]:
    one = rule({"added": "/blockers/*"}, *actions, **more)
    return intents(one, Occurrence(("added", "/blockers/*"), variables), TEAM, locale)


def test_every_affected_agent_is_notified_with_what_led_to_it() -> None:
    template = " {recipient}: {artifact_ref} touches {impact_assessment}\n"
    action = TO_USERS | {"message_type": "FREEFORM", "priority": "high", "content_template": template}
    assert wanted({"notify": action}) == [
        Notify("ann", "FREEFORM", "high", "ann: spec touches T-1", (("artifact", "spec"),)),
        Notify("dan", "FREEFORM", "high", "dan: spec touches T-2", (("artifact", "spec"),)),
    ]


def test_what_led_to_an_agent_on_two_ways_is_named_with_commas() -> None:
    template = {"message_type": "FREEFORM", "content_template": "{impact_assessment}"}
    action = {"filter": "artifact_owners"} | template
    variables = {"conflicting_artifacts": ["spec", "docs:api"], "because": "b"}
    links = TEAM.add("artifact:docs:api", "made_by", "agent:bob")
    one = rule({"message": "CONFLICT_REPORT"}, {"notify": action})
    found = intents(one, Occurrence(("message", "CONFLICT_REPORT"), variables), links, "en")
    assert [(intent.to, intent.content) for intent in found if isinstance(intent, Notify)] == [
        ("bob", "spec, docs:api"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("template", "locale", "text"),
    [
        ({"en": "hello", "ja": "やあ"}, "en", "hello"),
        ({"en": "hello", "ja": "やあ"}, "ja", "やあ"),
        ({"ja": "やあ"}, "en", "やあ"),
        (None, "en", "in words"),
    ],
)
def test_the_text_of_a_message_follows_the_locale(template: Any, locale: str, text: str) -> None:
    action = {"filter": "agent", "message_type": "FREEFORM", "content_template": template}
    found = wanted({"notify": action}, variables={"agent": "ann"}, locale=locale, description="in words")
    assert found == [Notify("ann", "FREEFORM", "normal", text)]


def test_a_rule_without_template_and_description_sends_its_name() -> None:
    action = {"filter": "agent", "message_type": "FREEFORM"}
    assert wanted({"notify": action}, variables={"agent": "ann"}) == [Notify("ann", "FREEFORM", "normal", "mine")]


def test_an_action_without_a_filter_concerns_the_agents_of_the_one_before() -> None:
    update = {"set": "affected_agents[].status = idle"}
    assert wanted({"notify": {"filter": "artifact_users"}}, {"update_state_board": update}) == [
        SetField("/agents/ann/status", "idle"), SetField("/agents/dan/status", "idle"),
    ]  # fmt: skip
    assert wanted({"update_state_board": update}) == []


def test_an_action_has_the_filter_of_its_name() -> None:
    update = {"clear": "affected_agents[].blocked_by"}
    assert wanted({"notify_dependents": update}) == [
        SetField("/agents/ann/blocked_by", None), SetField("/agents/dan/blocked_by", None),
    ]  # fmt: skip
    assert wanted(
        {"notify_dependents": update | {"filter": "artifact_owners"}}, variables={"conflicting_artifacts": ["spec"]}
    ) == [SetField("/agents/bob/blocked_by", None)]


def test_fields_of_the_board_are_written_once_with_their_variables() -> None:
    action = TO_USERS | {"set": "/agents/{author}/current_task = fix {artifact_ref}", "clear": "/goal"}
    assert wanted({"update_state_board": action}) == [
        SetField("/agents/bob/current_task", "fix spec"), SetField("/goal", None),
    ]  # fmt: skip


def test_fields_of_the_board_and_of_agents_are_written_in_the_order_given() -> None:
    action = {"filter": "agent", "set": ["/goal = a", "affected_agents[].status = idle"]}
    found = wanted({"update_state_board": action}, variables={"agent": "ann"})
    assert found == [SetField("/goal", "a"), SetField("/agents/ann/status", "idle")]


def test_an_action_whose_condition_does_not_hold_is_left_out() -> None:
    first = {"set": "/goal = first", "condition": "author == 'ann'"}
    second = {"set": "/goal = second", "condition": "author == 'bob'"}
    third = {"set": "/goal = third"}
    found = wanted(*({"update_state_board": action} for action in (first, second, third)))
    assert found == [SetField("/goal", "second"), SetField("/goal", "third")]


def test_a_pause_blocks_the_affected_agents_with_the_reason() -> None:
    assert wanted({"pause": {"filter": "agent", "pause": True}}, variables={"agent": "ann", "because": "why"}) == [
        SetField("/agents/ann/blocked_by", "why"), SetField("/agents/ann/status", "blocked"),
    ]  # fmt: skip


def test_a_resumption_clears_what_the_affected_agents_wait_for() -> None:
    assert wanted({"resume": {"filter": "agent", "resume": True}}, variables={"agent": "ann", "because": "why"}) == [
        SetField("/agents/ann/blocked_by", None), SetField("/agents/ann/status", "idle"),
    ]  # fmt: skip


def test_a_blocker_is_added_for_the_agent_that_triggered_the_rule() -> None:
    assert wanted({"notify": {"add_blocker": True}}, variables={"agent": "ann"}) == [AddBlocker(("ann",))]
    assert wanted({"notify": {"add_blocker": True}}, variables={"agent": None}) == [AddBlocker(())]


def test_blockers_are_resolved_for_each_affected_agent() -> None:
    assert wanted({"notify": TO_USERS | {"resolve_blockers": True}}) == [ResolveBlockers("ann"), ResolveBlockers("dan")]


def test_a_decision_is_asked_for_with_its_variables() -> None:
    asked = {"question": "Keep {artifact_ref}?", "owner": "{author}", "options": ["yes", "no"]}
    assert wanted({"open_decision": {"open_decision": asked}}) == [OpenDecision("Keep spec?", "bob", ("yes", "no"))]


def test_a_contract_is_opened_with_its_variables() -> None:
    new = {"description": "Test {artifact_ref}", "format": "report", "criteria": ["done"], "delegator": "{author}"}
    (intent,) = wanted({"open_contract": {"open_contract": new | {"roles": ["qa"]}}})
    assert intent == OpenWork(
        NewContract(description="Test spec", format="report", criteria=("done",), delegator="bob", roles=("qa",))
    )
