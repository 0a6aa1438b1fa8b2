"""Members' changes are recorded as soon as a tool shows them, and the later of two members learns of them at once."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import renkei
from renkei import Project
from renkei.edges.team.team_file import MemberFile, TeamFile, WorkspaceFile
from renkei.edges.team.workspaces import Workspaces
from renkei.engine import commands as c
from renkei.files.model import FileChange
from renkei.project.turns.session import TOLD, Session
from renkei.testing import Reply, ScriptedModel
from team import small_team, work
from teammates.scripted_team import TeamScript, new_team, speaker, team_file
from teammates.watching import until

TEXT = "".join(f"line {number}\n" for number in range(1, 31))

KINDS = ("worktree", "shared")


def git(directory: Path, *arguments: str) -> str:
    names = ("-c", "user.name=p", "-c", "user.email=p@p.invalid")
    return subprocess.run(["git", *names, *arguments], cwd=directory, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A directory with files, without git."""
    made = tmp_path / "work"
    (made / "src").mkdir(parents=True)
    for name in ("src/app.py", "other.py"):
        (made / name).write_text(TEXT)
    return made


@pytest.fixture
def repository(place: Path) -> Path:
    """The same as a repository."""
    git(place, "init", "--quiet", "--initial-branch=main")
    (place / ".gitignore").write_text(".renkei\n")
    git(place, "add", ".")
    git(place, "commit", "--quiet", "-m", "begin")
    return place


class Members:
    """A team with two members, ann and bob, each at work on a contract."""

    def __init__(self, root: Path, kind: str) -> None:
        self.project: Project = small_team(root / ".renkei")
        settings = WorkspaceFile(path=str(root), kind=kind, cage="off")
        self.spaces = Workspaces(self.project, TeamFile(goal="g", lead=MemberFile(id="lead"), workspace=settings))
        self.sessions = {}
        for agent, contract in (("ann", "w1"), ("bob", "w2")):
            self.project.do(work(contract))
            self.project.do(c.ClaimContract(contract), actor=agent)
            self.project.start(contract, actor=agent)
            self.sessions[agent] = Session(self.project, agent)
            self.sessions[agent].next_turn()
        self.places = {one: self.spaces.directory(MemberFile(id=one)) for one in self.sessions}
        self.tools = {one: {tool.name: tool for tool in self.spaces.tools(place)} for one, place in self.places.items()}

    def call(self, agent: str, tool: str, **arguments: Any) -> str:
        found = self.tools[agent][tool]
        return str(found.call(self.sessions[agent], found.parse(arguments)))

    def edit(self, agent: str, path: str, line: int, text: str = "") -> None:
        """Let a member edit a line."""
        self.call(agent, "read_file", path=path)
        self.call(agent, "edit_file", path=path, old_text=f"line {line}\n", new_text=text or f"{agent} {line}\n")

    def run(self, agent: str, line: str) -> None:
        """Run a command line as a member's `bash` does once it is allowed."""
        with self.spaces.changes.during(self.sessions[agent], line):
            subprocess.run(["/bin/sh", "-c", line], cwd=self.places[agent], check=True)

    def changes(self, agent: str) -> dict[str, tuple[Any, ...]]:
        contract = {"ann": "w1", "bob": "w2"}[agent]
        found = self.project.state.files.changes_of(agent, contract).values()
        return {one.path: (one.kind, *one.lines) for one in found}

    def news(self, agent: str) -> str:
        """Return what a member reads with the results of its calls."""
        return self.sessions[agent].news(tiers=TOLD) or ""

    def seq(self) -> int:
        return self.project.state.seq


@pytest.fixture
def members(repository: Path, request: pytest.FixtureRequest) -> Members:
    return Members(repository, getattr(request, "param", "worktree"))


@pytest.mark.parametrize("members", KINDS, indirect=True)
def test_an_edit_is_recorded_at_once_and_the_later_member_reads_it(members: Members) -> None:
    members.edit("ann", "src/app.py", 3)
    assert members.changes("ann") == {"src/app.py": ("edited", (3, 3))}
    members.edit("bob", "src/app.py", 20)
    assert "src/app.py" in members.news("bob")
    assert "src/app.py" in members.news("ann")
    assert members.news("bob") == ""


@pytest.mark.parametrize("members", KINDS, indirect=True)
def test_the_same_lines_are_a_conflict(members: Members) -> None:
    members.edit("ann", "src/app.py", 3)
    members.call("bob", "read_file", path="src/app.py")
    old = "line 2\n"
    members.call("bob", "edit_file", path="src/app.py", old_text=old, new_text="")
    if members.places["bob"] == members.places["ann"]:
        members.call("bob", "edit_file", path="src/app.py", old_text="ann 3\n", new_text="bob 3\n")
    else:
        members.edit("bob", "src/app.py", 3)
    told = members.news("bob")
    assert "CONFLICT_REPORT" in told
    assert "src/app.py" in told
    assert "CONFLICT_REPORT" in members.news("ann")


def test_lines_of_worktrees_are_compared_by_their_common_version(members: Members) -> None:
    for line in (1, 2, 4):
        members.edit("ann", "src/app.py", line, f"line {line}\nmore\nmore\n")
    members.edit("ann", "src/app.py", 10)
    members.edit("bob", "src/app.py", 16)
    assert members.changes("ann")["src/app.py"][-1] == (10, 10)
    assert "CONFLICT_REPORT" not in members.news("bob")


def test_git_says_that_both_merge_or_not(members: Members) -> None:
    members.edit("ann", "src/app.py", 3)
    members.edit("bob", "src/app.py", 20)
    assert "merge" in members.news("bob")
    members.edit("bob", "src/app.py", 4)  # next to a changed line, git finds a conflict
    assert "CONFLICT_REPORT" in members.news("bob")


@pytest.mark.parametrize("members", KINDS, indirect=True)
def test_a_command_that_changes_files_is_seen(members: Members) -> None:
    members.run("ann", "sed -i 's/line 5$/five/' src/app.py && echo x > made.py && rm other.py")
    assert members.changes("ann") == {
        "src/app.py": ("edited", (5, 5)),
        "made.py": ("added", (1, 1)),
        "other.py": ("deleted", (1, 30)),
    }
    before = members.seq()
    members.run("ann", "cat src/app.py")
    members.run("ann", "true > /dev/null")
    assert members.seq() == before


@pytest.mark.parametrize("members", ["shared"], indirect=True)
def test_in_one_directory_a_command_is_not_blamed_for_the_edits_of_others(members: Members) -> None:
    with members.spaces.changes.during(members.sessions["ann"], "make"):
        members.edit("bob", "src/app.py", 7)
        (members.places["ann"] / "made.py").write_text("x\n")
    assert members.changes("ann") == {"made.py": ("added", (1, 1))}
    assert members.changes("bob") == {"src/app.py": ("edited", (7, 7))}


def test_the_end_of_a_turn_records_all_that_differs(members: Members) -> None:
    with members.spaces.turn("ann"):
        members.edit("ann", "src/app.py", 3)
        members.edit("ann", "other.py", 3)
        (members.places["ann"] / "other.py").write_text(TEXT)
        (members.places["ann"] / "seen.py").write_text("x\n")
    assert members.changes("ann") == {"src/app.py": ("edited", (3, 3)), "seen.py": ("added", (1, 1))}


@pytest.mark.parametrize("members", ["shared"], indirect=True)
def test_what_was_undone_in_one_directory_is_not_a_change_any_more(members: Members) -> None:
    with members.spaces.turn("ann"):
        members.edit("ann", "src/app.py", 3)
        members.edit("ann", "other.py", 3)
        members.edit("bob", "other.py", 9)
        git(members.places["ann"], "checkout", "--quiet", "src/app.py")
    assert members.changes("ann") == {"other.py": ("edited", (3, 3))}
    assert members.changes("bob") == {"other.py": ("edited", (9, 9))}


def test_a_turn_without_edits_looks_at_nothing(members: Members, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.workspace.recording.Looks.look", lambda self: pytest.fail("looked"))
    with members.spaces.turn("ann"):
        members.call("ann", "read_file", path="src/app.py")
        members.run("ann", "ls")


def test_nothing_new_makes_no_record(members: Members) -> None:
    members.edit("ann", "src/app.py", 3)
    members.spaces.changes.look("ann")
    before = members.seq()
    members.spaces.changes.look("ann")
    members.call("ann", "edit_file", path="src/app.py", old_text="ann 3\n", new_text="again 3\n")
    assert members.seq() == before


def test_without_git_the_tools_alone_are_enough(place: Path) -> None:
    members = Members(place, "shared")
    members.edit("ann", "src/app.py", 3)
    members.call("ann", "write_file", path="made.py", content="one\ntwo\n")
    members.run("ann", "echo x > command.py; rm other.py")
    assert members.changes("ann") == {
        "src/app.py": ("edited", (3, 3)),
        "made.py": ("added", (1, 2)),
        "command.py": ("added",),
        "other.py": ("deleted",),
    }
    members.call("bob", "read_file", path="src/app.py")
    members.call("bob", "edit_file", path="src/app.py", old_text="ann 3\n", new_text="bob 3\n")
    assert "CONFLICT_REPORT" in members.news("bob")


def test_a_team_in_a_part_of_the_repository_names_paths_from_its_top(repository: Path) -> None:
    for kind in KINDS:
        members = Members(repository / "src", kind)
        members.edit("ann", "app.py", 3)
        assert members.changes("ann") == {"src/app.py": ("edited", (3, 3))}
        members.project.close()
        (repository / "src" / ".renkei").rename(repository.parent / f"left-{kind}")
        git(repository, "worktree", "prune")
        git(repository, "checkout", "--quiet", ".")


@pytest.mark.parametrize("members", ["shared"], indirect=True)
def test_work_without_a_contract_is_in_the_log_alone(members: Members) -> None:
    members.project.submit("w1", "done", actor="ann")
    members.project.accept("w1", actor="lead")
    members.edit("ann", "src/app.py", 3)
    assert members.changes("ann") == {}
    kinds = [event.kind for one in members.project.log.read(0) for event in one.events]
    assert "files_changed" in kinds


def test_a_repository_that_is_gone_stops_no_work(members: Members) -> None:
    members.edit("ann", "src/app.py", 3)
    (members.places["ann"] / ".git").unlink()
    members.edit("ann", "src/app.py", 4)
    (members.places["ann"].parents[2] / ".git").rename(members.places["ann"].parents[2] / "moved")
    members.edit("ann", "src/app.py", 5)
    members.run("ann", "echo x > made.py")


def test_a_change_has_the_fields_of_the_protocol() -> None:
    assert set(FileChange.model_fields) >= {"path", "kind", "renamed_from", "lines", "merges_with", "conflicts_with"}


PROGRAM = """
import pathlib, sys, time
sys.stdin.read()
pathlib.Path("made.py").write_text("x\\n")
until = pathlib.Path(sys.argv[1])
while not until.exists():
    time.sleep(0.05)
pathlib.Path("later.py").write_text("x\\n")
"""


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_program_changes_is_recorded_while_it_runs_and_after_it(
    repository: Path, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.team.members.program_member.FILES_SECONDS", 0.0)
    (tmp_path / "program.py").write_text(PROGRAM)
    seen = tmp_path / "seen"
    member = {"id": "robo", "command": [sys.executable, str(tmp_path / "program.py"), str(seen)]}
    space = {"path": str(repository), "kind": kind, "cage": "off"}
    file = TeamFile.model_validate({"goal": "g", "lead": {"id": "lead"}, "members": [member], "workspace": space})
    project = renkei.create(repository / ".renkei", "shop", "g")

    def changed() -> set[str]:
        return {one.path for one in project.state.files.changes_of("robo", "w1").values()}

    with ScriptedModel(TeamScript({})) as server, new_team(server, file, project) as team:
        project.do(work("w1", assignee="robo"))
        until(
            project,
            lambda: project.state.contracts.entries["w1"].status == "in_progress" or "robo" in project.state.turns,
        )
        if project.state.contracts.entries["w1"].status != "in_progress":
            project.start("w1", actor="robo")
        if kind == "worktree":
            until(project, lambda: "made.py" in changed())
        seen.touch()
        until(project, lambda: changed() == {"made.py", "later.py"})
        team.close()
    project.close()


def test_the_later_member_reads_of_an_overlap_with_the_result_of_its_call(repository: Path) -> None:
    def steps(task: str, new: str) -> list[Reply]:
        edit = {"path": "src/app.py", "old_text": "line 3\n", "new_text": new}
        return [
            Reply(task, call="take_work", arguments={"act": "start", "contract": task}),
            Reply("in_progress", call="read_file", arguments={"path": "src/app.py"}),
            Reply("line 3", call="edit_file", arguments=edit),
        ]

    space = {"path": str(repository), "kind": "worktree", "cage": "off"}
    project = renkei.create(repository / ".renkei", "shop", "g")
    script = TeamScript({"ann": steps("w1", "three\n"), "bob": steps("w2", "drei\n")})
    with (
        ScriptedModel(script) as server,
        new_team(server, team_file("ann", "bob", workspace=space), project) as team,
    ):
        project.do(work("w1", assignee="ann"))
        until(project, lambda: bool(project.state.files.changes_of("ann", "w1")))
        project.do(work("w2", assignee="bob"))
        assert script.wait(lambda one: all("CONFLICT_REPORT" in script.told(name) for name in ("ann", "bob")), 60)
        request = next(one for one in script.requests if speaker(one) == "bob" and "CONFLICT_REPORT" in one.text)
        last = request.body["messages"][-1]["content"]
        assert any(one["type"] == "tool_result" for one in last)  # with the result of the edit, before the next step
        team.close()
    project.close()
