"""Lets five teammates change one repository at the same time, twice: without the radar and with it."""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import renkei
from renkei.edges.team.models.model import Model, ModelAnswer, ModelRequest, ToolCall, ignore_text
from renkei.edges.team.models.script_file import Scene, read_script
from renkei.edges.team.models.scripted import ScriptedModels
from renkei.edges.team.team_file import TeamFile, read_team

HERE = Path(__file__).parent
TASKS = 5
WRITES = ("write_file", "edit_file")
FIRST = {"dee": "cho"}
"""Member → the member that must write before it, so that every run is the same."""

LONGEST = 60.0
"""Seconds that a model waits for another at most."""


def main() -> int:
    """Play the team twice and print both outcomes; an argument is the directory in which it works."""
    place = Path(sys.argv[1]) if sys.argv[1:] else Path(tempfile.mkdtemp(prefix="shared-files-"))
    outcomes = {}
    for name, radar in (("without the radar", False), ("with the radar", True)):
        print(f"Five teammates work {name} …", flush=True)
        outcomes[name] = play(place / name.replace(" ", "-"), radar=radar)
    show(outcomes)
    print(f"\nThe repositories and the logs are in {place}. Try `renkei log --file shop/prices.py` in one of them.")
    return 0 if all(one["result"] == "as it should be" for one in outcomes.values()) else 1


def play(place: Path, *, radar: bool) -> dict[str, Any]:
    """Run the team on a new repository and return what became of it."""
    shutil.copytree(HERE / "app", place / "app", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HERE / "team.yaml", place)
    (place / "app" / ".gitignore").write_text("__pycache__\n")
    for line in ("init --quiet --initial-branch=main", "add --all", "commit --quiet --message begin"):
        git(place / "app", *line.split())
    script, file = read_script(HERE / "script.yaml"), read_team(place / "team.yaml")
    if not radar:
        script = {name: tuple(map(without_paths, scenes)) for name, scenes in script.items()}
        file = file.model_copy(update={"files": file.files.model_copy(update={"radar": False})})
    workspace = file.workspace.model_copy(update={"path": str(place / "app")})
    with renkei.create(place / ".renkei", "shop") as project, ScriptedModels(script) as models:
        pace = Pace(project, file)
        team = file.model_copy(update={"workspace": workspace})
        renkei.Team(project, team, find_model=lambda name: Paced(name, models.find_model(name), pace)).run()
        return outcome(project, place / "app")


def git(directory: Path, *arguments: str) -> None:
    """Run git as the person of the example."""
    author = ("-c", "user.name=you", "-c", "user.email=you@example.org")
    subprocess.run(["git", *author, *arguments], cwd=directory, check=True)  # noqa: S603, S607


def without_paths(scene: Scene) -> Scene:
    """Return a scene whose tasks do not say which files they change."""
    replies = [
        one.model_copy(update={"arguments": {name: value for name, value in one.arguments.items() if name != "paths"}})
        for one in scene.then
    ]
    return scene.model_copy(update={"then": tuple(replies)})


def outcome(project: renkei.Project, app: Path) -> dict[str, Any]:
    """Return the figures of a run."""
    events = [event for record in project.records() for event in record.events]
    closed = [project.find_contract(f"task-{number}").status for number in range(1, TASKS + 1)]
    returned = [one for one in events if one.kind == "contract_transitioned" and one.transition == "rework"]
    noticed = [one for event in events if event.kind == "files_changed" for one in event.overlaps]
    command = [sys.executable, "check.py"]
    checked = subprocess.run(command, cwd=app, capture_output=True, text=True, check=False)  # noqa: S603
    return {
        "tasks merged": closed.count("completed"),
        "conflicts at the merge": len(returned),
        "overlaps noticed before": len(noticed),
        "turns": project.state.turns_spent,
        "tokens": project.state.tokens_spent,
        "result": checked.stdout.strip() or checked.stderr.strip().splitlines()[-1],
    }


def show(outcomes: Mapping[str, Mapping[str, Any]]) -> None:
    """Print the outcomes side by side."""
    rows = list(next(iter(outcomes.values())))
    print("\n" + " " * 26 + "".join(f"{name:>22}" for name in outcomes))
    for row in rows:
        values = (f"{value:,}" if isinstance(value := one[row], int) else value for one in outcomes.values())
        print(f"{row:<26}" + "".join(f"{value:>22}" for value in values))


class Pace:
    """Lets scripted models work at the same speed, as real ones do that think for a minute each.

    A member submits only when every member that can work has written its files.
    """

    def __init__(self, project: renkei.Project, team: TeamFile) -> None:
        self._project = project
        self._members = [one.id for one in team.members]
        self.written: set[str] = set()

    def before(self, member: str, calls: Sequence[ToolCall]) -> None:
        """Wait until it is time for a member's calls."""
        for one in calls:
            if one.name in WRITES and member in FIRST:
                self._wait(lambda: FIRST[member] in self.written)
            elif one.name == "TaskUpdate" and one.arguments.get("status") == "completed":
                self._wait(self._have_all_written)

    def _have_all_written(self) -> bool:
        state = self._project.state
        busy = [one.assignee for one in state.contracts.entries.values() if one.status in ("claimed", "in_progress")]
        can_begin = any(self._project.ready(one) for one in self._members)
        return len(state.contracts.entries) == TASKS and not can_begin and self.written.issuperset(busy)

    def _wait(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + LONGEST
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("another member did not write its files in time")
            self._project.wait(self._project.state.seq, 0.05)


@dataclass
class Paced(Model):
    """A scripted model of one member."""

    name: str
    model: Model
    pace: Pace
    has_written: bool = False

    def answer(self, request: ModelRequest, on_text: Callable[[str], None] = ignore_text) -> ModelAnswer:
        """Return the scripted answer when it is time for it."""
        if self.has_written:
            self.pace.written.add(self.name)
        answer = self.model.answer(request, on_text)
        self.pace.before(self.name, answer.calls)
        self.has_written = any(one.name in WRITES for one in answer.calls)
        return answer


if __name__ == "__main__":
    sys.exit(main())
