"""What the events of contracts link, and what they mean for rules."""

from engine.factory import START, after, applied, decided, settled, submitted, team, terms, who
from renkei.board.decide import Write
from renkei.contracts.events import ContractAssigned, ContractTransitioned, LimitReached
from renkei.dispatch.graph.links import Relation
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.engine.tables import ACTIONS, EVENTS


def ends(state: State, relation: Relation, name: str = "TC-1") -> list[str]:
    return list(state.links.neighbours(f"contract:{name}", "out", (relation,)))


def test_a_contract_is_linked_to_its_parties_inputs_and_dependencies() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-0")))
    inputs = {"description": "x", "artifacts": ["spec"]}
    state = after(state, "lead", c.OpenContract(terms("TC-1", assignee="ann", depends_on=["TC-0"], inputs=inputs)))
    assert ends(state, "delegated_by") == ["agent:lead"]
    assert ends(state, "assigned_to") == ["agent:ann"]
    assert ends(state, "depends_on") == ["contract:TC-0"]
    assert ends(state, "reads") == ["artifact:spec"]
    assert ends(state, "assigned_to", "TC-0") == []


def test_an_assignment_replaces_the_assignee() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann")))
    state = applied(state, ContractAssigned(contract_id="TC-1", assignee="bob", message_id="h", at=START))
    assert ends(state, "assigned_to") == ["agent:bob"]
    assert state.contracts.find("h") is state.contracts.entries["TC-1"]


def test_a_claim_links_and_a_release_unlinks_the_assignee() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1")))
    state = after(state, "ann", c.ClaimContract("TC-1"))
    assert ends(state, "assigned_to") == ["agent:ann"]
    assert ends(after(state, "ann", c.TransitionContract("TC-1", "release")), "assigned_to") == []


def test_closed_work_no_longer_depends_on_anything() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-0")), c.OpenContract(terms("TC-1", depends_on=["TC-0"])))
    assert ends(after(state, "lead", c.TransitionContract("TC-1", "cancel")), "depends_on") == []


def test_a_record_holds_the_seq_at_which_a_contract_was_opened_and_moved() -> None:
    record, state = settled(team(), "lead", c.OpenContract(terms("TC-1")))
    assert state.contracts.entries["TC-1"].seq == record.seq
    record, state = settled(state, "ann", c.ClaimContract("TC-1"))
    assert state.contracts.entries["TC-1"].moved == record.seq


def test_rules_see_the_status_that_a_contract_reached() -> None:
    state = after(team(), "ann", *(Write(f"/agents/ann/artifacts/{ref}", {"version": 2}) for ref in ("api", "old")))
    state = submitted(state, "TC-1", outputs=("api", "elsewhere"))
    moved = decided(state, c.AcceptContract("TC-1", "fine"), who("lead"))[-1]
    assert isinstance(moved, ContractTransitioned)
    (seen,) = EVENTS[ContractTransitioned].occurrences(applied(state, moved), moved)
    assert (seen.key, seen.value) == (("contract", "completed"), "completed")
    assert seen.variables == {
        "contract": "TC-1",
        "completed_task": "TC-1",
        "agent": "ann",
        "author": "lead",
        "delegator": "lead",
        "description": "TC-1",
        "reason": "fine",
        "completed_contract": "TC-1",
        "artifact_refs": ["api v2", "elsewhere"],
        "output_artifacts": ["api", "elsewhere"],
        "because": "TC-1: submitted → completed",
    }


def test_rules_see_a_contract_without_an_assignee_without_artifacts() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1")))
    (moved, *_) = decided(state, c.TransitionContract("TC-1", "cancel"), who("lead"))
    (seen,) = EVENTS[ContractTransitioned].occurrences(applied(state, moved), moved)
    assert (seen.variables["agent"], seen.variables["artifact_refs"]) == (None, [])


def test_rules_see_a_limit_with_its_instruction() -> None:
    state = after(team(), "lead", c.OpenContract(terms("TC-1", assignee="ann")))
    event = LimitReached(contract_id="TC-1", limit="max_steps", instruction="stop", at=START)
    (seen,) = EVENTS[LimitReached].occurrences(state, event)
    assert seen.key == ("overdue", "contract")
    assert seen.variables == {
        "contract": "TC-1",
        "agent": "ann",
        "author": "renkei",
        "delegator": "lead",
        "description": "TC-1",
        "limit": "max_steps",
        "instruction": "stop",
        "because": "TC-1 has reached max_steps",
    }


def test_the_contracts_that_an_action_names() -> None:
    opening = c.OpenContract(terms("TC-1", parent="TC-0", depends_on=["TC-2"]))
    assert list(ACTIONS[c.OpenContract].contracts(opening)) == ["TC-1", "TC-0", "TC-2"]
    assert list(ACTIONS[c.AddNote].contracts(c.AddNote("TC-3", "x"))) == ["TC-3"]


def test_records_are_indexed_by_the_contract_that_changed() -> None:
    opened, moved = (
        decided(team(), c.OpenContract(terms("TC-1")), who("lead"))[0],
        LimitReached(contract_id="TC-2", limit="max_steps", instruction="", at=START),
    )
    assert list(EVENTS[type(opened)].subjects(opened)) == [("contract", "TC-1")]
    assert list(EVENTS[LimitReached].subjects(moved)) == [("contract", "TC-2")]
