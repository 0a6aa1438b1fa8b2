"""`renkei validate`: every error has a location, and bad input costs bounded time and memory."""

import errno
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from process import renkei
from renkei.edges.cli.commands.documents.validate import command
from renkei.edges.cli.files import checking

MEGABYTE = 1024 * 1024

BOMB = "a: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nc: [*b, *b, *b, *b]\n"

FILES: dict[str, tuple[str, bytes, str]] = {
    "alias bomb": ("x.yaml", BOMB.encode(), "ALIAS"),
    "deep yaml": ("x.yaml", b"[" * 100_000, "TOO_DEEP"),
    "deep json": ("x.json", b"[" * 100_000, "TOO_DEEP"),
    "duplicate key in yaml": ("x.yaml", b"type: FREEFORM\ntype: FREEFORM\n", "DUPLICATE_KEY"),
    "duplicate key in json": ("x.json", b'{"a": 1,\n "a": 2}', "DUPLICATE_KEY"),
    "latin-1": ("x.yaml", "type: FREEFORM\nbody: caf\xe9\n".encode("latin-1"), "NOT_UTF8"),
    "utf-16": ("x.yaml", "type: FREEFORM".encode("utf-16"), "NOT_UTF8"),
    "nan in json": ("x.json", b'{"type": NaN}', "SYNTAX"),
    "nan in yaml": ("x.yaml", b"type: .nan", "NOT_A_NUMBER"),
    "infinity": ("x.json", b'{"type": 1e999}', "NOT_A_NUMBER"),
    "huge integer": ("x.json", b'{"type": ' + b"9" * 100_000 + b"}", "NUMBER_TOO_LARGE"),
    "python object": ("x.yaml", b"!!python/object/apply:os.system ['true']", "TAG"),
    "control character": ("x.yaml", b"type: a\x07b", "SYNTAX"),
    "nul": ("x.json", b'{"a": "\x00"}', "SYNTAX"),
    "lone surrogate": ("x.json", b'{"a": "\\ud800"}', "SYNTAX"),
    "binary": ("x.yaml", bytes(range(256)), "NOT_UTF8"),
    "empty": ("x.yaml", b"", "EMPTY"),
    "only comments": ("x.yaml", b"# nothing\n", "EMPTY"),
    "no document of ours": ("x.yaml", b"hello: world", "UNKNOWN_KIND"),
    "a list": ("x.json", b"[1, 2]", "UNKNOWN_KIND"),
    "tabs": ("x.yaml", b"a:\n\tb: 1\n", "SYNTAX"),
    "type that is a list": ("x.yaml", b"type: [a]\npayload: {}\n", "NOT_ONE_OF"),
    "path as an id": ("x.json", json.dumps({"task_contract": {"id": "../../etc"}}).encode(), "BAD_FORMAT"),
    "condition that is none": (
        "x.yaml",
        b"events: [{event: e, trigger: {message: FREEFORM}, condition: '(', auto_actions: [{notify: {}}]}]",
        "BAD_CONDITION",
    ),
    "many faults": ("x.json", json.dumps({"type": "FREEFORM"} | {f"k{n}": n for n in range(5000)}).encode(), "MORE"),
}

MESSAGE = {
    "type": "FREEFORM",
    "from": "ann",
    "to": "bob",
    "context_summary": "a word",
    "payload": {"intent_hint": "FREEFORM", "body": "hello", "requires_response": False, "urgency": "low"},
}


def test_every_document_below_a_directory_is_checked(tmp_path: Path) -> None:
    (tmp_path / "docs" / "deep").mkdir(parents=True)
    (tmp_path / "docs" / ".hidden").mkdir()
    for name in ("docs/a.json", "docs/deep/b.json", "docs/.hidden/c.json", "docs/notes.txt", "d.json"):
        (tmp_path / name).write_text(json.dumps({"message": MESSAGE}))
    (tmp_path / "docs" / "e.yaml").write_text("hello: world")
    done = renkei("validate", "--draft", "docs", "d.json", cwd=tmp_path)
    assert [line for line in done.stdout.splitlines() if line[0] in "✓✗"] == [
        "✓ docs/a.json:1  message",
        "✓ docs/deep/b.json:1  message",
        "✗ docs/e.yaml:1  ?",
        "✓ d.json:1  message",
    ]
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "3 valid, 1 invalid")


def test_a_file_that_is_named_twice_is_checked_once(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps({"message": MESSAGE}))
    done = renkei("validate", "--draft", "a.json", ".", "a.json", cwd=tmp_path)
    assert done.stdout.splitlines() == ["✓ a.json:1  message", "1 valid, 0 invalid"]


def test_what_cannot_be_read_is_refused_before_anything_is_printed(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "a.json").write_text(json.dumps({"message": MESSAGE}))
    for name, said in (("nowhere", "No such file"), ("empty", "There is no document below 'empty'.")):
        done = renkei("validate", "a.json", name, cwd=tmp_path)
        assert (done.returncode, done.stdout, said in done.stderr) == (2, "", True)


@pytest.mark.parametrize("broken", range(4))
@pytest.mark.parametrize("line", ['{"type": "FREEFORM"', '{"type": FREEFORM}'])
def test_a_broken_line_of_standard_input_hides_no_other(broken: int, line: str, tmp_path: Path) -> None:
    lines = [json.dumps({"message": MESSAGE})] * 4
    lines[broken] = line
    done = renkei("validate", "--draft", "-", cwd=tmp_path, stdin="\n".join(lines))
    assert done.stdout.splitlines()[-1] == "3 valid, 1 invalid"
    assert f"-:{broken + 1}:" in done.stdout.partition("✗")[2]


def test_validating_tells_file_line_column_field_and_what_would_be_right(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(
        "message:\n  id: m1\n  type: TASK_HANDOF\n  from: a\n  to: b\n  priority: normal\n"
        "  timestamp: 2026-01-05T09:00:00Z\n  context_summary: x\n  payload: {}\n"
    )
    done = renkei("validate", "m.yaml", cwd=tmp_path)
    assert done.returncode == 1
    assert "m.yaml:3:9 NOT_ONE_OF /message/type" in done.stdout
    assert "Did you mean 'TASK_HANDOFF'?" in done.stdout


def test_validating_for_programs_has_the_published_form(tmp_path: Path) -> None:
    (tmp_path / "m.jsonl").write_text(json.dumps(MESSAGE) + "\n{]\n")
    done = renkei("validate", "m.jsonl", "--format", "json", cwd=tmp_path)
    documents = json.loads(done.stdout)
    assert [set(one) for one in documents] == [{"file", "index", "line", "kind", "valid", "errors"}] * 2
    assert [(one["index"], one["line"], one["valid"]) for one in documents] == [(0, 1, False), (1, 2, False)]
    assert {error["path"] for error in documents[0]["errors"]} == {"/id", "/priority", "/timestamp"}
    assert set(documents[1]["errors"][0]) == {"code", "path", "line", "column", "message", "hint"}
    assert documents[1]["errors"][0] | {"message": "", "hint": ""} == {
        "code": "SYNTAX", "path": "", "line": 2, "column": 2, "message": "", "hint": "",
    }  # fmt: skip


def test_a_contract_file_as_the_specification_shows_it_is_valid(tmp_path: Path) -> None:
    (tmp_path / "tc.yaml").write_text(
        "task_contract:\n  id: TC-007\n  delegator: agent-architect\n  assignee: agent-backend\n"
        "  inputs:\n    description: ユーザー認証API\n    artifacts: [auth-api-spec-v2]\n"
        "    constraints: [{constraint: 互換性, hard: true}]\n    assumptions: [PostgreSQL 15]\n"
        "  expected_output: {format: TypeScript, deliverables: [src/auth/]}\n"
        "  acceptance_criteria: [{criterion: 全テスト, verification_method: npm test}]\n"
        "  authority: {autonomous_decisions: [a], must_consult: [b], escalation_triggers: [c]}\n"
        "  failure_handling: {on_blocked: x, on_partial_completion: y, on_assumption_violation: z, max_retries: 2}\n"
        "  timeout: {max_steps: 50, on_timeout: 報告}\n"
    )
    assert renkei("validate", "tc.yaml", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("name", FILES)
def test_a_bad_file_is_refused_with_its_place(name: str, tmp_path: Path) -> None:
    file, data, code = FILES[name]
    (tmp_path / file).write_bytes(data)
    done = renkei("validate", file, "--format", "json", cwd=tmp_path)
    assert done.returncode == 1
    errors = json.loads(done.stdout)[-1]["errors"]
    assert code in [error["code"] for error in errors]
    assert all(error["line"] >= 1 and error["column"] >= 1 and error["message"] for error in errors)


def test_a_large_file_is_checked_in_processes_in_its_order(tmp_path: Path) -> None:
    with (tmp_path / "m.jsonl").open("w") as out:
        for number in range(40):
            body = MESSAGE["payload"] | {"body": "x" * 450_000}  # type: ignore[operator]
            header = {"id": f"m-{number}", "priority": "normal", "timestamp": "2026-01-05T09:00:00Z"}
            out.write(
                json.dumps(MESSAGE | (header if number != 30 else {}) | {"payload": body})
                + ("\n\n" if number == 20 else "\n")
            )
        out.write('{"a": 1, "a": 2}\n')
    done = renkei("validate", "m.jsonl", "--format", "json", cwd=tmp_path)
    documents = json.loads(done.stdout)
    assert [one["index"] for one in documents] == list(range(41))
    assert [one["line"] for one in documents] == [*range(1, 22), *range(23, 43)]
    bad = [(one["line"], [error["code"] for error in one["errors"]]) for one in documents if not one["valid"]]
    assert bad == [(32, ["MISSING_FIELD"] * 3), (42, ["DUPLICATE_KEY"])]
    assert renkei("validate", "m.jsonl", cwd=tmp_path).stdout.endswith("39 valid, 2 invalid\n")


def killed(chunk: object, against: object) -> None:
    """What a process of the pool does when something kills it."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_process_ends_the_command_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "m.jsonl"
    with file.open("wb") as out:
        out.truncate(checking.LARGE)
    monkeypatch.setattr(checking, "_check", killed)
    done = CliRunner().invoke(command, [str(file)])
    assert done.exit_code == 1
    assert "m.jsonl was killed" in done.output
    assert "The rest of the file was not checked" in done.output


STUCK = """
import os, signal, sys
from renkei.edges.cli.files import checking

def stuck_after_first(chunk, against):
    while chunk[0] > 1:
        signal.pause()
    return [(1, None, ())]

if __name__ == "__main__":
    checking._check = stuck_after_first
    rows = checking.check_file("m.jsonl", checking.Against())
    print(next(rows)["line"], flush=True)
    rows.close() if sys.argv[1] == "close" else os.kill(os.getpid(), signal.SIGKILL)
"""
"""A program that reads one row, while the processes would never end with the others."""


@pytest.mark.short("kill")
@pytest.mark.parametrize("end", ["close", "kill"])
def test_processes_end_with_the_one_that_reads_them(tmp_path: Path, end: str) -> None:
    (tmp_path / "stuck.py").write_text(STUCK)
    (tmp_path / "m.jsonl").write_bytes((b" " * 1023 + b"\n") * (checking.LARGE // 1024))
    # Returns when the last process has ended: all of them hold its output.
    done = subprocess.run([sys.executable, "stuck.py", end], cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert (done.stdout, done.returncode) == ("1\n", 0 if end == "close" else -signal.SIGKILL)


def test_a_file_that_disappears_meanwhile_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.yaml", "b.yaml", "c.jsonl", "d.yaml"):
        Path(name).write_text("events: []\n" if name.endswith("yaml") else '{"events": []}\n')
    check = checking.check_file

    def removed(name: str, *given: Any) -> Iterator[checking.Row]:
        if name in ("b.yaml", "c.jsonl"):
            Path(name).unlink()
        return check(name, *given)

    monkeypatch.setattr("renkei.edges.cli.commands.documents.validate.check_file", removed)
    done = CliRunner().invoke(command, ["--format", "json", "."])
    found = [(one["file"], [error["code"] for error in one["errors"]]) for one in json.loads(done.stdout)]
    assert found == [("a.yaml", []), ("b.yaml", ["UNREADABLE"]), ("c.jsonl", ["UNREADABLE"]), ("d.yaml", [])]


def test_a_failing_disk_is_an_error_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text("events: []\n")

    def fails(name: str) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("renkei.edges.cli.files.reading.read_bytes", fails)
    done = CliRunner().invoke(command, ["a.yaml"])
    assert done.exit_code == 1
    assert "a.yaml:1:1 UNREADABLE (root)  the file cannot be read: Input/output error" in done.output


def test_links_in_a_circle_and_odd_files_below_a_directory_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "loop").mkdir()
    (tmp_path / "loop" / "self").symlink_to("../loop")
    (tmp_path / "a.yaml").symlink_to("a.yaml")
    (tmp_path / "b.yaml").symlink_to("/dev/zero")
    (tmp_path / "c.yaml").mkdir()
    os.mkfifo(tmp_path / "d.yaml")
    (tmp_path / "loop" / "e.yaml").write_text("events: []\r\n")
    (tmp_path / "loop" / "f.yaml").write_bytes("events: []\n".encode("utf-8-sig"))
    done = renkei("validate", ".", cwd=tmp_path)
    assert done.stdout.splitlines() == ["✓ loop/e.yaml:1  events", "✓ loop/f.yaml:1  events", "2 valid, 0 invalid"]


def bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (900 * MEGABYTE, 900 * MEGABYTE))
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))


@pytest.mark.short("a gigabyte of zeros")
@pytest.mark.parametrize("content", ["one string", "one list", "many documents", "many keys", "a gigabyte of zeros"])
def test_a_huge_file_costs_neither_time_nor_memory(content: str, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    if content == "a gigabyte of zeros":
        with file.open("wb") as out:
            out.truncate(1024 * MEGABYTE)
    else:
        body = {
            "one string": lambda: b'{"type": "' + b"x" * (15 * MEGABYTE) + b'"}',
            "one list": lambda: b"[" + b"1," * (5 * MEGABYTE) + b"1]",
            "many documents": lambda: b"--- 1\n" * 500_000,
            "many keys": lambda: b"{" + b",".join(b'"k%d":1' % n for n in range(300_000)) + b"}",
        }[content]()
        file = tmp_path / ("x.yaml" if content == "many documents" else "x.json")
        file.write_bytes(body)
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "renkei", "validate", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env=env, preexec_fn=bounded, check=False)
    assert done.returncode == 1, done.stderr[-300:]
    assert "Traceback" not in done.stderr


def test_what_is_quoted_from_a_file_does_not_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(json.dumps({"type": "FREEFORM", "a\x1b]0;pwned\x07": 1}))
    assert "\x1b" not in renkei("validate", "x.json", cwd=tmp_path).stdout


def test_a_pipe_without_a_writer_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert renkei("validate", "pipe", cwd=tmp_path).returncode == 2


def test_a_draft_may_lack_what_send_fills_in(tmp_path: Path) -> None:
    draft = {name: value for name, value in MESSAGE.items() if name not in ("from", "to", "context_summary")}
    (tmp_path / "m.json").write_text(json.dumps(draft))
    (tmp_path / "m.jsonl").write_text(json.dumps({"message": draft}))
    refused = renkei("validate", "m.json", cwd=tmp_path)
    assert refused.returncode == 1
    assert refused.stdout.count("`renkei send` fills it in; `renkei validate --draft` accepts that.") == 6
    done = renkei("validate", "--draft", "m.json", "m.jsonl", cwd=tmp_path)
    assert (done.returncode, "2 valid, 0 invalid" in done.stdout) == (0, True)


def test_a_draft_is_checked_in_all_else(tmp_path: Path) -> None:
    bad = MESSAGE | {"type": "TASK_HANDOFF", "extensions": {"task_contract": {"id": "../x"}}}
    bad |= {"payload": {"task_description": "x", "expected_output": {"format": "x"}}}
    bad["payload"] |= {"authority_scope": "", "fallback_on_failure": ""}
    (tmp_path / "m.json").write_text(json.dumps(bad))
    (tmp_path / "c.json").write_text(json.dumps({"task_contract": {"id": "TC-1"}}))
    done = renkei("validate", "--draft", "m.json", "c.json", cwd=tmp_path)
    assert done.returncode == 1
    assert "BAD_FORMAT /extensions/task_contract/id" in done.stdout
    assert "MISSING_FIELD /task_contract/inputs" in done.stdout
    assert renkei("validate", "--draft", "--schema", "message", "m.json", cwd=tmp_path).returncode == 2
