"""`renkei accept`: submitted work is completed by somebody else than its producer."""

import json
from pathlib import Path

import renkei as library
from process import renkei
from team import handoff


def test_submitted_work_is_accepted_but_not_by_its_producer(project: Path) -> None:
    team = library.open(project / ".renkei")
    team.send(team.message("lead", handoff(), "ann", task_ref="TC-1"))
    early = renkei("accept", "TC-1", cwd=project)
    assert (early.returncode, "ILLEGAL_TRANSITION" in early.stderr) == (1, True)
    team.submit("TC-1", "all done", actor="ann")
    own = renkei("accept", "TC-1", "--as", "ann", cwd=project)
    assert (own.returncode, "NOT_ALLOWED" in own.stderr) == (1, True)
    done = renkei("accept", "TC-1", "--reason", "I saw it run", "--format", "json", cwd=project)
    assert {"status": "completed", "changed": True}.items() <= json.loads(done.stdout).items()
    assert team.find_contract("TC-1").proofs[0].detail == "I saw it run"
