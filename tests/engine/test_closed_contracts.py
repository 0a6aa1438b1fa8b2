"""The state knows what is open; what was settled long ago is asked of the log, and is as settled as ever."""

import pickle
from pathlib import Path

import pytest

from renkei import Project, replay
from renkei.engine import commands as c
from renkei.errors import AlreadyExistsError, IllegalTransitionError, NotReadyError, UnknownContractError
from team import handoff, small_team, work


def settle(project: Project, *names: str) -> None:
    for name in names:
        project.do(work(name), actor="lead")
        settle_part(project, name)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = small_team(tmp_path, guarded=False)
    settle(project, *(f"TC-{n}" for n in range(60)))
    return project


def test_only_those_that_were_settled_last_are_in_the_state(project: Project) -> None:
    entries = project.state.contracts.entries
    assert len(entries) == 50
    assert "TC-9" not in entries
    assert "TC-10" in entries
    assert not [name for name in project.state.links.out if name == "contract:TC-9"]
    assert replay(project.records()) == project.state


def test_a_contract_that_was_let_go_is_shown_as_it_ended(project: Project) -> None:
    entry = project.find_contract("TC-0")
    assert (entry.status, entry.assignee) == ("completed", "ann")
    assert [proof.detail for proof in entry.proofs] == ["fine"]
    assert entry == replay(record for record in project.records() if record.seq <= 5).contracts.entries["TC-0"]
    with pytest.raises(UnknownContractError):
        project.find_contract("TC-none")


def test_its_id_stays_taken(project: Project) -> None:
    with pytest.raises(AlreadyExistsError):
        project.do(work("TC-0"), actor="lead")


def test_nothing_moves_it_any_more(project: Project) -> None:
    with pytest.raises(IllegalTransitionError, match="closed"):
        project.do(c.ClaimContract("TC-0"), actor="bob")


def test_work_that_depends_on_it_can_begin(project: Project) -> None:
    project.do(work("TC-new", depends_on=["TC-0", "TC-55"]), actor="lead")
    assert [entry.terms.id for entry in project.state.contracts.ready()] == ["TC-new"]
    project.do(c.ClaimContract("TC-new"), actor="bob")


def test_it_gets_no_further_parts(project: Project) -> None:
    with pytest.raises(NotReadyError, match="TC-0 is closed"):
        project.do(work("TC-part", parent="TC-0"), actor="lead")


def test_what_was_cancelled_stays_known_to_those_who_wait_for_it(tmp_path: Path) -> None:
    project = small_team(tmp_path, guarded=False)
    project.do(work("TC-gone"), work("TC-gone-too"), work("TC-waits", depends_on=["TC-gone"]), actor="lead")
    project.do(c.TransitionContract("TC-gone", "cancel"), c.TransitionContract("TC-gone-too", "cancel"), actor="lead")
    settle(project, *(f"TC-{n}" for n in range(51)))
    assert "TC-gone-too" not in project.state.contracts.entries
    assert [entry.terms.id for entry in project.state.contracts.ready()] == []
    with pytest.raises(NotReadyError, match="TC-gone-too, which is cancelled"):
        project.do(work("TC-late", depends_on=["TC-gone-too"]), actor="lead")


def test_the_state_does_not_grow_with_what_is_settled(project: Project) -> None:
    before = len(pickle.dumps(project.state))
    settle(project, *(f"TC-{n}" for n in range(100, 160)))
    for reader in ("lead", "human", "bob"):
        while project.state.unread_of(reader):
            with project.turn(reader, budget=100_000):
                pass
    assert len(pickle.dumps(project.state)) < before * 1.1


def test_a_dependency_that_is_named_by_its_hand_over_holds_all_the_same(tmp_path: Path) -> None:
    project = small_team(tmp_path, guarded=False)
    message = project.message("lead", handoff("build the api"), "ann", task_ref="TC-api")
    project.send(message)
    project.do(work("TC-ui", depends_on=[message.id]), work("TC-part", parent=message.id), actor="lead")
    store = project.state.contracts
    assert store.entries["TC-ui"].terms.depends_on == ("TC-api",)
    assert store.entries["TC-part"].terms.parent == "TC-api"
    assert [entry.terms.id for entry in store.ready()] == ["TC-part"]


def test_an_open_whole_does_not_remember_its_settled_parts_for_ever(tmp_path: Path) -> None:
    project = small_team(tmp_path, guarded=False)
    project.do(work("TC-whole"), actor="lead")
    for n in range(70):
        project.do(work(f"TC-part-{n}", parent="TC-whole"), actor="lead")
        settle_part(project, f"TC-part-{n}")
    assert len(project.state.contracts.subcontracts["TC-whole"]) == 50


def settle_part(project: Project, name: str) -> None:
    project.do(
        c.ClaimContract(name), c.TransitionContract(name, "start"), c.TransitionContract(name, "submit"), actor="ann"
    )
    project.do(c.AcceptContract(name, "fine"), actor="lead")
