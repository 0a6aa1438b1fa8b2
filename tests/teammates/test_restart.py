"""A team whose process is killed at a record finishes when it is run again, and repeats no effect without being told.

`EVERY_KILL=1` kills at each record of a run, otherwise at a few; see `make test-kills`.
"""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import renkei
from renkei import replay
from renkei.testing import Reply, Request, Script, ScriptedModel
from teammates.scripted_team import speaker
from teammates.watching import PATIENCE
from thoroughness import EVERY_KILL

CHILD = Path(__file__).with_name("team_process.py")

RESULT = {
    "contract": "api",
    "status": "completed",
    "summary": "built",
    "evidence": [{"criterion": "runs", "evidence": "tried"}],
}
APPROVAL = {"artifact_ref": "api", "verdict": "approved", "summary": "fine"}
REPORT = {"recipient": "human", "content": "All done.", "in_reply_to": "team-goal"}


class Careful(Script):
    """Models that check before they repeat a call: their answers depend on their input alone."""

    def reply(self, request: Request) -> Reply:
        """Answer whoever asks."""
        with self._changed:
            self.requests.append(request)
        return {"lead": _lead, "ann": _ann}[speaker(request)](request.new)


def _lead(new: str) -> Reply:
    if '"owe_you_a_reply"' in new:
        return Reply("", "I have reported.")
    if '"contracts"' not in new:
        return Reply("", call="list_work", arguments={"which": "mine"})
    if '"status": "submitted"' in new:
        return Reply("", call="review_work", arguments=APPROVAL)
    if '"contracts": []' in new and '"team-goal"' in new:
        return Reply("", call="SendMessage", arguments=REPORT)
    return Reply("", "I wait.")


def _ann(new: str) -> Reply:
    if "WROTE" in new or "LINES:built" in new:
        return Reply("", call="submit_work", arguments=RESULT)
    if "LINES:" in new:
        return Reply("", call="build")
    if "may have happened" in new or '"status": "in_progress"' in new:
        return Reply("", call="look")
    if re.search(r'"status": "(open|claimed)"', new):
        return Reply("", call="take_work", arguments={"contract": "api", "act": "start"})
    if '"contract' in new:
        return Reply("", "Nothing more.")
    return Reply("", call="list_work", arguments={"which": "mine"})


def run(directory: Path, url: str, kill: object) -> tuple[int, str]:
    """Run the team in a process; return how it ended and what it printed."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(CHILD), str(directory), url, str(kill)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout + done.stderr


def kills() -> list[object]:
    """Return where the process is killed."""
    return ["tool", *range(1, 30)] if EVERY_KILL else ["tool", 15]


@pytest.mark.short("tool")
@pytest.mark.parametrize("kill", kills())
def test_a_killed_team_finishes_and_builds_once(tmp_path: Path, kill: object) -> None:
    script = Careful()
    with ScriptedModel(script) as server:
        status, said = run(tmp_path, server.url, kill)
        assert status in (0, -signal.SIGKILL), said
        with renkei.open(tmp_path / "p") as project:
            kept = [one.id for one in project.records()]
        if status:
            status, said = run(tmp_path, server.url, "never")
    assert (status, said.split(maxsplit=2)[:2]) == (0, ["All", "done."]), said
    assert (tmp_path / "effects").read_text() == "built\n"
    with renkei.open(tmp_path / "p") as project:
        assert [one.id for one in project.records()][: len(kept)] == kept
        assert replay(project.records()) == project.state
        closed = project.find_contract("api")
        assert closed.status == "completed"
    if kill == "tool":
        assert "may have happened or not" in str(script.requests)
