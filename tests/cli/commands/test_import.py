"""`renkei import`: conversations and exports become projects; a bad file changes nothing."""

import gzip
import json
import re
from pathlib import Path

import pytest

import renkei as library
from busy_project import busy
from process import renkei

MEGABYTE = 1024 * 1024


def test_recorded_conversations_become_projects(tmp_path: Path) -> None:
    talk = {
        "id": "talk",
        "messages": [
            {"id": 0, "from": "human", "to": ["*"], "text": "Find the port."},
            {"id": 1, "from": "Web Surfer", "to": ["Boss"], "text": "It is 8080, see https://example.org/a."},
        ],
    }
    (tmp_path / "t.jsonl").write_text(json.dumps(talk) + "\n")
    assert renkei("import", "t.jsonl", "--into", "out", cwd=tmp_path).returncode == 0
    shown = renkei("replay", "out/talk", "--agent", "Web_Surfer", cwd=tmp_path)
    assert "Find the port." in shown.stdout
    assert "Web_Surfer → Boss" in shown.stdout


def test_names_that_differ_by_outer_spaces_are_one_participant(tmp_path: Path) -> None:
    messages = [
        {"id": 0, "from": "ann", "to": ["bob ", " * "], "text": "Which port?"},
        {"id": 1, "from": " bob", "to": ["ann\n"], "text": "8080"},
    ]
    (tmp_path / "t.jsonl").write_text(json.dumps({"id": "talk", "messages": messages}) + "\n")
    assert renkei("import", "t.jsonl", "--into", "out", cwd=tmp_path).returncode == 0
    with library.open(tmp_path / "out" / "talk") as project:
        assert {*project.state.actors} == {"human", "ann", "bob"}


def test_nothing_is_imported_when_one_line_is_wrong(tmp_path: Path) -> None:
    good = {"id": "good", "messages": [{"id": 0, "from": "a", "to": ["*"], "text": "hi"}]}
    (tmp_path / "t.jsonl").write_text(json.dumps(good) + "\n" + json.dumps({"id": "../bad", "messages": []}) + "\n")
    done = renkei("import", "t.jsonl", "--into", "out", cwd=tmp_path)
    assert done.returncode == 1
    assert "t.jsonl:2:" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.short("bomb")
@pytest.mark.parametrize("kind", ["truncated", "no gzip", "bomb", "bomb of one record"])
def test_a_bad_recording_is_refused_and_nothing_is_imported(kind: str, tmp_path: Path) -> None:
    talk = json.dumps({"id": "t", "messages": [{"id": 0, "from": "a", "to": ["*"], "text": "x" * 1000}]}).encode()
    data = {
        "truncated": lambda: gzip.compress(talk * 100)[:60],
        "no gzip": lambda: talk,
        "bomb": lambda: gzip.compress(b" " * (300 * MEGABYTE)),
        "bomb of one record": lambda: gzip.compress(b'{"seq":1,"id":"' + b"x" * (300 * MEGABYTE)),
    }[kind]()
    (tmp_path / "t.jsonl.gz").write_bytes(data)
    done = renkei("import", "t.jsonl.gz", "--into", "out", cwd=tmp_path)
    assert done.returncode == 1
    assert "error" in done.stderr
    assert ("more than 256 MiB" in done.stderr) == kind.startswith("bomb")
    assert not (tmp_path / "out").exists()


def test_a_damaged_export_is_refused_with_its_line_and_nothing_is_written(tmp_path: Path) -> None:
    busy(tmp_path)
    renkei("export", "p.jsonl", cwd=tmp_path)
    lines = (tmp_path / "p.jsonl").read_text().splitlines()
    (tmp_path / "p.jsonl").write_text("\n".join([*lines[:5], lines[5][:40], *lines[6:]]))
    done = renkei("import", "p.jsonl", "--into", "again", cwd=tmp_path)
    assert done.returncode == 1
    assert "p.jsonl:6:" in done.stderr
    assert not (tmp_path / "again").exists()


def test_an_incoherent_export_is_refused_in_words(tmp_path: Path) -> None:
    busy(tmp_path)
    renkei("export", "p.jsonl", cwd=tmp_path)
    lines = (tmp_path / "p.jsonl").read_text().splitlines()
    (tmp_path / "p.jsonl").write_text("\n".join([*lines[:5], *lines[6:]]))
    done = renkei("import", "p.jsonl", "--into", "again", cwd=tmp_path)
    assert (done.returncode, "line 6: record 7 is not as it was exported" in done.stderr) == (1, True)
    bare = [re.sub(',"hash":"[0-9a-f]{64}"}$', "}", line) for line in lines]  # as earlier releases wrote it
    (tmp_path / "p.jsonl").write_text("\n".join([*bare[:5], *bare[6:]]))
    done = renkei("import", "p.jsonl", "--into", "again", cwd=tmp_path)
    assert (done.returncode, "record 7 does not follow" in done.stderr) == (1, True)
    assert not (tmp_path / "again").exists()
