"""What follows from a step of a contract: debts that are moot, requests to accept, the board entry, the parts."""

from engine.factory import after, events, kinds, message, send, submitted, team, terms, time
from renkei.board.decide import Write
from renkei.board.events import FieldWritten
from renkei.budget.context.build import Context
from renkei.contracts.events import Claim, ContractTransitioned, EvidenceRecorded, NoteAdded, Proof
from renkei.engine import commands as c
from renkei.engine.delegation.handoff import contract_id, references, terms_of
from renkei.engine.events import AnyEvent, MessageSent, ObligationClosed
from renkei.engine.state import State
from renkei.engine.views.waking.reasons import wake_reason
from renkei.protocol.payloads import ExpectedOutput, ReviewRequest, TaskHandoff

WORK = TaskHandoff(
    task_description="build the api",
    input_artifacts=("spec",),
    constraints=("no new dependency",),
    expected_output=ExpectedOutput(format="code", success_criteria=("it runs", "it is fast")),
    authority_scope="naming",
    fallback_on_failure="report",
)


def handed_over(*to: str, **more: object) -> State:
    return after(team(), "lead", send("h", "lead", list(to) or ["ann"], WORK, task_ref="TC-1", **more))


def written(found: tuple[AnyEvent, ...]) -> dict[str, object]:
    return {one.path: one.value for one in found if isinstance(one, FieldWritten)}


def sent(found: tuple[AnyEvent, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.message.type, one.recipients) for one in found if isinstance(one, MessageSent)]


def closed(found: tuple[AnyEvent, ...]) -> list[tuple[str, str]]:
    return [(one.message_id, one.debtor) for one in found if isinstance(one, ObligationClosed)]


def test_a_hand_over_opens_a_contract_with_the_short_form_of_its_terms() -> None:
    found = terms_of(message("h", "lead", "ann", WORK, task_ref="TC-1", priority="high"), "ann")
    assert (found.id, found.delegator, found.assignee, found.priority) == ("TC-1", "lead", "ann", "high")
    assert found.inputs.description == "build the api"
    assert found.inputs.artifacts == ("spec",)
    assert [(one.constraint, one.hard) for one in found.inputs.constraints] == [("no new dependency", True)]
    assert [one.criterion for one in found.acceptance_criteria] == ["it runs", "it is fast"]
    assert found.authority.autonomous_decisions == ("naming",)
    assert found.failure_handling.on_partial_completion == "report"
    assert found.expected_output.format == "code"


def test_without_criteria_the_format_is_what_a_short_form_is_accepted_by() -> None:
    bare = WORK.model_copy(update={"expected_output": ExpectedOutput(format="a page"), "authority_scope": ""})
    found = terms_of(message("h", "lead", "ann", bare), None)
    assert [one.criterion for one in found.acceptance_criteria] == ["a page"]
    assert (found.id, found.assignee, found.authority.autonomous_decisions) == ("h", None, ())


def test_a_hand_over_refers_to_the_contracts_in_the_terms_that_it_carries() -> None:
    attached = {"id": "TC-9", "parent": "TC-1", "depends_on": ["TC-2", "TC-3"]}
    mail = message("h", "lead", "ann", WORK, task_ref="TC-8", extensions={"task_contract": attached})
    assert contract_id(mail) == "TC-9"
    assert references(mail) == ("TC-9", "TC-1", "TC-2", "TC-3")
    assert references(message("h", "lead", "ann", WORK, task_ref="TC-8")) == ("TC-8",)
    odd = {"id": 7, "depends_on": "TC-2", "parent": None}
    assert references(message("h", "lead", "ann", WORK, extensions={"task_contract": odd})) == ("h",)


def test_a_hand_over_to_several_opens_work_for_claiming_and_one_to_one_assigns_it() -> None:
    assert handed_over("ann", "bob").contracts.entries["TC-1"].assignee is None
    assert handed_over("ann").contracts.entries["TC-1"].assignee == "ann"
    state = after(team(), "lead", c.OpenContract(terms("TC-1")))
    found = events(state, "lead", send("h", "lead", "bob", WORK, task_ref="TC-1"))
    assert "contract_assigned" in kinds(found)
    assert "contract_assigned" not in kinds(events(state, "lead", send("h", "lead", "all", WORK, task_ref="TC-1")))


def test_agents_that_did_not_get_the_work_owe_nothing_once_it_is_claimed() -> None:
    found = events(handed_over("ann", "bob"), "ann", c.ClaimContract("TC-1"))
    assert closed(found) == [("h", "bob")]


def test_a_claim_and_a_start_by_the_assignee_stand_on_its_board_entry() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1")))
    state = after(state, "ann", Write("/agents/ann/blocked_by", "a key"), Write("/agents/ann/status", "blocked"))
    found = events(state, "ann", c.ClaimContract("TC-1"))
    assert written(found) == {
        "/agents/ann/current_task": "TC-1",
        "/agents/ann/blocked_by": None,
        "/agents/ann/status": "idle",
    }
    found = events(after(state, "ann", c.ClaimContract("TC-1")), "ann", c.TransitionContract("TC-1", "start"))
    assert written(found)["/agents/ann/status"] == "working"


def test_submitting_asks_the_delegator_to_accept_each_unproved_criterion() -> None:
    state = after(handed_over("ann"), "ann", c.TransitionContract("TC-1", "start"))
    claims = (Claim(criterion="it runs", met=True, evidence="ran it"),)
    notes = (c.AddNote("TC-1", "begun"), c.AddNote("TC-1", "without caching", deviation=True))
    found = events(state, "ann", *notes, c.TransitionContract("TC-1", "submit", claims=claims))
    (ask,) = (one.message for one in found if isinstance(one, MessageSent))
    assert (ask.type, ask.receivers, ask.priority) == ("REVIEW_REQUEST", ("lead",), "blocking")
    runs, fast, deviates = ask.payload.review_focus
    assert "it runs" in runs
    assert "ran it" in runs
    assert "it is fast" in fast
    assert "without caching" in deviates


def test_deviations_of_an_attempt_that_was_sent_back_are_not_those_of_the_next() -> None:
    state = after(handed_over("ann"), "ann", c.TransitionContract("TC-1", "start"))
    state = after(state, "ann", c.AddNote("TC-1", "no cache", deviation=True), c.TransitionContract("TC-1", "submit"))
    assert state.contracts.entries["TC-1"].deviations == ("no cache",)
    state = after(state, "lead", c.TransitionContract("TC-1", "rework", "add one"))
    assert state.contracts.entries["TC-1"].deviations == ()


def test_submitted_work_that_its_commands_proved_is_completed_without_asking() -> None:
    criteria = [{"criterion": "runs", "command": ["make"]}, {"criterion": "fast", "command": ["bench"]}]
    state = submitted(team(), "TC-1", acceptance_criteria=criteria)

    def proof(criterion: int) -> c.ProveContract:
        return c.ProveContract(
            "TC-1", (Proof(criterion=criterion, method="command", by="lead", met=True, exit_status=0),)
        )

    assert kinds(events(state, "lead", proof(0))) == ["evidence_recorded"]
    state = after(state, "lead", proof(0))
    found = events(state, "lead", proof(1))
    steps = [one.after for one in found if isinstance(one, ContractTransitioned)]
    assert steps == ["completed"]
    assert written(found)["/agents/ann/status"] == "completed"


def test_submitted_work_with_nothing_to_prove_is_completed_at_once() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann"), to_prove=False))
    found = events(state, "ann", c.TransitionContract("TC-1", "start"), c.TransitionContract("TC-1", "submit"))
    steps = [one for one in found if isinstance(one, ContractTransitioned)]
    assert [one.after for one in steps] == ["in_progress", "submitted", "completed"]
    assert steps[-1].reason == "no criteria to prove"
    assert "REVIEW_REQUEST" not in [kind for kind, _ in sent(found)]


def test_a_verdict_on_submitted_work_closes_the_request_to_review_it() -> None:
    state = submitted(team(), "TC-1")
    (request,) = state.owed_by("lead")
    found = events(state, "human", c.TransitionContract("TC-1", "rework", "not yet"))
    assert closed(found) == [(request.message_id, "lead")]


def test_completing_work_closes_all_debts_about_it_and_reports_when_no_other_is_open() -> None:
    state = handed_over("ann")
    state = after(state, "ann", c.TransitionContract("TC-1", "start"), c.TransitionContract("TC-1", "submit"))
    found = events(state, "lead", c.AcceptContract("TC-1", "fine"))
    assert ("h", "ann") in closed(found)
    assert [one.message.payload.topic for one in found if one.kind == "message_sent"] == ["all_closed"]
    more = after(state, "lead", c.OpenContract(terms("TC-2")))
    assert "message_sent" not in kinds(events(more, "lead", c.AcceptContract("TC-1", "fine")))


def test_the_result_of_a_part_is_noted_on_its_whole() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1")))
    state = submitted(state, "TC-2", parent="TC-1", outputs=("api", "docs"))
    found = events(state, "lead", c.AcceptContract("TC-2", "fine"))
    (note,) = (one for one in found if isinstance(one, NoteAdded))
    assert note.contract_id == "TC-1"
    assert note.text == "subcontract TC-2 is completed (api, docs): fine"


def test_a_part_is_noted_on_its_whole_only_when_it_is_completed() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1")), c.OpenContract(terms("TC-2", parent="TC-1")))
    found = events(state, "ann", c.ClaimContract("TC-2"))
    assert not any(isinstance(one, NoteAdded) for one in found)


def test_cancelling_cancels_the_parts_and_reports_what_can_never_begin() -> None:
    parts = [terms("TC-1"), terms("TC-2", parent="TC-1"), terms("TC-3", delegator="bob", depends_on=["TC-1"])]
    state = after(team(), "lead", *(c.OpenContract(one) for one in parts))
    found = events(state, "lead", c.TransitionContract("TC-1", "cancel"))
    assert [(one.contract_id, one.after) for one in found if isinstance(one, ContractTransitioned)] == [
        ("TC-1", "cancelled"),
        ("TC-2", "cancelled"),
    ]
    assert sent(found) == [("KNOWLEDGE_SHARE", ("bob",))]


def test_released_work_clears_the_entry_of_who_had_it() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1")))
    state = after(state, "ann", c.ClaimContract("TC-1", lease=10), Write("/agents/ann/status", "working"))
    by_itself = written(events(state, "ann", c.TransitionContract("TC-1", "release")))
    assert by_itself == {"/agents/ann/current_task": None, "/agents/ann/status": "idle"}
    expired = written(events(state, "human", c.Tick(), seconds=11))
    assert expired == {"/agents/ann/current_task": None, "/agents/ann/status": "error"}
    elsewhere = after(state, "ann", Write("/agents/ann/current_task", "other work"))
    assert written(events(elsewhere, "ann", c.TransitionContract("TC-1", "release"))) == {}


def test_completed_work_leaves_the_entry_of_an_agent_that_works_on_something_else() -> None:
    state = submitted(team(), "TC-1")
    state = after(state, "ann", Write("/agents/ann/current_task", "TC-7"))
    assert written(events(state, "lead", c.AcceptContract("TC-1", "fine"))) == {}


def test_a_limit_is_reported_to_both_parties() -> None:
    state = submitted(team(), "TC-1", failure_handling={"max_retries": 0})
    found = events(state, "lead", c.TransitionContract("TC-1", "rework", "no"))
    assert sent(found) == [("KNOWLEDGE_SHARE", ("lead", "ann"))]


def test_outputs_are_recorded_with_the_step() -> None:
    state = after(handed_over("ann"), "ann", c.TransitionContract("TC-1", "start"))
    found = events(state, "ann", c.TransitionContract("TC-1", "submit", outputs=("api",)))
    assert [one.outputs for one in found if isinstance(one, EvidenceRecorded)] == [("api",)]


def proved(state: State) -> State:
    """Return the state after the human has proved TC-1 by its command."""
    proof = Proof(criterion=0, method="command", by="human", met=True, exit_status=0)
    return after(state, "human", c.ProveContract("TC-1", (proof,)))


PROVABLE = {"acceptance_criteria": [{"criterion": "runs", "command": ["make"]}]}


def test_a_request_to_accept_that_commands_have_answered_wakes_nobody_and_is_not_shown() -> None:
    state = submitted(team(), "TC-1", **PROVABLE)
    (asked,) = state.unread_of("lead")
    assert asked.message.id in str(wake_reason(state, "lead", time(9)))
    state = proved(state)
    assert [one.message.type for one in state.unread_of("lead")] == ["KNOWLEDGE_SHARE"], "every contract is closed"
    assert asked.message.id not in state.messages


def test_a_request_to_accept_that_a_turn_has_shown_stays_read_when_the_turn_ends() -> None:
    state = submitted(team(), "TC-1", **PROVABLE)
    (asked,) = state.unread_of("lead")
    shown = Context("", 100, 1000, (), (), read=(asked.message.id,))
    state = after(state, "lead", c.BeginTurn("lead", "t-1", time(60), state.seq, shown))
    state = after(proved(state), "lead", c.EndTurn("lead", "t-1"))
    assert asked.message.id not in state.messages


def test_a_request_to_review_by_a_participant_is_read_although_nobody_needs_to_answer_it() -> None:
    state = submitted(team(), "TC-1", **PROVABLE)
    ask = ReviewRequest(artifact_ref="TC-1", blocking=False, review_focus=("names",))
    state = proved(after(state, "ann", send("look", "ann", "lead", ask)))
    assert state.owed_by("lead") == []
    assert "look" in [one.message.id for one in state.unread_of("lead")]
