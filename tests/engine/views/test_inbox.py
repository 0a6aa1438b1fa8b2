"""What is known of an unread message: addressee, urgency, what it has in common with the agent's work."""

from dataclasses import replace
from typing import Any

import pytest

from engine.factory import after, send, submitted, talk, team, terms
from renkei.board.decide import Write
from renkei.budget.delivery.model import ContextDelivery
from renkei.budget.relevance.tiers import EVERY_RULE, classify
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import view
from renkei.engine.views.agent_context.inbox import unread_messages
from renkei.protocol.payloads import (
    ConflictReport,
    DecisionRequest,
    DecisionResult,
    KnowledgeShare,
    ReviewResult,
    TaskBlocked,
    TaskResult,
)


def unread(state: State, sender: str, to: Any, payload: Any, **more: Any) -> Any:
    """Return what ann's inbox holds of a message after it was sent."""
    state = after(state, sender, send("new", sender, to, payload, **more))
    (found,) = (one for one in unread_messages(state, "ann", "en") if one.message.id == "new")
    return found


def impact_on_ann(state: State, one: Any) -> str:
    """Return in words what of ann's work an unread message touches."""
    impact = view(state, "ann").impact
    assert impact is not None
    return impact(one.message)


def test_nothing_unread_is_nothing() -> None:
    assert unread_messages(team(), "ann", "en") == ()


def test_a_message_reaches_by_name_or_as_one_of_a_group() -> None:
    by_name = unread(team(), "bob", ["ann", "eve"], talk("hello"), priority="blocking").signals
    assert (by_name.addressed, by_name.blocking, by_name.urgent, by_name.link, by_name.weighed) == (
        "name",
        True,
        "",
        "",
        None,
    )
    in_group = unread(team(), "bob", "all", talk("hello")).signals
    assert (in_group.addressed, in_group.blocking) == ("group", False)
    assert in_group.weighed is not None


ASK = DecisionRequest(decision_id="D-1", question="port?")


def working() -> State:
    state = after(
        team(), "lead", c.OpenContract(terms("TC-1", assignee="ann", inputs={"description": "the login page"}))
    )
    return after(state, "ann", Write("/agents/ann/artifacts/api", {"version": 1}))


def delegated() -> State:
    state = after(team(), "ann", c.OpenContract(terms("TC-a", delegator="ann", assignee="bob")))
    return after(state, "bob", c.TransitionContract("TC-a", "start"))


@pytest.mark.parametrize(
    ("state", "sender", "payload", "rule"),
    [
        (team(), "bob", ASK, "decision_to_make"),
        (working(), "bob", ReviewResult(artifact_ref="api", verdict="approved", summary="s"), "review_of_my_work"),
        (
            submitted(team(), "TC-1"),
            "lead",
            ReviewResult(artifact_ref="TC-1", verdict="changes_requested", summary="s"),
            "review_of_my_work",
        ),
        (working(), "bob", ReviewResult(artifact_ref="other", verdict="approved", summary="s"), ""),
        (
            delegated(),
            "bob",
            TaskResult(original_task_ref="TC-a", status="completed", summary="s"),
            "answer_to_my_task",
        ),
        (
            delegated(),
            "bob",
            TaskBlocked(original_task_ref="TC-a", blocked_by="D-9", reason="r", needed=()),
            "answer_to_my_task",
        ),
    ],
)
def test_a_message_to_me_may_be_critical_by_its_meaning(state: State, sender: str, payload: Any, rule: str) -> None:
    assert unread(state, sender, "ann", payload).signals.urgent == rule


def test_a_result_for_another_delegator_is_not_critical() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-l", assignee="bob")))
    state = after(state, "bob", c.TransitionContract("TC-l", "start"))
    result = TaskResult(original_task_ref="TC-l", status="completed", summary="s")
    assert unread(state, "bob", ["lead", "ann"], result).signals.urgent == ""
    assert (
        unread(
            delegated(), "bob", ["lead", "all"], result.model_copy(update={"original_task_ref": "TC-a"})
        ).signals.urgent
        == ""
    )


@pytest.mark.parametrize(
    ("payload", "header", "link"),
    [
        (talk("x"), {"task_ref": "TC-1"}, "TC-1"),
        (talk("x"), {"related_state_refs": [{"type": "artifact", "id": "api"}]}, "api"),
        (talk("x"), {"related_state_refs": [{"type": "agent", "id": "ann"}]}, "ann"),
        (ConflictReport(conflict_description="c", severity="warning", conflicting_artifacts=("api",)), {}, "api"),
        (talk("x"), {"in_reply_to": "mine"}, "reply to mine"),
        (talk("x"), {"thread": "T"}, "thread T"),
        (talk("x"), {"thread": "other"}, ""),
        (talk("x"), {"in_reply_to": "theirs"}, ""),
        (talk("x"), {"task_ref": "TC-1", "thread": "T"}, "TC-1, thread T"),
    ],
)
def test_a_message_to_a_group_has_something_in_common(payload: Any, header: dict[str, Any], link: str) -> None:
    state = after(working(), "ann", send("mine", "ann", "bob", talk("q"), thread="T"))
    state = after(state, "bob", send("theirs", "bob", "eve", talk("q"), thread="other"))
    assert unread(state, "bob", "all", payload, **header).signals.link == link


def test_the_ties_of_an_agents_work_are_what_it_reads_waits_for_asked_and_touches() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-0", inputs={"description": "base"})))
    mine = {"description": "see D-7", "artifacts": ["spec"]}
    state = after(state, "lead", c.OpenContract(terms("TC-1", assignee="ann", depends_on=["TC-0"], inputs=mine)))
    state = after(state, "lead", Write("/pending_decisions/D-7", {"question": "?", "owner": "lead"}))
    state = after(state, "ann", send("ask", "ann", "lead", ASK), Write("/agents/ann/artifacts/api", {"version": 1}))

    def impact(ref: str) -> str:
        return impact_on_ann(state, unread(state, "bob", "all", talk("x"), task_ref=ref))

    assert impact("spec") == "spec, an input of your TC-1"
    assert impact("D-7") == "D-7, which your TC-1 depends on"
    assert impact("TC-0") == "TC-0, which your TC-1 is waiting for"
    assert impact("D-1") == "D-1, which is yours"
    assert impact("api") == "api, which is yours"
    assert impact("TC-1") == "your TC-1 (open)"
    assert impact("zoe") == ""


def test_the_impact_of_a_message_names_those_who_wait() -> None:
    state = after(working(), "bob", Write("/agents/bob/blocked_by", "ann"))
    state = after(state, "eve", Write("/agents/eve/blocked_by", "TC-1"))
    one = unread(state, "lead", "all", talk("x"), task_ref="TC-1")
    assert impact_on_ann(state, one) == "your TC-1 (open); bob, eve are waiting for you"


def test_a_conversation_weighs_each_message_for_itself() -> None:
    state = after(team(), "ann", send("q", "ann", "bob", talk("which port does the login page use?")))
    state = after(state, "bob", send("m1", "bob", ["eve", "all"], talk("the login page uses port 80")))
    state = after(state, "eve", send("m2", "eve", ["lead", "all"], talk("lunch is ready"), thread="lunch"))
    one, other = (found.signals.weighed for found in unread_messages(state, "ann", "en"))
    assert one is not None
    assert other is not None
    assert one[1] != other[1]


def test_the_task_of_an_agent_without_a_contract_counts_for_keywords() -> None:
    state = after(team(), "ann", Write("/agents/ann/current_task", "the login page"))
    state = replace(after(state, "bob", send("m", "bob", "all", talk("the login page is broken"))), recent_messages=())
    (found,) = unread_messages(state, "ann", "en")
    assert found.signals.weighed is None
    assert "login" in found.signals.keywords


def test_keywords_in_common_count_for_what_nothing_else_links() -> None:
    state = working()
    found = unread(state, "bob", "all", talk("the login page is broken")).signals
    assert found.weighed is not None or "login" in found.keywords
    assert unread(state, "bob", "ann", talk("the login page is broken")).signals.keywords == ()


def test_what_holds_an_agent_up_ties_a_message_to_it() -> None:
    for affected, resolved, link in (["ann"], False, "B-1"), (["bob"], False, ""), (["ann"], True, ""):
        entry = {"description": "no disk", "affected_agents": affected}
        state = after(team(), "lead", Write("/blockers/B-1", entry), Write("/blockers/B-1/resolved", resolved))
        refs = [{"type": "blocker", "id": "B-1"}]
        assert unread(state, "bob", "all", talk("a disk"), related_state_refs=refs).signals.link == link
    state = after(team(), "ann", Write("/agents/ann/blocked_by", "TC-9"))
    waiting = unread(state, "bob", "all", talk("on it"), related_state_refs=[{"type": "artifact", "id": "TC-9"}])
    assert waiting.signals.link == "TC-9"
    assert impact_on_ann(state, waiting) == "TC-9, which holds you up"


LATE = "nothing new here. " * 80 + "The login page fails."
KNOWLEDGE = {"topic": "news", "content": "see the wiki", "relevance_to_recipients": "", "actionable": False}


@pytest.mark.parametrize(
    ("payload", "summary"),
    [
        (talk(LATE), ""),
        (talk("see the wiki"), "about the login page"),
        (KnowledgeShare(**KNOWLEDGE | {"topic": "login page"}), ""),
        (KnowledgeShare(**KNOWLEDGE | {"relevance_to_recipients": "whoever builds the login page"}), ""),
        (KnowledgeShare(**KNOWLEDGE | {"action_suggestion": "test the login page"}), ""),
    ],
    ids=["after 1,000 characters", "context_summary", "topic", "relevance_to_recipients", "action_suggestion"],
)
@pytest.mark.parametrize("rules", [EVERY_RULE, ("keywords", "to_my_group")])
def test_words_of_my_task_count_wherever_they_stand_in_a_message(payload: Any, summary: str, rules: Any) -> None:
    state = after(working(), "human", c.SetContextDelivery(ContextDelivery(rules=rules)))
    tier, why = classify(unread(state, "bob", "all", payload, context_summary=summary).signals, rules)
    assert (tier, why.keywords) == ("relevant", ("login", "page"))


def test_words_that_a_message_has_beyond_the_task_do_not_weigh_against_it() -> None:
    plain = unread(working(), "bob", "all", talk("the login")).signals.weighed
    padded = unread(
        working(), "bob", "all", talk("the login"), context_summary="lunch is at noon " * 20
    ).signals.weighed
    assert plain == padded


def test_the_answer_that_ended_a_wait_is_what_was_waited_for() -> None:
    state = after(team(), "ann", send("ask", "ann", "lead", ASK), Write("/agents/ann/blocked_by", "D-1"))
    answer = DecisionResult(decision_id="D-1", chosen_option="8080", rationale="")
    assert unread(state, "lead", "ann", answer).signals.urgent == "waited_for"
