"""Whatever a file holds: a clear error with its place, in bounded time and memory, and nothing is written."""

import gzip
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from process import renkei

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


@pytest.mark.parametrize("name", FILES)
def test_a_bad_file_is_refused_with_its_place(name: str, tmp_path: Path) -> None:
    file, data, code = FILES[name]
    (tmp_path / file).write_bytes(data)
    done = renkei("validate", file, "--format", "json", cwd=tmp_path)
    assert done.returncode == 1
    errors = json.loads(done.stdout)["documents"][-1]["errors"]
    assert code in [error["code"] for error in errors]
    assert all(error["line"] >= 1 and error["column"] >= 1 and error["message"] for error in errors)


def bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (900 * MEGABYTE, 900 * MEGABYTE))
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))


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
    command = [sys.executable, "-m", "renkei.edges.cli.main", "validate", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env=env, preexec_fn=bounded, check=False)
    assert done.returncode == 1, done.stderr[-300:]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("init", "--agent", "../x"),
        ("init", "--agent", "a", "--agent", "a"),
        ("init", "--agent", ""),
        ("init", "--name", "my project"),
        ("init", "--rules", "rules.yaml"),
    ],
)
def test_a_project_that_cannot_be_made_leaves_nothing_behind(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(FILES["condition that is none"][1].decode())
    done = renkei(*arguments, cwd=tmp_path)
    assert done.returncode == 1
    assert not (tmp_path / ".renkei").exists()


@pytest.mark.parametrize(
    "step", ["send: [{type: FREEFORM, to: 5}]", "set: 5", "send: [{type: [x]}]", "expect: {rules: x}"]
)
def test_a_bad_scenario_is_refused_before_it_begins(step: str, tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(
        f"scenario:\n  name: s\n  goal: g\n  agents: [{{id: ann}}]\n  steps:\n    - agent: ann\n      {step}\n"
    )
    done = renkei("replay", "s.yaml", "--into", "kept", cwd=tmp_path)
    assert done.returncode == 1
    assert "line 7" in done.stderr
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("kind", ["truncated", "no gzip", "bomb"])
def test_a_bad_recording_is_refused_and_nothing_is_imported(kind: str, tmp_path: Path) -> None:
    talk = json.dumps({"id": "t", "messages": [{"id": 0, "from": "a", "to": ["*"], "text": "x" * 1000}]}).encode()
    data = {
        "truncated": lambda: gzip.compress(talk * 100)[:60],
        "no gzip": lambda: talk,
        "bomb": lambda: gzip.compress(b" " * (300 * MEGABYTE)),
    }[kind]()
    (tmp_path / "t.jsonl.gz").write_bytes(data)
    done = renkei("import", "t.jsonl.gz", "--into", "out", cwd=tmp_path)
    assert done.returncode == 1
    assert "error" in done.stderr
    assert not (tmp_path / "out").exists()


def test_what_is_quoted_from_a_file_does_not_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(json.dumps({"type": "FREEFORM", "a\x1b]0;pwned\x07": 1}))
    assert "\x1b" not in renkei("validate", "x.json", cwd=tmp_path).stdout


def test_a_pipe_without_a_writer_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert renkei("validate", "pipe", cwd=tmp_path).returncode == 2
