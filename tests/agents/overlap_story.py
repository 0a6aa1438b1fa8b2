"""A story for every coding agent: it edits a line that another agent has changed, and runs a command that edits a file.

The other agent is the test. It checks what is recorded, and that the model is notified with the result of its edit.
"""

import subprocess
from pathlib import Path

import renkei
from renkei import Project
from renkei.files.model import FileChange
from team import work

PROMPT = "Please begin."
TEXT = "".join(f"line {number}\n" for number in range(1, 11))
OLD, NEW = "line 3", "my own line"
COMMAND = "echo hello > made.py"

RECORDED = {"app.py": ("edited", (3, 3)), "made.py": ("added", (1, 1))}
"""The changes recorded in the end."""


def new_overlap(directory: Path) -> Project:
    """Return a project in a repository, in which `guest` has changed a line of a file and `backend` has begun work."""
    (directory / "app.py").write_text(TEXT)
    for arguments in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "begin")):
        names = ("-c", "user.name=p", "-c", "user.email=p@p.invalid")
        subprocess.run(["git", *names, *arguments], cwd=directory, check=True)
    joins = [renkei.Join("lead", "planning", False, True), renkei.Join("backend", "backend"), renkei.Join("guest")]
    project = renkei.create(directory / ".renkei", "shop", "Users can log in", members=joins)
    for agent in ("backend", "guest"):
        project.do(work(f"of-{agent}", assignee=agent))
        project.start(f"of-{agent}", actor=agent)
    project.record_changes([FileChange(path="app.py", lines=((3, 3),))], actor="guest")
    return project


def recorded(project: Project) -> dict[str, tuple[object, ...]]:
    """Return the recorded changes of the program's agent."""
    found = project.state.files.changes_of("backend", "of-backend").values()
    return {one.path: (one.kind, *one.lines) for one in found}
