"""Tries what renkei promises on every system, without the tests, which need Linux: `python tools/portable.py`.

Run it with an interpreter that has renkei. It prints what it tried, and exits with 1 if something failed.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "src" / "renkei" / "examples"

IN_MEMORY = """
import renkei
project = renkei.create(":memory:", goal="ship")
project.join("ann", lead=True)
project.join("bob")
with project.turn("ann") as turn:
    news = renkei.StatusUpdate(new_status="working", progress_summary="Half is done")
    turn.send(news, to="bob", context_summary="Half")
with project.turn("bob") as turn:
    print("Half" in turn.context.text, project.wait_for_work("bob", timeout=0.01))
"""
"""A program that prints `True None`."""

EVERYWHERE: tuple[tuple[str, ...], ...] = (
    ("validate", str(EXAMPLES)),
    ("schema", "task_contract"),
    ("replay", "--no-pager", str(EXAMPLES / "auth-api" / "scenario-tc-007.ja.yaml")),
    ("test", str(EXAMPLES / "rest-to-graphql")),
    ("conformance", "target"),
)
"""Commands of renkei that work on every system."""

ON_POSIX: tuple[tuple[str, ...], ...] = (("init", "--goal", "ship"), ("demo",))
"""Commands that keep a project in a directory. Other systems reject them before anything is written."""


def main() -> int:
    """Try everything in an empty directory; return the exit status."""
    renkei = (sys.executable, "-m", "renkei")
    good = _tried("a project in memory", (sys.executable, "-c", IN_MEMORY), "")
    for command in EVERYWHERE:
        good &= _tried(f"renkei {command[0]}", (*renkei, *command), "")
    for command in ON_POSIX:
        good &= _tried(f"renkei {command[0]}", (*renkei, *command), "" if os.name == "posix" else "UNSUPPORTED_SYSTEM")
    return 0 if good else 1


def _tried(name: str, command: tuple[str, ...], error: str) -> bool:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
        done = subprocess.run(
            command, cwd=work, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=300, check=False
        )
    good = error in done.stderr and bool(done.returncode) is bool(error)
    print("ok    " if good else "FAILED", name, f"({error})" if error else "")
    if not good:
        print(done.stdout[-2000:], done.stderr[-2000:], sep="\n")
    return good


if __name__ == "__main__":
    sys.exit(main())
