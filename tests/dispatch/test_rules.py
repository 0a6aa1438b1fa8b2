"""A rule file is read into triggers and actions; what no program could follow is refused."""

from typing import Any

import pytest

from renkei.dispatch.rules import ACTIONS, FILTERS, IMPLIED, TRIGGERS, Rule, RuleAction, Trigger, as_tuple, fill, show
from renkei.errors import BadValueError

NAMES = {
    "field": "/goal",
    "added": "/blockers/*",
    "message": "FREEFORM",
    "contract": "failed",
    "overdue": "contract",
    "escalated": "clause",
}


@pytest.mark.parametrize("kind", TRIGGERS)
def test_a_trigger_has_one_kind(kind: str) -> None:
    assert getattr(Trigger.model_validate({kind: NAMES[kind]}), kind) == NAMES[kind]


@pytest.mark.parametrize("given", [{}, {"becomes": "done"}, {"field": "/goal", "message": "FREEFORM"}])
def test_a_trigger_of_no_kind_or_two_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadValueError, match="Give exactly one of field, added, message, contract, overdue, escalated"):
        Trigger.model_validate(given)


@pytest.mark.parametrize(
    ("given", "writes"),
    [
        ({"set": "affected_agents[].status = idle"}, [("status", None, "idle")]),
        ({"set": "  /current_phase=  in review "}, [(None, "/current_phase", "in review")]),
        (
            {"set": ["/goal = a = b", "affected_agents[].current_task ="]},
            [(None, "/goal", "a = b"), ("current_task", None, "")],
        ),
        ({"clear": "affected_agents[].blocked_by"}, [("blocked_by", None, None)]),
        ({"clear": ["/agents/ann/current_task "]}, [(None, "/agents/ann/current_task", None)]),
        ({"clear": "/goal", "set": "/goal = x"}, [(None, "/goal", "x"), (None, "/goal", None)]),
        ({}, []),
    ],
)
def test_assignments_are_read_from_their_texts(given: dict[str, Any], writes: list[Any]) -> None:
    assert RuleAction.model_validate(given).assignments() == writes


@pytest.mark.parametrize(
    "given",
    [
        {"set": "/goal"},
        {"set": "goal = x"},
        {"set": "affected_agents[].mood = x"},
        {"set": ["/goal = x", "affected_agents.status = idle"]},
        {"clear": "/goal = x"},
        {"clear": "affected_agents[].status"},
        {"clear": ["/goal", "goal"]},
    ],
)
def test_an_assignment_that_cannot_be_parsed_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadValueError, match="cannot parse"):
        RuleAction.model_validate(given)


def test_every_filter_is_accepted_and_an_unknown_one_is_refused_with_those_that_are_known() -> None:
    for name in FILTERS:
        assert RuleAction(filter=name).filter == name
    with pytest.raises(BadValueError, match=r"'everybody' is not a valid filter. Allowed: affected_by_decision, "):
        RuleAction(filter="everybody")


def test_each_filter_follows_these_paths_through_the_graph() -> None:
    by_task = ("agent:{agent}", "contract:{completed_task}", "artifact:{output_artifacts}")
    assert {
        "waiting_for_task": ((by_task, (("in", ("waits_for",)),)),),
        "waiting_for_contract": ((by_task[1:], (("in", ("waits_for",)),)),),
        "blocking_source": ((("agent:{agent}",), (("out", ("waits_for",)),)),),
        "affected_by_decision": (
            (("decision:{decision_id}",), (("in", ("touches", "works_on")),)),
            (("agent:{uninformed}",), ()),
        ),
        "asked_decision": ((("decision:{decision_id}",), (("out", ("asked_by",)),)),),
        "artifact_owners": (
            (("artifact:{conflicting_artifacts}",), ()),
            (("decision:{conflicting_decisions}",), (("out", ("owned_by",)),)),
        ),
        "artifact_users": ((("artifact:{artifact_ref}",), (("in", ("reads",)),)),),
        "agent": ((("agent:{agent}",), ()),),
    } == FILTERS


def test_each_action_has_this_filter_unless_it_names_another() -> None:
    assert {
        "notify_blocked_agents": "waiting_for_task",
        "notify_blocking_source": "blocking_source",
        "notify_affected_agents": "affected_by_decision",
        "escalate_to_relevant_agents": "artifact_owners",
        "notify_dependents": "artifact_users",
        **dict.fromkeys(("pause_related_tasks", "update_state_board", "notify", "pause", "resume")),
        **dict.fromkeys(("open_decision", "open_contract")),
    } == ACTIONS
    assert IMPLIED == {"pause_related_tasks": {"pause": True}, "pause": {"pause": True}, "resume": {"resume": True}}


def rule(*actions: dict[str, Any]) -> Rule:
    return Rule.model_validate({"event": "mine", "trigger": {"field": "/goal"}, "auto_actions": actions})


def test_actions_keep_their_order_and_their_names() -> None:
    found = rule({"notify": {"filter": "agent"}}, {"pause": {"pause": True}}, {"notify": {}}).actions()
    assert [(name, action.filter, action.pause) for name, action in found] == [
        ("notify", "agent", False), ("pause", None, True), ("notify", None, False),
    ]  # fmt: skip


def test_an_action_with_an_unknown_name_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(BadValueError, match=r"notify_blocked_agents, "):
        rule({"notify": {}}, {"shout": {}})


@pytest.mark.parametrize("action", [{}, {"notify": {}, "pause": {}}])
def test_an_action_without_one_name_is_refused(action: dict[str, Any]) -> None:
    with pytest.raises(
        BadValueError, match=r"an action has one name. Write each under a name of its own: notify_blocked_agents, "
    ):
        rule({"notify": {}}, action)


def test_a_rule_without_actions_is_refused() -> None:
    with pytest.raises(BadValueError):
        rule()


def test_the_default_filter_of_an_action_is_a_filter() -> None:
    assert {name for name in ACTIONS.values() if name is not None} <= set(FILTERS)


def test_one_string_or_several_are_read_as_several() -> None:
    assert as_tuple("a") == ("a",)
    assert as_tuple(("a", "b")) == ("a", "b")


def test_a_template_is_filled_and_an_unknown_name_stays() -> None:
    assert (
        fill("{agent} waits for {what} ({agent}, {Agent})", {"agent": "ann"}) == "ann waits for {what} (ann, {Agent})"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "–"), ("", "–"), ([], "–"), (0, "0"), (False, "False"), (["a", None, 3], "a, –, 3"), (("a",), "a")],
)
def test_a_variable_is_shown_as_text(value: Any, text: str) -> None:
    assert show(value) == text
