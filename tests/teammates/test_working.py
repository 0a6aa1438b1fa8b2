"""Members work on real files with real commands: over the real SDK, with a person asked, and through kills."""

import fcntl
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import renkei
from attacks.hostile_commands import caged
from faults_of_the_system import wait_until_somebody_opens
from renkei import Project
from renkei.edges.team.team import Team
from renkei.project.turns.session import Session
from renkei.testing import Reply, ScriptedModel
from renkei.workspace.errors import WorkspaceError
from teammates.scripted_team import TeamScript, new_team, team_file
from teammates.test_workspace import git, repository
from teammates.watching import until

__all__ = ["repository"]

COMMAND = "cat a.txt | tr a-z A-Z > upper.txt && cat upper.txt"


def open_decision(project: Project) -> str | None:
    board = project.state.board
    ids = board.ids("pending_decisions")
    return next((one for one in ids if board.get(f"/pending_decisions/{one}/status") == "open"), None)


@caged
def test_a_member_changes_files_in_its_worktree_and_what_is_accepted_is_merged(repository: Path) -> None:
    task = {"subject": "Change the first line", "owner": "ann", "criteria": ["It says ONE"]}
    evidence = [{"criterion": "It says ONE", "evidence": "read"}]
    verdict = {"artifact_ref": "task-1", "verdict": "approved", "summary": "It does."}
    lead = [
        Reply("> Do it.", call="TaskCreate", arguments=task),
        Reply('"id": "#1"', say="Ann does it."),
        Reply("TASK_RESULT", call="review_work", arguments=verdict),
        Reply('"approved"', say="All is done."),
    ]
    edit = {"path": "a.txt", "old_text": "one\n", "new_text": "ONE\n"}
    ann = [
        Reply("Change the first line", call="TaskUpdate", arguments={"id": "#1", "status": "in_progress"}),
        Reply('"in_progress"', call="edit_file", arguments=edit),
        Reply("you have not read it", call="read_file", arguments={"path": "a.txt"}),
        Reply("     1\tone", call="edit_file", arguments=edit),
        Reply("a.txt changed, from line 1", call="read_file", arguments={"path": "../../log.db"}),
        Reply("lies outside of the workspace", call="bash", arguments={"command": "head a.txt | cat"}),
        Reply("ONE", call="bash", arguments={"command": COMMAND}),
        Reply("needs the consent of a person", say="I wait for it."),
        Reply("once", call="bash", arguments={"command": COMMAND}),
        Reply(
            "ONE\nTWO",
            call="TaskUpdate",
            arguments={"id": "#1", "status": "completed", "summary": "Changed", "evidence": evidence},
        ),
        Reply('"submitted"', say="Handed in."),
    ]
    script = TeamScript({"lead": lead, "ann": ann})
    workspace = {"path": str(repository), "kind": "worktree", "commands": ["head", "cat"]}
    file = team_file("ann:coder", goal="Do it.", workspace=workspace)
    with (
        renkei.create(repository / ".renkei", file.name, file.goal) as project,
        ScriptedModel(script) as server,
        new_team(server, file, project),
    ):
        assert script.wait(lambda one: "needs the consent" in one.told("ann"))
        decision = open_decision(project)
        assert decision is not None
        assert "upper.txt" in project.state.board.get(f"/pending_decisions/{decision}/question")
        project.decide(decision, "once", "It is only a copy.")
        assert script.wait(lambda one: not one.open), [step.when for step in script.open]
        until(project, lambda: project.state.contracts.entries["task-1"].status == "completed")
    assert (repository / "a.txt").read_text() == "ONE\ntwo\nthree\n"
    assert (repository / "upper.txt").read_text() == "ONE\nTWO\nTHREE\n"
    assert git(repository, "log", "-1", "--format=%an") == "ann"
    assert "bash" in script.tools("ann")
    assert "`head`, `cat` run at once" in json.dumps(script.requests[0].body["tools"])


TEAM = """
team:
  name: shop
  goal: Do it.
  lead: {{id: lead}}
  workspace: {{path: {path}, commands: [sh slow.sh]}}
"""

PROGRAM = """
import json, sys
import renkei
from pathlib import Path
from renkei.edges.team.models.model import Model, ModelAnswer, ModelUsage
from renkei.edges.team.team import Team

class Scripted(Model):
    name = "scripted"
    calls = [json.loads(one) for one in sys.argv[2:]]

    def answer(self, request, on_text=None):
        print(json.dumps(request.messages[-1]["content"]), flush=True)
        if self.calls:
            name, given = self.calls.pop(0)
            call = {"type": "tool_use", "id": f"call-{name}", "name": name, "input": given}
            return ModelAnswer((call,), "tool_use", ModelUsage())
        return ModelAnswer(({"type": "text", "text": "I have checked."},), "end_turn", ModelUsage())

directory = Path(sys.argv[1])
with renkei.open(directory / ".renkei") as project:
    Team(project, directory / "team.yaml", find_model=lambda name: Scripted()).run()
"""


@contextmanager
def running(directory: Path, *calls: object) -> Iterator[subprocess.Popen[str]]:
    """Run a team in a separate process, and kill it at the end of the block."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", PROGRAM, str(directory), *map(json.dumps, calls)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGKILL)


def told(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


@pytest.mark.skipif(sys.platform != "linux", reason="sees in /proc who waits for a lock")
@caged
def test_a_call_that_a_kill_cut_short_is_not_repeated_without_being_told(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (tmp_path / "team.yaml").write_text(TEAM.format(path="work"))
    renkei.create(tmp_path / ".renkei", "shop", "Do it.").close()
    os.mkfifo(work / "begun")
    (work / "slow.sh").write_text("exec 5> begun\necho begun >&5\nsleep 600\n")
    with running(tmp_path, ("bash", {"command": "sh slow.sh"})) as first:
        assert "Do it." in told(first)
        begun = (work / "begun").open()
        assert begun.readline() == "begun\n"
    assert select.select([begun], [], [], 30)[0], "the command outlived its member"  # it held the other end
    begun.close()
    here = os.open(work, os.O_RDONLY)
    fcntl.flock(here, fcntl.LOCK_EX)  # somebody else writes: the call waits
    with running(tmp_path, ("write_file", {"path": "made.txt", "content": "1"})) as second:
        assert "may have happened" in told(second)
        wait_until_somebody_opens(work)
    os.close(here)
    assert not (work / "made.txt").exists()
    with running(tmp_path, ("read_file", {"path": "made.txt"})) as third:
        assert "may have happened" in told(third)
        assert "does not exist" in told(third)
    assert sorted(one.name for one in work.iterdir()) == ["begun", "slow.sh"]


def test_the_files_of_the_team_are_closed_to_its_members(tmp_path: Path) -> None:
    (tmp_path / "team.yaml").write_text(TEAM.format(path="."))
    with renkei.create(tmp_path / ".renkei", "shop", "Do it.") as project:
        team = Team(project, tmp_path / "team.yaml")
        project.join("lead", lead=True)
        (write,) = (one for one in team.own_tools(team.file.lead) if one.name == "write_file")
        for path in ("team.yaml", ".renkei/log.db", str(tmp_path / ".renkei")):
            with pytest.raises(WorkspaceError, match="belongs to the team's own files"):
                write.call(Session(project, "lead"), write.parse({"path": path, "content": ""}))
