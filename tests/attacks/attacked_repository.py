"""A team that works in a git repository, a program that should never run, and files that make git run it."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from renkei import Project
from renkei.edges.team.team_file import MemberFile, TeamFile, WorkspaceFile
from renkei.edges.team.workspaces import Workspaces
from renkei.engine import commands as c
from renkei.project.turns.session import Session
from team import small_team, work

ANN = MemberFile(id="ann")


def git(directory: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=p", "-c", "user.email=p@p.invalid", *arguments]
    return subprocess.run(command, cwd=directory, check=True, capture_output=True, text=True).stdout.strip()


class Attack:
    """A team whose workspace is the directory `app` of a repository, and a program that should never run."""

    def __init__(self, tmp_path: Path) -> None:
        self.repository, self.marker = tmp_path / "repository", tmp_path / "ran"
        self.app = self.repository / "app"
        self.app.mkdir(parents=True)
        self.program = tmp_path / "program"
        self.program.write_text(f"#!/bin/sh\necho ran >> {self.marker}\nexit 0\n")
        self.program.chmod(0o755)
        git(self.repository, "init", "--quiet", "--initial-branch=main")
        (self.app / "a.txt").write_text("one\n")
        (self.repository / ".gitignore").write_text(".renkei\n")
        self.commit()
        self.project: Project = small_team(self.repository / ".renkei")
        self.start("worktree")

    def start(self, kind: Literal["shared", "worktree"]) -> None:
        """Start the team, again if it is running."""
        settings = WorkspaceFile(path=str(self.app), kind=kind)
        self.spaces = Workspaces(self.project, TeamFile(goal="g", lead=MemberFile(id="lead"), workspace=settings))
        self.ann = self.spaces.directory(ANN)

    def commit(self) -> None:
        git(self.repository, "add", ".")
        git(self.repository, "commit", "--quiet", "-m", "of the person")

    def submit(self, write: Callable[[], object]) -> None:
        """Let ann write files, submit them and have them accepted, and merge them if they may be."""
        self.project.do(work("w1"))
        self.project.do(c.ClaimContract("w1"), actor="ann")
        self.project.start("w1", actor="ann")
        with self.spaces.turn("ann"):
            write()
            self.project.submit("w1", "done", actor="ann")
        self.project.accept("w1", actor="lead")
        self.spaces.merges.settle()

    def reports(self) -> list[str]:
        found = (one.message.payload for one in self.project.state.messages.values())
        return [one.conflict_description for one in found if hasattr(one, "conflict_description")]

    def write_file(self, path: str, content: str) -> str:
        tool = next(one for one in self.spaces.tools(self.ann) if one.name == "write_file")
        return tool.call(Session(self.project, "ann"), tool.parse({"path": path, "content": content}))


def bare_repository(directory: Path, program: Path) -> None:
    """Make a directory look like a repository whose monitor of the file system is a program."""
    for one in ("objects", "refs"):
        (directory / one).mkdir(parents=True)
        (directory / one / "x").write_text("")
    (directory / "HEAD").write_text("ref: refs/heads/main\n")
    settings = (
        "repositoryformatversion = 0",
        "bare = false",
        f"worktree = ../{directory.name}",
        f"fsmonitor = {program}",
    )
    (directory / "config").write_text("\n\t".join(("[core]", *settings)) + "\n")
