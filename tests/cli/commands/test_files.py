"""`renkei files`, and `renkei log --file`."""

import json
from pathlib import Path

import pytest

from process import renkei


@pytest.fixture
def at_work(tmp_path: Path) -> Path:
    """A project in which `ann` works on TC-1."""
    renkei("init", "--name", "team", "--goal", "ship", cwd=tmp_path)
    renkei("join", "ann", "bob", cwd=tmp_path)
    renkei("contract", "delegate", "ann", "the api", cwd=tmp_path)
    renkei("contract", "delegate", "bob", "the store", cwd=tmp_path)
    return tmp_path


def test_files_are_reserved_changed_listed_and_released(at_work: Path) -> None:
    def files(*words: str, code: int = 0) -> str:
        done = renkei("files", *words, cwd=at_work)
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    assert files("list") == "No files in work.\n"
    assert files("reserve", "docs/", "src/**", "--as", "ann", "--for", "30m") == "ann has reserved docs, src/**.\n"
    told = files("reserve", "src/a.py", "--as", "bob", code=1)
    assert told.startswith("error FILES_TAKEN: The files 'src/a.py' are taken: ann has reserved src/** until ")
    assert files("reserve", "lib", "--participant", "bob", "--shared") == "bob has reserved lib.\n"
    for agent, contract in (("ann", "TC-001"), ("bob", "TC-002")):
        renkei("contract", "start", contract, "--as", agent, cwd=at_work)
    assert files("report", "a.py:1-5,9", "docs/x.md", "--as", "ann") == "Recorded: a.py, docs/x.md.\n"
    told = files("report", "a.py:5", "--as", "bob", "--format", "json")
    (overlap,) = json.loads(told)["overlaps"]
    assert (overlap["other"], overlap["lines"], overlap["is_conflict"]) == ("ann", [[5, 5]], True)
    text = "bob (for TC-002) changed lines that ann also changes for TC-001: a.py (line 5)."
    assert json.loads(told)["notices"] == [text]
    rows = [line.split("\t") for line in files("list", "--overlaps").splitlines()]
    assert rows == [
        ["path", "what", "agent", "contract", "lines", "also"],
        ["a.py", "edited", "ann", "TC-001", "1-5, 9", "bob"],
        ["a.py", "edited", "bob", "TC-002", "5", "ann"],
    ]
    told = files("report", "docs/x.md", "--as", "bob")
    assert told.splitlines()[1].startswith("warning: bob (for TC-002) changed files that ann ")
    listed = json.loads(files("list", "--format", "json"))
    assert [one["path"] for one in listed] == ["a.py", "a.py", "docs", "docs/x.md", "docs/x.md", "lib", "src/**"]
    assert files("release", "./docs", "--as", "ann") == "Released: docs.\n"
    assert files("release", "--as", "ann") == "Released: src/**.\n"
    assert files("release", "--as", "ann") == "Nothing changed.\n"
    policy = "When agents want to change the same files: {}.\n".format
    assert files("policy") == policy("warn")
    assert files("policy", "ask") == policy("ask")
    assert json.loads(files("policy", "--format", "json")) == {"overlap": "ask"}
    assert "30d is too long; the longest is 7d." in files("reserve", "x", "--for", "30d", "--as", "ann", code=2)
    told = files("report", "a.py:9-3", "--as", "ann", code=1)
    assert "/changes/0/lines/0: line 3 comes before line 9." in told
    assert "'warn', 'ask', 'refuse'" in files("policy", "never", code=2)
    assert "/lease  0 is out of range: `lease` is at least 1" in files(
        "reserve", "x", "--for", "0s", "--as", "ann", code=1
    )
    assert files("report", "a\nb", "--as", "ann") == "Recorded: a ⏎ b.\n"


def test_the_log_says_who_changed_a_file(at_work: Path) -> None:
    renkei("contract", "start", "TC-001", "--as", "ann", cwd=at_work)
    for name in ("src/a.py:1-2", "src/b.py", "c.py"):
        renkei("files", "report", name, "--as", "ann", cwd=at_work)
    done = renkei("log", "--file", "src", "--format", "json", cwd=at_work)
    assert [(one["path"], one["agent"], one["contract"], one["task"]) for one in json.loads(done.stdout)] == [
        ("src/a.py", "ann", "TC-001", "the api"),
        ("src/b.py", "ann", "TC-001", "the api"),
    ]
    (last,) = json.loads(renkei("log", "--file", "**", "--limit", "1", "--format", "json", cwd=at_work).stdout)
    assert last["path"] == "c.py"
    before = renkei("log", "--file", "**", "--before", str(last["seq"]), cwd=at_work).stdout.splitlines()
    assert [line.split("\t")[2:5] for line in before[1:]] == [
        ["src/a.py", "edited 1-2", "ann"],
        ["src/b.py", "edited", "ann"],
    ]
    assert renkei("log", "--file", "x.py", cwd=at_work).stdout == "No changes.\n"
    for other in ("--follow", "--head"):
        assert renkei("log", "--file", "x.py", other, cwd=at_work).returncode == 2
