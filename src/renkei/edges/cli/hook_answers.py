"""Joins the tool server and the coding agents: what the server's tool for hooks answers to each program."""

from collections.abc import Callable
from pathlib import Path

from renkei.edges.coding_agents.hooks import answer
from renkei.edges.coding_agents.notes import Notes
from renkei.edges.coding_agents.programs import PROGRAMS, find_program
from renkei.edges.tool_server.hook_tool import Hook, answer_hook
from renkei.project.session import Session


def hook_answers(directory: Path) -> Callable[[Session, Hook], str]:
    """Return what the tool server of a project answers to the hooks of each program."""

    def answering(session: Session, hook: Hook) -> str:
        if hook.program not in PROGRAMS:
            return answer_hook(session, hook)
        return answer(session, find_program(hook.program), hook.event, Notes(directory, hook.session))

    return answering
