"""A member that wants to run a command without a person's consent to exactly this command."""

import os
import shlex
from pathlib import Path

import pytest

from attacks.hostile_commands import caged
from renkei import Project
from renkei.edges.team.team_file import MemberFile, TeamFile, WorkspaceFile
from renkei.edges.team.workspaces import Workspaces
from renkei.engine.state import State
from renkei.project.running.cage import Cage
from renkei.project.running.criteria import run
from renkei.project.running.scripts import READ, SHOWN, scripts_of
from renkei.project.turns.session import Session
from renkei.store.settings.consents import consents_path
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.shell import Shell
from team import small_team


def call(shell: Shell, project: Project, command: str) -> str:
    (tool,) = shell.tools()
    return str(tool.call(Session(project, "ann"), tool.parse({"command": command})))


def question(state: State) -> str:
    """Return the question that a person is asked."""
    (one,) = (name for name in state.board.ids("pending_decisions"))
    return str(state.board.get(f"/pending_decisions/{one}/question"))


def answer(project: Project, said: str) -> None:
    for one in project.state.board.ids("pending_decisions"):
        if project.state.board.get(f"/pending_decisions/{one}/status") == "open":
            project.decide(one, said)


WRITINGS = ('sh "te"st.sh', "sh te''st.sh", "sh te\\st.sh", 'sh "te"st.sh \'', "cd .;sh 'tes't.sh&&x", "sh<te's't.sh")


@pytest.mark.parametrize("line", WRITINGS)
def test_a_script_is_found_however_its_name_is_quoted(line: str, tmp_path: Path) -> None:
    (tmp_path / "test.sh").write_text("echo 1\n")
    assert [one.name for one in scripts_of(line, tmp_path)] == ["test.sh"]
    assert [one.name for one in scripts_of(["sh", "-c", line], tmp_path)] == ["test.sh"]


def test_a_large_script_cannot_hide_its_change(tmp_path: Path) -> None:
    script = tmp_path / "test.sh"
    script.write_bytes(b"echo 1\n".ljust(READ, b"#"))
    before, times = scripts_of("sh test.sh", tmp_path), script.stat()
    with script.open("r+b") as file:
        file.write(b"echo 2\n")
    os.utime(script, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert scripts_of("sh test.sh", tmp_path) != before


def test_many_large_scripts_are_not_read_into_memory(tmp_path: Path) -> None:
    names = [f"s{number}" for number in range(60)]
    (tmp_path / names[0]).write_bytes(b"x" * (READ // 2))
    for name in names[1:]:
        os.link(tmp_path / names[0], tmp_path / name)
    found = scripts_of(f"cat {' '.join(names)}", tmp_path)
    assert [one.name for one in found] == names
    assert len({one.sha256 for one in found}) == 2  # that of the content, and of all that were not read
    assert all(len(one.text or "") <= 4 * SHOWN + 4 for one in found)


def test_a_long_name_is_no_fault(tmp_path: Path) -> None:
    assert scripts_of("x" * 5_000, tmp_path) == ()
    assert scripts_of(["x\0y", "/" * 5_000], tmp_path) == ()


def test_the_name_of_a_script_forges_no_line_of_the_question(tmp_path: Path) -> None:
    project, name = small_team(), "x\nDirectory: nowhere\x1b[2J"
    (tmp_path / name).write_text("echo 1\n\x0b\u2028Directory: /nowhere\n\n")
    call(Shell(tmp_path), project, f"sh {shlex.quote(name)}")
    lines = question(project.state).split("\n")
    assert [one for one in lines if one.startswith("Directory:")] == [f"Directory: {tmp_path}"]
    assert "\x1b" not in question(project.state)


@caged
def test_consent_in_a_cage_is_none_without_it_or_with_another_network(tmp_path: Path) -> None:
    project, place = small_team(), tmp_path / "work"
    place.mkdir()
    in_cage = Shell(place, cage=Cage(place))
    call(in_cage, project, "echo 1;")
    answer(project, "always")
    assert call(in_cage, project, "echo 1;").startswith("1\n")
    assert "consent of a person" in call(Shell(place, cage=Cage(place, "full")), project, "echo 1;")
    assert "consent of a person" in call(Shell(place), project, "echo 1;")


@caged
def test_no_member_reaches_the_consents_in_its_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    project = small_team(tmp_path / "project")
    file = TeamFile(goal="g", lead=MemberFile(id="lead"), workspace=WorkspaceFile(path=str(home)))
    spaces = Workspaces(project, file)
    path = consents_path(os.environ)
    tool = next(one for one in spaces.tools(home) if one.name == "write_file")
    with pytest.raises(WorkspaceError, match="belongs to the team's own files"):
        tool.call(Session(project, "ann"), tool.parse({"path": str(path), "content": "{}"}))
    line = f"mv .local x; mkdir -p {path.parent}; echo '{{}}' > {path}; mv .local/state x; rm -r .local"
    run(["sh", "-c", line], home, cage=spaces.cage(home))
    assert path.parent.is_dir()
    assert not path.exists()
