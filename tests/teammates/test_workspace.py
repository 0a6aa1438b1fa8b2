"""Worktrees of members with real git: made, found again, merged by the log, in conflict, and removed."""

import subprocess
from pathlib import Path

import pytest

import renkei
from renkei import Project
from renkei.edges.team.team_file import MemberFile, TeamFile, WorkspaceFile
from renkei.edges.team.workspaces import Workspaces
from renkei.engine import commands as c
from renkei.engine.state import SYSTEM
from renkei.errors import NotReadyError
from renkei.project.turns.session import Session
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository.worktrees import plain_name
from team import small_team, work

ANN, BOB = MemberFile(id="ann"), MemberFile(id="bob")


def git(directory: Path, *arguments: str) -> str:
    names = ("-c", "user.name=p", "-c", "user.email=p@p.invalid")
    command = ["git", *names, *arguments]
    return subprocess.run(command, cwd=directory, check=True, capture_output=True, text=True).stdout.strip()


def made_repository(place: Path) -> Path:
    """Make a repository of a person in a directory."""
    made = place / "repository"
    made.mkdir(parents=True)
    git(made, "init", "--quiet", "--initial-branch=main")
    (made / "a.txt").write_text("one\ntwo\nthree\n")
    (made / ".gitignore").write_text(".renkei\nbuild\n")
    git(made, "add", ".")
    git(made, "commit", "--quiet", "-m", "begin")
    return made


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return made_repository(tmp_path)


@pytest.fixture
def project(repository: Path) -> Project:
    return small_team(repository / ".renkei")


def spaces(project: Project, path: Path, **more: object) -> Workspaces:
    settings = WorkspaceFile(path=str(path), kind="worktree", **more)
    return Workspaces(project, TeamFile(goal="g", lead=MemberFile(id="lead"), workspace=settings))


def take(project: Project, *contracts: str, agent: str = "ann", **terms: object) -> None:
    for one in contracts:
        project.do(work(one, **terms))
        project.do(c.ClaimContract(one), actor=agent)
        project.start(one, actor=agent)


def notes(project: Project, contract: str) -> list[str]:
    records = project.log.records_about("contract", contract)
    return [event.text for one in records for event in one.events if event.kind == "note_added"]


def test_accepted_work_is_merged_before_the_next_turn(project: Project, repository: Path) -> None:
    team = spaces(project, repository)
    ann, bob = team.directory(ANN), team.directory(BOB)
    assert ann == repository / ".renkei/worktrees/ann"
    assert git(ann, "branch", "--show-current") == "renkei/team/ann"
    take(project, "w1", "w2")
    with team.turn("ann"):
        (ann / "a.txt").write_text("ONE\ntwo\nthree\n")
        (ann / "build").mkdir()
        (ann / "build/x").write_text("ignored")
        project.submit("w1", "done", actor="ann")
    with team.turn("ann"):
        (ann / "b.txt").write_text("of w2, not submitted yet\n")
    assert git(ann, "status", "--porcelain") == ""
    assert git(repository, "rev-list", "--count", "main") == "1"
    project.accept("w1", actor="lead")
    with team.turn("bob"):
        assert (bob / "a.txt").read_text() == "ONE\ntwo\nthree\n"
        assert not (bob / "b.txt").exists()
    assert (repository / "a.txt").read_text() == "ONE\ntwo\nthree\n"
    assert not (repository / "b.txt").exists()
    assert git(repository, "log", "-1", "--format=%an %s") == "ann w1 of ann"
    commit = git(repository, "rev-parse", "--short=10", "main")
    text = f"Merged into the branch main as {commit}. Not merged, since git ignores them: build/."
    assert notes(project, "w1") == [text]
    with team.turn("bob"):
        pass
    assert len(notes(project, "w1")) == 1
    assert git(repository, "status", "--porcelain") == ""


def ready(project: Project) -> list[str]:
    return [one.terms.id for one in project.state.contracts.ready()]


def in_conflict(project: Project, repository: Path, team: Workspaces) -> dict[str, Path]:
    """Let ann and bob change the same lines, and accept the work of both, with the task `next` behind it."""
    places = {one.id: team.directory(one) for one in (ANN, BOB)}
    for name, place in places.items():
        take(project, f"of-{name}", agent=name)
        with team.turn(name):
            (place / "a.txt").write_text(f"{name}\ntwo\nthree\n")
            (place / "new.txt").write_text(f"of {name}\n")
            project.submit(f"of-{name}", "done", actor=name)
    project.do(work("next", depends_on=("of-ann", "of-bob")))
    for name in places:
        project.accept(f"of-{name}", actor="lead")
    return places


def test_a_conflict_reopens_the_contract_and_dependents_wait_until_it_is_merged(
    project: Project, repository: Path
) -> None:
    team = spaces(project, repository)
    places = in_conflict(project, repository, team)
    assert ready(project) == [], "accepted, and not merged yet"
    team.merges.settle()
    assert (repository / "a.txt").read_text() == "ann\ntwo\nthree\n"
    assert git(repository, "status", "--porcelain") == "", "what cannot be merged leaves the branch as it was"
    assert not (repository / ".git/MERGE_HEAD").exists()
    found = project.find_contract("of-bob")
    assert (found.status, found.assignee, found.attempts, found.merge) == ("in_progress", "bob", 0, "")
    assert project.find_contract("of-ann").status == "completed"
    assert ready(project) == []
    reports = [one.message for one in project.conversation(between=("bob", SYSTEM)) if one.message.to != "lead"]
    conflicts = [one for one in reports if one.type == "CONFLICT_REPORT"]
    assert [one.payload.conflicting_artifacts for one in conflicts] == [("a.txt", "new.txt")]
    assert conflicts[0].to == ("bob", "lead")
    assert conflicts[0].payload.conflict_description == (
        "The accepted work of of-bob cannot be merged into the branch main: both changed a.txt:1, new.txt:1."
    )
    assert project.wake_reason("bob") is not None
    with team.turn("ann"):  # other members are not blocked
        (places["ann"] / "c.txt").write_text("c\n")
    with team.turn("bob"):
        assert "<<<<<<< HEAD\nbob\n=======\nann\n>>>>>>> main" in (places["bob"] / "a.txt").read_text()
    project.submit("of-bob", "done, with the marks", actor="bob")
    project.accept("of-bob", actor="lead")
    team.merges.settle()
    assert project.find_contract("of-bob").status == "in_progress", "marks of a conflict are never merged"
    with team.turn("bob"):
        assert "<<<<<<<" in (places["bob"] / "a.txt").read_text()
        (places["bob"] / "a.txt").write_text("ann and bob\ntwo\nthree\n")
        (places["bob"] / "new.txt").write_text("of both\n")
        project.submit("of-bob", "resolved", actor="bob")
    assert (repository / "a.txt").read_text() == "ann\ntwo\nthree\n", "it was not accepted again"
    project.accept("of-bob", actor="lead")
    assert ready(project) == []
    team.merges.settle()
    assert (repository / "a.txt").read_text() == "ann and bob\ntwo\nthree\n"
    assert project.find_contract("of-bob").status == "completed"
    assert ready(project) == ["next"]
    assert len(notes(project, "of-bob")) == 1
    assert git(repository, "status", "--porcelain") == ""


def test_a_process_killed_between_acceptance_and_merge_loses_no_work(project: Project, repository: Path) -> None:
    """The two points: before git merges, and after it, before the record."""
    team = spaces(project, repository)
    in_conflict(project, repository, team)
    again = renkei.open(repository / ".renkei")
    assert [again.find_contract(f"of-{one}").merge for one in ("ann", "bob")] == ["due", "due"]
    assert ready(again) == []
    seq = again.find_contract("of-ann").moved
    message = "of-ann of ann\n\nRenkei-Contract: of-ann"
    git(repository, "merge", "--quiet", "--no-ff", "-m", message, f"refs/renkei/team/of-ann/{seq}")
    assert renkei.open(repository / ".renkei").find_contract("of-ann").merge == "due"
    other = spaces(again, repository)
    for one in (ANN, BOB):
        other.directory(one)
    (repository / ".renkei/worktrees/ann/later.txt").write_text("not submitted\n")
    other.merges.settle()
    assert again.find_contract("of-ann").status == "completed"
    assert again.find_contract("of-bob").status == "in_progress"
    assert git(repository, "log", "--format=%s", "--first-parent") == "of-ann of ann\nbegin"
    assert not (repository / "later.txt").exists()
    assert git(repository, "for-each-ref", "refs/renkei/team/of-ann") == ""


def test_accepted_work_is_merged_although_no_turn_follows_but_not_in_the_middle_of_one(
    project: Project, repository: Path
) -> None:
    team = spaces(project, repository)
    ann = team.directory(ANN)
    take(project, "w1")
    (ann / "a.txt").write_text("half\n")
    project.submit("w1", "done", actor="ann")
    project.accept("w1", actor="lead")
    with project.turn("ann"):
        team.look(project.state)
        team.merges.settle()
        assert project.find_contract("w1").merge == "due"
        (ann / "a.txt").write_text("whole\n")
    team.look(project.state)
    assert project.find_contract("w1").status == "completed"
    assert (repository / "a.txt").read_text() == "whole\n"


def test_work_that_a_person_paused_is_merged_when_it_is_resumed(project: Project, repository: Path) -> None:
    team = spaces(project, repository)
    in_conflict(project, repository, team)
    project.pause_contract("of-ann", "let me look at it")
    team.merges.settle()
    assert project.find_contract("of-ann").merge == "due"
    assert (repository / "a.txt").read_text() == "bob\ntwo\nthree\n"
    project.resume_contract("of-ann")
    team.merges.settle()
    assert project.find_contract("of-ann").status == "in_progress", "its conflict is found now"


def test_a_person_may_complete_accepted_work_without_its_merge(project: Project, repository: Path) -> None:
    in_conflict(project, repository, spaces(project, repository))
    for actor, reason in (("lead", "again"), ("human", "")):
        with pytest.raises(NotReadyError, match="it is accepted and waits to be merged"):
            project.accept("of-ann", reason, actor=actor)
    project.accept("of-ann", "the files are not needed", actor="human")
    assert project.find_contract("of-ann").status == "completed"


def test_the_work_of_a_member_that_left_is_open_again_after_a_conflict(project: Project, repository: Path) -> None:
    team = spaces(project, repository)
    in_conflict(project, repository, team)
    project.leave("bob")
    team.merges.settle()
    found = project.find_contract("of-bob")
    assert (found.status, found.assignee) == ("open", None)
    told = [one.message for one in project.conversation(between=("lead", SYSTEM))]
    conflicts = [one.payload for one in told if one.type == "CONFLICT_REPORT"]
    assert [one.suggested_resolution[:12] for one in conflicts] == ["bob has left"]
    assert "renkei/team/bob" in git(repository, "branch", "--list", "renkei/*")


def test_what_the_person_has_changed_is_not_overwritten(project: Project, repository: Path) -> None:
    team = spaces(project, repository)
    ann = team.directory(ANN)
    take(project, "w1")
    with team.turn("ann"):
        (ann / "a.txt").write_text("ann\n")
        project.submit("w1", "done", actor="ann")
    (repository / "a.txt").write_text("the person\n")
    project.accept("w1", actor="lead")
    for _ in range(3):
        team.merges.settle()
    assert (repository / "a.txt").read_text() == "the person\n"
    found = [one.message for one in project.conversation(between=("lead", SYSTEM))]
    told = [one.payload.conflict_description for one in found if one.type == "CONFLICT_REPORT"]
    assert len(told) == 1
    assert "has uncommitted changes in 'a.txt'" in told[0]
    assert project.find_contract("w1").shown_status.endswith(
        "not merged: " + told[0].partition("main: ")[2].rstrip(".")
    )
    git(repository, "checkout", "--quiet", "a.txt")
    git(repository, "checkout", "--quiet", "-b", "other")
    team.merges.settle()
    assert git(repository, "log", "-1", "--format=%s", "other") == "begin"
    assert (repository / "a.txt").read_text() == "one\ntwo\nthree\n"
    git(repository, "checkout", "--quiet", "main")
    assert (repository / "a.txt").read_text() == "ann\n"


def test_worktrees_are_found_again_and_work_accepted_in_between_is_merged(project: Project, repository: Path) -> None:
    ann = spaces(project, repository).directory(ANN)
    take(project, "w1")
    (ann / "a.txt").write_text("by a process that was killed\n")
    project.submit("w1", "done", actor="ann")
    project.accept("w1", actor="lead")
    again = renkei.open(repository / ".renkei")
    team = spaces(again, repository)
    assert team.directory(ANN) == ann
    with team.turn("ann"):
        assert (repository / "a.txt").read_text() == "by a process that was killed\n"
    # A worktree whose creation was cut short, and one whose directory is gone
    (repository / ".git/worktrees/ann/locked").write_text("initializing")
    assert spaces(again, repository).directory(ANN) == ann
    assert (ann / "a.txt").exists()
    subprocess.run(["rm", "-r", str(ann)], check=True)
    assert spaces(again, repository).directory(ANN) == ann
    assert git(ann, "branch", "--show-current") == "renkei/team/ann"
    # A merge that a person has begun is theirs
    (ann / "n.txt").write_text("new\n")
    git(ann, "add", "n.txt")
    git(ann, "commit", "--quiet", "-m", "new")
    git(repository, "merge", "--no-commit", "--no-ff", "-m", "mine", "renkei/team/ann")
    take(again, "w3")
    again.submit("w3", "done", actor="ann")
    again.accept("w3", actor="lead")
    team.merges.settle()
    assert notes(again, "w3") == []
    assert (repository / ".git/MERGE_HEAD").exists()
    git(repository, "commit", "--quiet", "--no-edit")
    team.merges.settle()
    assert len(notes(again, "w3")) == 1


def test_a_worktree_goes_with_its_member_when_nothing_is_left_in_it(project: Project, repository: Path) -> None:
    team = spaces(project, repository)
    ann, bob = team.directory(ANN), team.directory(BOB)
    with team.turn("bob"):
        (bob / "b.txt").write_text("not merged\n")
    for one in ("ann", "bob"):
        project.leave(one)
    team.merges.settle()
    assert not ann.exists()
    assert git(repository, "branch", "--list", "renkei/*").split() == ["+", "renkei/team/bob"]
    assert (bob / "b.txt").exists()


def test_the_error_for_an_unsuitable_workspace_says_how_to_fix_it(project: Project, tmp_path: Path) -> None:
    def refused(path: Path, member: MemberFile = ANN) -> str:
        with pytest.raises(WorkspaceError) as caught:
            spaces(project, path).directory(member)
        return f"{caught.value.message} {caught.value.hint}"

    plain = tmp_path / "plain"
    assert "is no directory" in refused(plain)
    plain.mkdir()
    assert "is no git repository. Run `git init` there" in refused(plain)
    git(plain, "init", "--quiet")
    assert "has no commit. Commit the files" in refused(plain)
    git(plain, "commit", "--quiet", "--allow-empty", "-m", "begin")
    git(plain, "checkout", "--quiet", "--detach")
    assert "is on no branch. Check out the branch" in refused(plain)
    git(plain, "checkout", "--quiet", "-b", "other")
    place = tmp_path / "repository/.renkei/worktrees/ann"
    place.mkdir(parents=True)
    assert "is there, but is no worktree. Move it away" in refused(plain)
    assert "is the project's own" in refused(tmp_path / "repository/.renkei")
    with pytest.raises(WorkspaceError, match="Worktrees need a project on disk"):
        spaces(small_team(), plain).directory(ANN)
    assert spaces(project, plain).directory(MemberFile(id="ann", workspace="shared")) == plain


def test_every_id_is_a_name_of_a_branch(project: Project, repository: Path) -> None:
    team = spaces(project, repository)
    for name in ("a.lock", "a..b", "@{", "設計", "a:b?[^", "HEAD", "a."):
        directory = team.directory(MemberFile(id=name))
        assert git(directory, "branch", "--show-current") == f"renkei/team/{plain_name(name)}"
    assert plain_name("a.lock") == "a%2Elock"


def test_the_teams_file_is_closed_in_a_worktree_too(repository: Path, project: Project) -> None:
    (repository / "team.yaml").write_text("team: {}\n")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "team")
    settings = WorkspaceFile(path=".", kind="worktree")
    file = TeamFile(goal="g", lead=MemberFile(id="lead"), members=(ANN,), workspace=settings)
    found = Workspaces(project, file, repository / "team.yaml")
    place = found.directory(ANN)
    assert (place / "team.yaml").is_file()
    tools = {one.name: one for one in found.tools(place)}
    for name, more in (("read_file", {}), ("write_file", {"content": "team: {}"})):
        with pytest.raises(WorkspaceError, match="belongs to the team's own files"):
            tools[name].call(Session(project, "ann"), tools[name].parse({"path": "team.yaml", **more}))


def test_what_is_no_worktree_among_the_worktrees_does_not_reach_the_repository_around_it(
    repository: Path, project: Project
) -> None:
    found = spaces(project, repository)
    place = found.directory(ANN)
    (place.parent / "junk").mkdir()
    with found.turn("ann"):
        pass
    (place / ".git").unlink()  # as when a process is killed that removes it
    (repository / "a.txt").write_text("of the person\n")
    with pytest.raises(WorkspaceError, match="not a git repository"), found.turn("ann"):
        pass
    assert git(repository, "status", "--porcelain") == "M a.txt"
    assert git(repository, "log", "--format=%s") == "begin"
    with pytest.raises(WorkspaceError, match="is there, but is no worktree"):
        spaces(project, repository).directory(ANN)
