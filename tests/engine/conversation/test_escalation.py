"""An assignee reports a clause that applies or an assumption that is gone; its delegator and the rules hear of it."""

from typing import Any

import pytest

from engine.factory import after, events, send, team, terms
from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.engine.events import AnyEvent, MessageSent
from renkei.engine.state import State
from renkei.errors import BadValueError, NotReadyError
from renkei.protocol.payloads import ConflictReport, DecisionRequest, DecisionResult, StatusUpdate, TaskResult

ASK = DecisionRequest(decision_id="D-1", question="port?")
REPORT = StatusUpdate(task_ref="TC-1", new_status="working", progress_summary="the tables do not fit")
CONFLICT = ConflictReport(conflict_description="two ports", severity="warning")
MESSAGES = [ASK, REPORT, CONFLICT]


def at_work(*rules: Rule) -> State:
    authority = {"must_consult": ["libraries"], "escalation_triggers": ["outages"]}
    failure = {"on_assumption_violation": "stop and report"}
    inputs = {"description": "the api", "assumptions": ["PostgreSQL 15", "JWT"]}
    given = terms("TC-1", assignee="ann", inputs=inputs, authority=authority, failure_handling=failure)
    state = after(team(rules=rules), "lead", c.OpenContract(given))
    return after(state, "ann", c.TransitionContract("TC-1", "start"))


def notices(found: tuple[AnyEvent, ...]) -> list[tuple[tuple[str, ...], str, str]]:
    sent = [one for one in found if isinstance(one, MessageSent) and one.message.from_ == "renkei"]
    return [(one.recipients, one.message.priority, one.text) for one in sent]


@pytest.mark.parametrize("payload", MESSAGES)
@pytest.mark.parametrize("clause", ["libraries", "outages"])
def test_every_report_may_name_a_clause_and_only_one_of_its_contract(payload: Any, clause: str) -> None:
    (told,) = notices(
        events(at_work(), "ann", send("m", "ann", "bob", payload, task_ref="TC-1", extensions={"clause": clause}))
    )
    assert told[:2] == (("lead",), "high")
    assert f"ann reports that a clause of TC-1 applies: {clause}. Message m: " in told[2]
    with pytest.raises(
        BadValueError, match=r"/extensions/clause: 'holidays' is not allowed. Expected: libraries \| outages"
    ):
        events(at_work(), "ann", send("m", "ann", "bob", payload, task_ref="TC-1", extensions={"clause": "holidays"}))


def test_a_clause_of_no_contract_is_refused_and_one_on_another_message_is_kept_as_it_is() -> None:
    with pytest.raises(BadValueError, match="none, because the message names no contract"):
        events(at_work(), "ann", send("m", "ann", "bob", ASK, extensions={"clause": "libraries"}))
    done = TaskResult(original_task_ref="TC-1", status="failed", summary="no")
    assert events(at_work(), "ann", send("m", "ann", "lead", done, extensions={"clause": "holidays"}))


@pytest.mark.parametrize(
    ("payload", "priority", "told"),
    [(ASK, "normal", 0), (REPORT, "high", 0), (REPORT, "blocking", 0), (REPORT, "normal", 1), (CONFLICT, "low", 1)],
)
def test_a_delegator_who_reads_the_report_urgently_gets_no_notice_beside_it(
    payload: Any, priority: str, told: int
) -> None:
    named = send("m", "ann", "lead", payload, task_ref="TC-1", priority=priority, extensions={"clause": "outages"})
    assert len(notices(events(at_work(), "ann", named))) == told


def test_work_waits_for_the_answer_to_a_question_that_has_to_be_asked() -> None:
    asked = send("ask", "ann", "lead", ASK, task_ref="TC-1", extensions={"clause": "libraries"})
    state = after(at_work(), "ann", asked)
    submit = c.TransitionContract("TC-1", "submit")
    with pytest.raises(
        NotReadyError, match=r"Cannot submit TC-1: it has an open question: D-1 \(ask\), which lead has to"
    ):
        after(state, "ann", submit)
    decided = DecisionResult(decision_id="D-1", chosen_option="80", rationale="usual")
    assert after(after(state, "lead", send("r", "lead", "ann", decided)), "ann", submit)


@pytest.mark.parametrize("more", [{}, {"extensions": {"clause": "outages"}}])
def test_work_does_not_wait_for_other_questions(more: dict[str, Any]) -> None:
    state = after(at_work(), "ann", send("ask", "ann", "lead", ASK, task_ref="TC-1", **more))
    assert after(state, "ann", c.TransitionContract("TC-1", "submit")).contracts.entries["TC-1"].status == "submitted"


def test_work_does_not_wait_for_a_question_of_another_contract() -> None:
    other = terms("TC-2", assignee="ann", authority={"must_consult": ["libraries"]})
    state = after(at_work(), "lead", c.OpenContract(other))
    state = after(state, "ann", send("ask", "ann", "lead", ASK, task_ref="TC-2", extensions={"clause": "libraries"}))
    assert after(state, "ann", c.TransitionContract("TC-1", "submit"))


GONE = {"violated_assumptions": ["JWT"]}


def test_an_assumption_that_is_gone_is_noted_and_both_parties_read_what_the_contract_says() -> None:
    report = send("m", "ann", "bob", REPORT, extensions=GONE)
    (told,) = notices(events(at_work(), "ann", report))
    assert told[:2] == (("lead", "ann"), "high")
    assert (
        told[2] == "ann reports that an assumption of TC-1 no longer holds: JWT. Contract instruction: stop and report"
    )
    entry = after(at_work(), "ann", report).contracts.entries["TC-1"]
    assert entry.deviations == ("assumption no longer holds: JWT",)
    assert entry.notes == ("ann: assumption no longer holds: JWT", "ann: the tables do not fit")


@pytest.mark.parametrize("payload", [REPORT, TaskResult(original_task_ref="TC-1", status="partial", summary="half")])
def test_only_assumptions_of_the_contract_can_be_gone(payload: Any) -> None:
    with pytest.raises(BadValueError, match=r"'MySQL' is not allowed. Expected: PostgreSQL 15 \| JWT"):
        events(
            at_work(), "ann", send("m", "ann", "lead", payload, extensions={"violated_assumptions": ["JWT", "MySQL"]})
        )
    free = StatusUpdate(new_status="working", progress_summary="x")
    with pytest.raises(BadValueError, match="none, because"):
        events(at_work(), "ann", send("m", "ann", "lead", free, extensions=GONE))


@pytest.mark.parametrize("bad", ["one", [1], {"a": "b"}])
def test_violated_assumptions_are_a_list_of_strings(bad: object) -> None:
    with pytest.raises(BadValueError, match="a list of strings") as error:
        events(at_work(), "ann", send("m", "ann", "lead", REPORT, extensions={"violated_assumptions": bad}))
    assert error.value.details["got"] == bad


@pytest.mark.parametrize(
    ("kind", "extensions", "text"),
    [
        ("clause", {"clause": "outages"}, "outages of TC-1 by ann for lead in m: –"),
        ("assumption", GONE, "JWT of TC-1 by ann for lead in m: stop and report"),
    ],
)
def test_rules_see_what_was_escalated(kind: str, extensions: dict[str, Any], text: str) -> None:
    template = "{text} of {contract} by {agent} for {delegator} in {message_id}: {instruction}"
    notify = {"to": "human", "message_type": "FREEFORM", "content_template": template}
    rule = Rule.model_validate({"event": "mine", "trigger": {"escalated": kind}, "auto_actions": [{"notify": notify}]})
    found = events(at_work(rule), "ann", send("m", "ann", "bob", REPORT, extensions=extensions))
    assert [told[2] for told in notices(found) if told[0] == ("human",)] == [text]
