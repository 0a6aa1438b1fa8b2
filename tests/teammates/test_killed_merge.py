"""A team's process that is killed with SIGKILL between the acceptance of work and the record of its merge."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

import renkei as library
from process import renkei

TEAM = """
team:
  name: shop
  goal: Build the shop.
  lead: {id: lead}
  members: [{id: ben, role: backend}]
  workspace: {path: app, kind: worktree}
"""

SCRIPT = """
script:
  lead:
    - when: Build the shop
      then:
        - {call: TaskCreate, arguments: {subject: Write the schema, role: backend}}
        - {say: Ben begins.}
    - when: nothing is open
      then: [{say: The shop is built.}]
  ben:
    - when: Write the schema
      then:
        - {call: write_file, arguments: {path: schema.txt, content: "of ben\\n"}}
        - {call: TaskUpdate, arguments: {id: "#1", status: completed}}
        - {say: Done.}
"""

GIT = """#!/bin/sh
case " $* " in *" {call} "*)
  if mkdir '{killed}' 2>/dev/null; then
    {first}
    kill -KILL $PPID
    exit 1
  fi ;;
esac
exec '{git}' "$@"
"""
"""A git that kills the process that calls it at its first call of a kind, once."""

DONE = "'{git}' \"$@\""
POINTS = {
    "before the branch moves": ("update-ref -m renkei: merge", ":"),
    "while files are replaced": ("read-tree -m -u", DONE),
    "after the branch moved": ("update-ref -m renkei: merge", DONE),
}
"""The call of git, and what it does before the process is killed."""


def git(directory: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=p", "-c", "user.email=p@p.invalid", *arguments]
    return subprocess.run(command, cwd=directory, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def app(tmp_path: Path) -> Path:
    made = tmp_path / "app"
    made.mkdir()
    git(made, "init", "--quiet", "--initial-branch=main")
    (made / "README").write_text("a shop\n")
    git(made, "add", ".")
    git(made, "commit", "--quiet", "-m", "begin")
    (tmp_path / "team.yaml").write_text(TEAM)
    (tmp_path / "script.yaml").write_text(SCRIPT)
    return made


def merge(directory: Path) -> tuple[str, str]:
    """Return the status of the only task and whether its files are to be merged."""
    with library.open(directory / ".renkei") as project:
        (found,) = project.state.contracts.entries.values()
        return found.status, found.merge


@pytest.mark.short("while *")
@pytest.mark.parametrize("point", POINTS)
def test_the_next_run_merges_accepted_work_of_a_killed_one(
    tmp_path: Path, app: Path, point: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.which("git") or "git"
    place = tmp_path / "bin"
    place.mkdir()
    wrapper = place / "git"
    call, first = POINTS[point]
    wrapper.write_text(GIT.format(call=call, killed=tmp_path / "killed", git=real, first=first.format(git=real)))
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join((str(place), os.environ["PATH"])))
    command = ("team", "run", "team.yaml", "--script", "script.yaml")

    assert renkei(*command, cwd=tmp_path).returncode == -signal.SIGKILL
    assert merge(tmp_path) == ("submitted", "due")
    assert (app / "schema.txt").exists() == (point != "before the branch moves")
    moved = point == "after the branch moved"
    assert git(app, "log", "--first-parent", "--format=%an", "main") == ("ben\np" if moved else "p")
    if moved:
        shown = renkei("team", "status", cwd=tmp_path).stdout
        assert "by ben is accepted and has to be merged, which `renkei team run` does." in shown
        assert "accepted but not merged" in renkei("status", cwd=tmp_path).stdout

    done = renkei(*command, cwd=tmp_path)
    assert (done.returncode, "The shop is built." in done.stdout) == (0, True), done.stdout + done.stderr
    assert merge(tmp_path) == ("completed", "")
    assert (app / "schema.txt").read_text() == "of ben\n"
    assert git(app, "log", "--first-parent", "--format=%an") == "ben\np", "one merge"
    assert git(app, "status", "--porcelain") == ""
