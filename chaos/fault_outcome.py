"""The outcome of a fault: how often it was tried, what was acknowledged, and how much of that was lost."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import renkei
from renkei import replay
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.log.sqlite import SqliteLog


@dataclass(frozen=True)
class Outcome:
    """A row of the table. `unsound` says what is wrong beyond loss; empty when nothing is."""

    fault: str
    tried: int
    acknowledged: int
    lost: int
    unsound: tuple[str, ...] = ()
    note: str = ""

    @property
    def held(self) -> bool:
        """Whether nothing was lost and nothing is unsound."""
        return self.lost == 0 and not self.unsound


def make(place: Path, records: int = 120, **more: object) -> Path:
    """Make a project with a past, closed."""
    members = [c.Join("lead", lead=True), c.Join("ann"), c.Join("bob")]
    with renkei.create(place, members=members, **more) as project:  # type: ignore[arg-type]
        for number in range(records):
            project.do(Write("/goal", f"goal {number}"))
    return place


def failure(error: BaseException) -> str:
    """Return an error as one line."""
    return f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"


prelude = ""
"""Code that every started program runs first: it may take a protection away (`unprotected`)."""


def sha256(body: bytes) -> bytes:
    """Return the hash of a body as 64 hexadecimal digits."""
    return hashlib.sha256(body).hexdigest().encode()


def python(code: str, *arguments: object, **more: object) -> "subprocess.Popen[str]":
    """Start a Python program that imports what this one does."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", prelude + code, *map(str, arguments)]
    return subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True, env=env, **more)  # type: ignore[call-overload,no-any-return]


@contextmanager
def scratch() -> Iterator[Path]:
    """Give a directory on this checkout's own disk (a memory file system would prove nothing)."""
    place = Path(tempfile.mkdtemp(dir=Path(__file__).parent, prefix=".run-"))
    try:
        yield place
    finally:
        shutil.rmtree(place)


def check(place: Path, acknowledged: Iterable[str]) -> tuple[int, tuple[str, ...]]:
    """Open a project as whoever comes next does; give how many acknowledged ids are gone, and what else is wrong."""
    names = set(acknowledged)
    try:
        return _check(place, names)
    except Exception as error:
        return len(names), (f"the project cannot be read: {type(error).__name__}: {error}",)


def _check(place: Path, acknowledged: set[str]) -> tuple[int, tuple[str, ...]]:
    wrong: list[str] = []
    with renkei.open(place) as project:
        assert isinstance(project.log, SqliteLog)
        records = list(project.records())
        if [record.seq for record in records] != list(range(1, len(records) + 1)):
            wrong.append("the sequence has gaps")
        if replay(records) != project.state:
            wrong.append("replaying gives another state than the live one")
        wrong += project.log.integrity_errors()
        if project.do(Write("/goal", f"after the fault, at {len(records)}")) is None:
            wrong.append("nothing can be written any more")
    known = {record.id for record in records}
    return len(acknowledged - known), tuple(wrong)
