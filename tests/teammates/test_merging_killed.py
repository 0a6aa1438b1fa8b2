"""A process that is killed with SIGKILL at any call of git and any record while it merges.

At every eleventh point by default, and with `EVERY_KILL=1` at each.
"""

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import renkei
from renkei.contracts.events import Proof
from renkei.edges.team.team_file import MemberFile
from renkei.engine import commands as c
from renkei.engine.state import SYSTEM
from team import small_team
from teammates.test_workspace import git, made_repository, spaces, take
from thoroughness import EVERY_KILL

CHILD = Path(__file__).with_name("merging_process.py")
STEP = 1 if EVERY_KILL else 11
WORK = {
    "T-1": ("ann", {"a.txt": "ann\ntwo\nthree\n", "n.txt": "n\n"}),
    "T-2": ("bob", {"a.txt": "bob\ntwo\nthree\n"}),
}
"""The second is in conflict with the first."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the directory of a repository with three accepted tasks, and of its copy."""
    found = tmp_path_factory.mktemp("killed")
    repository = made_repository(found / "now")
    (repository / "mine.txt").write_text("mine\n")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "mine")
    with small_team(repository / ".renkei") as project:
        team = spaces(project, repository)
        for one in ("ann", "bob"):
            team.directory(MemberFile(id=one))
        for name, (agent, files) in WORK.items():
            take(
                project, name, agent=agent, acceptance_criteria=[{"criterion": "is there", "command": ["ls", "a.txt"]}]
            )
            _submit(project, team, name, agent, files)
    (repository / "mine.txt").write_text("changed, not committed\n")
    shutil.copytree(found / "now", found / "copy", symlinks=True)
    return found


def _submit(project: renkei.Project, team: object, name: str, agent: str, files: dict[str, str]) -> None:
    """Submit work, and let a command prove it, without merging it."""
    worktrees = team._opened()  # type: ignore[attr-defined]
    for path, text in files.items():
        (worktrees.path(agent) / path).write_text(text)
    project.submit(name, "done", actor=agent)
    worktrees.keep(agent, name)
    worktrees.submit(agent, name, project.find_contract(name).moved)
    proof = Proof(criterion=0, method="command", by=SYSTEM, exit_status=0, detail="is there")
    project.do_as_runtime(c.ProveContract(name, (proof,)))


@pytest.fixture
def run(place: Path) -> Iterator[Callable[[int], list[int]]]:
    """Merge in a new process that kills itself at a point; return the number of points at its end, and its status."""
    repository = place / "now/repository"
    command = [sys.executable, str(CHILD), str(repository / ".renkei"), str(repository)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        asked, answers = server.stdin, server.stdout

        def merge(kill: int) -> list[int]:
            print(kill, file=asked, flush=True)
            return [int(one) for one in answers.readline().split()]

        yield merge
        asked.close()


def fresh(place: Path) -> Path:
    """Restore the repository as it was before any merge; paths in it are absolute."""
    shutil.rmtree(place / "now")
    shutil.copytree(place / "copy", place / "now", symlinks=True)
    return place / "now/repository"


def merged(repository: Path) -> list[str]:
    """Return the work on the branch, the oldest first."""
    shown = git(repository, "log", "--first-parent", "--reverse", "--format=%s", "main").splitlines()
    return [one.removesuffix(" of ann") for one in shown][2:]


def check_end(repository: Path) -> None:
    """Check that everything is merged once and recorded once, and the person's change is as it was."""
    assert merged(repository) == ["T-1"]
    assert git(repository, "status", "--porcelain") == "M mine.txt"
    assert (repository / "mine.txt").read_text() == "changed, not committed\n"
    assert (repository / "a.txt").read_text() == "ann\ntwo\nthree\n"
    with renkei.open(repository / ".renkei") as project:
        found = {one: project.find_contract(one).status for one in WORK}
        assert found == {"T-1": "completed", "T-2": "in_progress"}
        kinds = [event.kind for record in project.records(0) for event in record.events]
        assert kinds.count("work_merged") == 1
        reports = [one.message for one in project.conversation(between=("bob", SYSTEM))]
        assert [one.type for one in reports].count("CONFLICT_REPORT") == 1
    assert git(repository, "fsck", "--no-dangling", "--no-progress") == ""


@pytest.mark.long
def test_a_kill_at_any_point_leaves_the_old_or_the_new_branch_and_the_queue_continues(
    place: Path, run: Callable[[int], list[int]]
) -> None:
    fresh(place)
    points, status = run(0)
    assert status == 0
    check_end(place / "now/repository")
    for kill in range(1 if EVERY_KILL else STEP, points + 1, STEP):
        repository = fresh(place)
        assert run(kill) == [-signal.SIGKILL], kill
        assert merged(repository) in ([], ["T-1"]), kill
        assert (repository / "mine.txt").read_text() == "changed, not committed\n"
        with renkei.open(repository / ".renkei") as project:
            team = spaces(project, repository)
            team.directory(MemberFile(id="ann"))
            team.merges.settle()
        check_end(repository)
