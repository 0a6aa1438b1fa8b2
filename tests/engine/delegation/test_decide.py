"""Who may open, hand over, claim, prove, submit, accept and annotate a contract."""

import pytest

from engine.factory import after, applied, decided, kinds, send, submitted, talk, team, terms, who
from renkei.board.decide import Write
from renkei.contracts.events import ContractOpened, ContractTransitioned, EvidenceRecorded, NoteAdded, Proof
from renkei.engine import commands as c
from renkei.engine.delegation.decide import parties
from renkei.engine.state import State
from renkei.errors import IllegalTransitionError, NotAllowedError, NotReadyError, UnknownActorError
from renkei.protocol.payloads import ReviewRequest


def opened(name: str = "TC-1", **more: object) -> State:
    return after(team(), "lead", c.OpenContract(terms(name, **more)))


def with_command(name: str = "TC-1") -> dict[str, object]:
    return {"acceptance_criteria": [{"criterion": "runs", "command": ["make", "test"]}]}


def proof(by: str = "bob") -> Proof:
    return Proof(criterion=0, method="command", by=by, met=True, exit_status=0)


@pytest.mark.parametrize(
    ("actor", "expected"),
    [
        ("ann", ("assignee",)),
        ("lead", ("delegator", "privileged")),
        ("human", ("privileged",)),
        ("renkei", ("system",)),
        ("bob", ()),
    ],
)
def test_what_an_actor_is_to_a_contract(actor: str, expected: tuple[str, ...]) -> None:
    state = opened(assignee="ann")
    assert parties(state, state.contracts.entries["TC-1"], actor) == expected


def test_only_the_delegator_or_the_privileged_open_a_contract() -> None:
    mine = terms("TC-1", delegator="ann")
    for actor in ("ann", "lead", "human"):
        assert kinds(decided(team(), c.OpenContract(mine), who(actor))) == ["contract_opened"]
    with pytest.raises(NotAllowedError, match="delegate as 'ann'"):
        decided(team(), c.OpenContract(mine), who("bob"))


@pytest.mark.parametrize("more", [{"delegator": "zoe"}, {"assignee": "zoe"}])
def test_the_parties_of_a_contract_participate(more: dict[str, str]) -> None:
    with pytest.raises(UnknownActorError, match="zoe"):
        decided(team(), c.OpenContract(terms("TC-1", **more)), who("lead"))


def test_a_subcontract_is_opened_by_the_assignee_of_its_parent_or_the_privileged() -> None:
    state = opened(assignee="ann")
    part = c.OpenContract(terms("TC-2", delegator="bob", parent="TC-1"))
    with pytest.raises(NotAllowedError, match="a subcontract of 'TC-1'"):
        decided(state, part, who("bob"))
    assert kinds(decided(state, part, who("lead"))) == ["contract_opened"]
    mine = c.OpenContract(terms("TC-2", delegator="ann", parent="TC-1"))
    assert kinds(decided(state, mine, who("ann"))) == ["contract_opened"]


def test_the_event_of_a_new_contract_holds_the_decisions_that_its_terms_mention() -> None:
    named = {
        "inputs": {
            "description": "see D-1",
            "assumptions": ["D-2 holds", "see D-1"],
            "constraints": [{"constraint": "as in ADR-33", "hard": True}],
        },
        "authority": {"must_consult": ["D-4"]},
    }
    asked = [
        Write(f"/pending_decisions/{one}", {"question": "?", "owner": "lead"})
        for one in ("D-1", "D-2", "ADR-33", "D-4")
    ]
    (event,) = decided(after(team(), "lead", *asked), c.OpenContract(terms("TC-1", **named)), who("lead"))
    assert isinstance(event, ContractOpened)
    assert event.decisions == ("D-1", "D-2", "ADR-33", "D-4")


def test_open_work_is_handed_over_by_its_delegator_or_the_privileged_to_a_participant() -> None:
    state = after(team(), "ann", c.OpenContract(terms("TC-1", delegator="ann")))
    for actor in ("ann", "lead"):
        assert kinds(decided(state, c.AssignContract("TC-1", "eve"), who(actor))) == ["contract_assigned"]
    with pytest.raises(NotAllowedError, match="hand over 'TC-1'"):
        decided(state, c.AssignContract("TC-1", "eve"), who("bob"))
    with pytest.raises(UnknownActorError):
        decided(state, c.AssignContract("TC-1", "zoe"), who("ann"))


def test_work_is_claimed_by_participants_of_its_roles() -> None:
    state = opened(roles=["planning"])
    with pytest.raises(NotAllowedError, match="roles planning"):
        decided(state, c.ClaimContract("TC-1"), who("ann"))
    assert kinds(decided(state, c.ClaimContract("TC-1"), who("lead"))) == ["contract_transitioned"]
    with pytest.raises(UnknownActorError):
        decided(state, c.ClaimContract("TC-1"), who("zoe"))


def test_a_claim_by_transition_has_the_usual_lease() -> None:
    (event,) = decided(opened(), c.TransitionContract("TC-1", "claim"), who("ann"))
    assert isinstance(event, ContractTransitioned)
    assert (event.assignee, event.lease) == ("ann", c.LEASE)


@pytest.mark.parametrize(
    "action",
    [
        c.ClaimContract("TC-0"),
        c.AssignContract("TC-0", "ann"),
        c.ProveContract("TC-0", ()),
        c.TransitionContract("TC-0", "start"),
        c.AcceptContract("TC-0"),
        c.AddNote("TC-0", "x"),
    ],
    ids=lambda action: type(action).__name__,
)
def test_nothing_happens_to_a_contract_that_closed_long_ago(action: c.Action) -> None:
    with pytest.raises(IllegalTransitionError, match="completed"):
        decided(team(), action, who("lead", closed={"TC-0": "completed"}))


def test_proofs_are_submitted_by_a_judge_that_ran_the_command() -> None:
    state = submitted(team(), "TC-1", **with_command())
    assert kinds(decided(state, c.ProveContract("TC-1", (proof("lead"),)), who("lead"))) == ["evidence_recorded"]
    with pytest.raises(NotAllowedError, match="proofs by others"):
        decided(state, c.ProveContract("TC-1", (proof("lead"), proof("ann"))), who("lead"))
    for other in ("bob", "ann"):
        with pytest.raises(NotAllowedError, match="Allowed: its delegator 'lead', human"):
            decided(state, c.ProveContract("TC-1", (proof(other),)), who(other))
    with pytest.raises(UnknownActorError):
        decided(state, c.ProveContract("TC-1", (proof("zoe"),)), who("zoe"))


def working() -> State:
    state = opened(assignee="ann")
    return after(state, "ann", c.TransitionContract("TC-1", "start"))


def test_nobody_submits_who_owes_a_blocking_reply() -> None:
    review = ReviewRequest(artifact_ref="api", blocking=True)
    state = after(working(), "bob", send("ask", "bob", "ann", review))
    with pytest.raises(NotReadyError, match=r"ask \(from bob\)"):
        decided(state, c.TransitionContract("TC-1", "submit"), who("ann"))
    assert kinds(decided(state, c.TransitionContract("TC-1", "fail"), who("ann"))) == ["contract_transitioned"]


def test_a_reply_that_blocks_nothing_or_another_result_that_is_owed_holds_up_no_submission() -> None:
    question = send("q", "bob", "ann", talk("well?", requires_response=True))
    state = after(working(), "bob", question)
    handed = send("h", "bob", "ann", talk("?"), priority="blocking", expected_response_type=["TASK_RESULT"])
    state = after(state, "bob", handed)
    assert [one.blocks for one in state.owed_by("ann")] == [False, True]
    assert kinds(decided(state, c.TransitionContract("TC-1", "submit"), who("ann"))) == ["contract_transitioned"]


def test_submitting_hands_in_claims_outputs_and_a_reason() -> None:
    step = c.TransitionContract("TC-1", "submit", "it is done", outputs=("api",))
    evidence, moved = decided(working(), step, who("ann"))
    assert isinstance(evidence, EvidenceRecorded)
    assert isinstance(moved, ContractTransitioned)
    assert (evidence.outputs, moved.reason) == (("api",), "it is done")


def test_a_transition_is_taken_with_its_reason() -> None:
    (moved,) = decided(working(), c.TransitionContract("TC-1", "block", "no key"), who("ann"))
    assert isinstance(moved, ContractTransitioned)
    assert (moved.after, moved.reason, moved.by) == ("blocked", "no key", "ann")


def test_work_is_accepted_by_its_delegator_or_the_privileged_and_never_by_its_producer() -> None:
    state = submitted(team(), "TC-1")
    for actor in ("lead", "human"):
        assert kinds(decided(state, c.AcceptContract("TC-1"), who(actor)))[-1] == "contract_transitioned"
    for actor in ("ann", "bob"):
        with pytest.raises(NotAllowedError):
            decided(state, c.AcceptContract("TC-1"), who(actor))


def test_completing_is_accepting_with_the_reason_as_detail() -> None:
    evidence, moved = decided(submitted(team(), "TC-1"), c.TransitionContract("TC-1", "complete", "fine"), who("lead"))
    assert isinstance(evidence, EvidenceRecorded)
    assert isinstance(moved, ContractTransitioned)
    assert (evidence.proofs[0].detail, moved.reason) == ("fine", "fine")


def registered(outputs: tuple[str, ...]) -> State:
    artifacts = [Write(f"/agents/ann/artifacts/{ref}", {"version": 1}) for ref in ("api", "notes")]
    return submitted(after(team(), "ann", *artifacts), "TC-1", outputs=outputs)


def test_work_whose_output_changed_after_it_was_submitted_is_not_accepted() -> None:
    state = after(registered(("api",)), "ann", Write("/agents/ann/artifacts/api/version", 2))
    with pytest.raises(NotReadyError, match=r"api was changed \(v2\)"):
        decided(state, c.AcceptContract("TC-1"), who("lead"))


def test_an_artifact_that_is_no_output_may_change_after_submission() -> None:
    state = after(registered(("api",)), "ann", Write("/agents/ann/artifacts/notes/version", 2))
    assert decided(state, c.AcceptContract("TC-1"), who("lead"))
    assert decided(registered(("api", "notes")), c.AcceptContract("TC-1"), who("lead"))


def test_the_parties_and_the_privileged_comment_on_a_contract() -> None:
    state = opened(assignee="ann")
    for actor in ("ann", "lead", "human"):
        (note,) = decided(state, c.AddNote("TC-1", "look"), who(actor))
        assert note == NoteAdded(contract_id="TC-1", by=actor, text="look")
    with pytest.raises(NotAllowedError, match="'lead', its assignee 'ann'"):
        decided(state, c.AddNote("TC-1", "look"), who("bob"))


def test_a_contract_is_found_by_its_hand_over() -> None:
    state = applied(team(), *decided(team(), c.OpenContract(terms("TC-1"), "m-1"), who("lead")))
    (note,) = decided(state, c.AddNote("m-1", "look"), who("lead"))
    assert isinstance(note, NoteAdded)
    assert note.contract_id == "TC-1"
