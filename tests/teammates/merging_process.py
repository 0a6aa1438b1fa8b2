"""Merge accepted work, each time in a new process, which kills itself at a chosen point.

    python merging_process.py DIRECTORY REPOSITORY

The points are before each call of git and each record, and the end. Each line of the input is the number of the point,
or 0 for none. For each, prints how many points there were, if the process came to its end, and its exit status. The
processes are forks, so that each begins at once.
"""

import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

import renkei
from renkei.edges.team.team_file import MemberFile, TeamFile, WorkspaceFile
from renkei.edges.team.workspaces import Workspaces
from renkei.workspace.repository import references
from renkei.workspace.repository.git import Git


def merge(directory: Path, repository: Path, kill: int) -> int:
    """Merge, and return the number of points."""
    count = 0

    def point() -> None:
        nonlocal count
        count += 1
        if count == kill:
            os.kill(os.getpid(), signal.SIGKILL)

    def after_point(real: Any) -> Any:
        def called(*given: Any, **more: Any) -> Any:
            point()
            return real(*given, **more)

        return called

    Git.call = after_point(Git.call)  # type: ignore[method-assign]
    references.expect = after_point(references.expect)
    project = renkei.open(directory)
    project.log.append = after_point(project.log.append)  # type: ignore[method-assign]
    settings = WorkspaceFile(path=str(repository), kind="worktree")
    team = Workspaces(project, TeamFile(goal="g", lead=MemberFile(id="lead"), workspace=settings))
    for one in ("ann", "bob"):
        team.directory(MemberFile(id=one))
    team.merges.settle()
    point()
    project.close()
    return count


def main(directory: Path, repository: Path) -> None:
    """Let a process merge for each line of the input."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            status = 1
            try:
                print(merge(directory, repository, int(line)), end=" ", flush=True)
                status = 0
            except Exception:
                traceback.print_exc()
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
