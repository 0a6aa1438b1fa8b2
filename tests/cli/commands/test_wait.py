"""`renkei wait`: a shell waits until an agent should take a turn."""

import json
from pathlib import Path

from process import renkei, running

HELLO = ("send", "--as", "bob", "--text", "hello", "--to")


def test_a_reason_that_is_there_is_printed_at_once(project: Path) -> None:
    renkei("contract", "new", "-", cwd=project, stdin=TASK)
    done = renkei("wait", "--agent", "ann", cwd=project)
    assert (done.returncode, done.stdout) == (0, "T-1 is ready to start\n")


TASK = """task_contract:
  {id: T-1, assignee: ann, inputs: {description: work}, expected_output: {format: code},
   acceptance_criteria: [{criterion: it works}]}
"""


def test_a_timeout_has_a_status_of_its_own(project: Path) -> None:
    done = renkei("wait", "--agent", "ann", "--timeout", 0, cwd=project)
    assert (done.returncode, done.stdout, done.stderr) == (124, "", "Nothing for ann to do within 0 s.\n")
    done = renkei("wait", "--agent", "ann", "--timeout", 0, "--format", "json", cwd=project)
    assert (done.returncode, json.loads(done.stdout)) == (124, {"agent": "ann", "reason": None})


def test_a_message_of_another_process_ends_the_wait(project: Path) -> None:
    with running("wait", "--pause", 0, cwd=project) as process:  # without a name it waits for the human
        renkei(*HELLO, "human", cwd=project)
        out, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert out.endswith(": to me\n")


def test_nobody_is_waited_for_who_does_not_take_part(project: Path) -> None:
    assert "UNKNOWN_ACTOR" in renkei("wait", "--agent", "eve", cwd=project).stderr
