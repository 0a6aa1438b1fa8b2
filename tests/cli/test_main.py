"""The command line as a whole: a first session, exit statuses, start-up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from process import renkei
from renkei.edges.cli import main


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


class Interrupting:
    """A value of a class that gets Ctrl-C while the class is made."""

    def __set_name__(self, owner: type, name: str) -> None:
        raise KeyboardInterrupt


def test_ctrl_c_while_a_class_is_made_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(main, "cli", lambda **_: type("Made", (), {"value": Interrupting()}))
    with pytest.raises(SystemExit) as ended:
        main.main()
    assert ended.value.code == 130
    assert capsys.readouterr().err == "Interrupted.\n"


def test_a_runtime_error_of_another_cause_stays_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("a fault") from ValueError()

    monkeypatch.setattr(main, "cli", fail)
    with pytest.raises(RuntimeError, match="a fault"):
        main.main()


HEAVY = {"anthropic", "cel.cel", "inotify_simple", "jsonschema", "networkx", "rich.progress", "typer", "yaml"}
"""Modules that take long to import, and that few commands need."""

LAYING_OUT = {
    "rich",
    "renkei.edges.cli.output.rich_terminal",
    "renkei.edges.cli.output.table_layout",
    "renkei.edges.cli.output.wrapping",
}
"""Modules that lay text out on a terminal."""

CREATING = {"renkei.engine.validation", "renkei.project.create"}
"""Modules that make a project from documents."""


def imported(*arguments: str, cwd: Path) -> set[str]:
    """Return the modules that a command imports."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    code = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); "
    code += "from renkei.__main__ import run; run()"
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=env, check=True)
    return set(done.stderr.split())


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    found = imported("--help", cwd=tmp_path)
    assert "renkei.edges.cli.main" in found
    assert found & (HEAVY | CREATING | {"pydantic", "rich", "sqlite3"}) == set()


@pytest.mark.short("status")
@pytest.mark.parametrize(
    "arguments",
    [
        ("status",),
        ("inbox", "--agent", "ann"),
        ("context", "--agent", "ann"),
        ("log",),
        ("board", "show"),
        ("contract", "list"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_command_that_reads_imports_nothing_that_only_others_need(
    conversation: Path, arguments: tuple[str, ...]
) -> None:
    found = imported(*arguments, cwd=conversation)
    assert "renkei.project.open" in found
    assert found & (HEAVY | CREATING | LAYING_OUT) == set()


def test_sending_a_text_imports_nothing_that_reads_or_checks_documents(conversation: Path) -> None:
    found = imported("send", "--as", "ann", "--to", "bob", "--text", "hello", cwd=conversation)
    assert "renkei.project.open" in found
    assert found & (HEAVY | CREATING | LAYING_OUT) == set()
