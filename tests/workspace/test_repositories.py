"""A repository that a command has made in the workspace is disabled; those of the person are read-only."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from attacks.hostile_commands import caged
from renkei.edges.team.team_file import Caging, MemberFile, TeamFile, WorkspaceFile
from renkei.edges.team.workspaces import Workspaces
from renkei.project.running.repositories import disable_new, repositories
from renkei.project.turns.session import Session
from renkei.workspace.errors import WorkspaceError
from team import small_team

LEAD = MemberFile(id="lead")


def git(directory: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=directory, check=False, capture_output=True, text=True)
    return done.stdout.strip()


def test_new_repositories_are_disabled_and_known_ones_left_alone(tmp_path: Path) -> None:
    mine, elsewhere = tmp_path / "work" / "mine", tmp_path / "elsewhere"
    for one in (mine, elsewhere):
        git(tmp_path, "init", "--quiet", str(one))
    work = tmp_path / "work"
    known = repositories(work)
    assert known == {mine / ".git"}
    git(work, "init", "--quiet", "a\nb")
    git(work, "init", "--quiet", "--bare", "--", "-rf")
    for one in ("file", "link"):
        (work / one).mkdir()
    (work / "file" / ".git").write_text(f"gitdir: {elsewhere}/.git\n")
    (work / "link" / ".git").symlink_to(elsewhere / ".git")
    assert disable_new(work, known) == ["-rf", "a\nb/.git", "file/.git", "link/.git"]
    for one in ("a\nb", "-rf", "file", "link"):
        assert git(work / one, "rev-parse", "--git-dir") == ""
    assert git(mine, "rev-parse", "--git-dir") == ".git"
    assert git(elsewhere, "rev-parse", "--git-dir") == ".git"
    assert disable_new(work, known) == []


def bare(directory: Path) -> Path:
    """Make a directory look like a repository to git, and return it."""
    for one in ("objects", "refs"):
        (directory / one).mkdir(parents=True)
    (directory / "HEAD").write_text("ref: refs/heads/main\n")
    return directory


def divided(directory: Path) -> None:
    """Make a repository whose objects and settings are elsewhere, with a monitor of the file system."""
    os.renames(bare(directory / "settings") / "HEAD", directory / "HEAD")
    (directory / "commondir").write_text("settings\n")
    (directory / "settings" / "config").write_text(
        f"[core]\nrepositoryformatversion = 1\nfsmonitor = touch '{directory.parent}/ran'; false\n"
        "[extensions]\nworktreeConfig = true\n"
    )
    (directory / "config.worktree").write_text(f"[core]\nbare = false\nworktree = {directory}\n")


def test_a_repository_divided_over_two_directories_is_disabled(tmp_path: Path) -> None:
    for one in ("shown", "work"):
        divided(tmp_path / one)
    git(tmp_path / "shown", "status")
    assert (tmp_path / "ran").exists()  # this is why
    (tmp_path / "ran").unlink()
    assert disable_new(tmp_path / "work", ()) == ["."]
    git(tmp_path / "work", "status")
    assert not (tmp_path / "ran").exists()


def test_a_repository_within_a_new_one_is_disabled(tmp_path: Path) -> None:
    bare(bare(tmp_path / "outer") / "inner")
    assert disable_new(tmp_path, ()) == ["outer", "outer/inner"]


def test_a_directory_in_the_place_of_the_new_name_does_not_help(tmp_path: Path) -> None:
    (bare(tmp_path / "made") / "HEAD.disabled-by-renkei").mkdir()
    assert disable_new(tmp_path, ()) == ["made"]
    assert not (tmp_path / "made" / "HEAD").exists()


@pytest.mark.parametrize("mode", [0o111, 0o555])
def test_a_closed_directory_is_opened(mode: int, tmp_path: Path) -> None:
    made = bare(tmp_path / "above" / "made")
    plain = tmp_path / "plain"
    plain.mkdir()
    for one in (made, plain, made.parent):
        one.chmod(mode)
    tmp_path.chmod(0o777)
    script = (
        "import os, pathlib; from renkei.project.running.repositories import disable_new;"
        "os.getuid() or os.setresuid(65534, 65534, 65534); print(*disable_new(pathlib.Path('.'), ()))"
    )
    for one in (made, plain, made.parent):
        if os.getuid() == 0:
            os.chown(one, 65534, 65534)
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout == "above/made\n"
    assert not (made / "HEAD").exists()
    assert plain.stat().st_mode & 0o777 == {0o111: 0o711, 0o555: 0o555}[mode]  # only what hides its names is opened


def test_a_deep_tree_ends_the_search(tmp_path: Path) -> None:
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1200):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    bare(tmp_path / "made")
    try:
        assert repositories(tmp_path) == {tmp_path / "made"}
        assert disable_new(tmp_path, ()) == ["made"]
    finally:
        subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)  # deeper than Python's removal can go


@caged
def test_a_command_of_a_member_makes_no_repository_and_changes_none(tmp_path: Path) -> None:
    for one in (".", "nested"):
        git(tmp_path, "init", "--quiet", one)
    settings = WorkspaceFile(path=str(tmp_path), commands=("sh",))
    spaces = Workspaces(small_team(tmp_path / ".renkei"), TeamFile(goal="g", lead=LEAD, workspace=settings))
    session = Session(spaces._project, "ann")
    (bash,) = (one for one in spaces.tools(tmp_path) if one.name == "bash")

    def call(command: str) -> str:
        return str(bash.call(session, bash.parse({"command": command})))

    assert call("sh -c 'git status --short'").startswith("?? nested/\n(exit status 0")
    assert "Read-only file system" in call("sh -c 'git config core.fsmonitor x'")
    assert "Read-only file system" in call("sh -c 'cd nested && git config core.fsmonitor x'")
    assert "esource busy" in call("sh -c 'mv nested other'")
    assert "Disabled, as commands make no git repositories: 'new/.git'." in call("sh -c 'git init --quiet new'")
    assert git(tmp_path / "new", "rev-parse", "--show-prefix") == "new/"


@caged
def test_git_reads_a_worktree_of_a_member_but_no_other(tmp_path: Path) -> None:
    app = tmp_path / "app"
    app.mkdir()
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    (app / "a.txt").write_text("one\n")
    (tmp_path / ".gitignore").write_text(".renkei\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "-c", "user.name=p", "-c", "user.email=p@p.invalid", "commit", "--quiet", "-m", "of the person")
    settings = WorkspaceFile(path=str(app), kind="worktree", commands=("sh",))
    spaces = Workspaces(small_team(tmp_path / ".renkei"), TeamFile(goal="g", lead=LEAD, workspace=settings))
    ben, ann = (spaces.directory(MemberFile(id=one)) for one in ("ben", "ann"))
    session = Session(spaces._project, "ann")
    (bash,) = (one for one in spaces.tools(ann) if one.name == "bash")
    lines = f"echo two >> a.txt\ngit diff --stat\nls {ben} {app} ../../\ngit config a.b x\ngit add ."
    (ann / "lines").write_text(lines)
    text = str(bash.call(session, bash.parse({"command": "sh lines"})))
    assert "app/a.txt | 1 +\n" in text
    assert text.count("No such file") == 2
    assert text.count("Read-only file system") == 2
    assert "\nann\n" in text


@pytest.mark.parametrize("setting", ["required", "off", None])
def test_without_the_tool_a_team_asks_or_does_not_start(
    setting: Caging | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.team.workspaces.problem_of_cages", lambda: "no tool")
    settings = WorkspaceFile(path=str(tmp_path), cage=setting, commands=("true",))
    team = TeamFile(goal="g", lead=LEAD, workspace=settings)
    if setting == "required":
        with pytest.raises(WorkspaceError, match="Commands cannot run in a cage: no tool"):
            Workspaces(small_team(), team)
        return
    spaces = Workspaces(small_team(), team)
    reason = "the team's file says `cage: off`" if setting else "no tool"
    assert spaces.remark() == (
        f"Commands of this team run without a cage ({reason}), so every command needs your consent."
    )
    session = Session(spaces._project, "ann")
    (bash,) = (one for one in spaces.tools(tmp_path) if one.name == "bash")
    assert "needs the consent of a person" in str(bash.call(session, bash.parse({"command": "true"})))
