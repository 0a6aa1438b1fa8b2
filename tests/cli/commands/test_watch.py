"""`renkei watch`: what happens, and who waits or should act."""

import json
import signal
from pathlib import Path

from process import renkei, running


def test_it_shows_who_acts_now_and_what_happens(project: Path) -> None:
    renkei("board", "set", "/agents/bob/blocked_by", "ann", "--as", "bob", cwd=project)
    with running("watch", cwd=project) as process:
        assert process.stdout is not None
        assert process.stdout.readline().split()[1:] == ["UTC"]
        assert process.stdout.readline().split()[1:] == ["waits", "bob", "for", "ann"]
        renkei("send", "--as", "ann", "--to", "lead", "--text", "hello", cwd=project)
        kind, _, *said = process.stdout.readline().split()[1:]
        assert (kind, said) == ("message", ["ann", "→", "lead", "FREEFORM", "hello"])
        assert process.stdout.readline().split()[1:4] == ["turn", "due", "lead"]


def test_with_an_agent_it_shows_what_concerns_it(project: Path) -> None:
    renkei("board", "set", "/agents/ann/blocked_by", "the key", "--as", "ann", cwd=project)
    with running("watch", "--agent", "ann", "--format", "jsonl", cwd=project) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["text"] == "for the key"
        renkei("send", "--as", "bob", "--to", "lead", "--text", "not for ann", cwd=project)
        renkei("board", "set", "/agents/bob/current_task", "the form", "--as", "bob", cwd=project)
        renkei("contract", "new", "-", cwd=project, stdin=TASK)
        renkei("contract", "start", "T-1", "--as", "ann", cwd=project)
        shown = [json.loads(process.stdout.readline()) for _ in range(2)]
    assert {one["kind"] for one in shown} <= {"contract", "turn due"}
    assert {one["subject"] for one in shown} <= {"T-1", "ann"}


TASK = """task_contract:
  {id: T-1, assignee: ann, inputs: {description: work}, expected_output: {format: code},
   acceptance_criteria: [{criterion: it works}]}
"""


def test_an_unknown_agent_is_refused(project: Path) -> None:
    assert "UNKNOWN_ACTOR" in renkei("watch", "--agent", "eve", cwd=project).stderr


def test_ctrl_c_ends_it(project: Path) -> None:
    renkei("board", "set", "/agents/ann/blocked_by", "the key", "--as", "ann", cwd=project)
    with running("watch", cwd=project) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    # CPython ends by the signal itself when it comes while code that is a string runs, as `dataclass` does: a shell
    # reports 130 for both.
    assert process.returncode in (130, -signal.SIGINT)
    assert err.strip() == "Interrupted."
