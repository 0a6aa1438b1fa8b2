"""Changes references all at once, and only if each still has the value that it had."""

import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Timer

from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository.git import TIMEOUT_SECONDS, Git


class ReferenceMovedError(WorkspaceError):
    """A reference cannot be changed: another process moved or locked it."""


@contextmanager
def prepared(git: Git, changes: Sequence[str], reason: str) -> Iterator[Callable[[], None]]:
    """Lock references and check their old values; yield the function that changes them.

    `changes` are lines of `git update-ref --stdin`. Until the block ends, no other git can move these references. If it
    ends without a call, or this process dies, they stay as they are. Raises ReferenceMovedError or WorkspaceError.
    """
    pipe = subprocess.PIPE
    with git.started("update-ref", "-m", reason, "--stdin", stdin=pipe, stderr=subprocess.STDOUT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        given, said = process.stdin, process.stdout
        timer = Timer(TIMEOUT_SECONDS, process.kill)

        def expect(sent: Sequence[str], answer: str) -> None:
            with suppress(BrokenPipeError):  # what it said before says why
                given.write("".join(f"{one}\n" for one in sent).encode())
                given.flush()
            line = said.readline().decode(errors="replace").strip()
            if line != answer:
                problem = f"git cannot move the branch: {line.removeprefix('fatal: ') or 'it was ended'}"
                raise ReferenceMovedError(problem=problem, hint="Try again.")

        timer.start()
        try:
            expect(["start"], "start: ok")
            expect([*changes, "prepare"], "prepare: ok")
            yield lambda: expect(["commit"], "commit: ok")
        finally:
            timer.cancel()
            with suppress(BrokenPipeError):
                given.close()
            process.wait()
