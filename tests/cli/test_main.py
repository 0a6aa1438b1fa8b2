"""The command line as a whole: a first session, exit statuses, start-up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from process import renkei


def test_a_newcomer_makes_a_project_sends_a_text_and_reads_it(project: Path) -> None:
    sent = renkei("send", "--as", "ann", "--to", "bob", "--text", "the port is 8080", cwd=project)
    assert sent.returncode == 0
    assert "FREEFORM → bob" in sent.stdout
    inbox = renkei("inbox", "--agent", "bob", cwd=project)
    assert "the port is 8080" in inbox.stdout
    assert "relevant" in inbox.stdout
    assert "the port is 8080" in renkei("context", "--agent", "bob", cwd=project).stdout
    assert "ann → bob" in renkei("log", cwd=project).stdout
    assert "planning" in renkei("board", "show", cwd=project).stdout


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("validate",), 2),
        (("validate", "nowhere.yaml"), 2),
        (("replay", "nowhere.yaml"), 2),
        (("schema", "NOTHING"), 2),
        (("nonsense",), 2),
        (("inbox", "--agent", "ann"), 1),
        (("schema", "TASK_HANDOFF"), 0),
        (("--version",), 0),
        (("--help",), 0),
    ],
)
def test_exit_statuses_tell_wrong_usage_from_a_refusal(tmp_path: Path, arguments: tuple[str, ...], status: int) -> None:
    assert renkei(*arguments, cwd=tmp_path).returncode == status


def test_starting_up_imports_nothing_heavy(tmp_path: Path) -> None:
    code = "import sys, renkei.edges.cli.main; print({'pydantic', 'networkx', 'yaml'} & set(sys.modules))"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.strip() == "set()"
