"""`renkei leave`: a participant is taken out, and its id can join again."""

import json
from pathlib import Path

from process import renkei


def test_an_agent_leaves_and_its_id_joins_again(project: Path) -> None:
    done = renkei("leave", "ann", "--reason", "done", "--as", "lead", cwd=project)
    assert (done.returncode, done.stdout) == (0, "Left: ann.\n")
    assert "ann" not in renkei("status", cwd=project).stdout
    refused = renkei("send", "--as", "bob", "--to", "ann", "--text", "hello", cwd=project)
    assert "'ann' has left the project." in refused.stderr
    log = renkei("board", "log", cwd=project).stdout
    assert "/agents/ann  removed  ann left" in log
    assert renkei("join", "ann:backend", cwd=project).returncode == 0
    assert "number 2 of this id" in renkei("log", cwd=project).stdout
    assert "ann" in renkei("status", cwd=project).stdout


def test_an_agent_takes_itself_out_but_no_other(project: Path) -> None:
    refused = renkei("leave", "bob", "--as", "ann", cwd=project)
    assert (refused.returncode, "NOT_ALLOWED: 'ann' may not take 'bob' out of the project." in refused.stderr) == (
        1,
        True,
    )
    done = renkei("leave", "ann", "--as", "ann", "--format", "json", cwd=project)
    assert json.loads(done.stdout)["id"] == "ann"
