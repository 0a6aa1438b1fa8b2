"""Merge accepted work in a separate process, which kills itself at a chosen point.

    python merging_process.py DIRECTORY REPOSITORY KILL

The points are before each call of git and each record, and the end. KILL is the number of the point, or 0 for none.
Prints how many points there were.
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

import renkei
from renkei.edges.team.team_file import MemberFile, TeamFile, WorkspaceFile
from renkei.edges.team.workspaces import Workspaces
from renkei.workspace.repository import references
from renkei.workspace.repository.git import Git


def main(directory: Path, repository: Path, kill: int) -> None:
    """Merge, and print the number of points."""
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
    print(count)
    project.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
