"""Which task of an outside agent belongs to which request, read from the log.

Every message that an outside agent sends in the project has an extension with its task. The newest one of a
conversation says where the conversation goes on.
"""

import hashlib

from renkei.edges.a2a.task import EXTENSION_KEY
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage

RECENT = 50
"""Records of a conversation in which its task is looked for, the newest ones."""


@frozen
class TaskLink:
    """A task of an outside agent, and its context there."""

    task: str
    context: str


def link_in(message: AnyMessage) -> TaskLink | None:
    """Return the task in a message of an outside agent; None if it names none."""
    found = message.extensions.get(EXTENSION_KEY)
    if not isinstance(found, dict) or not isinstance(found.get("task"), str):
        return None
    return TaskLink(str(found["task"]), str(found.get("context", "")))


def link_of(project: Project, agent: str, message: AnyMessage) -> TaskLink | None:
    """Return the task of the conversation that a message belongs to; None if no task has begun."""
    contract = project.state.contracts.find(message.id)
    names = (contract.terms.id if contract else None, message.task_ref, message.id, message.in_reply_to)
    for name in filter(None, names):
        for one in reversed(project.conversation(thread=name, limit=RECENT)):
            found = link_in(one.message) if one.message.from_ == agent else None
            if found is not None:
                return found
    return None


def open_requests(state: State, agent: str) -> list[AnyMessage]:
    """Return the messages that an outside agent still has to answer, the oldest first."""
    owed = [one.message_id for one in state.owed_by(agent)]
    working = [one.message_id for one in state.contracts.of(agent) if one.status in ("in_progress", "blocked")]
    names = dict.fromkeys(one for one in (*owed, *working) if one is not None and one in state.messages)
    return [state.messages[one].message for one in names]


def marked(action: c.Action, link: TaskLink) -> c.Action:
    """Return an action whose message names its task."""
    if not isinstance(action, c.Send):
        return action
    extension = {"task": link.task, "context": link.context}
    extensions = {**action.message.extensions, EXTENSION_KEY: extension}
    return c.Send(action.message.model_copy(update={"extensions": extensions}))


def command_id(*parts: str) -> str:
    """Return the id of what an outside agent does for the first time because of some facts."""
    name = hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
    return f"a2a-{name[:32]}"
