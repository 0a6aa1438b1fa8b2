"""Merging as a part of acceptance: merged work, work returned to its assignee with evidence, and waiting work."""

import threading
from pathlib import Path
from time import monotonic

import pytest

from process import renkei
from renkei import Project
from renkei.board.decide import Write
from renkei.contracts.events import Proof
from renkei.edges.team import merging
from renkei.edges.team.workspaces import Workspaces
from renkei.engine import commands as c
from renkei.engine.state import SYSTEM
from renkei.errors import LogNotWritableError
from renkei.workspace.repository import merge_queue
from team import work
from teammates.test_workspace import ANN, BOB, git, notes, project, ready, repository, spaces, take

pytestmark = pytest.mark.long

__all__ = ["project", "repository"]


def submitted(
    project: Project, team: Workspaces, contract: str, agent: str, files: dict[str, str], command: tuple[str, ...] = ()
) -> None:
    """Let an agent do a task; its command is proved and completes it, else the lead accepts it."""
    criteria = [{"criterion": "holds", "command": command} if command else {"criterion": "holds"}]
    take(project, contract, agent=agent, acceptance_criteria=criteria)
    with team.turn(agent):
        for name, text in files.items():
            (team.directory_of(agent) / name).write_text(text)
        project.submit(contract, "done", actor=agent)
        if command:
            proof = Proof(criterion=0, method="command", by=SYSTEM, exit_status=0, detail="holds")
            project.do_as_runtime(c.ProveContract(contract, (proof,)))
    if not command:
        project.accept(contract, actor="lead")
        team.merges.settle()


def reports(project: Project, agent: str) -> list[str]:
    found = (one.message for one in project.conversation(between=(agent, SYSTEM)))
    return [one.payload.conflict_description for one in found if one.type == "CONFLICT_REPORT"]


@pytest.fixture
def team(project: Project, repository: Path) -> Workspaces:
    (repository / "b.txt").write_text("b\n")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "b")
    found = spaces(project, repository)
    for one in (ANN, BOB):
        found.directory(one)
    return found


def test_a_criterion_that_fails_on_the_merged_result_returns_the_work_with_its_output(
    project: Project, repository: Path, team: Workspaces
) -> None:
    submitted(project, team, "T-1", "bob", {"b.txt": "of the other\n"})
    tip = git(repository, "rev-parse", "main")
    check = ("sh", "-c", "cat b.txt; grep -q '^b$' b.txt")
    submitted(project, team, "T-2", "ann", {"n.txt": "n\n"}, check)
    project.do(work("after", depends_on=("T-2",)))
    found = project.find_contract("T-2")
    assert (found.status, found.assignee, found.attempts) == ("in_progress", "ann", 0)
    assert git(repository, "rev-parse", "main") == tip
    assert not (repository / "n.txt").exists()
    assert ready(project) == []
    told = reports(project, "ann")
    assert len(told) == 1
    assert told[0].startswith("The accepted work of T-2 is not merged: together with the branch main as it is now,")
    assert told[0].endswith("(exit status 1) ⏎ of the other")
    with team.turn("ann"):
        assert (team.directory_of("ann") / "b.txt").read_text() == "of the other\n"
        (team.directory_of("ann") / "b.txt").write_text("of the other\nb\n")
        project.submit("T-2", "done", actor="ann")
        proof = Proof(criterion=0, method="command", by=SYSTEM, exit_status=0, detail="holds")
        project.do_as_runtime(c.ProveContract("T-2", (proof,)))
    assert project.find_contract("T-2").status == "completed"
    assert (repository / "b.txt").read_text() == "of the other\nb\n"
    assert ready(project) == ["after"]


def test_criteria_run_only_when_the_branch_could_move(project: Project, repository: Path, team: Workspaces) -> None:
    (repository / "a.txt").write_text("the person\n")
    submitted(project, team, "T-1", "ann", {"a.txt": "ONE\n"}, ("false",))
    assert "uncommitted changes in 'a.txt'" in project.find_contract("T-1").shown_status
    git(repository, "checkout", "--quiet", "a.txt")
    team.merges.settle()
    assert project.find_contract("T-1").status == "in_progress"


def test_only_commands_that_have_proved_a_criterion_run_on_the_merged_result(
    project: Project, repository: Path, team: Workspaces
) -> None:
    take(project, "T-1", acceptance_criteria=[{"criterion": "holds", "command": ["false"]}])
    with team.turn("ann"):
        project.submit("T-1", "done", actor="ann")
    project.accept("T-1", "the check is wrong", actor="lead")
    team.merges.settle()
    assert project.find_contract("T-1").status == "completed"


def test_a_command_of_an_agent_is_not_run_on_the_merged_result_without_consent(
    project: Project, repository: Path, team: Workspaces, tmp_path: Path
) -> None:
    command = ["touch", str(tmp_path / "ran")]
    terms = {"assignee": "ann", "acceptance_criteria": [{"criterion": "holds", "command": command}]}
    project.do(work("T-1", **terms), actor="lead")
    project.start("T-1", actor="ann")
    with team.turn("ann"):
        (team.directory_of("ann") / "a.txt").write_text("ONE\n")
        project.submit("T-1", "done", actor="ann")
        proof = Proof(criterion=0, method="command", by=SYSTEM, exit_status=0, detail="holds")
        project.do_as_runtime(c.ProveContract("T-1", (proof,)))
    assert project.find_contract("T-1").status == "completed"
    assert not (tmp_path / "ran").exists()
    assert notes(project, "T-1")[-1].endswith(
        f"Not run again on the merged result, for lack of a person's consent: `touch {tmp_path}/ran`."
    )


def test_blame_leads_to_the_contract_its_agent_and_who_accepted_it(
    project: Project, repository: Path, team: Workspaces
) -> None:
    submitted(project, team, "T-1", "ann", {"a.txt": "one\nTWO\nthree\n"})
    commit = git(repository, "blame", "--porcelain", "-L2,2", "a.txt").split()[0]
    trailers = "%(trailers:only,unfold)"
    assert git(repository, "log", "-1", f"--format={trailers}", commit) == "Renkei-Contract: T-1\nRenkei-Agent: ann"
    assert git(repository, "log", "-1", f"--format={trailers}", "main") == (
        "Renkei-Contract: T-1\nRenkei-Agent: ann\nRenkei-Decided-By: lead"
    )


def test_a_linear_branch_has_who_decided_in_the_commit_that_blame_shows(project: Project, repository: Path) -> None:
    team = spaces(project, repository, merging="rebase")
    team.directory(ANN)
    submitted(project, team, "T-1", "ann", {"a.txt": "one\nTWO\nthree\n"})
    commit = git(repository, "blame", "--porcelain", "-L2,2", "a.txt").split()[0]
    assert commit == git(repository, "rev-parse", "main") == project.find_contract("T-1").commit
    assert "Renkei-Decided-By: lead" in git(repository, "log", "-1", "--format=%B")
    assert git(repository, "rev-list", "--min-parents=2", "--count", "main") == "0"


def test_commits_have_no_trailers_if_the_team_wants_none(project: Project, repository: Path) -> None:
    team = spaces(project, repository, trailers=False)
    team.directory(ANN)
    submitted(project, team, "T-1", "ann", {"a.txt": "ONE\n"})
    assert "Renkei" not in git(repository, "log", "--format=%B", "main")


def test_the_record_of_a_merge_names_branch_commit_and_files(
    project: Project, repository: Path, team: Workspaces
) -> None:
    submitted(project, team, "T-1", "ann", {"a.txt": "ONE\n", "n.txt": "n\n"})
    records = project.log.records_about("contract", "T-1")
    [event] = [event for record in records for event in record.events if event.kind == "work_merged"]
    tip = git(repository, "rev-parse", "main")
    assert (event.branch, event.commit, event.files) == ("main", tip, ("a.txt", "n.txt"))


def test_the_log_of_an_artifact_and_its_contract_name_the_commit(
    project: Project, repository: Path, team: Workspaces
) -> None:
    project.do(Write("/agents/ann/artifacts/api", {"version": 2, "path": "a.txt"}), actor="ann")
    take(project, "T-1")
    with team.turn("ann"):
        (team.directory_of("ann") / "a.txt").write_text("ONE\n")
        project.submit("T-1", "done", output_artifacts=["api"], actor="ann")
    project.accept("T-1", actor="lead")
    team.merges.settle()
    tip = git(repository, "rev-parse", "main")
    shown = renkei("artifact", "log", "api", cwd=repository).stdout.splitlines()
    assert [line.split()[:2] for line in shown if line.startswith("api")] == [["api", "v2"]] * 2
    assert f"commit {tip[:10]}" in shown[2]
    assert f"commit  {tip}" in renkei("contract", "show", "T-1", cwd=repository).stdout


def test_the_reason_for_a_delay_is_kept_up_to_date_and_told_once(
    project: Project, repository: Path, team: Workspaces
) -> None:
    (repository / "a.txt").write_text("the person\n")
    submitted(project, team, "T-1", "ann", {"a.txt": "ONE\n", "b.txt": "B\n"})
    assert "uncommitted changes in 'a.txt'" in project.find_contract("T-1").shown_status
    assert "accepted, but not merged yet: " in project.context("lead").text
    git(repository, "checkout", "--quiet", "a.txt")
    (repository / "b.txt").write_text("the person\n")
    team.merges.settle()
    assert "uncommitted changes in 'b.txt'" in project.find_contract("T-1").shown_status
    assert len(reports(project, "lead")) == 1


def merged_in_thread(project: Project, team: Workspaces, contract: str) -> None:
    idle = threading.Event()
    team.merges.on_idle = idle.set
    team.merges.start()
    try:
        team.merges.ask()
        assert team.merges.is_busy or idle.is_set()
        assert idle.wait(60)
        assert not team.merges.is_busy
    finally:
        team.merges.close()
    assert project.find_contract(contract).status == "completed"


def due(project: Project, team: Workspaces) -> None:
    take(project, "T-1")
    with team.turn("ann"):
        (team.directory_of("ann") / "a.txt").write_text("ONE\n")
        project.submit("T-1", "done", actor="ann")
    project.accept("T-1", actor="lead")


def test_work_waits_with_a_reason_while_the_branch_cannot_be_locked(
    project: Project, repository: Path, team: Workspaces
) -> None:
    due(project, team)
    (repository / ".git/renkei").write_text("a file in the way of the lock")
    team.merges.settle()
    assert "File exists" in project.find_contract("T-1").shown_status
    assert len(reports(project, "lead")) == 1
    (repository / ".git/renkei").unlink()
    merged_in_thread(project, team, "T-1")


def test_work_is_merged_whatever_becomes_of_its_worktree_after_it_was_submitted(
    project: Project, repository: Path, team: Workspaces
) -> None:
    due(project, team)
    (team.directory_of("ann") / ".git").write_text("gitdir: /nowhere\n")
    team.merges.settle()
    assert project.find_contract("T-1").status == "completed"
    assert (repository / "a.txt").read_text() == "ONE\n"


def test_a_full_disk_under_the_log_is_waited_for(
    project: Project, team: Workspaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    due(project, team)
    monkeypatch.setattr(merging, "AGAIN", 0.01)
    faults, real = iter(range(2)), project.log.append

    def append(*given: object, **more: object) -> object:
        if next(faults, None) is not None:
            raise LogNotWritableError(path="log", reason="No space left on device")
        return real(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(project.log, "append", append)
    merged_in_thread(project, team, "T-1")


def test_work_that_a_person_completes_while_it_is_merged_is_noted_as_merged(
    project: Project, repository: Path, team: Workspaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    due(project, team)
    real = merge_queue.MergeQueue.advance

    def advance(*given: object) -> bool:
        project.accept("T-1", "the files are not needed", actor="human")
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(merge_queue.MergeQueue, "advance", advance)
    team.merges.settle()
    assert (repository / "a.txt").read_text() == "ONE\n"
    assert notes(project, "T-1")[-1].startswith("Merged into the branch main as ")
    assert git(repository, "for-each-ref", "refs/renkei") == ""


def test_a_fault_of_the_queue_ends_it_and_is_reported(
    project: Project, team: Workspaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    due(project, team)
    failures, ended = list[Exception](), threading.Event()
    monkeypatch.setattr(merge_queue.MergeQueue, "combine", lambda *given: 1 / 0)
    team.merges.on_failure = lambda error: (failures.append(error), ended.set())[0]
    team.merges.start()
    team.merges.ask()
    assert ended.wait(60)
    team.merges.close()
    assert [type(one) for one in failures] == [ZeroDivisionError]
    assert not team.merges.is_busy


def test_a_queue_waits_for_another_process_that_merges_into_the_branch(
    project: Project, team: Workspaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    due(project, team)
    monkeypatch.setattr(merging, "AGAIN", 0.01)
    monkeypatch.setattr(merge_queue, "LOCK_SECONDS", 0.0)
    other = merge_queue.MergeQueue(team._opened())
    with other.alone():
        assert team.merges.settle() is False
        assert project.find_contract("T-1").merge == "due"
    merged_in_thread(project, team, "T-1")


def test_a_criterion_that_runs_when_the_team_ends_leaves_the_work_for_the_next_run(
    project: Project, repository: Path, team: Workspaces
) -> None:
    take(
        project, "T-1", acceptance_criteria=[{"criterion": "holds", "command": ["sh", "-c", "touch begun; sleep 1000"]}]
    )
    with project.turn("ann"):
        (team.directory_of("ann") / "a.txt").write_text("ONE\n")
    team.merges.start()
    project.submit("T-1", "done", actor="ann")
    proof = Proof(criterion=0, method="command", by=SYSTEM, exit_status=0, detail="holds")
    project.do_as_runtime(c.ProveContract("T-1", (proof,)))
    team.merges.ask()
    begun, end = repository / ".renkei/worktrees/.merged/begun", monotonic() + 60
    while not begun.exists():
        assert monotonic() < end
        threading.Event().wait(0.01)
    team.merges.close()
    assert project.find_contract("T-1").merge == "due"
    assert reports(project, "ann") == []
