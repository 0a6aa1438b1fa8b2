"""A team in a process of its own, which kills itself at a chosen record, or inside a tool.

    python team_process.py DIRECTORY URL KILL

KILL is the number of records after which the process dies, `tool` for the middle of a call with an effect, or `never`.
The effect is a line in the file `effects` of the directory.
"""

import os
import signal
import sys
from pathlib import Path

import anthropic

import renkei
from renkei import Project
from renkei.agent_tools.tool import Tool
from renkei.edges.team.models.claude import ClaudeModel
from renkei.edges.team.team import Team
from renkei.edges.team.team_file import TeamFile
from renkei.edges.team.tools import toolbox
from renkei.engine import commands as c
from renkei.protocol.primitives import Frozen
from renkei.testing import log_faults
from team import work

FILE = {"goal": "Reach the goal.", "lead": {"id": "lead"}, "members": [{"id": "ann", "role": "backend"}]}


class Nothing(Frozen):
    """No arguments."""


def opened(directory: Path) -> Project:
    """Return the project, which is made in one record at the first time."""
    if (directory / "p").exists():
        return renkei.open(directory / "p")
    project = renkei.create(directory / "p", "shop", "a goal")
    project.do(c.Join("lead", "lead", lead=True), work("api", roles=["backend"]))
    return project


def die() -> None:
    """Die without a chance to put anything in order."""
    os.kill(os.getpid(), signal.SIGKILL)


def main(directory: Path, url: str, kill: str) -> None:
    """Run the team until it is done or dead, and print what the lead reports."""
    project = opened(directory)
    effects = directory / "effects"

    def write(session: object, arguments: object) -> str:
        with effects.open("a") as file:
            file.write("built\n")
        if kill == "tool":
            die()
        return "WROTE"

    def read(session: object, arguments: object) -> str:
        return "LINES:" + (effects.read_text() if effects.exists() else "")

    tools = (Tool("build", "Build it.", Nothing, write), Tool("look", "Look at it.", Nothing, read, reads=True))
    toolbox.TABLE = (*toolbox.TABLE, lambda team: tools)
    client = anthropic.Anthropic(base_url=url, api_key="test", max_retries=0)
    team = Team(project, TeamFile.model_validate(FILE), find_model=lambda name: ClaudeModel(name, client=client))
    with log_faults(project) as faults:
        if kill.isdigit():
            faults.kill(at=int(kill))
        print(team.run(), project.state.seq, flush=True)
    project.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
