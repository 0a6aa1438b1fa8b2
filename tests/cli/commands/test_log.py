"""`renkei log`: the records so far, and with --follow those to come."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import renkei as library
from process import renkei


@contextmanager
def following(project: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Run `renkei log --follow` until the block ends."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "renkei.edges.cli.main", "log", "--follow", *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=project, stdout=pipe, stderr=pipe, text=True, env=env) as process:
        try:
            yield process
        finally:
            process.kill()


def test_records_are_shown_as_they_are_written(project: Path) -> None:
    with following(project, "--format", "json") as process, library.open(project / ".renkei") as team:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["seq"] == 1
        for role, seq in (("ann", 2), ("bob", 3)):
            team.pause(role, reason="the audit")
            record = json.loads(process.stdout.readline())
            assert (record["seq"], record["lines"][0]["text"]) == (seq, "the audit")
        assert process.poll() is None


def test_text_is_written_line_by_line(project: Path) -> None:
    with following(project, "--after", "1") as process, library.open(project / ".renkei") as team:
        team.pause("ann", reason="the audit")
        assert process.stdout is not None
        assert process.stdout.readline().split()[0] == "2"


def test_without_follow_the_command_ends(project: Path) -> None:
    assert len(json.loads(renkei("log", "--format", "json", cwd=project).stdout)["records"]) == 1
    assert renkei("log", "--last", 1, cwd=project).stdout.split()[0] == "1"
