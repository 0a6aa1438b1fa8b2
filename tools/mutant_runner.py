"""A pytest plugin that tries mutants in forks of one process, which has collected the tests of a room.

It first runs every test once and records which lines of the package each one runs. Then each mutant gets a fork in
which the changed function replaces the loaded one, and in which only the tests that run its lines are run, the
quickest first. A mutant outside of functions, such as in a table, needs a new process.

`MUTANTS` in the environment names a JSON file: the mutants, the seconds they may take, and the file for the results.
"""

import contextlib
import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import coverage
import pytest

MOST_SECONDS = 20
"""Seconds of tests that are run at most for a mutant."""

SLOWER = 3
"""How many times longer than in the first run the tests of a mutant may take before they count as hanging."""

FAILED = 1


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try the mutants instead of running the tests."""
    task = json.loads(Path(os.environ["MUTANTS"]).read_text())
    gc.unfreeze()  # or `replace` finds no functions
    recorded = Path(task["results"]).with_suffix(".recorded")
    if _in_fork(lambda: _record(session, recorded), task["seconds"]):
        raise pytest.UsageError(recorded.read_text() if recorded.exists() else "the tests hang without a mutant")
    found = json.loads(recorded.read_text())
    session.items[:] = [item for item in session.items if item.nodeid not in found["left_out"]]
    room = Room(session, found["lines"], found["seconds"])
    room.has_plain_names = not room.fail_afresh(session.items, "--collect-only")
    end = time.monotonic() + task["seconds"]
    with Path(task["results"]).open("a") as results:
        for number, mutant in task["mutants"]:
            if time.monotonic() < end:
                print(json.dumps([number, room.notices(mutant)]), file=results, flush=True)
    return True


def _in_fork(run: Callable[[], int], seconds: float) -> int:
    """Call a function in a fork with a process group of its own; return its status, or FAILED if it takes too long."""
    child = os.fork()
    if not child:
        status = FAILED
        try:
            os.setsid()
            status = run()
        finally:
            os._exit(status)
    end = time.monotonic() + seconds
    ended, status = 0, 0
    while not ended and time.monotonic() < end:
        time.sleep(0.01)
        ended, status = os.waitpid(child, os.WNOHANG)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if not ended:
        os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) if ended else FAILED


def _run(session: pytest.Session, items: list[pytest.Item]) -> int:
    """Run tests until one fails."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return FAILED
    return 0


def _record(session: pytest.Session, path: Path) -> int:
    """Run every test, and write which lines each one runs and for how long; return FAILED if several fail.

    A single one may, as one that reaches the limit of recursion does when it is measured. It is left out.
    """
    root = session.config.rootpath
    measured = coverage.Coverage(data_file=None, include=[str(root / "src" / "*")])
    begun: dict[str, float] = {}
    left_out: list[str] = []

    class Contexts:
        """What a fixture for several tests runs belongs to all of them."""

        @pytest.hookimpl(wrapper=True)
        def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
            if fixturedef.scope != "function":
                measured.switch_context(f"fixture {fixturedef.argname}")
            try:
                return (yield)
            finally:
                measured.switch_context(list(begun)[-1])

    session.config.pluginmanager.register(Contexts())
    measured.start()
    for item, following in zip(session.items, [*session.items[1:], None], strict=True):
        begun[item.nodeid] = time.monotonic()
        measured.switch_context(item.nodeid)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            left_out.append(item.nodeid)
            session.testsfailed = 0
    if len(left_out) > 1:
        path.write_text(f"these tests fail without a mutant: {', '.join(left_out)}")
        return FAILED
    measured.stop()
    ends = [*list(begun.values())[1:], time.monotonic()]
    seconds = {test: end - start for (test, start), end in zip(begun.items(), ends, strict=True)}
    users: dict[str, list[str]] = defaultdict(list)
    for item in session.items:
        for name in getattr(item, "fixturenames", ()):
            users[f"fixture {name}"].append(item.nodeid)
    data, numbers = measured.get_data(), {test: number for number, test in enumerate(seconds)}
    lines = {
        str(Path(file).relative_to(root)): {
            line: sorted({numbers[test] for one in contexts if one for test in users.get(one, [one])})
            for line, contexts in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
    path.write_text(json.dumps({"lines": lines, "seconds": seconds, "left_out": left_out}))
    return 0


class Room:
    """The collected tests, by file and line those that run the line, and how long each one takes."""

    def __init__(
        self, session: pytest.Session, lines: dict[str, dict[str, list[int]]], seconds: dict[str, float]
    ) -> None:
        self._session = session
        self._root = session.config.rootpath
        names = list(seconds)
        self._lines = {
            file: {int(line): {names[number] for number in tests} for line, tests in found.items()}
            for file, found in lines.items()
        }
        self._seconds = seconds
        self.has_plain_names = True
        """Whether pytest finds each test again by its name, the parameters included."""

    def notices(self, mutant: dict[str, Any]) -> bool:
        """Return whether a test fails with a mutant."""
        path = self._root / mutant["path"]
        before = path.read_bytes()
        old, new = mutant["old"].encode(), mutant["new"].encode()
        new += b"\n" * (old.count(b"\n") - new.count(b"\n"))  # the functions below keep their lines
        after = before[: mutant["start"]] + new + before[mutant["start"] + len(old) :]
        path.write_bytes(after)  # also for the programs that tests start
        try:
            changed = changed_function(path, before, after)
            running = self._running(mutant, changed[0].co_firstlineno) if changed else set()
            chosen = self._chosen(path, running or self._reading(path))
            return self._fail_in_fork(path, changed, chosen) if changed and running else self.fail_afresh(chosen)
        finally:
            path.write_bytes(before)

    def _running(self, mutant: dict[str, Any], first: int) -> set[str]:
        """Return the tests that run the lines of a mutant, or else the nearest line before it in its function."""
        lines = self._lines.get(mutant["path"], {})
        last = mutant["line"] + mutant["old"].count("\n")
        found = {test for line in range(mutant["line"], last + 1) for test in lines.get(line, set())}
        before = (lines.get(line, set()) for line in range(mutant["line"] - 1, first - 1, -1))
        return found or next(filter(None, before), set())

    def _reading(self, path: Path) -> set[str]:
        """Return the tests that may read a table of a file: those that run any line of it, and those that name it."""
        lines = self._lines.get(path.relative_to(self._root).as_posix(), {}).values()
        near = self._near(path)
        named = {item.nodeid for item in self._session.items if item.path in near}
        return {test for tests in lines for test in tests} | named or set(self._seconds)

    def _near(self, path: Path) -> set[Path]:
        """Return the files of tests that name the module of a file."""
        module = ".".join(path.relative_to(self._root / "src").with_suffix("").parts).removesuffix(".__init__")
        return {one for one in {item.path for item in self._session.items} if module in one.read_text()}

    def _chosen(self, path: Path, tests: set[str]) -> list[pytest.Item]:
        """Return tests for as long as a mutant may take: those in files that name its module, then the quickest."""
        items, near = [item for item in self._session.items if item.nodeid in tests], self._near(path)
        items.sort(key=lambda item: (item.path not in near, self._seconds[item.nodeid]))
        passed = accumulate(self._seconds[item.nodeid] for item in items)
        return [item for item, seconds in zip(items, passed, strict=True) if seconds < MOST_SECONDS] or items[:1]

    def _longest(self, items: list[pytest.Item]) -> float:
        return MOST_SECONDS + SLOWER * sum(self._seconds[item.nodeid] for item in items)

    def _fail_in_fork(self, path: Path, changed: tuple[CodeType, CodeType], items: list[pytest.Item]) -> bool:
        def run() -> int:
            replace(path, changed)
            return _run(self._session, items)

        return _in_fork(run, self._longest(items)) != 0

    def fail_afresh(self, items: list[pytest.Item], *options: str) -> bool:
        """Return whether tests fail in a new process."""
        names = (item.nodeid for item in items)
        given = dict.fromkeys(one if self.has_plain_names else one.partition("[")[0] for one in names)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *options, *given]
        env = {name: value for name, value in os.environ.items() if name != "MUTANTS"}
        env |= {"PYTHONPATH": str(self._root / "src")}

        def run() -> int:
            return subprocess.run(command, cwd=self._root, env=env, capture_output=True).returncode

        return _in_fork(run, self._longest(items)) != 0


def changed_function(path: Path, before: bytes, after: bytes) -> tuple[CodeType, CodeType] | None:
    """Return the code of the outermost function that differs between two versions of a file, before and after.

    None if something outside of functions differs, too.
    """
    try:
        return _difference(*(compile(source, str(path), "exec", dont_inherit=True) for source in (before, after)))
    except SyntaxError:
        return None


def _difference(old: CodeType, new: CodeType) -> tuple[CodeType, CodeType] | None:
    """Return the only function below a module or a class that differs, if nothing else does."""
    differing = [(one, other) for one, other in _pairs(old, new) if one != other]
    if len(differing) != 1 or old.co_code != new.co_code or old.co_names != new.co_names:
        return None
    if [one for one in old.co_consts if not _is_code(one)] != [one for one in new.co_consts if not _is_code(one)]:
        return None
    one, other = differing[0]
    if not one.co_flags & OPTIMIZED:
        return _difference(one, other)
    return (one, other) if one.co_freevars == other.co_freevars else None


OPTIMIZED = 1
"""The flag that the code of a function has, and the code of a class does not."""


def _is_code(value: object) -> bool:
    return isinstance(value, CodeType)


def _pairs(old: CodeType, new: CodeType) -> list[tuple[CodeType, CodeType]]:
    """Return the code of each inner function or class in two versions; nothing if their number differs."""
    inner = [[one for one in code.co_consts if isinstance(one, CodeType)] for code in (old, new)]
    return list(zip(*inner, strict=True)) if len(inner[0]) == len(inner[1]) else []


def replace(path: Path, changed: tuple[CodeType, CodeType]) -> None:
    """Give the changed code to every loaded function that has the old one, inner functions included."""
    pairs = list(_with_inner(*changed))
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == str(path):
            one.__code__ = next((new for old, new in pairs if one.__code__ == old), one.__code__)


def _with_inner(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    yield old, new
    for one, other in _pairs(old, new):
        if one != other and one.co_freevars == other.co_freevars:
            yield from _with_inner(one, other)
