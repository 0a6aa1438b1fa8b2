"""The contract store: who waits for what, what can be claimed and in which order, and what events change."""

from typing import Any

import pytest

from contracts.factory import applied, at, command_proof, contract, holding, step, terms
from renkei.contracts.events import (
    Claim,
    ContractAssigned,
    ContractOpened,
    EvidenceRecorded,
    LimitReached,
    NoteAdded,
    PartyReplaced,
)
from renkei.contracts.state import Contracts, count_step, drop

RUNS = Claim(criterion="runs", met=True)


def after(known: Contracts, transition: str, by: str, seq: int = 9, **more: Any) -> Contracts:
    """Return the store after a transition of T-1."""
    return applied(known, step(known.entries["T-1"], transition, by, known, **more), seq)


def ids(found: Any) -> list[str]:
    return [one.terms.id for one in found]


def test_a_criterion_is_unproved_until_a_proof_says_that_it_is_met() -> None:
    assert contract().unproved == (0, 1)
    assert contract(held={"proofs": (command_proof(),)}).unproved == (0,)
    assert contract(held={"proofs": (command_proof(met=False, exit_status=1),)}).unproved == (0, 1)


def test_a_contract_fits_its_roles_or_any() -> None:
    assert contract().fits("qa")
    assert contract(roles=["qa"]).fits("qa")
    assert not contract(roles=["qa"]).fits("backend")


@pytest.mark.parametrize(("status", "settled"), [("completed", True), ("cancelled", True), ("failed", False)])
def test_a_contract_is_settled_when_completed_or_cancelled(status: str, settled: bool) -> None:
    assert contract(status=status).closed is settled


def test_nothing_is_found_without_a_reference_or_by_an_unknown_one() -> None:
    assert holding(contract()).find(None) is None
    assert holding(contract()).find("T-9") is None


def test_a_contract_waits_for_dependencies_that_are_not_completed() -> None:
    one = contract("T-9", depends_on=["T-1", "T-2", "T-3", "gone"])
    known = holding(contract("T-1", "completed"), contract("T-2", "cancelled"), contract("T-3"), one)
    assert known.waits_for(one) == ("T-2", "T-3")


def test_ready_is_open_unassigned_work_without_open_dependencies() -> None:
    known = holding(
        contract("free", assignee=None),
        contract("assigned"),
        contract("claimed", "claimed", assignee=None),
        contract("waiting", assignee=None, depends_on=["assigned"]),
    )
    assert ids(known.ready()) == ["free"]


def test_ready_work_is_ordered_by_priority_then_by_what_it_unblocks_then_by_age() -> None:
    known = holding(
        contract("z-old", assignee=None, held={"seq": 1}),
        contract("young", assignee=None, held={"seq": 2}),
        contract("opens-1", assignee=None, held={"seq": 3}),
        contract("opens-2", assignee=None, held={"seq": 4}),
        contract("b-equal", assignee=None, held={"seq": 5}),
        contract("a-equal", assignee=None, held={"seq": 5}),
        contract("urgent", assignee=None, priority="high", held={"seq": 6}),
        contract("next-1", depends_on=["opens-1"]),
        contract("next-2", depends_on=["opens-2"]),
        contract("last-2", depends_on=["next-2"]),
        contract("over-1", "cancelled", depends_on=["opens-1"]),
        contract("over-2", "completed", depends_on=["opens-1"]),
    )
    assert ids(known.ready()) == ["urgent", "opens-2", "opens-1", "z-old", "young", "a-equal", "b-equal"]


def test_work_that_is_unblocked_on_two_ways_counts_once() -> None:
    known = holding(
        contract("diamond", assignee=None, held={"seq": 2}),
        contract("three", assignee=None, held={"seq": 1}),
        contract("left", depends_on=["diamond"]),
        contract("right", depends_on=["diamond"]),
        contract("end", depends_on=["left", "right"]),
        *(contract(f"after-{number}", depends_on=["three"]) for number in range(3)),
    )
    assert ids(known.ready()) == ["three", "diamond"]


def test_subcontracts_are_the_unsettled_ones_of_a_parent() -> None:
    known = holding(
        contract("T-1"), contract("T-2", parent="T-1"), contract("T-3", "completed", parent="T-1"), contract("T-4"),
        contract("T-5", parent="T-1"),
    )  # fmt: skip
    assert ids(known.subcontracts_of("T-1")) == ["T-2", "T-5"]
    assert ids(known.subcontracts_of("T-4")) == []


def test_the_contracts_of_an_agent_are_its_unsettled_ones_in_the_order_of_opening() -> None:
    known = holding(
        contract("T-3", held={"seq": 2}), contract("T-2", held={"seq": 1}), contract("T-1", held={"seq": 2}),
        contract("T-4", "completed", held={"seq": 1}), contract("T-5", assignee="bob", held={"seq": 1}),
    )  # fmt: skip
    assert ids(known.of("ann")) == ["T-2", "T-1", "T-3"]


def test_an_opened_contract_has_its_assignee_its_message_and_its_seq() -> None:
    known = applied(Contracts(), [ContractOpened(contract=terms(parent="T-0"), message_id="m-1", at=at())], 4)
    one = known.entries["T-1"]
    assert (one.status, one.assignee, one.message_id, one.seq) == ("open", "ann", "m-1", 4)
    assert known.find("m-1") is one
    assert known.subcontracts["T-0"] == ("T-1",)


def test_a_contract_opened_without_a_message_is_found_by_its_id_alone() -> None:
    known = applied(Contracts(), [ContractOpened(contract=terms(), at=at())], 4)
    assert not known.by_message
    assert not known.subcontracts


def test_an_assignment_sets_the_assignee_and_the_message_and_ends_the_lease() -> None:
    known = holding(contract(assignee=None, held={"lease": 60}))
    known = applied(known, [ContractAssigned(contract_id="T-1", assignee="bob", message_id="m-2", at=at())])
    one = known.entries["T-1"]
    assert (one.assignee, one.message_id, one.lease) == ("bob", "m-2", None)
    assert known.find("m-2") is one
    known = applied(known, [ContractAssigned(contract_id="T-1", assignee="bob", at=at())])
    assert dict(known.by_message) == {"m-2": "T-1"}


def test_a_claim_sets_assignee_and_lease_and_a_release_clears_both() -> None:
    known = after(holding(contract(assignee=None)), "claim", "bob", 7, also=("candidate",), lease=60)
    one = known.entries["T-1"]
    assert (one.status, one.assignee, one.lease, one.moved) == ("claimed", "bob", 60, 7)
    known = after(known, "start", "bob", 8)
    assert (known.entries["T-1"].lease, known.entries["T-1"].moved) == (60, 8)
    one = after(known, "release", "bob").entries["T-1"]
    assert (one.status, one.assignee, one.lease) == ("open", None, None)


def test_a_lease_is_given_by_a_claim_alone() -> None:
    assert after(holding(contract()), "start", "ann", lease=60).entries["T-1"].lease is None


@pytest.mark.parametrize(
    ("status", "transition", "by", "attempts"),
    [
        ("submitted", "rework", "lead", 1),
        ("in_progress", "fail", "ann", 1),
        ("in_progress", "submit", "ann", 0),
        ("failed", "reopen", "lead", 0),
    ],
)
def test_failed_attempts_are_counted(status: str, transition: str, by: str, attempts: int) -> None:
    assert after(holding(contract(status=status)), transition, by).entries["T-1"].attempts == attempts


@pytest.mark.parametrize(
    ("status", "transition", "by", "claims", "proofs"),
    [
        ("submitted", "rework", "lead", 0, 0),
        ("failed", "reopen", "lead", 0, 0),
        ("in_progress", "submit", "ann", 1, 0),
        ("in_progress", "block", "ann", 1, 1),
    ],
)
def test_rework_drops_claims_and_a_new_submission_drops_proofs(
    status: str, transition: str, by: str, claims: int, proofs: int
) -> None:
    known = holding(contract(status=status, held={"claims": (RUNS,), "proofs": (command_proof(),)}))
    one = after(known, transition, by).entries["T-1"]
    assert (len(one.claims), len(one.proofs)) == (claims, proofs)


def test_settled_contracts_are_remembered_in_their_order() -> None:
    known = holding(contract("T-1"), contract("T-2"))
    known = applied(known, step(known.entries["T-2"], "cancel", "lead", known))
    assert after(known, "start", "ann").recent == ("T-2",)
    assert after(known, "cancel", "lead").recent == ("T-2", "T-1")


def test_turns_are_counted() -> None:
    known = count_step(count_step(holding(contract()), "T-1"), "T-1")
    assert known.entries["T-1"].steps == 2


def test_nothing_is_kept_of_a_contract_that_is_removed() -> None:
    known = holding(
        contract("T-0"),
        contract("T-1", parent="T-0", held={"message_id": "m-1"}),
        contract("T-2", parent="T-0", held={"message_id": "m-2"}),
        contract("T-3", parent="T-1"),
    )
    known = after(known, "cancel", "lead")
    left = drop(known, "T-1")
    assert sorted(left.entries) == ["T-0", "T-2", "T-3"]
    assert dict(left.by_message) == {"m-2": "T-2"}
    assert dict(left.subcontracts) == {"T-0": ("T-2",)}
    assert left.recent == ()
    assert dict(drop(known, "T-0").subcontracts) == {"T-1": ("T-3",)}
    assert drop(known, "T-2").recent == ("T-1",)
    assert not drop(drop(known, "T-0"), "T-1").subcontracts


def evidence(**more: Any) -> EvidenceRecorded:
    return EvidenceRecorded.model_validate({"contract_id": "T-1", "at": at()} | more)


def test_evidence_is_kept_and_a_newer_proof_of_the_same_kind_replaces_the_older() -> None:
    accepted = command_proof(method="acceptance", exit_status=None)
    first, second = command_proof(detail="first"), command_proof(detail="second")
    known = applied(holding(contract()), [evidence(claims=(RUNS,), outputs=("api",), proofs=(accepted, first))])
    one = applied(known, [evidence(proofs=(second,))]).entries["T-1"]
    assert (one.claims, one.outputs, one.proofs) == ((RUNS,), ("api",), (accepted, second))


def test_newer_claims_and_outputs_replace_the_older() -> None:
    known = applied(holding(contract()), [evidence(claims=(RUNS,), outputs=("api",), proofs=(command_proof(),))])
    unmet = Claim(criterion="runs", met=False)
    one = applied(known, [evidence(claims=(unmet,), outputs=("web",))]).entries["T-1"]
    assert (one.claims, one.outputs, one.proofs) == ((unmet,), ("web",), (command_proof(),))


def test_the_newest_notes_are_kept_with_their_authors() -> None:
    known = holding(contract())
    for number in range(6):
        known = applied(known, [NoteAdded(contract_id="T-1", by="bob", text=str(number))])
    assert known.entries["T-1"].notes == tuple(f"bob: {number}" for number in range(1, 6))
    assert known.entries["T-1"].noted == 6


def test_limits_that_were_reached_are_kept() -> None:
    limits = [
        LimitReached(contract_id="T-1", limit="max_steps", instruction="stop", at=at()),
        LimitReached(contract_id="T-1", limit="max_retries", instruction="", at=at()),
    ]
    assert applied(holding(contract()), limits).entries["T-1"].limits == tuple(limits)


def test_what_is_said_of_a_contract_that_was_removed_changes_nothing() -> None:
    known = holding(contract("T-2"))
    events = [
        evidence(proofs=(command_proof(),)),
        NoteAdded(contract_id="T-1", by="bob", text="late"),
        LimitReached(contract_id="T-1", limit="max_steps", instruction="", at=at()),
    ]
    assert applied(known, events) == known


def test_an_opened_contract_holds_its_terms_and_the_record_that_opened_it() -> None:
    store = applied(Contracts(), [ContractOpened(contract=terms("T-1"), message_id="m-1", at=at())], seq=4)
    found = store.entries["T-1"]
    assert (found.terms, found.assignee, found.message_id, found.seq) == (terms("T-1"), "ann", "m-1", 4)


def test_what_unblocks_a_long_chain_comes_before_what_unblocks_a_short_one() -> None:
    chain = [contract("C-1", assignee=None), *(contract(f"C-{n}", depends_on=[f"C-{n - 1}"]) for n in range(2, 5))]
    pair = [contract("A-1", assignee=None), contract("A-2", depends_on=["A-1"]), contract("A-3", depends_on=["A-1"])]
    assert [one.terms.id for one in holding(*pair, *chain).ready()] == ["C-1", "A-1"]


def test_open_contracts_are_listed_under_who_is_to_do_them_and_who_delegated_them() -> None:
    def lists(known: Contracts) -> tuple[Any, Any]:
        found = {party: sorted(names) for party, names in known.by_assignee.items()}
        return found, {party: sorted(names) for party, names in known.by_delegator.items()}

    known = applied(Contracts(), [ContractOpened(contract=terms("T-1", assignee=None), at=at())], 4)
    assert lists(known) == ({"": ["T-1"]}, {"lead": ["T-1"]})
    assert known.by_assignee[""]["T-1"] == 4
    known = applied(known, [ContractAssigned(contract_id="T-1", assignee="ann", at=at())])
    assert lists(known) == ({"ann": ["T-1"]}, {"lead": ["T-1"]})
    assert ids(known.of("ann")) == ["T-1"]
    assert list(known.delegated_by("lead")) == ["T-1"]
    for party, now in (("assignee", "bob"), ("delegator", "bob")):
        known = applied(known, [PartyReplaced(contract_id="T-1", party=party, before="lead", after=now, at=at())])
    assert lists(known) == ({"bob": ["T-1"]}, {"bob": ["T-1"]})
    assert known.delegated_by("bob") == {}  # its own work
    assert lists(after(known, "cancel", "bob")) == ({}, {})
