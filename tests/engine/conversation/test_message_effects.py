"""What a message of each type does to the board and the contracts."""

from typing import Any

import pytest

from engine.factory import START, after, message, send, submitted, talk, team, terms
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.conversation.message_effects import effects_of_message
from renkei.engine.events import MessageSent
from renkei.engine.rows import Effect
from renkei.engine.state import State
from renkei.errors import BadValueError, NotReadyError, UnknownContractError, UnknownDecisionError
from renkei.protocol.payloads import (
    ConflictReport,
    DecisionRequest,
    DecisionResult,
    ReviewRequest,
    ReviewResult,
    StatusUpdate,
    TaskBlocked,
    TaskResult,
)


def effects(state: State, sender: str, to: Any, payload: Any, **more: Any) -> list[Effect]:
    mail = message("m", sender, to, payload, **more)
    return effects_of_message(state, MessageSent(message=mail, recipients=("lead",)))


def on_board(found: list[Effect]) -> dict[str, object]:
    return {action.path: action.value for _, action in found if isinstance(action, Write)}


def others(found: list[Effect]) -> list[c.Action]:
    return [action for _, action in found if not isinstance(action, Write)]


def at_work(**more: Any) -> State:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann", **more)))
    return after(state, "ann", c.TransitionContract("TC-1", "start"))


def result(status: str, **more: Any) -> TaskResult:
    return TaskResult(original_task_ref="TC-1", status=status, summary="the api", **more)


@pytest.mark.parametrize(
    ("status", "step", "board"),
    [("completed", "submit", "idle"), ("partial", "deliver_part", "idle"), ("failed", "fail", "error")],
)
def test_a_result_takes_a_step_and_sets_the_entry_of_its_sender(status: str, step: str, board: str) -> None:
    found = effects(at_work(), "ann", "lead", result(status))
    assert others(found) == [c.TransitionContract("TC-1", step, "the api")]
    assert on_board(found) == {"/agents/ann/status": board, "/agents/ann/blocked_by": None}
    assert {actor for actor, _ in found} == {"ann"}


def test_a_result_hands_in_evidence_outputs_and_deviations() -> None:
    evidence = [{"criterion": "runs", "met": True, "evidence": "ran"}]
    gone = ["the port is free"]
    payload = result("completed", output_artifacts=("api",), deviations=("no cache",))
    extensions = {"evidence": evidence, "violated_assumptions": gone}
    state = at_work(inputs={"description": "the api", "assumptions": gone})
    found = others(effects(state, "ann", "lead", payload, extensions=extensions))
    assert found[:2] == [
        c.AddNote("TC-1", "assumption no longer holds: the port is free", deviation=True),
        c.AddNote("TC-1", "no cache", deviation=True),
    ]
    step = found[2]
    assert isinstance(step, c.TransitionContract)
    assert [(one.criterion, one.met, one.evidence) for one in step.claims] == [("runs", True, "ran")]
    assert step.outputs == ("api",)


def test_evidence_counts_only_for_work_that_is_submitted() -> None:
    extensions = {"evidence": [{"criterion": "runs", "met": True}]}
    (step,) = others(effects(at_work(), "ann", "lead", result("failed"), extensions=extensions))
    assert isinstance(step, c.TransitionContract)
    assert step.claims == ()


def test_an_output_that_nobody_registered_is_registered_for_its_sender() -> None:
    state = after(at_work(), "bob", Write("/agents/bob/artifacts/spec", {"version": 1}))
    payload = result("completed", output_artifacts=("api", "spec"))
    assert on_board(effects(state, "ann", "lead", payload))["/agents/ann/artifacts/api"] == {"description": "the api"}
    assert "/agents/ann/artifacts/spec" not in on_board(effects(state, "ann", "lead", payload))
    assert on_board(effects(state, "human", "lead", payload)) == {}


def test_evidence_of_another_form_is_refused_with_its_place() -> None:
    with pytest.raises(BadValueError) as error:
        effects(at_work(), "ann", "lead", result("completed"), extensions={"evidence": [{"criterion": "runs"}]})
    assert error.value.details["path"] == "/extensions/evidence/0/met"


def test_a_result_for_an_unknown_contract_is_refused() -> None:
    with pytest.raises(UnknownContractError):
        effects(team(), "ann", "lead", result("completed"))


def test_the_description_of_a_registered_output_is_the_beginning_of_the_summary() -> None:
    payload = result("completed", output_artifacts=("api",)).model_copy(update={"summary": "s" * 200})
    (entry,) = (one for one in on_board(effects(at_work(), "ann", "lead", payload)).values() if isinstance(one, dict))
    assert entry == {"description": "s" * 120}


def test_a_blocked_task_blocks_the_contract_and_its_sender() -> None:
    payload = TaskBlocked(original_task_ref="TC-1", blocked_by="D-1", reason="no port", needed=())
    found = effects(at_work(), "ann", "lead", payload)
    assert others(found) == [c.TransitionContract("TC-1", "block", "no port")]
    assert on_board(found) == {"/agents/ann/blocked_by": "D-1", "/agents/ann/status": "blocked"}


def status(new: str, **more: Any) -> StatusUpdate:
    return StatusUpdate(new_status=new, progress_summary="half done", **more)


def test_a_status_update_on_a_task_notes_the_progress_and_starts_it() -> None:
    found = effects(at_work(), "ann", "lead", status("working", task_ref="TC-1"))
    assert others(found) == [c.AddNote("TC-1", "half done"), c.TransitionContract("TC-1", "start")]
    assert on_board(found) == {
        "/agents/ann/current_task": "TC-1",
        "/agents/ann/blocked_by": None,
        "/agents/ann/status": "working",
    }


def test_a_status_update_without_a_task_sets_the_entry_alone() -> None:
    found = effects(at_work(), "ann", "lead", status("working"))
    assert others(found) == []
    assert on_board(found) == {"/agents/ann/blocked_by": None, "/agents/ann/status": "working"}
    assert on_board(effects(team(), "ann", "lead", status("error"))) == {"/agents/ann/status": "error"}
    assert effects(team(), "human", "lead", status("working")) == []


@pytest.mark.parametrize(("blockers", "named"), [(("D-1",), "D-1"), ((), "half done")])
def test_a_blocked_status_names_its_blocker(blockers: tuple[str, ...], named: str) -> None:
    found = effects(at_work(), "ann", "lead", status("blocked", task_ref="TC-1", blockers=blockers))
    assert c.TransitionContract("TC-1", "block", "half done") in others(found)
    assert on_board(found) == {"/agents/ann/blocked_by": named, "/agents/ann/status": "blocked"}
    assert others(effects(team(), "ann", "lead", status("blocked", blockers=blockers))) == []


def test_completed_is_no_status_for_work_that_nobody_accepted() -> None:
    with pytest.raises(NotReadyError, match="in_progress"):
        effects(at_work(), "ann", "lead", status("completed", task_ref="TC-1"))
    done = after(submitted(team(), "TC-1"), "lead", c.AcceptContract("TC-1"))
    assert on_board(effects(done, "ann", "lead", status("completed", task_ref="TC-1"))) == {
        "/agents/ann/status": "completed"
    }


ASK = DecisionRequest(
    decision_id="D-1",
    question="port?",
    options=({"label": "80", "analysis": "usual"}, {"label": "81", "analysis": ""}),
)


def test_a_decision_request_opens_the_decision_of_its_first_recipient() -> None:
    (effect,) = effects(team(), "ann", ["bob", "lead"], ASK, reply_by="2026-01-06T00:00:00.000000Z")
    assert effect[0] == "ann"
    assert on_board([effect])["/pending_decisions/D-1"] == {
        "question": "port?",
        "options": [{"label": "80", "pros": "(analysis) usual", "cons": ""}, {"label": "81", "pros": "", "cons": ""}],
        "owner": "bob",
        "deadline": "2026-01-06T00:00:00.000000Z",
    }


@pytest.mark.parametrize(("steps", "deadline"), [(3, "3 steps"), (None, None)])
def test_the_deadline_of_a_decision_may_be_in_steps(steps: int | None, deadline: str | None) -> None:
    ask = DecisionRequest(decision_id="D-1", question="port?", deadline_steps=steps)
    (entry,) = on_board(effects(team(), "ann", "bob", ask)).values()
    assert entry["deadline"] == deadline


def asked() -> State:
    return after(team(), "ann", send("ask", "ann", "bob", ASK))


def test_a_decision_is_opened_once() -> None:
    assert effects(asked(), "eve", "bob", ASK) == []


@pytest.mark.parametrize(
    ("rationale", "constraints", "resolution"),
    [
        ("", (), "80"),
        ("usual", (), "80 (usual)"),
        ("usual", ("TLS", "IPv6"), "80 (usual); TLS; IPv6"),
    ],
)
def test_a_decision_is_resolved_with_its_reason_and_constraints(
    rationale: str, constraints: tuple[str, ...], resolution: str
) -> None:
    payload = DecisionResult(
        decision_id="D-1", chosen_option="80", rationale=rationale, additional_constraints=constraints
    )
    found = effects(asked(), "bob", "ann", payload)
    assert list(on_board(found).items()) == [
        ("/pending_decisions/D-1/resolution", resolution),
        ("/pending_decisions/D-1/status", "resolved"),
    ]
    assert {actor for actor, _ in found} == {"bob"}


def test_an_option_that_was_not_offered_is_refused() -> None:
    payload = DecisionResult(decision_id="D-1", chosen_option="8080", rationale="")
    with pytest.raises(BadValueError, match=r"80 \| 81") as error:
        effects(asked(), "bob", "ann", payload)
    assert (error.value.details["path"], error.value.details["got"]) == ("/payload/chosen_option", "8080")


def test_a_decision_that_is_not_open_is_refused_with_those_that_are() -> None:
    payload = DecisionResult(decision_id="D-9", chosen_option="80", rationale="")
    with pytest.raises(UnknownDecisionError, match="D-1"):
        effects(asked(), "bob", "ann", payload)
    with pytest.raises(UnknownDecisionError, match="none"):
        effects(team(), "bob", "ann", payload)


def test_a_decision_on_a_conflict_report_needs_no_entry() -> None:
    report = ConflictReport(conflict_description="clash", severity="warning")
    state = after(team(), "ann", send("clash", "ann", "bob", report))
    payload = DecisionResult(decision_id="D-9", chosen_option="80", rationale="")
    assert effects(state, "bob", "ann", payload, in_reply_to="clash") == []


@pytest.mark.parametrize(
    ("sender", "blocking", "board"),
    [
        ("ann", True, {"/agents/ann/blocked_by": "m", "/agents/ann/status": "blocked"}),
        ("ann", False, {}),
        ("human", True, {}),
    ],
)
def test_a_blocking_review_request_blocks_an_agent(sender: str, blocking: bool, board: dict[str, str]) -> None:
    assert on_board(effects(team(), sender, "bob", ReviewRequest(artifact_ref="api", blocking=blocking))) == board


@pytest.mark.parametrize(
    ("verdict", "action"),
    [
        ("approved", c.AcceptContract("TC-1", "so so")),
        ("changes_requested", c.TransitionContract("TC-1", "rework", "so so")),
        ("rejected", c.TransitionContract("TC-1", "fail", "so so")),
    ],
)
def test_a_verdict_on_submitted_work_takes_a_step(verdict: str, action: c.Action) -> None:
    payload = ReviewResult(artifact_ref="TC-1", verdict=verdict, summary="so so")
    assert effects(submitted(team(), "TC-1"), "lead", "ann", payload) == [("lead", action)]
    assert effects(at_work(), "lead", "ann", payload) == []
    assert effects(team(), "lead", "ann", payload) == []


def test_a_critical_conflict_is_a_blocker_of_the_owners_and_the_agents_that_it_names() -> None:
    state = after(team(), "bob", Write("/agents/bob/artifacts/api", {"version": 1}))
    report = ConflictReport(conflict_description="two ports", severity="critical", conflicting_artifacts=("api",))
    refs = [{"type": "agent", "id": "eve"}, {"type": "artifact", "id": "api"}, {"type": "agent", "id": "bob"}]
    blocker, *paused = effects(state, "ann", "lead", report, related_state_refs=refs)
    assert blocker[0] == "ann"
    assert on_board([blocker]) == {
        "/blockers/m": {"description": "two ports", "affected_agents": ["bob", "eve"], "created_at": START}
    }
    assert on_board(paused) == {"/agents/bob/blocked_by": "m", "/agents/bob/status": "blocked"}
    mild = report.model_copy(update={"severity": "warning"})
    assert effects(state, "ann", "lead", mild) == []


def test_messages_of_the_system_do_nothing_but_report_conflicts_that_it_found() -> None:
    report = ConflictReport(conflict_description="a cycle", severity="critical")
    assert on_board(effects(team(), "renkei", "lead", report)) != {}
    assert effects(team(), "renkei", "lead", report, in_reply_to="clash") == []
    assert effects(team(), "renkei", "lead", ReviewRequest(artifact_ref="api", blocking=True)) == []


def test_a_message_that_only_informs_has_no_effects() -> None:
    assert effects(team(), "ann", "bob", talk("x")) == []


def test_every_blocker_of_a_report_stands_on_the_board_until_its_sender_works_again() -> None:
    payload = StatusUpdate(new_status="blocked", progress_summary="stuck", blockers=["D-1", "no disk", "rain"])
    state = after(team(), "ann", send("m", "ann", "lead", payload))
    board = state.board
    assert board.get("/agents/ann/blocked_by") == "D-1"
    found = {name: board.get(f"/blockers/{name}/description") for name in board.ids("blockers")}
    assert found == {"m-2": "no disk", "m-3": "rain"}
    assert board.get("/blockers/m-2/affected_agents") == ["ann"]
    state = after(state, "bob", Write("/blockers/other", {"description": "x", "affected_agents": ["ann"]}))
    state = after(state, "ann", Write("/blockers/shared", {"description": "x", "affected_agents": ["ann", "bob"]}))
    again = StatusUpdate(new_status="working", progress_summary="on")
    state = after(state, "ann", send("n", "ann", "lead", again))
    assert [name for name in state.board.ids("blockers") if state.board.get(f"/blockers/{name}/resolved")] == [
        "m-2",
        "m-3",
    ]


def test_an_output_as_data_is_held_against_a_schema_of_the_contract() -> None:
    schema = '{"type": "object", "required": ["port"], "properties": {"port": {"type": "integer"}}}'
    state = at_work(expected_output={"format": "JSON", "schema": schema})
    payload = result("completed", output_artifacts=("api",))

    def handed_in(outputs: object, state: State = state) -> None:
        effects(state, "ann", "lead", payload, extensions={"outputs": outputs})

    handed_in({"api": {"port": 80}})
    with pytest.raises(BadValueError) as error:
        handed_in({"api": {"port": "80"}})
    assert error.value.details["path"] == "/extensions/outputs/api/port"
    with pytest.raises(BadValueError, match="is not among the output artifacts"):
        handed_in({"other": {"port": 80}})
    with pytest.raises(BadValueError, match="a mapping from artifacts"):
        handed_in(["api"])
    handed_in({"api": "anything"}, at_work(expected_output={"format": "JSON", "schema": "a port"}))
    handed_in({"api": "anything"}, at_work())
