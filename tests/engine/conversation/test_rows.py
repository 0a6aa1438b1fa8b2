"""What messages and obligations assign, link, set off and mean for rules."""

import pytest

from engine.factory import after, applied, decided, events, kinds, message, send, talk, team, terms, time, who
from renkei.board.decide import Write
from renkei.board.events import FieldWritten
from renkei.engine import commands as c
from renkei.engine.conversation.rows import contracts_of_message
from renkei.engine.events import AnyEvent, MessageSent, ObligationOverdue
from renkei.engine.state import State
from renkei.engine.tables import EVENTS
from renkei.protocol.payloads import (
    ConflictReport,
    DecisionRequest,
    DecisionResult,
    ExpectedOutput,
    ReviewRequest,
    ReviewResult,
    TaskHandoff,
    TaskResult,
)

REVIEW = ReviewRequest(artifact_ref="api", blocking=True)
APPROVE = ReviewResult(artifact_ref="api", verdict="approved", summary="fine")
WORK = TaskHandoff(
    task_description="x", expected_output=ExpectedOutput(format="code"), authority_scope="", fallback_on_failure=""
)


def written(found: tuple[AnyEvent, ...]) -> dict[str, object]:
    return {one.path: one.value for one in found if isinstance(one, FieldWritten)}


def test_a_message_is_unread_by_each_recipient_in_the_order_of_sending() -> None:
    state = after(team(), "ann", send("z", "ann", ["bob", "eve"], talk("one")), send("a", "ann", "bob", talk("two")))
    assert [kept.message.id for kept in state.unread_of("bob")] == ["z", "a"]
    assert [kept.message.id for kept in state.unread_of("eve")] == ["z"]
    assert (state.messages["z"].seq, state.messages["z"].ref_count, state.sent) == (3, 2, 2)


def test_a_reply_gets_another_deadline_and_stays_one_reply() -> None:
    state = after(team(), "ann", send("m1", "ann", "bob", REVIEW))
    state = after(state, "human", c.TransferObligation("m1", "bob", "bob", reply_by=time(60)))
    assert [(one.message_id, one.reply_by) for one in state.owed_by("bob")] == [("m1", time(60))]
    assert kinds(events(state, "human", c.Tick(), seconds=61)) == ["obligation_overdue"]
    state = after(state, "bob", send("m2", "bob", "ann", APPROVE))
    assert list(state.owed_by("bob")) == []


def test_messages_of_participants_are_counted_by_type_and_by_hint() -> None:
    state = after(team(), "ann", send("m1", "ann", "bob", talk("x")), send("m2", "ann", "bob", REVIEW))
    state = after(state, "human", c.HaltProject("spent"), send("m3", "human", "bob", talk("y")))
    assert dict(state.message_counts) == {"FREEFORM": 2, "REVIEW_REQUEST": 1}
    assert dict(state.intent_hints) == {"TALK": 2}
    system = message("renkei-9", "renkei", "bob", talk("by the system"))
    state = applied(state, MessageSent(message=system, recipients=("bob",)))
    assert dict(state.message_counts) == {"FREEFORM": 2, "REVIEW_REQUEST": 1}
    assert len(state.recent_messages) == 3


def test_only_the_newest_messages_are_remembered() -> None:
    state = team(guarded=False)
    mails = [send(f"m{n}", "ann", "bob", talk(f"thought {n}")) for n in range(201)]
    state = after(state, "ann", *mails)
    assert len(state.recent_messages) == 200
    assert state.recent_messages[0].id == "m1"
    assert len(state.recent_by_agent["ann"]) == 5
    assert state.recent_by_agent["ann"][-1][1].endswith("thought 200")


def test_a_group_message_names_nobody_and_a_human_is_not_watched_for_repetition() -> None:
    state = after(team(), "human", send("m", "human", ["all", "ann"], talk("x")))
    assert state.recent_messages[-1].named == ("ann",)
    assert "human" not in state.recent_by_agent


def test_a_message_is_kept_while_it_is_unread_or_a_reply_to_it_is_owed() -> None:
    state = after(team(), "ann", send("ask", "ann", "bob", talk("where?", requires_response=True)))
    assert state.messages["ask"].ref_count == 2
    state = after(state, "bob", send("m", "bob", "ann", talk("here"), in_reply_to="ask"))
    assert state.messages["ask"].ref_count == 1
    assert "bob" not in state.obligations


def test_a_decision_that_is_asked_for_under_a_contract_is_linked_to_it() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann", inputs={"description": "the api"})))
    ask = DecisionRequest(decision_id="D-1", question="port?")
    linked = after(state, "ann", send("ask", "ann", "lead", ask, task_ref="TC-1"))
    assert list(linked.links.neighbours("contract:TC-1", "out", ("touches",))) == ["decision:D-1"]
    for other in (send("m", "ann", "lead", ask), send("m", "ann", "lead", talk("D-1"), task_ref="TC-1")):
        state_of = after(state, "ann", other)
        assert list(state_of.links.neighbours("contract:TC-1", "out", ("touches",))) == []


def owed_by(state: State, name: str) -> list[str]:
    return list(state.links.neighbours(f"message:{name}", "out", ("owed_by",)))


def test_a_request_is_linked_to_those_who_still_owe_a_reply() -> None:
    state = after(team(), "ann", send("ask", "ann", ["bob", "eve"], REVIEW))
    assert owed_by(state, "ask") == ["agent:bob", "agent:eve"]
    state = after(state, "bob", send("m", "bob", "ann", APPROVE))
    assert owed_by(state, "ask") == ["agent:eve"]


def test_a_blocking_review_blocks_its_sender_until_everybody_has_replied() -> None:
    state = after(team(), "ann", send("ask", "ann", ["bob", "eve"], REVIEW))
    assert state.board.get("/agents/ann/blocked_by") == "ask"
    first = events(state, "bob", send("m1", "bob", "ann", APPROVE))
    assert written(first) == {}
    state = applied(state, *first)
    found = events(state, "eve", send("m2", "eve", "ann", APPROVE))
    assert written(found) == {"/agents/ann/blocked_by": None, "/agents/ann/status": "idle"}


def test_an_agent_that_resumes_is_working_when_it_has_a_task() -> None:
    state = after(team(), "ann", Write("/agents/ann/current_task", "TC-1"), send("ask", "ann", "bob", REVIEW))
    found = events(state, "bob", send("m", "bob", "ann", APPROVE))
    assert written(found)["/agents/ann/status"] == "working"


def test_a_reply_to_a_conflict_report_resolves_its_blocker() -> None:
    report = ConflictReport(conflict_description="two ports", severity="critical", conflicting_artifacts=())
    state = after(team(), "ann", send("clash", "ann", "lead", report))
    assert state.board.get("/blockers/clash/resolved") is False
    answer = DecisionResult(decision_id="any", chosen_option="80", rationale="")
    state = after(state, "lead", send("m", "lead", "ann", answer, in_reply_to="clash"))
    assert state.board.get("/blockers/clash/resolved") is True


def test_rules_see_a_message_with_its_payload_and_not_those_of_the_system() -> None:
    mail = message("m", "ann", "bob", talk("x"), task_ref="TC-1", context_summary="about x", priority="high")
    row = EVENTS[MessageSent]
    (seen,) = row.occurrences(team(), MessageSent(message=mail, recipients=("bob",)))
    assert seen.key == ("message", "FREEFORM")
    assert seen.source == mail
    assert {name: seen.variables[name] for name in ("message_id", "author", "agent", "recipients", "priority")} == {
        "message_id": "m",
        "author": "ann",
        "agent": "ann",
        "recipients": ["bob"],
        "priority": "high",
    }
    assert (seen.variables["contract"], seen.variables["context_summary"]) == ("TC-1", "about x")
    assert (seen.variables["body"], seen.variables["because"]) == ("x", "FREEFORM m from ann")
    system = message("renkei-1", "renkei", "bob", talk("x"))
    assert list(row.occurrences(team(), MessageSent(message=system, recipients=("bob",)))) == []


def test_an_overdue_reply_is_marked_and_seen_by_rules() -> None:
    ask = send("ask", "ann", "bob", talk("well?", requires_response=True), reply_by=time(1), context_summary="s")
    state = after(team(), "ann", ask)
    (late,) = decided(state, c.Tick(), who("human", 2))
    assert isinstance(late, ObligationOverdue)
    state = applied(state, late)
    assert state.owed_by("bob")[0].overdue
    (seen,) = EVENTS[ObligationOverdue].occurrences(state, late)
    assert seen.key == ("overdue", "obligation")
    assert seen.variables == {
        "message_id": "ask",
        "agent": "bob",
        "author": "renkei",
        "debtor": "bob",
        "creditor": "ann",
        "message": "ask",
        "summary": "s",
        "context_summary": "s",
        "reply_by": time(1),
        "contract": None,
        "because": "the reply of bob to ask is overdue",
    }


@pytest.mark.parametrize(
    ("payload", "header", "named"),
    [
        (talk("x"), {}, []),
        (talk("x"), {"task_ref": "TC-1"}, ["TC-1"]),
        (TaskResult(original_task_ref="TC-2", status="completed", summary=""), {"task_ref": "TC-1"}, ["TC-1", "TC-2"]),
        (WORK, {"task_ref": "TC-1"}, ["TC-1", "TC-1"]),
        (WORK, {"extensions": {"task_contract": {"id": "TC-3", "parent": "TC-4"}}}, ["TC-3", "TC-4"]),
    ],
)
def test_the_contracts_that_a_message_names(payload: object, header: dict[str, object], named: list[str]) -> None:
    found = contracts_of_message(send("m", "lead", "ann", payload, **header))
    assert [one for one in found if one is not None] == named


def test_a_repetitive_agent_is_suspended_after_the_effects_of_its_message() -> None:
    state = team()
    for n in range(4):
        state = after(state, "ann", send(f"m{n}", "ann", "bob", talk("again")))
    found = events(state, "ann", send("last", "ann", "bob", talk("again")))
    assert kinds(found) == ["message_sent", "actor_suspended", "message_sent"]
