"""A project that somebody else made: opening it runs nothing and connects nowhere."""

import shutil
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import renkei as library
from process import renkei, running

ADDED = ("bridge", "add", "irc", "--server", "127.0.0.1", "--no-tls", "--trust-nicks", "--channel", "#x")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A directory with a project of an agent."""
    directory = tmp_path / "original"
    directory.mkdir()
    assert renkei("init", "--agent", "ann", cwd=directory).returncode == 0
    return directory


@pytest.fixture
def server() -> Iterator[socket.socket]:
    """A server that notices whoever connects."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        found.setblocking(False)
        yield found


def is_connected(server: socket.socket) -> bool:
    try:
        server.accept()[0].close()
    except BlockingIOError:
        return False
    return True


def clone(project: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy a directory with its project to the machine of another person."""
    shutil.copytree(project, place)
    monkeypatch.setenv("XDG_STATE_HOME", f"{place}-state")
    return place


@pytest.mark.long
def test_a_bridge_of_a_cloned_project_connects_nowhere_before_it_is_allowed(
    project: Path, server: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = str(server.getsockname()[1])
    added = renkei(*ADDED, "--port", port, "--person", "evil=human", cwd=project)
    assert added.returncode == 0, added.stderr
    cloned = clone(project, project.parent / "clone", monkeypatch)
    refused = renkei("bridge", "run", cwd=cloned)
    what = (
        "server: 127.0.0.1; channels: #x = all; people: evil = human; "
        f"options: port = {port}, tls = false, trust_nicks = true"
    )
    assert refused.stderr.startswith(
        f"error BRIDGE_NOT_ALLOWED: The bridge 'irc' has not been allowed on this machine ({what})."
    )
    assert "has not been allowed" in renkei("bridge", "status", cwd=cloned).stdout
    with running("serve", "--port", "0", cwd=cloned) as process:
        assert process.stderr.readline().startswith("The bridge irc does not run.")
        assert process.stdout.readline().startswith("http://")
        process.terminate()
        process.wait()
    assert not is_connected(server)
    unasked = renkei("bridge", "allow", "irc", cwd=cloned)
    assert (unasked.returncode, unasked.stderr.splitlines()[0]) == (2, f"irc: {what}")
    assert "BRIDGE_NOT_ALLOWED" in renkei("bridge", "run", cwd=cloned).stderr
    allowed = renkei("bridge", "allow", "irc", "--yes", cwd=cloned)
    assert (allowed.returncode, allowed.stderr) == (0, f"irc: {what}\n")
    settings = cloned / ".renkei" / "bridges" / "irc.yaml"
    settings.write_text(settings.read_text().replace("evil: human", "other: human"))
    assert "BRIDGE_NOT_ALLOWED" in renkei("bridge", "run", cwd=cloned).stderr
    settings.write_text(settings.read_text().replace("other: human", "evil: human"))
    assert not is_connected(server)
    with running("bridge", "run", cwd=cloned):
        server.setblocking(True)
        server.accept()[0].close()
    assert renkei("bridge", "remove", "irc", cwd=cloned).returncode == 0
    settings.write_text((project / ".renkei" / "bridges" / "irc.yaml").read_text())
    assert "BRIDGE_NOT_ALLOWED" in renkei("bridge", "run", cwd=cloned).stderr


def test_git_add_takes_no_file_of_a_project(project: Path) -> None:
    (project / "code.py").write_text("")
    for command in (("init", "--quiet"), ("add", ".")):
        subprocess.run(["git", *command], cwd=project, check=True)
    staged = subprocess.run(["git", "ls-files"], cwd=project, check=True, capture_output=True, text=True).stdout
    assert staged == "code.py\n"
    plain = project / "plain"
    with library.create(plain):
        assert not (plain / ".gitignore").exists()  # a directory that may hold other files


CONTRACT = """\
task_contract:
  id: TC-1
  delegator: human
  assignee: ann
  inputs: {description: Build it}
  expected_output: {format: code}
  acceptance_criteria:
    - {criterion: it runs, command: [sh, check.sh]}
"""

LOOKING = (
    *("status", "log", "inbox", "obligations", "graph", "audit", "doctor", "wait --agent ann --timeout 0"),
    *("context --agent ann", "read --as ann", "search build", "board show", "board log", "contract list"),
    *("contract show TC-1", "rules show", "bridge list", "bridge status", "team status", "token list", "replay ."),
)


def test_a_project_of_somebody_else_runs_no_command(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "c.yaml").write_text(CONTRACT)
    (project / "check.sh").write_text("touch ran\n")
    assert renkei("contract", "new", "c.yaml", cwd=project).returncode == 0
    renkei("contract", "start", "TC-1", "--as", "ann", cwd=project)
    renkei("contract", "submit", "TC-1", "--summary", "done", "--as", "ann", cwd=project)
    cloned = clone(project, project.parent / "clone", monkeypatch)
    for command in LOOKING:
        assert renkei(*command.split(), cwd=cloned).returncode in (0, 1, 124), command
    refused = renkei("contract", "verify", "TC-1", cwd=cloned)  # its log says that a person wrote the command
    assert "error CONSENT_NEEDED: 'human' wrote the command 'sh check.sh' of 'TC-1'" in refused.stderr
    shown = refused.stderr.splitlines()
    assert shown[:3] == ["human wrote this command of TC-1:", "    sh check.sh", f"Directory: {cloned}"]
    assert "    touch ran" in shown
    assert not (cloned / "ran").exists()
    assert renkei("contract", "verify", "TC-1", "--run", cwd=cloned).returncode == 0
    assert (cloned / "ran").exists()


def test_a_command_that_a_person_wrote_here_runs_at_once(project: Path) -> None:
    (project / "c.yaml").write_text(CONTRACT)
    (project / "check.sh").write_text("touch ran\n")
    renkei("contract", "new", "c.yaml", cwd=project)
    renkei("contract", "start", "TC-1", "--as", "ann", cwd=project)
    renkei("contract", "submit", "TC-1", "--summary", "done", "--as", "ann", cwd=project)
    verified = renkei("contract", "verify", "TC-1", cwd=project)
    assert (verified.returncode, verified.stderr) == (0, "")
    assert (project / "ran").exists()


def test_a_backup_with_a_view_in_place_of_a_table_is_not_read(project: Path) -> None:
    assert renkei("backup", "copy.db", cwd=project).returncode == 0
    with closing(sqlite3.connect(project / "copy.db")) as db:
        db.executescript("ALTER TABLE records RENAME TO kept; CREATE VIEW records AS SELECT * FROM kept")
    refused = renkei("restore", "copy.db", "--into", "new", cwd=project)
    assert refused.returncode == 1
    assert "it holds 'records', and a log has no view of this kind" in refused.stderr
    assert not (project / "new").exists()


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
SCHEMAS = {
    "view": f"ALTER TABLE records RENAME TO kept; CREATE VIEW records AS SELECT * FROM kept WHERE ({ENDLESS}) > 0",
    "trigger": f"CREATE TRIGGER t AFTER INSERT ON records BEGIN INSERT INTO messages SELECT ({ENDLESS}), 0, 0; END",
}


@pytest.mark.short
@pytest.mark.parametrize("kind", SCHEMAS)
@pytest.mark.parametrize("line", [("status",), ("doctor",), ("post", "hello", "--to", "ann")], ids=lambda line: line[0])
def test_a_log_that_would_compute_for_ever_is_not_opened(project: Path, kind: str, line: tuple[str, ...]) -> None:
    with closing(sqlite3.connect(project / ".renkei/log.db")) as db:
        db.executescript(SCHEMAS[kind])
    for derived in ("snapshot.jsonl", "search.db"):
        (project / ".renkei" / derived).unlink(missing_ok=True)
    refused = renkei(*line, cwd=project)
    assert refused.returncode != 0
    assert f"a log has no {kind} of this kind" in refused.stderr + refused.stdout


def test_a_restored_project_says_whose_rights_it_claims(project: Path) -> None:
    renkei("backup", "copy.db", cwd=project)
    restored = renkei("restore", "copy.db", "--into", "new", cwd=project)
    assert restored.stdout.endswith("into new. It says that people are: human; leads: none.\n"), restored
