"""What may happen to a contract is decided by its status, its dependencies, and who asks."""

from typing import Any

import pytest

from contracts.factory import applied, at, command_proof, contract, holding, parties, step, terms
from renkei.contracts import decide
from renkei.contracts.events import Claim, ContractAssigned, ContractOpened, EvidenceRecorded, NoteAdded, Proof
from renkei.contracts.state import Contracts
from renkei.errors import (
    AlreadyExistsError,
    BadValueError,
    IllegalTransitionError,
    NotAllowedError,
    NotReadyError,
    UnknownContractError,
)

# Finding a contract


def test_a_contract_is_found_by_its_id_or_by_its_hand_over() -> None:
    one = contract(held={"message_id": "m-1"})
    assert decide.get(holding(one), "T-1") is one
    assert decide.get(holding(one), "m-1") is one


def test_an_unknown_contract_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UnknownContractError) as error:
        decide.get(holding(contract("T-2"), contract("T-1")), "T-9")
    assert dict(error.value.details) == {"contract": "T-9", "known": "T-1, T-2"}
    with pytest.raises(UnknownContractError) as error:
        decide.get(holding(), None)
    assert error.value.details["known"] == "none yet"


def test_the_refusal_of_an_unknown_contract_names_twenty() -> None:
    with pytest.raises(UnknownContractError) as error:
        decide.get(holding(*(contract(f"T-{number}") for number in range(10, 40))), "T-9")
    assert error.value.details["known"].split(", ") == [f"T-{number}" for number in range(10, 30)]


# Opening


def opened(agreed: Any, *known: Any, settled: dict[str, Any] | None = None) -> Any:
    return decide.open_contract(holding(*known), agreed, at(5), "m-1", settled or {})


def test_a_contract_is_opened_with_its_terms() -> None:
    assert opened(terms()) == ContractOpened(contract=terms(), message_id="m-1", at=at(5))


def test_a_contract_without_a_date_gets_the_time_of_the_command() -> None:
    assert opened(terms(created_at=None)).contract.created_at == at(5)


def test_an_id_that_is_taken_is_refused() -> None:
    with_message = contract("T-2", held={"message_id": "T-1"})
    for known, settled in (((contract(),), {}), ((with_message,), {}), ((), {"T-1": "completed"})):
        with pytest.raises(AlreadyExistsError) as error:
            opened(terms(), *known, settled=settled)
        assert dict(error.value.details) == {"what": "another contract", "name": "T-1"}


def test_a_contract_may_have_the_id_of_its_own_hand_over() -> None:
    own = holding(contract("T-2", held={"message_id": "T-2"}))
    assert decide.open_contract(own, terms(), at(5), None, {}).message_id is None


def test_dependencies_and_parent_may_be_named_by_their_hand_overs() -> None:
    known = contract("T-1", held={"message_id": "m-1"}), contract("T-2", held={"message_id": "m-2"})
    agreed = opened(terms("T-3", depends_on=["m-1"], parent="m-2"), *known).contract
    assert (agreed.depends_on, agreed.parent) == (("T-1",), "T-2")


def test_a_dependency_may_be_one_that_completed_long_ago() -> None:
    assert opened(terms("T-3", depends_on=["T-1"]), settled={"T-1": "completed"}).contract.depends_on == ("T-1",)


@pytest.mark.parametrize("more", [{"depends_on": ["T-9"]}, {"parent": "T-9"}])
def test_terms_that_name_an_unknown_contract_are_refused(more: dict[str, Any]) -> None:
    with pytest.raises(UnknownContractError):
        opened(terms(**more))


@pytest.mark.parametrize(("known", "settled"), [([contract("T-1", "cancelled")], {}), ([], {"T-1": "cancelled"})])
def test_a_dependency_that_was_cancelled_is_refused(known: list[Any], settled: dict[str, Any]) -> None:
    with pytest.raises(NotReadyError) as error:
        opened(terms("T-2", depends_on=["T-1"]), *known, settled=settled)
    assert "T-2" in error.value.details["what"]
    assert "T-1" in error.value.details["reason"]
    assert error.value.hint


@pytest.mark.parametrize("status", ["completed", "cancelled"])
def test_a_parent_that_is_settled_is_refused(status: str) -> None:
    for known, settled in (([contract("T-1", status)], {}), ([], {"T-1": status})):
        with pytest.raises(NotReadyError) as error:
            opened(terms("T-2", parent="T-1"), *known, settled=settled)
        assert "T-2" in error.value.details["what"]
        assert "T-1" in error.value.details["reason"]
        assert error.value.hint


def test_a_parent_in_progress_is_accepted() -> None:
    assert opened(terms("T-2", parent="T-1"), contract("T-1", "in_progress")).contract.parent == "T-1"


@pytest.mark.parametrize("schema", [None, "", "one JSON object per line", '  {"type": "object"}', '{"type": "string"}'])
def test_an_output_schema_may_be_a_json_schema_or_any_notation(schema: str | None) -> None:
    agreed = terms(expected_output={"format": "json", "schema": schema})
    assert opened(agreed).contract == agreed


@pytest.mark.parametrize("schema", ['{"type": 3}', '{"type": "objet"}', '{"type":', "  {not json}"])
def test_a_broken_json_schema_is_refused(schema: str) -> None:
    with pytest.raises(BadValueError) as error:
        opened(terms(expected_output={"format": "json", "schema": schema}))
    assert (error.value.details["path"], error.value.details["got"]) == ("/expected_output/schema", schema)


def test_a_broken_json_schema_is_refused_with_the_reason_and_shortened() -> None:
    with pytest.raises(BadValueError) as error:
        opened(terms(expected_output={"format": "json", "schema": '{"type": 3, "title": "' + "x" * 80 + '"}'}))
    assert len(error.value.details["got"]) == 60
    assert "3 is not valid" in error.value.details["expected"]


# Assigning


@pytest.mark.parametrize("holder", [None, "bob"])
def test_open_work_is_assigned(holder: str | None) -> None:
    found = decide.assign(contract(assignee=holder), "bob", at(5), "m-1")
    assert found == [ContractAssigned(contract_id="T-1", assignee="bob", message_id="m-1", at=at(5))]


@pytest.mark.parametrize(("assignee", "status"), [("ann", "open"), ("bob", "in_progress"), (None, "cancelled")])
def test_work_that_someone_has_is_not_assigned(assignee: str | None, status: str) -> None:
    with pytest.raises(NotReadyError) as error:
        decide.assign(contract(status=status, assignee=assignee), "bob", at(5), None)
    holder = f" and assigned to {assignee}" if assignee else ""
    assert error.value.message == f"Cannot hand over T-1: it is {status}{holder}."


# Transitions


def test_a_transition_records_what_changed() -> None:
    (event,) = step(contract(status="accepted"), "start", "ann", reason="now", lease=60)
    assert (event.contract_id, event.transition, event.before, event.after) == (
        "T-1",
        "start",
        "accepted",
        "in_progress",
    )
    assert (event.assignee, event.before_assignee, event.by) == ("ann", "ann", "ann")
    assert (event.reason, event.lease, event.at) == ("now", 60, at(5))


def test_a_transition_has_no_reason_and_no_lease_unless_given() -> None:
    (event,) = step(contract(), "start", "ann")
    assert (event.reason, event.lease) == ("", None)


@pytest.mark.parametrize(("status", "transition", "by"), [("claimed", "release", "ann"), ("failed", "reopen", "lead")])
def test_work_that_goes_back_to_the_queue_has_no_assignee(status: str, transition: str, by: str) -> None:
    (event,) = step(contract(status=status), transition, by)
    assert (event.assignee, event.before_assignee) == (None, "ann")


STARTING = [("claim", "open"), ("accept", "open"), ("start", "open"), ("submit", "in_progress")]


@pytest.mark.parametrize(("transition", "status"), STARTING)
def test_work_cannot_begin_before_its_dependencies_are_completed(transition: str, status: str) -> None:
    one = contract("T-3", status, depends_on=["T-1", "T-2", "T-0"])
    known = holding(contract("T-0", "completed"), contract("T-1", "submitted"), contract("T-2"), one)
    with pytest.raises(NotReadyError) as error:
        step(one, transition, "ann", known, also=("candidate",))
    assert "T-3" in error.value.details["what"]
    assert error.value.details["reason"].endswith("T-1 (submitted), T-2 (open)")
    assert error.value.hint


@pytest.mark.parametrize(("transition", "status"), STARTING)
def test_work_begins_when_its_dependencies_are_completed(transition: str, status: str) -> None:
    one = contract("T-3", status, depends_on=["T-1"])
    assert step(one, transition, "ann", holding(contract("T-1", "completed"), one), also=("candidate",))


@pytest.mark.parametrize("transition", ["block", "fail", "cancel"])
def test_work_that_waits_for_a_dependency_can_be_blocked_failed_or_cancelled(transition: str) -> None:
    one = contract("T-3", depends_on=["T-1"])
    by = "lead" if transition == "cancel" else "ann"
    assert step(one, transition, by, holding(contract("T-1"), one))


def test_work_cannot_be_submitted_while_its_subcontracts_are_open() -> None:
    one = contract(status="in_progress")
    parts = (
        contract("T-2", parent="T-1"),
        contract("T-3", "failed", parent="T-1"),
        contract("T-4", "completed", parent="T-1"),
    )
    with pytest.raises(NotReadyError) as error:
        step(one, "submit", "ann", holding(one, *parts))
    assert "T-1" in error.value.details["what"]
    assert error.value.details["reason"].endswith("T-2 (open), T-3 (failed)")
    assert error.value.hint
    assert step(one, "block", "ann", holding(one, *parts))


# Limits


def limited(attempts: int, allowed: int | None = 1, *, part: str = "stop", late: str = "wait") -> Any:
    handling = {"max_retries": allowed, "on_partial_completion": part}
    return contract(
        status="submitted",
        failure_handling=handling,
        timeout={"on_timeout": late, "max_steps": allowed or None},
        held={"attempts": attempts, "steps": attempts},
    )


@pytest.mark.parametrize(("transition", "by"), [("rework", "lead"), ("fail", "ann")])
def test_one_failed_attempt_more_than_allowed_reaches_the_limit(transition: str, by: str) -> None:
    assert len(step(limited(0), transition, by)) == 1
    _, event = step(limited(1), transition, by)
    assert (event.contract_id, event.limit, event.instruction, event.at) == ("T-1", "max_retries", "stop", at(5))
    assert len(step(limited(2), transition, by)) == 2  # each attempt after the limit says so again
    assert len(step(limited(1, None), transition, by)) == 1


def test_no_allowed_retry_means_that_the_first_failure_reaches_the_limit() -> None:
    assert len(step(limited(0, 0), "fail", "ann")) == 2


def test_other_transitions_reach_no_limit() -> None:
    assert len(step(limited(1), "submit", "ann")) == 1


def test_the_instruction_for_a_timeout_stands_in_for_that_of_a_failure() -> None:
    assert step(limited(1, part=""), "fail", "ann")[1].instruction == "wait"


def test_the_limit_of_turns_carries_the_instruction_of_the_terms() -> None:
    event = decide.out_of_steps(limited(3, 3), at(5))
    assert (event.contract_id, event.limit, event.instruction, event.at) == ("T-1", "max_steps", "wait", at(5))


# Claiming


def claim(one: Any, by: str = "bob", role: str = "frontend", *others: Any) -> Any:
    return decide.claim(holding(one, *others), one, by, role, at(5), 60)


def test_open_work_is_claimed_with_a_lease() -> None:
    (event,) = claim(contract(assignee=None))
    assert (event.transition, event.after, event.assignee, event.by) == ("claim", "claimed", "bob", "bob")
    assert (event.lease, event.at) == (60, at(5))


def test_assigned_work_is_claimed_by_its_assignee_alone() -> None:
    assert claim(contract(assignee="bob"))
    with pytest.raises(NotAllowedError) as error:
        claim(contract(assignee="ann"))
    assert dict(error.value.details) == {"actor": "bob", "what": "claim 'T-1'", "allowed": "its assignee 'ann'"}


def test_work_for_some_roles_is_claimed_by_those_alone() -> None:
    assert claim(contract(assignee=None, roles=["qa", "frontend"]))
    with pytest.raises(NotAllowedError) as error:
        claim(contract(assignee=None, roles=["qa", "backend"]))
    assert dict(error.value.details) == {"actor": "bob", "what": "claim 'T-1'", "allowed": "roles qa, backend"}


def test_work_that_is_taken_cannot_be_claimed() -> None:
    with pytest.raises(IllegalTransitionError):
        claim(contract(status="claimed", assignee="ann"))


def test_work_with_an_open_dependency_cannot_be_claimed() -> None:
    with pytest.raises(NotReadyError):
        claim(contract(assignee=None, depends_on=["T-2"]), "bob", "frontend", contract("T-2"))


def test_an_expired_claim_goes_back_to_the_queue_with_a_note() -> None:
    one = contract(status="claimed")
    note, event = decide.expire(holding(one), one, "renkei", at(5))
    assert note == NoteAdded(contract_id="T-1", by="renkei", text="the lease of ann ran out")
    assert (event.transition, event.after, event.assignee, event.by) == ("release", "open", None, "renkei")
    assert (event.reason, event.at) == ("the lease of ann ran out", at(5))


# Submitting


def submit(claims: tuple[Claim, ...] = (), outputs: tuple[str, ...] = ()) -> Any:
    one = contract(status="in_progress")
    return decide.submit(holding(one), one, "ann", parties(one, "ann"), at(5), claims, outputs, "done")


def test_a_submission_without_evidence_is_a_transition_alone() -> None:
    (event,) = submit()
    assert (event.transition, event.after, event.by, event.reason, event.at) == (
        "submit",
        "submitted",
        "ann",
        "done",
        at(5),
    )


@pytest.mark.parametrize("given", [{"claims": (Claim(criterion="runs", met=True),)}, {"outputs": ("api",)}])
def test_claims_and_outputs_are_recorded_before_the_transition(given: dict[str, Any]) -> None:
    evidence, event = submit(**given)
    assert evidence == EvidenceRecorded(contract_id="T-1", at=at(5), **given)
    assert event.transition == "submit"


def test_a_claim_about_an_unknown_criterion_is_refused() -> None:
    with pytest.raises(BadValueError) as error:
        submit((Claim(criterion="runs", met=True), Claim(criterion="is cheap", met=True)))
    assert error.value.message == "/extensions/evidence: 'is cheap' is not allowed."
    assert error.value.details["expected"] == "runs | is fast"


def test_only_the_assignee_submits() -> None:
    one = contract(status="in_progress")
    with pytest.raises(NotAllowedError):
        decide.submit(holding(one), one, "lead", parties(one, "lead"), at(5), (), (), "")


# Accepting


def test_accepting_proves_the_open_criteria_and_completes() -> None:
    one = contract(status="submitted", held={"proofs": (command_proof(),)})
    evidence, event = decide.accept(one, "lead", at(5), "it runs")
    proof = Proof(criterion=0, method="acceptance", by="lead", detail="it runs")
    assert evidence == EvidenceRecorded(contract_id="T-1", proofs=(proof,), at=at(5))
    assert (event.contract_id, event.transition, event.before, event.after) == (
        "T-1",
        "complete",
        "submitted",
        "completed",
    )
    assert (event.assignee, event.by, event.reason, event.at) == ("ann", "lead", "it runs", at(5))


def test_accepting_what_is_proved_completes_without_new_proofs() -> None:
    one = contract(status="submitted", held={"proofs": (command_proof(), command_proof(criterion=0))})
    assert [event.kind for event in decide.accept(one, "lead", at(5), "")] == ["contract_transitioned"]


def test_work_that_was_not_submitted_cannot_be_accepted() -> None:
    with pytest.raises(IllegalTransitionError) as error:
        decide.accept(contract(status="in_progress"), "lead", at(5), "")
    assert error.value.details["contract"] == "T-1"


@pytest.mark.parametrize("detail", ["", "  \n"])
def test_a_failed_command_is_not_overridden_without_a_reason(detail: str) -> None:
    failed = (
        command_proof(met=False, exit_status=1, detail="bench: 1"),
        command_proof(met=False, exit_status=2, detail="x: 2"),
    )
    with pytest.raises(NotReadyError) as error:
        decide.accept(contract(status="submitted", held={"proofs": failed}), "lead", at(5), detail)
    assert "T-1" in error.value.details["what"]
    assert error.value.details["reason"].endswith("bench: 1; x: 2")
    assert error.value.hint


def test_a_failed_command_is_overridden_with_a_reason() -> None:
    failed = command_proof(met=False, exit_status=1)
    events = decide.accept(
        contract(status="submitted", held={"proofs": (failed,)}), "lead", at(5), "the bench is wrong"
    )
    assert [event.kind for event in events] == ["evidence_recorded", "contract_transitioned"]
    assert [proof.criterion for proof in events[0].proofs] == [0, 1]


def test_an_earlier_rejection_by_a_person_needs_no_reason() -> None:
    rejected = Proof(criterion=0, method="acceptance", by="lead", met=False)
    one = contract(status="submitted", held={"proofs": (rejected,)}, acceptance_criteria=[{"criterion": "runs"}])
    assert decide.accept(one, "lead", at(5), "")


# Proving


@pytest.mark.parametrize(("met", "exit_status"), [(True, 0), (False, 1), (False, None)])
def test_the_result_of_a_command_is_recorded(met: bool, exit_status: int | None) -> None:
    proof = command_proof(met=met, exit_status=exit_status)
    found = decide.prove(contract(status="submitted"), [proof], at(5))
    assert found == [EvidenceRecorded(contract_id="T-1", proofs=(proof,), at=at(5))]


@pytest.mark.parametrize(("met", "exit_status"), [(True, 1), (True, None), (False, 0)])
def test_a_proof_that_contradicts_its_exit_status_is_refused(met: bool, exit_status: int | None) -> None:
    with pytest.raises(BadValueError) as error:
        decide.prove(contract(status="submitted"), [command_proof(met=met, exit_status=exit_status, detail="d")], at(5))
    assert (error.value.details["path"], error.value.details["got"]) == ("/proofs", "d")


def test_an_acceptance_is_no_proof_by_a_command() -> None:
    with pytest.raises(BadValueError) as error:
        decide.prove(contract(status="submitted"), [command_proof(method="acceptance")], at(5))
    assert error.value.details["path"] == "/proofs"


@pytest.mark.parametrize("criterion", [0, 2, 3])
def test_a_proof_of_a_criterion_without_a_command_is_refused(criterion: int) -> None:
    with pytest.raises(BadValueError) as error:
        decide.prove(contract(status="submitted"), [command_proof(), command_proof(criterion=criterion)], at(5))
    assert (error.value.details["path"], error.value.details["got"]) == ("/acceptance_criteria", criterion)
    assert error.value.details["expected"].endswith(": 1")


def test_a_proof_where_no_criterion_has_a_command_is_refused() -> None:
    with pytest.raises(BadValueError) as error:
        decide.prove(
            contract(status="submitted", acceptance_criteria=[{"criterion": "runs"}]), [command_proof()], at(5)
        )
    assert error.value.details["expected"].endswith("none of them")


def test_only_submitted_work_is_proved() -> None:
    with pytest.raises(NotReadyError) as error:
        decide.prove(contract(status="in_progress"), [command_proof()], at(5))
    assert "T-1" in error.value.details["what"]
    assert "in_progress" in error.value.details["reason"]
    assert error.value.hint


def test_proofs_of_an_earlier_submission_do_not_complete_a_new_one() -> None:
    known = holding(contract(status="submitted"))
    known = applied(known, decide.prove(known.entries["T-1"], [command_proof()], at(5)))
    known = applied(known, step(known.entries["T-1"], "submit", "ann", known))
    assert known.entries["T-1"].unproved == (0, 1)


def test_a_json_schema_of_an_impossible_type_is_refused() -> None:
    with pytest.raises(BadValueError) as error:
        opened(terms(expected_output={"format": "json", "schema": '{"minimum": "x"}'}))
    assert error.value.details["path"] == "/expected_output/schema"


def test_a_transition_that_the_status_does_not_allow_is_refused() -> None:
    with pytest.raises(IllegalTransitionError) as error:
        step(contract(status="completed"), "start", "ann")
    assert error.value.details["contract"] == "T-1"


def test_a_refused_claim_names_the_contract_and_what_is_allowed() -> None:
    with pytest.raises(IllegalTransitionError, match="Contract 'T-1'"):
        decide.claim(Contracts(), contract("T-1", "in_progress"), "bob", "backend", at(), 60)


def test_a_step_of_the_assignee_is_refused_where_there_is_none() -> None:
    with pytest.raises(NotAllowedError, match="its assignee; it has none yet"):
        decide.check_performer(contract("T-1", assignee=None), "start", "bob", ())
