"""Searching the files of a workspace, and looking at its differences and commits, without running anything."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from renkei import Project
from renkei.acts.errors import BadArgumentsError
from renkei.project.turns.session import Session
from renkei.workspace import reading_tools as module
from renkei.workspace.confined import ConfinedDirectory
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.file_tools import Files
from team import small_team


def git(directory: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=p", "-c", "user.email=p@p.invalid", *arguments]
    return subprocess.run(command, cwd=directory, check=True, capture_output=True, text=True).stdout.strip()


class Workspace:
    """A directory `app` of a repository, and the tools of a member in it."""

    def __init__(self, tmp_path: Path) -> None:
        self.repository = tmp_path / "repository"
        self.root = self.repository / "app"
        (self.root / "src").mkdir(parents=True)
        git(self.repository, "init", "--quiet", "--initial-branch=main")
        (self.root / "src" / "a.py").write_text("one\ntwo\n")
        (self.root / "team.yaml").write_text("team: one\n")
        (self.repository / "above.txt").write_text("one\n")
        self.commit("first")
        self.project: Project = small_team()
        directory = ConfinedDirectory(self.root, (self.root / "team.yaml",))
        self.tools = {one.name: one for one in Files(directory).tools()}

    def commit(self, text: str) -> None:
        git(self.repository, "add", "--all")
        git(self.repository, "commit", "--quiet", "-m", text)

    def call(self, name: str, **arguments: Any) -> str:
        tool = self.tools[name]
        answer = tool.call(Session(self.project, "ann"), tool.parse(arguments))
        assert isinstance(answer, str)
        return answer


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path)


def test_a_text_is_found_in_files_that_are_not_closed(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    (workspace.root / "src" / "picture").write_bytes(b"\0one")
    (workspace.root / "b.txt").write_text("ONE\n" + "x" * 400 + "one\n")
    (workspace.root / "link").symlink_to("/etc/passwd")
    os.mkfifo(workspace.root / "pipe")
    assert workspace.call("search_files", text="one") == f"b.txt:2: {'x' * 300}\nsrc/a.py:1: one"
    assert workspace.call("search_files", text="one", ignore_case=True).startswith("b.txt:1: ONE\n")
    assert workspace.call("search_files", text="two", path="src/a.py") == "src/a.py:2: two"
    assert workspace.call("search_files", text="[core]") == "No file contains '[core]'."
    for path, said in (("..", "outside"), (".git", "belongs to git"), ("team.yaml", "own files"), ("link", "link")):
        with pytest.raises(WorkspaceError, match=said):
            workspace.call("search_files", text="root", path=path)
    monkeypatch.setattr(module, "MOST_MATCHES", 1)
    *_, end = workspace.call("search_files", text="o").splitlines()
    assert end == "(The search ended in src/a.py: name a directory or a longer text.)"


def test_differences_and_commits_are_those_of_the_workspace(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert workspace.call("git_diff") == "(nothing)"
    (workspace.root / "src" / "a.py").write_text("one\nTWO\n")
    (workspace.root / "team.yaml").write_text("team: two\n")
    (workspace.repository / "above.txt").write_text("two\n")
    text = workspace.call("git_diff")
    assert "+++ b/src/a.py" in text
    assert "-two\n+TWO" in text
    assert "team" not in text
    assert "above" not in text
    workspace.commit("second")
    assert workspace.call("git_diff") == "(nothing)"
    assert "-two\n+TWO" in workspace.call("git_diff", since="HEAD~1", path="src")
    assert "-TWO\n+two" in workspace.call("git_diff", since="main", until="main~1")
    assert [one.rpartition(" ")[2] for one in workspace.call("git_log").splitlines()] == ["second", "first"]
    assert "p: second" in workspace.call("git_log", limit=1, path="src/a.py")
    with pytest.raises(WorkspaceError, match="'nowhere' is no commit or branch"):
        workspace.call("git_diff", since="nowhere")
    monkeypatch.setattr(module, "MOST_SHOWN", 10)
    assert "more characters are not shown" in workspace.call("git_diff", since="HEAD~1")


@pytest.mark.parametrize("revision", ["--output=x", "-p", "", "HEAD:team.yaml", "a b", ":/first", "HEAD\n"])
@pytest.mark.parametrize("argument", ["since", "until"])
def test_an_argument_is_never_an_option_of_git(workspace: Workspace, argument: str, revision: str) -> None:
    with pytest.raises(BadArgumentsError):
        workspace.call("git_diff", **{argument: revision})


@pytest.mark.parametrize("path", ["..", "../above.txt", ".git/config", "/etc/passwd", "team.yaml"])
@pytest.mark.parametrize("tool", ["git_diff", "git_log"])
def test_a_path_leads_nowhere_else(workspace: Workspace, tool: str, path: str) -> None:
    with pytest.raises(WorkspaceError):
        workspace.call(tool, path=path)


def test_a_pattern_of_git_is_only_a_name(workspace: Workspace) -> None:
    (workspace.repository / "above.txt").write_text("two\n")
    for path in (":/", ":(top)above.txt", "*"):
        assert workspace.call("git_diff", path=path) == "(nothing)"


def test_a_directory_without_a_repository_has_no_differences(tmp_path: Path) -> None:
    tools = {one.name: one for one in Files(ConfinedDirectory(tmp_path)).tools()}
    with pytest.raises(WorkspaceError, match="is in no git repository"):
        tools["git_diff"].call(Session(small_team(), "ann"), tools["git_diff"].parse({}))
