"""A member that prepares its workspace so that the runtime starts its program, waits for it, or breaks."""

import fcntl
import os
from pathlib import Path

import pytest

from attacks.attacked_repository import git
from attacks.hostile_commands import WHY_NOT
from renkei import Project
from renkei.edges.team.team_file import MemberFile, TeamFile, WorkspaceFile
from renkei.edges.team.workspaces import Workspaces
from renkei.project.running.criteria import run
from renkei.project.turns.session import Session
from renkei.workspace import confined
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository import git as git_calls
from team import small_team


class Member:
    """A member in a repository's directory; the person's PATH has a directory in it that does not exist yet."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root, self.marker = place / "work", place / "ran"
        self.root.mkdir()
        git(self.root, "init", "--quiet")
        (self.root / "a.txt").write_text("one\n")
        git(self.root, "add", ".")
        git(self.root, "commit", "--quiet", "-m", "x")
        (self.root / "a.txt").write_text("two\n")
        monkeypatch.setenv("PATH", f"{self.root}/node_modules/.bin:.:{os.environ['PATH']}")
        self.project: Project = small_team(place / "project")
        file = TeamFile(goal="g", lead=MemberFile(id="lead"), workspace=WorkspaceFile(path=str(self.root)))
        self.spaces = Workspaces(self.project, file)

    def call(self, name: str, **arguments: object) -> str:
        tool = next(one for one in self.spaces.tools(self.root) if one.name == name)
        return str(tool.call(Session(self.project, "ann"), tool.parse(arguments)))


@pytest.fixture
def member(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Member:
    return Member(tmp_path, monkeypatch)


def test_the_runtime_starts_no_program_that_a_member_puts_on_the_path(
    member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(member.root)
    cage = member.spaces.cage(member.root)
    for directory in (member.root / "node_modules/.bin", member.root):
        directory.mkdir(parents=True, exist_ok=True)
        for name in ("git", "bwrap"):
            (directory / name).write_text(f"#!/bin/sh\necho ran > {member.marker}\n")
            (directory / name).chmod(0o755)
    assert "+two" in member.call("git_diff")
    assert WHY_NOT or run(["true"], member.root, cage=cage).exit_status == 0
    assert not member.marker.exists()


def test_a_lock_that_a_command_holds_delays_little(member: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "LOCK_SECONDS", 0.0)
    held = os.open(member.root, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    with pytest.raises(WorkspaceError, match="is locked by another program"):
        member.call("write_file", path="b.txt", content="x")
    os.close(held)
    member.call("write_file", path="b.txt", content="x")


def test_deep_directories_are_searched_up_to_a_limit(member: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(member.root)
    for number in range(301):
        Path("d").mkdir()
        os.chdir("d")
        if number in (100, 300):
            Path("file").write_text("wanted\n")
    found = member.call("search_files", text="wanted").splitlines()
    assert found == [f"{'d/' * 101}file:1: wanted"]


def test_a_difference_without_end_is_not_read(member: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_calls, "MOST_OUTPUT", 10_000)
    assert "+two" in member.call("git_diff")
    (member.root / "a.txt").write_text("x\n" * 5_000)
    with pytest.raises(WorkspaceError, match="`git diff` printed more than 10000 bytes"):
        member.call("git_diff")
