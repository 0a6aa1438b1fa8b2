"""`renkei import PROGRAM` and `renkei audit`: from transcripts on disk to a report."""

import json
from pathlib import Path

import pytest

from process import renkei
from transcript_files import Claude, Codex


def session(directory: Path) -> Claude:
    file = Claude(directory, "abcdefgh-1")
    file.prompt("Please add a login to the shop")
    for _ in range(3):
        file.run("npm test", failed=True)
    file.edit("/home/me/shop/login.js")
    file.say("ログインを実装しました。 " + "テストも全て通りました。" * 5)
    return file


def test_transcripts_become_a_project_and_a_report(tmp_path: Path) -> None:
    file = session(tmp_path / "projects")
    file.add({"type": "hologram"})
    file.write()
    done = renkei("import", "claude-code", "projects", "--into", "out", cwd=tmp_path)
    assert done.stdout == (
        "Imported 1 transcript: 2 messages, 1 agent, into out.\n"
        f'Skipped 1 line, unknown entry type "hologram": {file.path}:11\n'
        "To see what happened: renkei -C out audit\n"
    )
    report = renkei("-C", "out", "audit", "--html", "report.html", cwd=tmp_path).stdout
    assert (
        "out: 2 participants, 2 messages, 4 tool calls\nfrom 2026-01-05T10:00:00Z to 2026-01-05T10:00:09Z\n" in report
    )
    assert f"      {file.path}:2, 4, 6\n" in report
    assert f"      {file.path}:6, 10\n" in report
    assert "Wrote report.html." in report
    assert "テストも全て通りました" in (tmp_path / "out" / "report.html").read_text()
    refused = renkei("-C", "out", "audit", "--html", "report.html", cwd=tmp_path)
    assert (refused.returncode, "report.html exists" in refused.stderr) == (1, True)
    assert renkei("-C", "out", "audit", "--html", "report.html", "--force", cwd=tmp_path).returncode == 0
    assert "seq " in renkei("-C", "out", "status", cwd=tmp_path).stdout
    assert renkei("-C", "out", "doctor", cwd=tmp_path).returncode == 0


def test_a_transcript_without_the_name_of_its_program_is_recognised(tmp_path: Path) -> None:
    file = session(tmp_path / "projects")
    other = Codex(tmp_path / "sessions", "01a20071-6081")
    other.say("hello")
    for name, path in (("claude-code", file.write()), ("codex", other.write())):
        done = renkei("import", path, "--into", "out", cwd=tmp_path)
        assert done.returncode == 2
        assert f"looks like a transcript of {name}" in done.stderr
        assert f"renkei import {name} {path} --into out" in done.stderr


def test_the_report_as_data_names_file_and_line(tmp_path: Path) -> None:
    file = session(tmp_path)
    file.write()
    done = renkei("import", "claude-code", file.path, "--into", "out", "--format", "json", cwd=tmp_path)
    assert json.loads(done.stdout) == {
        "directory": "out",
        "transcripts": 1,
        "messages": 2,
        "agents": 1,
        "skipped": [],
    }
    data = json.loads(renkei("-C", "out", "audit", "--format", "json", cwd=tmp_path).stdout)
    kinds = {one["kind"]: one for one in data["findings"]}
    assert set(kinds) == {"unproved", "repeated_call"}
    locations = kinds["repeated_call"]["locations"]
    assert [(one["file"], one["line"]) for one in locations] == [(str(file.path), line) for line in (2, 4, 6)]
    assert kinds["unproved"]["fault"] == "3.2 is not verified"
    assert data["cost"]["usage"] == {"requests": 5, "input": 5000, "cached": 4250, "output": 100}


def test_nothing_is_imported_twice_or_from_nothing(tmp_path: Path) -> None:
    file = Codex(tmp_path / "sessions", "01a20071-6081")
    file.prompt("hi")
    file.say("hello")
    file.write()
    (tmp_path / "empty").mkdir()
    (tmp_path / "other.jsonl").write_text('{"type": "hologram"}\n')
    cases = {
        ("codex", "--into", "x"): (2, "codex keeps its transcripts in ~/.codex/sessions"),
        ("codex", "missing", "--into", "x"): (2, "No such file or directory: 'missing'"),
        ("codex", "empty", "--into", "x"): (2, "No file rollout-*.jsonl in empty"),
        ("codex", "other.jsonl", "--into", "x"): (1, 'no session of codex in it; unknown item type "hologram"'),
        ("other.jsonl", "other.jsonl", "--into", "x"): (2, "files are imported one at a time"),
        ("slak", "other.jsonl", "--into", "x"): (2, "Did you mean 'slack'?"),
    }
    for arguments, (status, text) in cases.items():
        refused = renkei("import", *arguments, cwd=tmp_path)
        assert (refused.returncode, text in " ".join(refused.stderr.split())) == (status, True), refused.stderr
    assert not (tmp_path / "x").exists()
    assert renkei("import", "codex", "sessions", "--into", "out", cwd=tmp_path).returncode == 0
    again = renkei("import", "codex", "sessions", "--into", "out", cwd=tmp_path)
    assert (again.returncode, "PROJECT_EXISTS" in again.stderr) == (1, True)
    assert "hello" in renkei("-C", "out", "log", cwd=tmp_path).stdout


def test_a_long_report_is_cut_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    file = Codex(tmp_path / "sessions", "01a20071-6081")
    for number in range(12):
        file.prompt(f"question {number}")
        file.run("sleep 1")
    file.prompt("again")
    lines = [file.run("make", code=1) for _ in range(7)]
    file.write()
    assert renkei("import", "codex", "sessions", "--into", "out", cwd=tmp_path).returncode == 0
    report = renkei("-C", "out", "audit", cwd=tmp_path).stdout
    assert "Requests without an answer: 13  (2.5 ignores others' input)" in report
    assert "  3 more: use --format json or --html\n" in report
    shown = ", ".join(map(str, lines[:5]))
    assert f"      ~/sessions/{file.path.name}:{shown} and 2 more\n" in report
