"""Joins the tool server and the coding agents: the server's tool for hooks answers each program in its format."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from renkei.edges.coding_agents.changes import SessionChanges
from renkei.edges.coding_agents.edits import read_call
from renkei.edges.coding_agents.hook_socket import Question, answering
from renkei.edges.coding_agents.hooks import answer, at_seat_taken
from renkei.edges.coding_agents.notes import Notes
from renkei.edges.coding_agents.program import PROGRAMS, find_program
from renkei.edges.coding_agents.seat import taken_since
from renkei.edges.tool_server.hook_tool import Hook, answer_hook
from renkei.project.turns.session import Session

QUESTIONED = ("event", "program", "session", "tool", "input", "output", "call", "directory")
"""The fields that a hook that is a command sends to the tool server."""


def hook_answers(directory: Path) -> Callable[[Session, Hook], str]:
    """Return what the tool server of a project answers to the hooks of each program."""
    changes: dict[str, SessionChanges] = {}

    def answers(session: Session, hook: Hook) -> str:
        if hook.program not in PROGRAMS:
            return answer_hook(session, hook)
        own = changes.setdefault(session.agent, SessionChanges(session.project, session.agent))
        call = read_call(hook.tool, hook.input, hook.output, hook.directory, hook.call) if hook.tool else None
        return answer(session, find_program(hook.program), hook.event, Notes(directory, hook.session), own, call)

    return answers


def hooks_by_socket(directory: Path) -> Callable[[Session], AbstractContextManager[None]]:
    """Return what answers the hooks that are commands while the tool server of a session runs."""
    answers = hook_answers(directory)

    def beside(session: Session) -> AbstractContextManager[None]:
        def answer_one(question: Question) -> str:
            hook = Hook(**{name: question.get(name, "") for name in QUESTIONED})
            asking = question.get("process", "")  # the plugin's process is the program's
            since = taken_since(directory, session.agent, [int(asking)] if asking.isdecimal() else ())
            if since is not None and hook.program in PROGRAMS:
                locale, program = session.project.state.locale, find_program(hook.program)
                return at_seat_taken(locale, program, hook.event, session.agent, since)
            return answers(session, hook)

        return answering(directory, session.agent, answer_one)

    return beside
