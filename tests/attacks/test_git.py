"""A member that writes files for git: nothing that it wrote is run, by the team or later by the person."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from attacks.attacked_repository import ANN, Attack, bare_repository, git
from renkei.edges.team.team_file import MemberFile
from renkei.edges.team.workspaces import Workspaces
from renkei.project.turns.session import Session
from renkei.workspace.errors import WorkspaceError


@pytest.fixture
def attack(tmp_path: Path) -> Attack:
    return Attack(tmp_path)


def test_git_itself_runs_the_program_of_an_embedded_repository(attack: Attack) -> None:
    bare_repository(attack.app, attack.program)
    git(attack.app, "-c", "safe.bareRepository=all", "status")
    assert attack.marker.exists(), "the other tests prove nothing"


def test_a_repository_embedded_in_the_workspace_is_not_used(attack: Attack) -> None:
    bare_repository(attack.app, attack.program)
    attack.submit(lambda: (attack.ann / "b.txt").write_text("of ann\n"))
    assert (attack.app / "b.txt").read_text() == "of ann\n"
    with pytest.raises(WorkspaceError, match="is no git repository"):  # its first look goes by the files alone
        Workspaces(attack.project, attack.spaces._team).directory(ANN)
    assert not attack.marker.exists()


@pytest.mark.parametrize("content", ["ref: refs/heads/main\n", "0" * 40, "AB" * 20, f"ref:{' ' * 200}refs/x"])
@pytest.mark.parametrize("path", ["HEAD", "sub/head"])
def test_the_file_tools_make_no_repository(attack: Attack, path: str, content: str) -> None:
    with pytest.raises(WorkspaceError, match="would make its directory a git repository"):
        attack.write_file(path, content)
    assert not (attack.ann / path).exists()
    attack.write_file(path, "the heading\n")
    assert (attack.ann / path).read_text() == "the heading\n"


@pytest.mark.parametrize(
    "name", [".git", ".GIT", "git~1", "GIT~1", ".git.", ".git ", ".g\u200cit", ".git::$INDEX_ALLOCATION"]
)
def test_the_file_tools_write_no_files_of_git(attack: Attack, name: str) -> None:
    for path in (name, f"{name}/config", f"sub/{name}/hooks/pre-commit"):
        with pytest.raises(WorkspaceError, match="belongs to git"):
            attack.write_file(path, "x")
    attack.write_file(f"x{name}/y", "a name like others")


def link(name: str, target: str) -> Callable[[Path, Path], object]:
    return lambda directory, program: (directory / name).symlink_to(target)


def two_links(directory: Path, program: Path) -> None:
    (directory / "up").symlink_to("..")
    (directory / "out").symlink_to("up/../../x")


def submodule(directory: Path, program: Path) -> None:
    (directory / "sub").mkdir()
    git(directory / "sub", "init", "--quiet")
    git(directory / "sub", "commit", "--quiet", "--allow-empty", "-m", "x")


@pytest.mark.short
@pytest.mark.parametrize(
    ("write", "said"),
    [
        (link("link", "/etc/passwd"), "'app/link' is a link that leads out of the repository"),
        (link("link", "../../x"), "'app/link' is a link that leads out of the repository"),
        (link("link", "../.git/config"), "'app/link' is a link that leads out of the repository"),
        (two_links, "'app/out' is a link that leads out of the repository"),
        (link("HEAD", "refs/heads/main"), "'app/HEAD' makes its directory a git repository"),
        (lambda directory, program: bare_repository(directory / "x", program), "makes its directory a git repository"),
        (submodule, "'app/sub' is a repository inside of the repository"),
    ],
)
def test_files_that_would_make_git_run_or_write_elsewhere_are_not_merged(
    attack: Attack, write: Callable[[Path, Path], object], said: str
) -> None:
    before = git(attack.repository, "rev-parse", "main")
    attack.submit(lambda: write(attack.ann, attack.program))
    assert git(attack.repository, "rev-parse", "main") == before
    assert git(attack.repository, "status", "--porcelain") == ""
    assert attack.project.find_contract("w1").status == "submitted"
    assert any(said in one for one in attack.reports()), attack.reports()
    assert not attack.marker.exists()


def test_a_link_within_the_repository_is_merged(attack: Attack) -> None:
    attack.submit(lambda: (attack.ann / "b.txt").symlink_to("../app/a.txt"))
    assert (attack.app / "b.txt").read_text() == "one\n"


def test_programs_that_the_repository_names_are_not_run(attack: Attack) -> None:
    for name in ("clean", "smudge", "process"):
        git(attack.repository, "config", f"filter.f=g.{name}", str(attack.program))
    git(attack.repository, "config", "filter.f=g.required", "true")
    git(attack.repository, "config", "merge.m.driver", f"{attack.program} %A")
    git(attack.repository, "config", "core.fsmonitor", str(attack.program))
    git(attack.repository, "config", "core.hooksPath", ".git/hooks")
    for name in ("post-checkout", "pre-commit", "commit-msg", "post-commit", "pre-merge-commit", "post-merge"):
        (attack.repository / ".git/hooks" / name).symlink_to(attack.program)
    attack.marker.unlink(missing_ok=True)
    attack.spaces.directory(MemberFile(id="bob"))

    def write() -> None:
        (attack.ann / ".gitattributes").write_text("*.txt filter=f=g merge=m\n")
        (attack.ann / "a.txt").write_text("of ann\n")

    attack.submit(write)
    assert (attack.app / "a.txt").read_text() == "of ann\n"
    assert not attack.marker.exists()


def test_a_merge_driver_of_the_repository_leaves_a_conflict_instead_of_being_run(attack: Attack) -> None:
    git(attack.repository, "config", "merge.m.driver", f"{attack.program} %A")

    def write() -> None:
        (attack.ann / ".gitattributes").write_text("a.txt merge=m\n")
        (attack.ann / "a.txt").write_text("of ann\n")
        (attack.app / "a.txt").write_text("of the person\n")
        (attack.app / ".gitattributes").write_text("a.txt merge=m\n")
        attack.commit()

    attack.submit(write)
    assert attack.project.find_contract("w1").status == "in_progress"
    assert any("both changed app/a.txt" in one for one in attack.reports()), attack.reports()
    assert not attack.marker.exists()


def test_programs_that_a_repository_inside_of_the_worktree_names_are_not_run(attack: Attack) -> None:
    inner = attack.ann / "sub"

    def write() -> None:
        submodule(attack.ann, attack.program)
        (inner / "a.txt").write_text("one\n")
        git(inner, "add", "a.txt")
        git(inner, "commit", "--quiet", "-m", "x")
        git(inner, "config", "filter.f.clean", str(attack.program))
        (inner / ".gitattributes").write_text("*.txt filter=f\n")
        (inner / "a.txt").write_text("two\n")

    attack.submit(write)
    for name in ("b.txt", "c.txt"):
        with attack.spaces.turn("ann"):
            (attack.ann / name).write_text("of ann\n")
    kept = git(attack.ann, "ls-tree", "--name-only", "HEAD").splitlines()
    assert {"b.txt", "c.txt"} <= set(kept)
    attack.project.leave("ann", actor="human")
    attack.spaces.merges.settle()
    assert not attack.marker.exists()
    git(attack.ann, "-c", "safe.directory=*", "status")
    assert attack.marker.exists(), "the test proves nothing"


@pytest.mark.parametrize("text", ["gitdir: ../../../elsewhere\n", "gitdir: x\n", ""])
def test_a_worktree_that_names_another_repository_is_not_used(attack: Attack, text: str) -> None:
    place = attack.ann.parent
    bare_repository(attack.repository / "elsewhere", attack.program)
    (place / ".git").write_text(text)
    with pytest.raises(WorkspaceError, match="is not a git repository as the team made it"), attack.spaces.turn("ann"):
        pass
    assert not attack.marker.exists()


def sign(repository: Path) -> None:
    """Give the last commit the form of a signed one, so that git asks a program to check it."""
    head, _, text = git(repository, "cat-file", "commit", "HEAD").partition("\n\n")
    signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"
    (repository.parent / "commit").write_text(f"{head}\n{signature}\n\n{text}\n")
    commit = git(repository, "hash-object", "-t", "commit", "-w", str(repository.parent / "commit"))
    git(repository, "update-ref", "refs/heads/main", commit)


NAMED = {
    "external diff": ("diff.external={program}",),
    "diff driver": ("diff.d.command={program}",),
    "text conversion": ("diff.d.textconv={program}",),
    "monitor of the file system": ("core.fsmonitor={program}",),
    "filter": ("filter.f.clean={program}", "filter.f.required=true"),
    "pager": ("core.pager={program}", "pager.diff={program}", "pager.log={program}"),
    "alias": ("alias.diff=!{program}", "alias.log=!{program}"),
    "signature": ("log.showSignature=true", "gpg.program={program}", "gpg.ssh.program={program}"),
    "include": ("include.path={included}",),
}
"""Configurations that make git run a program when it shows differences and commits."""


@pytest.mark.short
@pytest.mark.parametrize("place", ["of the repository", "of the person", "of the environment"])
@pytest.mark.parametrize("named", NAMED)
def test_the_reading_tools_run_no_program(
    attack: Attack, named: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    included = tmp_path / "included"
    included.write_text(f'[core]\n\tfsmonitor = {attack.program}\n[diff "d"]\n\ttextconv = {attack.program}\n')
    (attack.app / ".gitattributes").write_text("*.txt diff=d filter=f\n")
    (attack.app / "a.txt").write_text("two\n")
    os.utime(attack.app / "a.txt", (1, 1))
    pairs = [one.format(program=attack.program, included=included).split("=", 1) for one in NAMED[named]]
    monkeypatch.setenv("HOME", str(tmp_path))
    if named == "signature":
        sign(attack.repository)
    if place == "of the environment":
        monkeypatch.setenv("GIT_CONFIG_PARAMETERS", " ".join(f"'{name}'='{value}'" for name, value in pairs))
        for name in ("GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_SSH_COMMAND", "GIT_ASKPASS"):
            monkeypatch.setenv(name, str(attack.program))
    for name, value in pairs if place != "of the environment" else ():
        git(attack.repository, "config", "--global" if place == "of the person" else "--local", name, value)
    tools = {one.name: one for one in attack.spaces.tools(attack.app)}
    for name in ("git_diff", "git_log"):
        answer = tools[name].call(Session(attack.project, "ann"), tools[name].parse({}))
        assert ("+two" if name == "git_diff" else "of the person") in str(answer)
    assert not attack.marker.exists()
