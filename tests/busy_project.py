"""A project with many records, for tests of storage commands."""

from pathlib import Path

from renkei import open as open_project
from renkei.board.decide import Write
from team import small_team


def busy(directory: Path, changes: int = 120) -> None:
    """Create a project in `.renkei` of a directory and change its goal many times."""
    with small_team(directory / ".renkei") as project:
        for n in range(changes):
            project.do(Write("/goal", f"goal {n}"))


def records(directory: Path) -> list[object]:
    """Return all records of the project in a directory."""
    with open_project(directory) as project:
        return list(project.records())
