"""`renkei reject`: submitted work fails, with a reason that its producer reads."""

from pathlib import Path

import renkei as library
from process import renkei
from team import handoff


def test_submitted_work_fails_and_its_producer_reads_why(project: Path) -> None:
    team = library.open(project / ".renkei")
    team.send(team.message("lead", handoff(), "ann", task_ref="TC-1"))
    early = renkei("reject", "TC-1", "--reason", "no", cwd=project)
    assert (early.returncode, "NOT_READY" in early.stderr) == (1, True)
    team.submit("TC-1", "all done", actor="ann")
    assert renkei("reject", "TC-1", cwd=project).returncode == 2
    other = renkei("reject", "TC-1", "--reason", "no", "--as", "bob", cwd=project)
    assert (other.returncode, "NOT_ALLOWED" in other.stderr) == (1, True)
    done = renkei("reject", "TC-1", "--reason", "it leaks tokens", "--as", "lead", cwd=project)
    assert done.stdout == "TC-1 is failed, assigned to ann.\n"
    assert "it leaks tokens" in team.context("ann").text
