"""The runtime acts as `renkei`, never as a person; no participant can act as `renkei`."""

from pathlib import Path

import pytest

import renkei
from renkei import Freeform
from renkei.contracts.events import Proof
from renkei.engine import commands as c
from renkei.engine.state import SYSTEM
from renkei.errors import NotAllowedError
from team import small_team, work


def test_what_the_runtime_does_is_recorded_as_its_own() -> None:
    project = small_team()
    project.do(work("T-1", assignee="ann"), actor="lead")
    text = Freeform(intent_hint="IDLE", body="nobody has work", requires_response=False, urgency="high")
    record = project.do_as_runtime(
        c.Send(project.message(SYSTEM, text, "lead", "high")),
        c.AddNote("T-1", "merged"),
        c.SuspendActor("bob", "spent"),
    )
    assert record is not None
    assert record.actor == "renkei"
    assert project.find_contract("T-1").notes == ("renkei: merged",)
    (message,) = (event.message for event in record.events if event.kind == "message_sent")
    assert (message.from_, message.id) == ("renkei", "renkei-1")
    assert project.wake_reason("lead", pause=0) is not None
    assert "renkei → lead" in project.context("lead").text


def test_the_runtime_proves_criteria_in_its_own_name() -> None:
    project = small_team()
    criteria = [{"criterion": "runs", "command": ["true"]}]
    project.do(work("T-1", assignee="ann", acceptance_criteria=criteria), actor="lead")
    project.submit("T-1", "done", actor="ann")
    proof = Proof(criterion=0, method="command", by=SYSTEM, met=True, exit_status=0, detail="true")
    project.do_as_runtime(c.ProveContract("T-1", (proof,)))
    contract = project.find_contract("T-1")
    assert (contract.status, contract.proofs[0].by) == ("completed", "renkei")


def test_a_command_id_of_the_runtime_is_done_once(tmp_path: Path) -> None:
    with small_team(tmp_path / "p") as project:
        project.do(work("T-1"), actor="lead")
        first = project.do_as_runtime(c.AddNote("T-1", "merged"), command_id="merged-T-1")
        assert project.do_as_runtime(c.AddNote("T-1", "merged"), command_id="merged-T-1") == first
    with renkei.open(tmp_path / "p") as again:
        assert again.find_contract("T-1").notes == ("renkei: merged",)


@pytest.mark.parametrize("action", [c.AddNote("T-1", "x"), c.PauseProject("x"), c.Tick()])
def test_no_participant_acts_as_the_runtime(action: c.Action) -> None:
    project = small_team()
    project.do(work("T-1"), actor="lead")
    with pytest.raises(NotAllowedError, match="renkei"):
        project.do(action, actor="renkei")


def test_time_passes_in_the_name_of_the_runtime() -> None:
    project = small_team()
    project.do(work("T-1"), actor="lead")
    project.do(c.ClaimContract("T-1", 1), actor="ann")
    project.now = lambda: "2026-01-06T09:00:00.000000Z"
    record = project.tick()
    assert record is not None
    assert record.actor == "renkei"
