"""A running team whose members are scripted coding agents."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import renkei
from renkei.acp.activity import ToolActivity
from renkei.edges.team.team import Team
from renkei.edges.team.team_file import TeamFile
from scripted_coding_agent import Scripted
from team import handoff
from teammates.watching import FAST, tell, until

Make = Callable[..., Scripted]


class Fleet:
    """A running team whose lead and member `ben` are scripted agents."""

    def __init__(
        self, tmp_path: Path, ben: Scripted, lead: Scripted, permissions: Sequence[Any] = (), **member: Any
    ) -> None:
        self.workspace = tmp_path / "w"
        self.workspace.mkdir(exist_ok=True)
        self.project = renkei.create(tmp_path / "p", "shop", "g")
        self.file = TeamFile.model_validate(
            {
                "goal": "g",
                "lead": {"id": "lead", "agent": lead.command},
                "members": [{"id": "ben", "agent": ben.command, **member}],
                "workspace": {"path": str(self.workspace)},
                "permissions": permissions,
            }
        )
        self.activities: list[tuple[str, ToolActivity]] = []
        self.team = self.new_team()

    def new_team(self) -> Team:
        return Team(self.project, self.file, pauses=FAST, on_activity=lambda *one: self.activities.append(one))

    def ask(self, text: str, to: str = "ben") -> str:
        """Ask a member, wait until it has answered, and return the answer."""
        asked = tell(self.project, to, text, expected_response_type=["FREEFORM"])
        until(self.project, lambda: not self.project.state.owed_by(to) and to not in self.project.state.turns)
        return str(self.project.conversation(thread=asked)[-1].message.payload.body)

    def give(self, text: str, name: str = "WORK") -> None:
        """Hand work to ben."""
        self.project.send(self.project.message("lead", handoff(text), "ben", "high", text, id=name))

    def open_decisions(self) -> list[str]:
        """Return the decisions that wait for the person."""
        board = self.project.state.board
        found = board.ids("pending_decisions")
        return [one for one in found if board.get(f"/pending_decisions/{one}/status") == "open"]


@contextmanager
def running(fleet: Fleet) -> Iterator[Team]:
    try:
        fleet.team.start(goal=False)
        yield fleet.team
    finally:
        fleet.team.close()
        fleet.project.close()
