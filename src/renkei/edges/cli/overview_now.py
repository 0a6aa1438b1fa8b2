"""The overview of an open project, with what stands beside its log: connected programs, edits of the board."""

from typing import Any

from renkei.edges.cli.board_edits import unapplied
from renkei.edges.cli.connected import connected_programs
from renkei.edges.cli.overview import overview
from renkei.edges.cli.project_directory import project_directory
from renkei.project.project import Project
from renkei.store.layout import Layout


def overview_now(project: Project, now: str) -> dict[str, Any]:
    """Return what the screen shows of a project at a time."""
    state, directory = project.state, project_directory()
    return overview(state, now, connected_programs(directory), unapplied(Layout(directory), state.board))
