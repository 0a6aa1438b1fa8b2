"""Diffs of a real repository: their content, and their limits."""

import subprocess
from pathlib import Path

import pytest

from renkei.workspace.repository import diffs
from renkei.workspace.repository.diffs import Diff, FileDiff, diff_of
from renkei.workspace.repository.git import Git


class Repository:
    """A repository whose commits a test makes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.git("init", "--quiet", "--initial-branch", "main")
        opened = Git(path).opened()
        assert opened is not None
        self.opened = opened

    def git(self, *arguments: str) -> str:
        named = ("-c", "user.name=ann", "-c", "user.email=ann@example.org")
        return subprocess.run(
            ["git", *named, *arguments], cwd=self.path, check=True, capture_output=True, text=True
        ).stdout.strip()

    def commit(self, **files: str | bytes | None) -> str:
        for name, content in files.items():
            self.write(name.replace("__", "."), content)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "m")
        return self.git("rev-parse", "HEAD")

    def write(self, name: str, content: str | bytes | None) -> None:
        if content is None:
            (self.path / name).unlink()
        else:
            (self.path / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    def diff(self, before: str, *paths: str) -> Diff:
        return diff_of(self.opened, before, self.git("rev-parse", "HEAD"), paths)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def lines_of(file: FileDiff) -> list[str]:
    return [f"{line.mark}{line.text}" for hunk in file.hunks for line in hunk.lines]


def test_each_line_has_its_sign_and_its_numbers(repository: Repository) -> None:
    before = repository.commit(a__py="one\ntwo\nthree\n")
    repository.commit(a__py="one\n2\nthree\nfour")
    (file,) = repository.diff(before).files
    assert (file.path, file.kind, file.added, file.removed) == ("a.py", "changed", 2, 1)
    found = [(line.mark, line.text, line.before, line.after) for line in file.hunks[0].lines]
    assert found == [
        (" ", "one", 1, 1),
        ("-", "two", 2, 0),
        ("+", "2", 0, 2),
        (" ", "three", 3, 3),
        ("+", "four", 0, 4),
        ("\\", " No newline at end of file", 0, 0),
    ]


def test_files_are_added_deleted_renamed_and_made_executable(repository: Repository) -> None:
    before = repository.commit(gone="x\n", old="a\nb\nc\n", run="r\n", link="l\n")
    repository.write("link", None)
    (repository.path / "link").symlink_to("run")
    (repository.path / "run").chmod(0o755)
    repository.commit(gone=None, old=None, new="a\nb\nc\n", fresh="f\n")
    found = {one.path: one for one in repository.diff(before).files}
    assert {name: one.kind for name, one in found.items()} == {
        "fresh": "added",
        "gone": "deleted",
        "link": "type",
        "new": "renamed",
        "run": "changed",
    }
    assert found["new"].path_before == "old"
    assert found["run"].bits == ("100644", "100755")
    assert lines_of(found["link"]) == ["-l", "+run", "\\ No newline at end of file"]
    assert [lines_of(found[name]) for name in ("fresh", "gone", "new", "run")] == [["+f"], ["-x"], [], []]


def test_lines_that_look_like_those_of_a_patch_are_lines(repository: Repository) -> None:
    text = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n Binary files a and b differ\n"
    before = repository.commit(a="\n", b="1\n")
    repository.commit(a=text, b="2\n")
    a, b = repository.diff(before).files
    assert lines_of(a) == ["-", *(f"+{one}" for one in text.splitlines())]
    assert (a.is_binary, lines_of(b)) == (False, ["-1", "+2"])


def test_binary_and_large_files_are_named_without_lines(repository: Repository) -> None:
    before = repository.commit(a="a\n")
    repository.commit(a="b\n", image=b"\x00\x01", large="x\n" * diffs.LARGEST_FILE)
    a, image, large = repository.diff(before).files
    assert [one.is_binary for one in (a, image, large)] == [False, True, True]
    assert lines_of(image) == lines_of(large) == []


def test_long_lines_and_long_files_are_cut_and_say_so(repository: Repository) -> None:
    before = repository.commit(a="")
    repository.commit(a="y" * (diffs.LONGEST_LINE + 7) + "\n", b="x\n" * (diffs.LINES_OF_FILE + 5))
    a, b = repository.diff(before).files
    assert a.hunks[0].lines[0].cut == 7
    assert (len(lines_of(b)), b.cut, b.added) == (diffs.LINES_OF_FILE, 5, diffs.LINES_OF_FILE + 5)
    (whole,) = repository.diff(before, "b").files
    assert (len(lines_of(whole)), whole.cut) == (diffs.LINES_OF_FILE + 5, 0)


def test_of_many_files_the_first_are_shown_further_ones_named_and_the_rest_counted(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = repository.commit()
    repository.commit(**{f"f{number:02}": "x\ny\n" for number in range(20)})
    monkeypatch.setattr(diffs, "MOST_FILES", 4)
    monkeypatch.setattr(diffs, "MOST_NAMED", 9)
    monkeypatch.setattr(diffs, "LINES_OF_ALL", 5)
    found = repository.diff(before)
    assert [one.is_read for one in found.files] == [True] * 4 + [False] * 5
    assert [(len(lines_of(one)), one.cut) for one in found.files[:4]] == [(2, 0), (2, 0), (1, 1), (0, 2)]
    assert found.left_out == 11


def test_names_are_neither_options_nor_patterns(repository: Repository) -> None:
    names = ("--output=x", ":(glob)*", "a\nb", "\udcff", "*")
    before = repository.commit()
    repository.commit(**dict.fromkeys(names, "x\n"))
    assert {one.path for one in repository.diff(before).files} == set(names)
    (one,) = repository.diff(before, "*").files
    assert (one.path, lines_of(one)) == ("*", ["+x"])


def test_nothing_that_a_repository_names_is_run(repository: Repository) -> None:
    before = repository.commit(a="a\n")
    repository.commit(a="b\n", __gitattributes="a diff=evil filter=evil\n")
    for name in ("diff.evil.command", "diff.evil.textconv", "diff.external", "filter.evil.smudge"):
        repository.git("config", name, f"touch {repository.path / 'run'}; false")
    _, a = repository.diff(before).files
    assert lines_of(a) == ["-a", "+b"]
    assert not (repository.path / "run").exists()
