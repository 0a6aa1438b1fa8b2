"""A look at a worktree finds everything that differs from where its branch began, however git holds it."""

import os
import subprocess
from pathlib import Path

import pytest

from renkei.workspace.repository.changed_files import FileDifference
from renkei.workspace.repository.git import Git
from renkei.workspace.repository.looks import Looks
from renkei.workspace.repository.snapshots import MOST_FILES, Snapshots
from renkei.workspace.repository.verdicts import Verdict, Verdicts

TEXT = "".join(f"line {number}\n" for number in range(1, 31))


def git(directory: Path, *arguments: str, check: bool = True) -> str:
    """Run git as a person does, and return its output."""
    person = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_EDITOR": "true"}
    identity = ("-c", "user.name=ann", "-c", "user.email=ann@example.org", "-c", "protocol.file.allow=always")
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=directory, check=check, capture_output=True, text=True,
        env=os.environ | person,
    )  # fmt: skip
    return done.stdout.strip()


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """The main worktree of a repository with a few files."""
    made = tmp_path / "work"
    made.mkdir()
    git(made, "init", "--quiet", "--initial-branch=main")
    (made / "src").mkdir()
    for name in ("src/app.py", "src/old.py", "gone.py"):
        (made / name).write_text(f"# {name}\n{TEXT}")
    commit(made, "the beginning")
    return made


def commit(directory: Path, text: str = "more") -> None:
    git(directory, "add", "--all")
    git(directory, "commit", "--quiet", "--message", text)


def worktree(top: Path, name: str) -> Path:
    """Add a worktree and return it."""
    git(top, "worktree", "add", "--quiet", "-b", name, str(top.parent / name))
    return top.parent / name


def edit(file: Path, line: int, text: str = "edited") -> None:
    """Replace a line of a file."""
    lines = file.read_text().split("\n")
    lines[line - 1] = text
    file.write_text("\n".join(lines))


def looks(directory: Path, **more: object) -> Looks:
    opened = Git(directory).opened()
    assert opened is not None
    return Looks(opened, directory.parent / f"looks-{directory.name}", **more)  # type: ignore[arg-type]


def seen(found: Looks) -> dict[str, FileDifference]:
    return {one.path: one for one in found.look().changes}


def test_committed_staged_unstaged_and_new_files_all_count(top: Path) -> None:
    here = worktree(top, "ben")
    found = looks(here)
    assert seen(found) == {}
    edit(here / "src/app.py", 3)
    commit(here)
    edit(here / "src/app.py", 11)
    git(here, "add", "src/app.py")
    edit(here / "src/app.py", 12)
    edit(here / "src/app.py", 20)
    (here / "new.py").write_text("one\ntwo\n")
    git(here, "mv", "src/old.py", "src/renamed.py")
    (here / "gone.py").unlink()
    assert seen(found) == {
        "src/app.py": FileDifference("src/app.py", "edited", ((3, 3), (11, 12), (20, 20))),
        "new.py": FileDifference("new.py", "added", ((1, 2),)),
        "src/renamed.py": FileDifference("src/renamed.py", "renamed", (), "src/old.py"),
        "gone.py": FileDifference("gone.py", "deleted", ((1, 31),)),
    }


def test_lines_are_those_of_the_commit_at_which_the_branch_began(top: Path) -> None:
    here = worktree(top, "ben")
    (top / "src/app.py").write_text("above\n" * 5 + (top / "src/app.py").read_text())
    commit(top)
    file = here / "src/app.py"
    file.write_text("mine\n" * 7 + file.read_text())
    edit(file, 7 + 10)
    assert seen(looks(here))["src/app.py"].lines == ((1, 1), (10, 10))


def test_merged_work_does_not_differ_any_more(top: Path) -> None:
    here = worktree(top, "ben")
    found = looks(here)
    edit(here / "src/app.py", 3)
    commit(here)
    assert list(seen(found)) == ["src/app.py"]
    git(top, "merge", "--quiet", "ben")
    assert seen(found) == {}


def test_ignored_files_and_the_team_s_own_are_left_out(top: Path) -> None:
    (top / ".gitignore").write_text("*.log\n")
    commit(top)
    found = looks(top, closed=[top / "team.yaml", top / ".renkei"])
    for name in ("a.log", "team.yaml", "TEAM.yaml", "seen.py"):
        (top / name).write_text("x\n")
    (top / ".renkei").mkdir()
    (top / ".renkei" / "board.yaml").write_text("x\n")
    assert list(seen(found)) == ["seen.py"]


def test_a_look_leaves_no_trace_in_the_repository(top: Path) -> None:
    edit(top / "src/app.py", 3)
    git(top, "add", "src/app.py")
    (top / "new.py").write_text("x\n")
    files = {one: one.stat().st_mtime_ns for one in (top / ".git").rglob("*")}
    found = looks(top)
    seen(found)
    (top / "new.py").write_text("y\n")
    seen(found)
    assert {one: one.stat().st_mtime_ns for one in (top / ".git").rglob("*")} == files


def test_a_second_look_sees_what_changed_since(top: Path) -> None:
    found = looks(top)
    assert seen(found) == {}
    for line in (5, 9):
        edit(top / "src/app.py", line)
        assert (line, line) in seen(found)["src/app.py"].lines
    git(top, "checkout", "--quiet", "--", "src/app.py")
    assert seen(found) == {}


@pytest.mark.parametrize(
    "name", ["two\nlines.py", "a 'quoted' \"name\".py", "-rf", ":(top)x", "*", "日本.py", "tab\there", "diff --git a b"]
)
def test_names_are_taken_as_they_are(top: Path, name: str) -> None:
    (top / name).write_text("x\n")
    commit(top)
    found = looks(top)
    (top / name).write_text("y\nz\n")
    assert seen(found) == {name: FileDifference(name, "edited", ((1, 1),))}


def test_a_name_that_is_no_text_is_found(top: Path) -> None:
    name = os.fsdecode(b"\xff.py")
    (top / name).write_text("x\n")
    assert seen(looks(top)) == {name: FileDifference(name, "added", ((1, 1),))}


def test_text_that_looks_like_a_heading_is_text(top: Path) -> None:
    (top / "new.py").write_text("diff --git a/x b/x\n@@ -1,90 +1,90 @@\n-- x\nnew file mode 100644\n")
    edit(top / "src/app.py", 4, "@@ -1,90 +1,90 @@")
    assert seen(looks(top)) == {
        "new.py": FileDifference("new.py", "added", ((1, 4),)),
        "src/app.py": FileDifference("src/app.py", "edited", ((4, 4),)),
    }


def test_binary_files_modes_and_links_have_no_lines_or_all(top: Path) -> None:
    (top / "picture").write_bytes(b"\0\1")
    commit(top)
    (top / "picture").write_bytes(b"\0\2")
    (top / "gone.py").chmod(0o755)
    (top / "src/old.py").unlink()
    (top / "src/old.py").symlink_to("/etc/passwd")
    assert seen(looks(top)) == {
        "gone.py": FileDifference("gone.py", "edited"),
        "picture": FileDifference("picture", "edited"),
        "src/old.py": FileDifference("src/old.py", "edited", ((1, 31),)),
    }


def test_a_directory_that_replaces_a_file_is_seen(top: Path) -> None:
    found = looks(top)
    seen(found)
    (top / "gone.py").unlink()
    (top / "gone.py").mkdir()
    (top / "gone.py" / "inner.py").write_text("x\n")
    assert {path: one.kind for path, one in seen(found).items()} == {
        "gone.py": "deleted",
        "gone.py/inner.py": "added",
    }


def test_a_link_to_a_directory_is_not_followed(top: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret").write_text("x\n")
    (top / "link").symlink_to(tmp_path / "outside")
    assert list(seen(looks(top))) == ["link"]


def test_large_files_and_too_many_are_named_without_lines(top: Path) -> None:
    with (top / "large").open("wb") as file:
        file.truncate(11 * 1024**2)
    found = looks(top)
    assert seen(found) == {"large": FileDifference("large")}
    (top / "many").mkdir()
    for number in range(MOST_FILES + 5):
        (top / "many" / f"{number:05}").touch()
    assert len(seen(found)) == MOST_FILES + 6
    assert sum(one.kind == "edited" for one in found.look().changes) == 6


def test_submodules_count_by_their_commit_and_new_repositories_not_at_all(top: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "--quiet")
    (other / "x").write_text("x\n")
    commit(other)
    git(top, "submodule", "--quiet", "add", str(other), "sub")
    commit(top)
    found = looks(top)
    (top / "sub" / "x").write_text("y\n")
    assert seen(found) == {}
    commit(top / "sub")
    git(top, "init", "--quiet", "inner")
    (top / "inner" / "x").write_text("x\n")
    assert list(seen(found)) == ["sub"]


def test_a_branch_without_a_commit_has_only_new_files(tmp_path: Path) -> None:
    top = tmp_path / "new"
    git(tmp_path, "init", "--quiet", str(top))
    (top / "a.py").write_text("x\n")
    assert seen(looks(top)) == {"a.py": FileDifference("a.py", "added", ((1, 1),))}


def test_a_detached_head_and_a_rebase_in_progress_change_nothing(top: Path) -> None:
    here = worktree(top, "ben")
    edit(here / "src/app.py", 3, "mine")
    commit(here)
    edit(top / "src/app.py", 3, "theirs")
    commit(top)
    found = looks(here)
    git(here, "checkout", "--quiet", "--detach")
    assert seen(found)["src/app.py"].lines == ((3, 3),)
    git(here, "checkout", "--quiet", "ben")
    git(here, "rebase", "main", check=False)
    assert "<<<<<<<" in (here / "src/app.py").read_text()
    assert seen(found)["src/app.py"].lines == ((2, 3),)
    assert "UU" in git(here, "status", "--porcelain")


def test_nothing_that_a_worktree_names_is_run(top: Path) -> None:
    here = worktree(top, "ben")
    ran = top.parent / "ran"
    for name in ("filter.x.clean", "filter.x.smudge", "diff.x.textconv", "diff.x.command", "merge.x.driver"):
        git(top, "config", name, f"touch {ran}; cat")
    git(top, "config", "core.fsmonitor", f"touch {ran}; false")
    (here / ".gitattributes").write_text("* filter=x diff=x merge=x\n")
    (here / "src/app.py").write_text("changed\n")
    found = looks(here)
    edit(top / "src/app.py", 1)
    assert seen(found)["src/app.py"].lines == ((1, 31),)
    assert Verdicts().ask(found.snapshots, looks(top).snapshots) == Verdict(("src/app.py",))
    assert not ran.exists()


def test_a_killed_process_s_lock_and_lost_objects_are_survived(top: Path) -> None:
    found = looks(top)
    edit(top / "src/app.py", 3)
    assert seen(found)["src/app.py"].lines == ((3, 3),)
    (found.snapshots.directory / "index.lock").touch()
    edit(top / "src/app.py", 4)
    assert seen(found)["src/app.py"].lines == ((3, 4),)
    found.snapshots._kept = 10**12  # as after very many snapshots
    edit(top / "src/app.py", 5)
    assert seen(found)["src/app.py"].lines == ((3, 5),)
    for one in found.snapshots.objects.rglob("*"):
        if one.is_file():
            one.unlink()
    edit(top / "src/old.py", 4)
    assert set(seen(found)) == {"src/app.py", "src/old.py"}


def test_git_says_whether_two_worktrees_merge(top: Path) -> None:
    ann, ben = worktree(top, "ann"), worktree(top, "ben")
    edit(ann / "src/app.py", 3, "ann")
    edit(ben / "src/app.py", 20, "ben")
    one, other, verdicts = looks(ann).snapshots, looks(ben).snapshots, Verdicts()
    assert verdicts.ask(one, other) == Verdict()
    edit(ben / "src/app.py", 3, "ben")
    commit(ben)
    assert verdicts.ask(one, other) == Verdict(("src/app.py",))
    assert verdicts.ask(other, one) == Verdict(("src/app.py",))
    assert "ann" in (ann / "src/app.py").read_text()
    assert git(ann, "status", "--porcelain") == "M src/app.py"


def test_two_clones_are_compared_as_well(top: Path) -> None:
    other = top.parent / "clone"
    git(top.parent, "clone", "--quiet", str(top), str(other))
    git(other, "checkout", "--quiet", "-b", "ben")
    edit(other / "src/app.py", 3, "ben")
    commit(other)
    edit(top / "src/app.py", 3, "ann")
    assert seen(looks(other))["src/app.py"].lines == ((3, 3),)
    assert Verdicts().ask(looks(top).snapshots, looks(other).snapshots) == Verdict(("src/app.py",))


def test_a_verdict_is_asked_once_for_each_pair_of_states(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    call = Git.call

    def counted(self: Git, *arguments: str, given: bytes = b"") -> "subprocess.CompletedProcess[str]":
        asked.append(arguments[0])
        return call(self, *arguments, given=given)

    monkeypatch.setattr(Git, "call", counted)
    one, other, verdicts = looks(worktree(top, "ann")).snapshots, looks(worktree(top, "ben")).snapshots, Verdicts()
    for _ in range(3):
        verdicts.ask(one, other)
    assert asked.count("merge-tree") == 1
    edit(top.parent / "ben" / "src/app.py", 3)
    verdicts.ask(other, one)
    assert asked.count("merge-tree") == 2


def test_a_directory_with_a_colon_and_quotes_works(tmp_path: Path) -> None:
    top = tmp_path / 'a:b "c" \\d'
    top.mkdir()
    git(top, "init", "--quiet")
    (top / "a.py").write_text("x\n")
    commit(top)
    (top / "a.py").write_text("y\n")
    opened = Git(top).opened()
    assert opened is not None
    snapshots = Snapshots(opened, top.parent / "e:f" / '"g"')
    assert Looks(opened, snapshots.directory).look().changes == (FileDifference("a.py", "edited", ((1, 1),)),)
    assert Verdicts().ask(snapshots, snapshots) == Verdict()
