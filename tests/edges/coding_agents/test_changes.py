"""Hooks record the changes of coding agents' sessions, and the later of two agents is notified at once."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from renkei import Project, Session
from renkei.edges.cli.hook_answers import hook_answers
from renkei.edges.coding_agents.program import PROGRAMS, find_program
from renkei.edges.tool_server.hook_tool import Hook
from renkei.engine import commands as c
from team import small_team, work

TEXT = "".join(f"line {number}\n" for number in range(1, 31))
CONTRACTS = {"ann": "w1", "bob": "w2"}


def git(directory: Path, *arguments: str) -> None:
    names = ("-c", "user.name=p", "-c", "user.email=p@p.invalid")
    subprocess.run(["git", *names, *arguments], cwd=directory, check=True, capture_output=True)


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A repository with a project."""
    made = tmp_path / "work"
    made.mkdir()
    (made / "app.py").write_text(TEXT)
    git(made, "init", "--quiet", "--initial-branch=main")
    git(made, "add", ".")
    git(made, "commit", "--quiet", "-m", "begin")
    return made


class Agents:
    """Two agents, each in a session of a program in its directory."""

    def __init__(self, top: Path, program: str, *, alone: bool) -> None:
        self.project: Project = small_team(top / ".renkei")
        self.program = find_program(program)
        self.places, self.hooks, self.sessions = {}, dict[str, Callable[[Session, Hook], str]](), {}
        for agent, contract in CONTRACTS.items():
            self.project.do(work(contract))
            self.project.do(c.ClaimContract(contract), actor=agent)
            self.project.start(contract, actor=agent)
            self.places[agent] = top.parent / agent if alone else top
            if alone:
                git(top, "worktree", "add", "--quiet", "-b", agent, str(self.places[agent]))
            self.hooks[agent] = hook_answers(top / ".renkei")
            self.sessions[agent] = Session(self.project, agent)
            self.sessions[agent].next_turn()

    def hook(self, agent: str, event: str, **more: Any) -> str:
        """Return what a hook tells the model, or ""."""
        given = {"program": self.program.name, "session": agent, "directory": str(self.places[agent]), **more}
        found = json.loads(self.hooks[agent](self.sessions[agent], Hook(event=event, **given)))
        context = found.get("hookSpecificOutput", {}).get("additionalContext", "")
        return str(found.get("text") or found.get("reason") or context)

    def edit(self, agent: str, line: int, new: str) -> str:
        """Let an agent edit a line with the program's own tool, and return the news that comes with the result."""
        path = self.places[agent] / "app.py"
        lines = path.read_text().splitlines()
        old, lines[line - 1] = lines[line - 1], new
        path.write_text("\n".join(lines) + "\n")
        tool, given, output = CALLS[self.program.name](str(path), line, old, new)
        return self.hook(agent, self.program.after_tool, tool=tool, input=given, output=output, call="1")

    def run(self, agent: str, line: str) -> str:
        """Let an agent run a command, and return the news that comes with the result."""
        call = {"tool": "Bash", "input": {"command": line}, "call": "2"}
        if self.program.before_tool:
            assert self.hook(agent, self.program.before_tool, **call) == ""
        subprocess.run(["/bin/sh", "-c", line], cwd=self.places[agent], check=True)
        return self.hook(agent, self.program.after_tool, **call)

    def changes(self, agent: str) -> dict[str, tuple[Any, ...]]:
        found = self.project.state.files.changes_of(agent, CONTRACTS[agent]).values()
        return {one.path: (one.kind, *one.lines) for one in found}


def claude(path: str, line: int, old: str, new: str) -> tuple[str, Any, Any]:
    hunk = {"oldStart": line, "oldLines": 1, "newStart": line, "newLines": 1, "lines": [f"-{old}", f"+{new}"]}
    return "Edit", json.dumps({"file_path": path, "old_string": old, "new_string": new}), json.dumps([hunk])


def codex(path: str, line: int, old: str, new: str) -> tuple[str, Any, Any]:
    patch = f"*** Begin Patch\n*** Update File: {path}\n@@\n-{old}\n+{new}\n*** End Patch\n"
    return "apply_patch", {"command": patch}, None


def diffed(tool: str, names: tuple[str, str, str], key: str) -> Callable[[str, int, str, str], tuple[str, Any, Any]]:
    def call(path: str, line: int, old: str, new: str) -> tuple[str, Any, Any]:
        diff = f"--- {path}\n+++ {path}\n@@ -{line},1 +{line},1 @@\n-{old}\n+{new}\n"
        return tool, json.dumps(dict(zip(names, (path, old, new), strict=True))), json.dumps({key: diff})

    return call


CALLS: dict[str, Callable[[str, int, str, str], tuple[str, Any, Any]]] = {
    "claude-code": claude,
    "codex": codex,
    "gemini-cli": diffed("replace", ("file_path", "old_string", "new_string"), "fileDiff"),
    "opencode": diffed("edit", ("filePath", "oldString", "newString"), "diff"),
}
"""How each program's hook describes an edit."""


@pytest.fixture
def agents(top: Path, request: pytest.FixtureRequest) -> Agents:
    program, alone = getattr(request, "param", ("claude-code", True))
    return Agents(top, program, alone=alone)


every_program = pytest.mark.parametrize(
    "agents", [(one, alone) for one in PROGRAMS for alone in (True, False)], indirect=True, ids=str
)


@pytest.mark.short
@every_program
def test_the_later_agent_is_notified_with_the_result_of_its_edit(agents: Agents) -> None:
    assert agents.edit("ann", 3, "three") == ""
    assert agents.changes("ann") == {"app.py": ("edited", (3, 3))}
    told = agents.edit("bob", 20, "twenty")
    assert "app.py" in told
    assert "CONFLICT_REPORT" not in told
    assert "CONFLICT_REPORT" in agents.edit("bob", 3, "drei")
    assert agents.edit("bob", 3, "trois") == ""


def test_a_command_is_followed_in_a_directory_of_the_agent_s_own(agents: Agents) -> None:
    assert agents.run("ann", "sed -i s/line.3$/x/ app.py; echo x > made.py") == ""
    assert agents.changes("ann") == {"app.py": ("edited", (3, 3)), "made.py": ("added", (1, 1))}
    assert "CONFLICT_REPORT" in agents.run("bob", "sed -i s/line.3$/y/ app.py")


@pytest.mark.parametrize("agents", [("claude-code", False)], indirect=True, ids=str)
def test_a_command_is_followed_in_a_shared_directory(agents: Agents) -> None:
    agents.edit("bob", 9, "nine")
    assert agents.run("ann", "sed -i s/line.3$/x/ app.py") != ""
    assert agents.changes("ann") == {"app.py": ("edited", (3, 3))}
    assert agents.changes("bob") == {"app.py": ("edited", (9, 9))}


def test_the_end_of_the_work_records_what_no_hook_has_shown(agents: Agents) -> None:
    agents.edit("ann", 3, "three")
    (agents.places["ann"] / "made.py").write_text("x\n")
    assert agents.hook("ann", "Stop") == ""
    assert set(agents.changes("ann")) == {"app.py", "made.py"}
    (agents.places["ann"] / "made.py").unlink()
    assert agents.hook("ann", "Stop") == ""
    assert set(agents.changes("ann")) == {"app.py", "made.py"}  # nothing was edited or run since: nothing looks
    agents.run("ann", "make || true")
    assert set(agents.changes("ann")) == {"app.py"}


def test_an_agent_that_stops_with_a_new_conflict_continues(agents: Agents) -> None:
    agents.edit("ann", 3, "three")
    agents.edit("bob", 20, "twenty")
    path = agents.places["bob"] / "app.py"
    path.write_text(path.read_text().replace("line 3\n", "drei\n"))
    assert "app.py" in agents.hook("bob", "Stop")


def test_files_elsewhere_are_not_recorded(agents: Agents, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.py").write_text("x\n")
    (agents.places["ann"] / "link.py").symlink_to(tmp_path / "elsewhere.py")
    for path in (str(tmp_path / "elsewhere.py"), "../elsewhere.py", ".git/config", "link.py", "\0", "a" * 5000, "."):
        given = {"file_path": path, "old_string": "y", "new_string": "x"}
        assert agents.hook("ann", "PostToolUse", tool="Edit", input=given) == ""
    assert agents.changes("ann") == {}


def test_a_repository_below_the_project_has_its_name_before_its_paths(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        git(tmp_path / name, "init", "--quiet")
        (tmp_path / name / "app.py").write_text(TEXT)
        git(tmp_path / name, "add", ".")
        git(tmp_path / name, "commit", "--quiet", "-m", "begin")
    agents = Agents(tmp_path, "claude-code", alone=False)
    agents.places = {"ann": tmp_path / "one", "bob": tmp_path / "two"}
    agents.edit("ann", 3, "three")
    assert agents.edit("bob", 3, "drei") == ""
    assert agents.changes("ann") == {"one/app.py": ("edited", (3, 3))}


def test_a_session_without_git_is_known_by_its_tools(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(TEXT)
    agents = Agents(tmp_path, "claude-code", alone=False)
    agents.edit("ann", 3, "three")
    agents.run("ann", "echo x > made.py")
    assert agents.changes("ann") == {"app.py": ("edited", (3, 3)), "made.py": ("added",)}
    assert "CONFLICT_REPORT" in agents.edit("bob", 3, "drei")
