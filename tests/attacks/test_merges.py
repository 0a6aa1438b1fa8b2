"""A member whose accepted work is merged: it replaces nothing of the person's, and its files never block the merge."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from attacks.attacked_repository import Attack, git
from renkei.edges.team.members.conversation import result_block
from renkei.project.running.criteria import run
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository import unsafe_changes

pytestmark = pytest.mark.long

IGNORED = ".renkei\n.env\ntools\nteam.yaml\n"


@pytest.fixture
def attack(tmp_path: Path) -> Attack:
    attack = Attack(tmp_path)
    (attack.repository / ".gitignore").write_text(IGNORED)
    attack.commit()
    (attack.repository / "tools").mkdir()
    for one in (".env", "tools/python", ".renkei/own.json"):
        (attack.repository / one).write_text("of the person\n")
    return attack


def files(directory: Path) -> dict[str, str]:
    """Return the files of a directory by name, without git's files and files that a running team changes."""
    found = (one for one in sorted(directory.rglob("*")) if one.is_file() or one.is_symlink())
    named = {str(one.relative_to(directory)): one for one in found}
    kept = (name for name in named if not name.startswith((".git/", ".renkei/")) or name == ".renkei/own.json")
    return {name: named[name].read_text() for name in kept}


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (".env", "'.env' would replace .env, which git does not track"),
        (".env/x", "'.env/x' would replace .env, which git does not track"),
        ("tools", "'tools' would replace tools, which git does not track"),
        ("tools/python", "'tools/python' would replace tools/python, which git does not track"),
        (".renkei/own.json", "'.renkei/own.json' is closed to members"),
        (".renkei/bridges/irc.yaml", "'.renkei/bridges/irc.yaml' is closed to members"),
    ],
)
def test_a_merge_replaces_nothing_that_git_ignores(attack: Attack, path: str, said: str) -> None:
    before, worktree = files(attack.repository), attack.ann.parent

    def write() -> None:
        (worktree / " .env").write_text("a similar name\n")
        (worktree / ".gitignore").write_text("")
        (worktree / path).parent.mkdir(parents=True, exist_ok=True)
        (worktree / path).write_text("of the member\n")

    attack.submit(write)
    assert files(attack.repository) == before
    assert any(said in one for one in attack.reports()), attack.reports()


def test_a_new_file_below_an_ignored_directory_is_merged(attack: Attack) -> None:
    def write() -> None:
        (attack.ann.parent / ".gitignore").write_text(".renkei\n")
        (attack.ann.parent / "tools").mkdir()
        (attack.ann.parent / "tools/new").write_text("of the member\n")

    attack.submit(write)
    assert (attack.repository / "tools/new").read_text() == "of the member\n", attack.reports()
    assert (attack.repository / "tools/python").read_text() == "of the person\n"


def test_a_link_that_leads_out_of_the_directory_into_which_it_is_renamed_is_not_merged(attack: Attack) -> None:
    (attack.app / "deep").mkdir()
    (attack.app / "deep/link").symlink_to("../a.txt")
    attack.commit()

    def write() -> None:
        git(attack.repository, "mv", "app/deep/link", "link")
        (attack.repository / "link").unlink()
        (attack.repository / "link").symlink_to("../a.txt")
        attack.commit()
        (attack.ann / "deep/link").unlink()
        (attack.ann / "deep/link").symlink_to("../../x")

    attack.submit(write)
    assert (attack.repository / "link").readlink() == Path("../a.txt")
    assert any("is a link that leads out" in one for one in attack.reports()), attack.reports()


def test_thousands_of_links_do_not_block_a_merge(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unsafe_changes, "MOST_READ", 2)

    def write() -> None:
        (attack.ann / "HEAD").write_text("the heading\n")
        for name in ("one", "two"):
            (attack.ann / name).symlink_to("a.txt")

    attack.submit(write)
    assert any("more than 2 links or files named HEAD" in one for one in attack.reports()), attack.reports()


def test_a_conflict_in_a_file_whose_name_is_no_text_is_reported(attack: Attack) -> None:
    name = os.fsdecode(b"a\xff\x1b[2J.txt")

    def write() -> None:
        (attack.app / name).write_text("of the person\n")
        attack.commit()
        (attack.ann / name).write_text("of ann\n")

    attack.submit(write)
    assert attack.project.find_contract("w1").status == "in_progress"
    assert any(r"both changed app/a\udcff\x1b[2J.txt" in one for one in attack.reports()), attack.reports()


def test_a_model_reads_no_half_character_of_a_name() -> None:
    assert result_block("c1", "a\udcff")["content"] == r"a\udcff"


def pipe(path: Path) -> None:
    os.mkfifo(path)


def link(path: Path) -> None:
    path.symlink_to(path.parent / "marked")


@pytest.mark.parametrize("replace", [pipe, link, Path.mkdir])
def test_a_file_that_replaces_a_conflict_does_not_block_a_merge(
    attack: Attack, replace: Callable[[Path], object]
) -> None:
    (attack.app / "a.txt").write_text("of the person\n")
    attack.commit()
    worktrees = attack.spaces._opened()
    (attack.ann / "a.txt").write_text("of ann\n")
    worktrees.keep("ann", "a change")
    assert worktrees.update("ann", marked=True) == ("app/a.txt",)
    (attack.ann / "marked").write_bytes((attack.ann / "a.txt").read_bytes())
    (attack.ann / "a.txt").unlink()
    replace(attack.ann / "a.txt")
    if replace is pipe:
        with pytest.raises(WorkspaceError, match="can only add regular files"):
            worktrees.keep("ann", "resolved")
    else:
        assert worktrees.keep("ann", "resolved")


LATER = {
    "hooks": ("core.hooksPath", "app/.husky", ".husky/pre-commit"),
    "further settings": ("include.path", "../app/gitconfig", "gitconfig"),
    "settings for a branch": ("includeIf.onbranch:main.path", "../app/gitconfig", "gitconfig"),
    "a monitor": ("core.fsmonitor", "app/scripts/monitor --all", "scripts/monitor"),
    "an alias": ("alias.st", "!sh 'app/scripts/status'", "scripts/status"),
}
"""Settings of the person that make git run or read a file of the workspace."""


@pytest.mark.short
@pytest.mark.parametrize("kind", ["shared", "worktree"])
@pytest.mark.parametrize(("name", "value", "path"), LATER.values(), ids=LATER)
def test_no_member_writes_what_git_runs_for_the_person_later(
    attack: Attack, name: str, value: str, path: str, kind: Literal["shared", "worktree"]
) -> None:
    (attack.app / path).parent.mkdir(exist_ok=True)
    (attack.app / path).write_text("")
    attack.commit()
    git(attack.repository, "config", name, value)
    attack.start(kind)
    with pytest.raises(WorkspaceError, match="belongs to the team's own files"):
        attack.write_file(path, "x")
    if kind == "worktree":
        attack.submit(lambda: (attack.ann / path).write_text("x"))
        assert any("is closed to members" in one for one in attack.reports()), attack.reports()
    else:
        cage = attack.spaces.cage(attack.app)
        if cage is not None:
            said = run(["sh", "-c", f"echo x > {path}; mv {path.partition('/')[0]} y"], attack.app, cage=cage).tail
            assert "Read-only file system" in said
            assert "busy" in said
    assert (attack.app / path).read_text() == ""
