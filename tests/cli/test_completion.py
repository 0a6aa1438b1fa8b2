"""What a shell completes: commands, options, and names of the project."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from process import renkei
from renkei.edges.cli.main import cli

TASK = """task_contract:
  {id: TC-1, inputs: {description: work}, expected_output: {format: code}, acceptance_criteria: [{criterion: runs}]}
"""


@pytest.fixture
def here(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    renkei("contract", "new", "-", cwd=project, stdin=TASK)
    renkei("artifact", "add", "API", "--as", "ann", cwd=project)
    monkeypatch.chdir(project)
    return project


def completed(*words: str) -> list[str]:
    """Return what the last word may become."""
    found = ShellComplete(cli, {}, "renkei", "_RENKEI_COMPLETE").get_completions(list(words[:-1]), words[-1])
    return [one.value for one in found]


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (("sen",), ["send", "send-back"]),
        (("contract", "cl"), ["claim"]),
        (("inbox", "--ag"), ["--agent"]),
        (("inbox", "--agent", ""), ["human", "lead", "ann", "bob"]),
        (("read", "--as", "b"), ["bob"]),
        (("send", "--to", "a"), ["ann", "all"]),
        (("send", "STATUS"), ["STATUS_UPDATE"]),
        (("send", "STATUS_UPDATE", "new_"), ["new_status="]),
        (("contract", "show", ""), ["TC-1"]),
        (("contract", "pause", "T"), ["TC-1"]),
        (("artifact", "log", ""), ["API"]),
        (("board", "set", "/agents/ann/st"), ["/agents/ann/status"]),
        (("board", "log", "--field", "/go"), ["/goal"]),
        (("schema", "task_"), ["task_contract"]),
        (("rules", "remove", "task_b"), ["task_blocked"]),
        (("log", "--group", ""), ["all"]),
        (("log", "--format", ""), ["text", "json", "jsonl"]),
    ],
)
def test_names_are_completed(here: Path, words: tuple[str, ...], values: list[str]) -> None:
    assert completed(*words) == values


def test_messages_are_completed_by_their_ids(conversation: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(conversation)
    found = completed("message", "show", "m-")
    assert len(found) == 2
    assert all(one.startswith("m-") for one in found)


def test_the_project_may_be_elsewhere(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here.parent)
    assert completed("contract", "show", "") == []
    monkeypatch.setenv("RENKEI_PROJECT", str(here))
    assert completed("contract", "show", "") == ["TC-1"]
    monkeypatch.delenv("RENKEI_PROJECT")
    assert completed("-C", str(here), "contract", "show", "") == ["TC-1"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script(tmp_path: Path, shell: str) -> None:
    script = renkei("completion", shell, cwd=tmp_path).stdout
    assert "_RENKEI_COMPLETE" in script


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_with_the_script(here: Path, tmp_path: Path) -> None:
    program = tmp_path / "bin" / "renkei"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m renkei "$@"\n')
    program.chmod(0o755)
    code = (
        'eval "$(renkei completion bash)"; COMP_WORDS=(renkei contract show T); COMP_CWORD=3; '
        '_renkei_completion renkei T show; echo "${COMPREPLY[@]}"'
    )
    env = os.environ | {
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(["bash", "-c", code], cwd=here, env=env, capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["TC-1"], done.stderr
