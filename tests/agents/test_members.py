"""Real coding agents as members of a team file, over ACP: one story for all four, with scripted models.

A task is handed over; the agent asks, is answered, edits a file with a permission, and submits; the work is accepted.
Then, in the same session, a person rejects a command. The program is killed while it asks, and its session resumes.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import renkei
from agents.acp_programs import REAL, RealProgram
from agents.real_program import new_home
from agents.team_story import ANSWER, OPTIONS, QUESTION, TASK, THANKS
from renkei import Project
from renkei.edges.team.team import Team
from renkei.edges.team.team_file import TeamFile
from renkei.engine.state import HUMAN
from renkei.protocol.payloads import ExpectedOutput, TaskHandoff
from renkei.testing import Reply, Script, ScriptedModel
from scripted_coding_agent import scripted
from teammates.watching import FAST, tell

CRITERION = "It has a label for each field"
TEXT = "<label>Name</label>\n"
RUN = "Please make the file"
SLOW = "Please make another"

pytestmark = pytest.mark.agents


@pytest.fixture(params=REAL)
def program(request: pytest.FixtureRequest) -> RealProgram:
    found = REAL[request.param]
    if not found.is_installed:
        pytest.skip(f"{found.name} is not installed (`make test-agents` installs it)")
    return found


def story(program: RealProgram, file: Path) -> Script:
    """Return what the agent's model does."""
    question = {"decision_id": "D-fields", "question": QUESTION, "options": OPTIONS}
    asked = {"type": "DECISION_REQUEST", "to": [HUMAN], "payload": question, "context_summary": "The form"}
    result = {"contract": "WORK", "status": "completed", "summary": "The form is there"}
    claims = [{"criterion": CRITERION, "evidence": "seen in the browser"}]
    return Script(
        Reply(TASK, **program.tool("take_work", contract="WORK", act="start")),
        Reply("in_progress", **program.tool("send_message", **asked)),
        Reply("owe_you_a_reply", **program.tool("take_work", contract="WORK", act="block", reason=QUESTION)),
        Reply("blocked", say="I wait for the answer."),
        Reply(ANSWER, **program.tool("take_work", contract="WORK", act="start")),
        replace(program.write(file, TEXT), when="in_progress"),
        Reply("", **program.tool("submit_work", **result, evidence=claims)),
        Reply("submitted", say="Submitted."),
        Reply(THANKS, say="Done."),
        replace(program.run("touch made.txt"), when=RUN),
        replace(program.run("touch again.txt"), when=SLOW),
        Reply(SLOW, say="It goes on."),
        only_with_tools=True,
    )


class Watch:
    """Watches a project whose person the test plays."""

    def __init__(self, project: Project, script: Script) -> None:
        self.project = project
        self.script = script

    def until(self, holds: Callable[[], bool]) -> None:
        for _ in range(120):
            if holds():
                return
            self.project.wait(self.project.state.seq, 1)
        raise AssertionError(f"not reached; left: {self.script.open}; problems: {self.project.problems()}")

    def permission(self) -> str:
        """Wait until the agent asks for a permission; return the decision's id."""
        self.until(lambda: bool(self._asked()))
        (found,) = self._asked()
        return found

    def _asked(self) -> list[str]:
        board = self.project.state.board
        ids = [one for one in board.ids("pending_decisions") if one.startswith(("permission", "command"))]
        return [one for one in ids if board.get(f"/pending_decisions/{one}/status") == "open"]


@contextmanager
def playing(program: RealProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Team, Script]]:
    """Run a team whose member `ben` is a program with a scripted model."""
    _, work = new_home(tmp_path, monkeypatch)
    monkeypatch.delenv("IS_SANDBOX", raising=False)  # with it, Claude Code's adapter does not start it for root
    script = story(program, work / "form.html")
    asking = [{"ask": ["edit", "execute"]}]
    settings = {
        "goal": "Users can log in",
        "lead": {"id": "lead", "agent": scripted(tmp_path, "lead").command},
        "members": [{"id": "ben", "role": "backend", "agent": program.name}],
        "workspace": {"path": str(work)},
        "permissions": asking,
    }
    with ScriptedModel(script) as server, renkei.create(tmp_path / "p", "shop", "g") as project:
        for name, value in program.environment(server.url).items():
            monkeypatch.setenv(name, value)
        team = Team(project, TeamFile.model_validate(settings), pauses=FAST)
        try:
            team.start(goal=False)
            yield team, script
        finally:
            team.close()


def test_a_real_program_is_a_member(program: RealProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = tmp_path / "work"
    with playing(program, tmp_path, monkeypatch) as (team, script):
        project = team.project
        watch = Watch(project, script)

        output = ExpectedOutput(format="code", success_criteria=(CRITERION,))
        task = TaskHandoff(
            task_description=TASK, expected_output=output, authority_scope="its layout", fallback_on_failure="ask"
        )
        project.send(project.message(HUMAN, task, ["ben"], context_summary="A login form is missing", id="WORK"))
        watch.until(lambda: "D-fields" in project.state.board.ids("pending_decisions"))
        watch.until(lambda: "ben" not in project.state.turns)
        project.decide("D-fields", "two", ANSWER)

        edit = watch.permission()
        assert "form.html" in project.state.board.get(f"/pending_decisions/{edit}/question")
        assert not (work / "form.html").exists()
        project.decide(edit, "once")
        watch.until(lambda: project.find_contract("WORK").status == "submitted")
        assert (work / "form.html").read_text() == TEXT
        watch.until(lambda: [one.agent for one in project.state.files.file("form.html").changes] == ["ben"])
        watch.until(lambda: "ben" not in project.state.turns)
        project.review("WORK", "approved", THANKS)
        watch.until(
            lambda: THANKS in "".join(one.text for one in list(script.requests)) and "ben" not in project.state.turns
        )

        tell(project, "ben", RUN)
        command = watch.permission()
        assert "touch made.txt" in project.state.board.get(f"/pending_decisions/{command}/question")
        project.decide(command, "no")
        watch.until(lambda: "ben" not in project.state.turns)
        assert not (work / "made.txt").exists()

        asked = tell(project, "ben", SLOW, expected_response_type=["FREEFORM"])
        again = watch.permission()
        os.killpg(pid_of(team), signal.SIGKILL)  # Gemini CLI is two processes
        project.decide(again, "no")
        watch.until(lambda: not project.state.owed_by("ben") and "ben" not in project.state.turns)
        answers = [getattr(one.message.payload, "body", "") for one in project.conversation(thread=asked)]
        assert "It goes on." in answers

        assert script.open == ()
        assert project.find_contract("WORK").status == "completed"
        last = script.requests[-1].text
        assert not program.loads or all(one in last for one in (TASK, ANSWER, THANKS))
        assert "You are ben (backend)" in last
        assert team.usage()["ben"].total > 0
    assert {one.name for one in work.iterdir()} <= {"form.html", ".renkei"}


def pid_of(team: Team) -> int:
    """Return the process group of the program of `ben`."""
    agent = team.member("ben")._agent
    assert agent is not None
    assert agent.pid is not None
    return int(agent.pid)
