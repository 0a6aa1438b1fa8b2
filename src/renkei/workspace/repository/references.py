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
        timer = Timer(TIMEOUT_SECONDS, process.kill)

        timer.start()
        try:
            expect(process, ["start"], "start: ok")
            expect(process, [*changes, "prepare"], "prepare: ok")
            yield lambda: expect(process, ["commit"], "commit: ok")
        finally:
            timer.cancel()
            with suppress(BrokenPipeError):
                process.stdin.close()
            process.wait()


def expect(process: "subprocess.Popen[bytes]", sent: Sequence[str], answer: str) -> None:
    """Send lines to git, and raise ReferenceMovedError if it says something else than the answer."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError):  # what it said before says why
        process.stdin.write("".join(f"{one}\n" for one in sent).encode())
        process.stdin.flush()
    line = process.stdout.readline().decode(errors="replace").strip()
    if line != answer:
        problem = f"git cannot move the branch: {line.removeprefix('fatal: ') or 'it was ended'}"
        raise ReferenceMovedError(problem=problem, hint="Try again.")
