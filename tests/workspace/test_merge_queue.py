"""The queue that merges submitted work into a branch, with real git: moved branches, waiting work, untouched files."""

import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository import checkouts, merge_queue
from renkei.workspace.repository import git as git_module
from renkei.workspace.repository.conflicts import Conflict
from renkei.workspace.repository.merge_queue import Merge, MergeQueue
from renkei.workspace.repository.worktrees import Worktrees


def git(directory: Path, *arguments: str) -> str:
    settings = ("user.name=p", "user.email=p@p.invalid", "protocol.file.allow=always")
    command = ["git", *(word for one in settings for word in ("-c", one)), *arguments]
    return subprocess.run(command, cwd=directory, check=True, capture_output=True, text=True).stdout.strip()


class Repository:
    """A repository of a person, in which two members have worktrees."""

    def __init__(self, place: Path, *, is_linear: bool = False) -> None:
        self.files = place / "app"
        self.files.mkdir()
        git(self.files, "init", "--quiet", "--initial-branch=main")
        self.write(self.files, {"a.txt": "one\ntwo\nthree\n", "b.txt": "b\n"})
        self.commit()
        self.worktrees = Worktrees(self.files, place / "trees", "team")
        self.queue = MergeQueue(self.worktrees, is_linear=is_linear)
        self.ann, self.bob = (self.worktrees.open(one) for one in ("ann", "bob"))

    @staticmethod
    def write(directory: Path, files: dict[str, str]) -> None:
        for name, text in files.items():
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            (directory / name).write_text(text)

    def commit(self, text: str = "of the person") -> None:
        git(self.files, "add", "--all")
        git(self.files, "commit", "--quiet", "--allow-empty", "-m", text)

    def submit(self, member: str, contract: str, files: dict[str, str], seq: int = 1) -> None:
        """Let a member change files and submit them."""
        self.write(self.worktrees.path(member), files)
        self.worktrees.keep(member, f"{member}: {contract}")
        self.worktrees.submit(member, contract, seq)

    def combine(self, member: str, contract: str, seq: int = 1) -> Merge:
        return self.queue.combine(member, contract, seq, f"{contract} of {member}")

    def merge(self, member: str, contract: str, seq: int = 1) -> Merge:
        """Merge what a member submitted; raises WorkspaceError if it has to wait."""
        done = self.combine(member, contract, seq)
        assert done.commit, done
        assert self.queue.advance(done, contract, seq)
        return done

    @property
    def tip(self) -> str:
        return git(self.files, "rev-parse", "main")

    def status(self) -> str:
        return git(self.files, "status", "--porcelain")


@pytest.fixture
def one(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


@pytest.fixture
def linear(tmp_path: Path) -> Repository:
    return Repository(tmp_path, is_linear=True)


def waiting(one: Repository, contract: str, member: str = "ann") -> str:
    """Return why submitted work has to wait, having checked that nothing has changed."""
    tip, status = one.tip, one.status()
    with pytest.raises(WorkspaceError) as caught:
        one.merge(member, contract)
    assert (one.tip, one.status()) == (tip, status)
    return caught.value.message


def test_nothing_moves_before_the_branch_does(one: Repository) -> None:
    one.submit("ann", "T-1", {"a.txt": "ONE\ntwo\nthree\n", "new/n.txt": "n\n"})
    before = one.tip
    done = one.combine("ann", "T-1")
    assert (one.tip, one.status(), done.files) == (before, "", ("a.txt", "new/n.txt"))
    assert (one.queue.checkout(done.commit) / "new/n.txt").read_text() == "n\n"
    assert not (one.files / "new").exists()
    assert one.queue.advance(done, "T-1", 1)
    assert (one.files / "new/n.txt").read_text() == "n\n"
    assert (one.tip, one.status()) == (done.commit, "")


def test_a_checkout_of_the_merged_result_has_nothing_of_an_earlier_one(one: Repository) -> None:
    one.submit("ann", "T-1", {"n.txt": "n\n", ".gitignore": "cache\n"})
    place = one.queue.checkout(one.merge("ann", "T-1").commit)
    left = {"cache": "left by a test\n", "n.txt": "changed by a test\n", "inner/.git/HEAD": "ref: refs/heads/x\n"}
    one.write(place, left)
    place = one.queue.checkout(one.tip)
    assert sorted(path.name for path in place.iterdir()) == [".git", ".gitignore", "a.txt", "b.txt", "n.txt"]
    assert (place / "n.txt").read_text() == "n\n"
    (place / ".git").unlink()  # as when a process is killed that made it
    assert (one.queue.checkout(one.tip) / "n.txt").read_text() == "n\n"


@pytest.mark.parametrize(
    ("theirs", "mine", "lines"),
    [
        ({"a.txt": "1\ntwo\nthree\n"}, {"a.txt": "ONE\ntwo\nthree\n"}, "1"),
        ({"a.txt": "one\ntwo\n3\n"}, {"a.txt": "zero\none\ntwo\nTHREE\nfour\n"}, "4-5"),
        ({"a.txt": "x\0y"}, {"a.txt": "y\0x"}, ""),
    ],
)
def test_a_conflict_names_the_lines_of_the_submitted_file(
    one: Repository, theirs: dict[str, str], mine: dict[str, str], lines: str
) -> None:
    one.submit("bob", "T-1", theirs)
    one.merge("bob", "T-1")
    one.submit("ann", "T-2", mine | {"c.txt": "c\n"})
    before = one.tip
    assert one.combine("ann", "T-2").conflicts == (Conflict("a.txt", lines),)
    assert (one.tip, one.status()) == (before, "")


def test_a_file_that_one_side_removed_is_in_conflict_and_a_renamed_one_is_followed(one: Repository) -> None:
    one.submit("bob", "T-1", {})
    (one.bob / "a.txt").unlink()
    git(one.bob, "mv", "b.txt", "moved.txt")
    one.submit("bob", "T-1", {})
    one.merge("bob", "T-1")
    one.submit("ann", "T-2", {"a.txt": "ONE\n", "b.txt": "b\nmore\n"})
    assert one.combine("ann", "T-2").conflicts == (Conflict("a.txt"),)
    git(one.ann, "checkout", "--quiet", "main", "--", "moved.txt")
    git(one.ann, "rm", "--quiet", "--force", "a.txt")
    one.submit("ann", "T-2", {}, seq=2)
    one.merge("ann", "T-2", 2)
    assert (one.files / "moved.txt").read_text() == "b\nmore\n"


def test_uncommitted_changes_in_other_files_stay_as_they_are(one: Repository) -> None:
    one.write(one.files, {"b.txt": "changed by the person\n", "staged.txt": "s\n", "untracked.txt": "u\n"})
    git(one.files, "add", "staged.txt")
    before = one.status()
    one.submit("ann", "T-1", {"a.txt": "ONE\n"})
    one.merge("ann", "T-1")
    assert (one.files / "a.txt").read_text() == "ONE\n"
    assert one.status() == before == "M b.txt\nA  staged.txt\n?? untracked.txt"
    assert (one.files / "b.txt").read_text() == "changed by the person\n"


def changed(one: Repository) -> None:
    one.write(one.files, {"a.txt": "the person\n"})


def staged(one: Repository) -> None:
    changed(one)
    git(one.files, "add", "a.txt")


def staged_and_undone(one: Repository) -> None:
    staged(one)
    one.write(one.files, {"a.txt": "one\ntwo\nthree\n"})


def removed(one: Repository) -> None:
    (one.files / "a.txt").unlink()


@pytest.mark.short
@pytest.mark.parametrize("change", [changed, staged, staged_and_undone, removed])
def test_a_merge_waits_for_uncommitted_changes_in_its_files(
    one: Repository, change: Callable[[Repository], None]
) -> None:
    one.submit("ann", "T-1", {"a.txt": "ONE\n", "n.txt": "n\n"})
    change(one)
    assert waiting(one, "T-1").endswith("app' has uncommitted changes in 'a.txt'.")
    assert not (one.files / "n.txt").exists()
    git(one.files, "reset", "--hard", "--quiet")
    one.merge("ann", "T-1")
    assert (one.files / "a.txt").read_text() == "ONE\n"


def test_the_same_change_of_the_person_stops_no_merge(one: Repository) -> None:
    one.submit("ann", "T-1", {"a.txt": "ONE\n", "n.txt": "n\n"})
    one.write(one.files, {"a.txt": "ONE\n", "n.txt": "n\n"})
    one.merge("ann", "T-1")
    assert one.status() == ""


def test_a_branch_that_is_not_checked_out_moves_and_no_file_changes(one: Repository) -> None:
    one.submit("ann", "T-1", {"a.txt": "ONE\n"})
    for arguments in (("-b", "other"), ("--detach",)):
        git(one.files, "checkout", "--quiet", *arguments)
    one.write(one.files, {"a.txt": "the person\n"})
    before = git(one.files, "rev-parse", "HEAD")
    done = one.merge("ann", "T-1")
    assert (one.tip, git(one.files, "rev-parse", "HEAD")) == (done.commit, before)
    assert (one.files / "a.txt").read_text() == "the person\n"


def test_another_worktree_of_the_person_follows_its_branch(one: Repository, tmp_path: Path) -> None:
    git(one.files, "checkout", "--quiet", "--detach")
    git(one.files, "worktree", "add", "--quiet", str(tmp_path / "second"), "main")
    one.submit("ann", "T-1", {"a.txt": "ONE\n"})
    one.merge("ann", "T-1")
    assert (tmp_path / "second/a.txt").read_text() == "ONE\n"
    assert git(tmp_path / "second", "status", "--porcelain") == ""
    assert (one.files / "a.txt").read_text() == "one\ntwo\nthree\n"


def test_a_merge_waits_for_a_merge_and_a_rebase_of_the_person(one: Repository) -> None:
    git(one.files, "checkout", "--quiet", "-b", "other")
    one.write(one.files, {"b.txt": "other\n"})
    one.commit()
    git(one.files, "checkout", "--quiet", "main")
    one.write(one.files, {"b.txt": "main\n"})
    one.commit()
    one.submit("ann", "T-1", {"a.txt": "ONE\n"})
    for command in ("merge", "rebase", "cherry-pick"):
        with suppress(subprocess.CalledProcessError):
            git(one.files, command, "other")
        assert "unfinished in " in waiting(one, "T-1")
        git(one.files, command, "--abort")
    one.merge("ann", "T-1")
    assert one.status() == ""


def test_a_branch_that_a_person_moves_in_between_is_merged_with_again(one: Repository) -> None:
    one.submit("ann", "T-1", {"a.txt": "ONE\n"})
    done = one.combine("ann", "T-1")
    one.write(one.files, {"b.txt": "of the person\n"})
    one.commit()
    mine = one.tip
    assert not one.queue.advance(done, "T-1", 1)
    assert (one.tip, one.status(), (one.files / "a.txt").read_text()) == (mine, "", "one\ntwo\nthree\n")
    done = one.merge("ann", "T-1")
    assert git(one.files, "rev-parse", f"{done.commit}^1") == mine
    assert ((one.files / "a.txt").read_text(), (one.files / "b.txt").read_text()) == ("ONE\n", "of the person\n")


def test_no_git_of_a_person_moves_the_branch_while_its_files_are_replaced(
    one: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    one.submit("ann", "T-1", {"a.txt": "ONE\n"})
    tried: list[int] = []

    def follow(*arguments: object) -> None:
        command = ["git", "update-ref", "refs/heads/main", "HEAD~0"]
        tried.append(subprocess.run(command, cwd=one.files, capture_output=True, check=False).returncode)
        real(*arguments)  # type: ignore[arg-type]

    real = checkouts.follow
    monkeypatch.setattr(merge_queue, "follow", follow)
    one.merge("ann", "T-1")
    assert tried == [128]


def test_a_program_that_holds_the_index_for_a_moment_stops_no_merge(
    one: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = one.files / ".git/index.lock"
    one.submit("ann", "T-1", {"a.txt": "ONE\n"})
    lock.touch()
    monkeypatch.setattr(checkouts, "INDEX_SECONDS", 0.0)
    assert "index.lock" in waiting(one, "T-1")
    monkeypatch.setattr(checkouts, "INDEX_SECONDS", 60.0)
    monkeypatch.setattr(checkouts, "sleep", lambda seconds: lock.unlink())
    one.merge("ann", "T-1")
    assert one.status() == ""


def test_work_that_the_branch_has_is_merged_once(one: Repository) -> None:
    one.submit("ann", "T-1", {"a.txt": "ONE\n"})
    done = one.merge("ann", "T-1")
    assert one.combine("ann", "T-1") == Merge(done.commit, ("a.txt",))
    assert one.merge("ann", "T-1").commit == one.tip == done.commit
    one.submit("bob", "T-2", {})
    assert one.combine("bob", "T-2") == Merge(one.tip)


def test_a_linear_branch_gets_one_commit_for_each_task(linear: Repository) -> None:
    linear.submit("ann", "T-1", {"a.txt": "ONE\ntwo\nthree\n"})
    linear.submit("ann", "T-2", {"n.txt": "n\n"})
    linear.submit("bob", "T-3", {"b.txt": "of bob\n"})
    for member, name in (("ann", "T-1"), ("bob", "T-3"), ("ann", "T-2")):
        linear.merge(member, name)
        linear.worktrees.forget(name)
    shown = git(linear.files, "log", "--format=%an: %s%n%p", "main").splitlines()
    assert shown[::2] == ["ann: T-2 of ann", "bob: T-3 of bob", "ann: T-1 of ann", "p: of the person"]
    assert [len(one.split()) for one in shown[1::2]] == [1, 1, 1]
    assert linear.status() == ""


def test_a_member_changes_its_own_lines_again_without_a_conflict_on_a_linear_branch(linear: Repository) -> None:
    linear.submit("ann", "T-1", {"a.txt": "ONE\ntwo\nthree\n"})
    linear.submit("ann", "T-2", {"a.txt": "ONE, again\ntwo\nthree\n"})  # before the first is merged
    linear.merge("ann", "T-1")
    linear.worktrees.forget("T-1")
    linear.write(linear.ann, {"a.txt": "ONE, again and again\ntwo\nthree\n"})
    linear.worktrees.keep("ann", "more")
    assert linear.worktrees.update("ann") == ()
    assert (linear.ann / "a.txt").read_text() == "ONE, again and again\ntwo\nthree\n"
    linear.merge("ann", "T-2")
    linear.worktrees.forget("T-2")
    assert linear.worktrees.update("ann") == ()
    linear.submit("ann", "T-3", {})
    linear.merge("ann", "T-3")
    linear.worktrees.forget("T-3")
    assert (linear.files / "a.txt").read_text() == "ONE, again and again\ntwo\nthree\n"
    assert linear.worktrees.update("ann") == ()
    linear.worktrees.forget_unneeded()
    assert git(linear.files, "for-each-ref", "refs/renkei") == ""
    assert linear.worktrees.remove("ann")


def test_two_queues_take_turns_on_a_branch(one: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merge_queue, "LOCK_SECONDS", 0.0)
    other = MergeQueue(Worktrees(one.files, tmp_path / "other", "other"))
    with one.queue.alone() as first, other.alone() as second:
        assert (first, second) == (True, False)
    with other.alone() as is_free:
        assert is_free


HANGS = "#!/bin/sh\ntouch '{mark}'\nexec sleep 1000\n"


def test_a_merge_replaces_no_ignored_file_in_any_checkout_of_the_branch(one: Repository, tmp_path: Path) -> None:
    one.write(one.files, {".gitignore": "d\nf\nl\n"})
    one.commit()
    git(one.files, "checkout", "--quiet", "-b", "other")
    second = tmp_path / "second"
    git(one.files, "worktree", "add", "--quiet", str(second), "main")
    one.worktrees.update("ann")
    one.write(second, {"d/x": "ignored\n", "f": "ignored\n"})
    (second / "l").symlink_to("nowhere")
    for contract, name, shown in (("T-1", "d", "d/x"), ("T-2", "f/g", "f"), ("T-3", "l", "l")):
        one.submit("ann", contract, {".gitignore": "", name: "of ann\n"})
        assert f'"{shown}"' in waiting(one, contract).replace("'", '"')
        git(one.ann, "reset", "--quiet", "--hard", "HEAD^")
    assert [(second / one).read_text() for one in ("d/x", "f")] == ["ignored\n"] * 2
    assert (second / "l").is_symlink()


@pytest.mark.short
@pytest.mark.parametrize("is_linear", [False, True])
@pytest.mark.parametrize("name", ["notes", "notes/n.txt"])
def test_an_ignored_file_of_a_member_is_kept_when_the_branch_has_another_in_its_place(
    tmp_path: Path, name: str, is_linear: bool
) -> None:
    one = Repository(tmp_path, is_linear=is_linear)
    one.write(one.files, {".gitignore": "notes\n"})
    one.commit()
    one.worktrees.update("ann")
    one.write(one.ann, {name: "of ann\n"})
    one.submit("ann", "T-1", {"b.txt": "of ann\n"})
    one.merge("ann", "T-1")
    one.submit("bob", "T-2", {".gitignore": "", "notes": "of bob\n"})
    one.merge("bob", "T-2")
    assert one.worktrees.update("ann") == ()
    assert (one.ann / "notes").read_text() == "of bob\n"
    assert [path.read_text() for path in (tmp_path / "trees/.replaced").rglob(Path(name).name)] == ["of ann\n"]


def test_an_ignored_file_of_a_member_stays_if_the_branch_is_in_conflict_with_its_work(one: Repository) -> None:
    one.write(one.files, {".gitignore": "notes\n"})
    one.commit()
    one.worktrees.update("ann")
    one.write(one.ann, {"notes": "of ann\n", "a.txt": "ann\n"})
    one.worktrees.keep("ann", "ann: a.txt")
    one.submit("bob", "T-1", {".gitignore": "", "notes": "of bob\n", "a.txt": "bob\n"})
    one.merge("bob", "T-1")
    assert one.worktrees.update("ann") == ("a.txt",)
    assert [(one.ann / name).read_text() for name in ("notes", "a.txt")] == ["of ann\n", "ann\n"]


def test_tags_with_the_names_of_branches_change_nothing(tmp_path: Path) -> None:
    one = Repository(tmp_path)
    for name in ("main", "renkei/team/ann"):
        git(one.files, "tag", name)
    trees = Worktrees(one.files, tmp_path / "trees", "team")
    assert (trees.branch, trees.reference) == ("main", "refs/heads/main")
    one.submit("bob", "T-1", {"n.txt": "n\n"})
    one.merge("bob", "T-1")
    assert trees.update("ann") == ()
    assert (one.ann / "n.txt").exists()
    assert trees.remove("ann")


def test_new_files_count_also_for_a_person_whose_git_does_not_show_them(one: Repository) -> None:
    git(one.files, "config", "status.showUntrackedFiles", "no")
    one.write(one.ann, {"n.txt": "new\n"})
    assert not one.worktrees.remove("ann")
    assert (one.ann / "n.txt").exists()
    before = git(one.ann, "rev-parse", "HEAD")
    assert one.worktrees.keep("ann", "ann: n.txt") != before
    assert git(one.ann, "ls-files", "n.txt") == "n.txt"


def test_no_hook_of_the_repository_is_run(one: Repository, tmp_path: Path) -> None:
    mark = tmp_path / "a hook ran"
    names = "reference-transaction post-checkout pre-commit commit-msg post-index-change post-merge pre-merge-commit"
    for name in names.split():
        hook = one.files / ".git/hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(HANGS.format(mark=mark))
        hook.chmod(0o755)
    one.submit("ann", "T-1", {"a.txt": "ONE\n"})
    one.queue.checkout(one.merge("ann", "T-1").commit)
    one.worktrees.update("bob")
    assert not mark.exists()


def test_names_that_differ_only_in_case_are_not_merged(one: Repository) -> None:
    one.submit("ann", "T-1", {"A.txt": "A\n"})
    assert one.combine("ann", "T-1").problem == "'A.txt' and 'a.txt' are one file where names are compared without case"


def test_names_that_differed_only_in_case_before_are_no_problem(one: Repository) -> None:
    one.write(one.files, {"A.txt": "A\n"})
    one.commit()
    one.worktrees.update("ann")
    one.submit("ann", "T-1", {"A.txt": "AA\n"})
    one.merge("ann", "T-1")
    assert (one.files / "A.txt").read_text() == "AA\n"


def test_a_submodule_of_the_person_stays_and_one_of_a_member_is_not_merged(one: Repository, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    git(inner, "init", "--quiet", "--initial-branch=main")
    git(inner, "commit", "--quiet", "--allow-empty", "-m", "inner")
    git(one.files, "submodule", "--quiet", "add", str(inner), "vendor")
    one.commit()
    one.worktrees.update("ann")
    one.submit("ann", "T-1", {"a.txt": "ONE\n"})
    one.merge("ann", "T-1")
    assert (one.status(), git(one.files, "submodule", "status")[:1]) == ("", git(inner, "rev-parse", "HEAD")[:1])
    one.submit("bob", "T-2", {})
    git(one.bob, "update-index", "--add", "--cacheinfo", f"160000,{git(inner, 'rev-parse', 'HEAD')},mine")
    git(one.bob, "commit", "--quiet", "-m", "a submodule")
    one.worktrees.submit("bob", "T-2", 2)
    assert one.combine("bob", "T-2", 2).problem == "'mine' is a repository inside of the repository"


def test_words_of_agents_are_no_options_of_git(one: Repository) -> None:
    one.submit("ann", "--force", {"--output=x": "1\n", "-n": "2\n", "a.txt": "ONE\n"})
    done = one.queue.combine("ann", "--force", 1, "--amend\n\n--all")
    assert one.queue.advance(done, "--force", 1)
    assert git(one.files, "log", "-1", "--format=%B") == "--amend\n\n--all"
    assert (one.files / "--output=x").read_text() == "1\n"
    one.worktrees.forget("--force")
    assert git(one.files, "for-each-ref", "refs/renkei") == ""
    assert not (one.files / "x").exists()


FULL = """#!/bin/sh
case "$1" in read-tree)
  trap '' XFSZ
  ulimit -f 1 ;;
esac
exec '{git}' "$@"
"""
"""A git that cannot write more than the first bytes of a file when it replaces those of a checkout."""


def test_a_disk_that_is_full_while_files_are_replaced_leaves_them_as_they_were(
    one: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one.submit("ann", "T-1", {"a.txt": "ONE\n", "b.txt": "b\n" * 9_000, "n.txt": "n\n" * 9_000})
    one.write(one.files, {"mine.txt": "mine\n"})
    full = tmp_path / "git"
    full.write_text(FULL.format(git=shutil.which("git")))
    full.chmod(0o755)
    monkeypatch.setattr(git_module, "find_program", lambda name: str(full))
    assert "`git read-tree` failed" in waiting(one, "T-1")
    assert one.status() == "?? mine.txt"
    assert ((one.files / "b.txt").read_text(), (one.files / "n.txt").exists()) == ("b\n", False)
    monkeypatch.undo()
    one.merge("ann", "T-1")
    assert one.status() == "?? mine.txt"


def test_files_that_a_killed_process_has_replaced_are_the_queues_own(one: Repository) -> None:
    one.submit("ann", "T-1", {"a.txt": "ONE\n", "n.txt": "n\n"})
    (one.ann / "b.txt").unlink()
    one.submit("ann", "T-1", {})
    commit = one.combine("ann", "T-1").commit
    one.write(one.files, {"a.txt": "ONE\n", "n.txt": "n\n", "mine.txt": "mine\n"})  # before git wrote the index
    (one.files / "b.txt").unlink()
    one.merge("ann", "T-1")
    assert one.status() == "?? mine.txt"
    git(one.files, "reset", "--quiet", "--soft", f"{commit}^1")  # before the branch moved
    git(one.files, "update-ref", "-d", f"{one.worktrees.ref('T-1', 1)}-merged")
    one.merge("ann", "T-1")
    assert one.status() == "?? mine.txt"
