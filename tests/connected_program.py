"""Connects a program of a coding agent in a directory, and disconnects it, as the commands do."""

from pathlib import Path

from renkei.edges.coding_agents.connect import connecting, disconnecting
from renkei.edges.coding_agents.program import JoiningAgent, Program


def connect_program(program: Program, work: Path, agent: str = "ann", python: str = "python") -> bool:
    """Connect a program; return whether a file changed."""
    change = connecting(program, JoiningAgent(agent, work / ".renkei", python), work)
    change.write()
    return not change.is_empty


def disconnect_program(name: str, work: Path) -> list[str]:
    """Disconnect the program of a name; return what was kept."""
    change = disconnecting(name, work / ".renkei", work)
    assert change is not None
    change.write()
    return [one.pointer for one in change.kept]
