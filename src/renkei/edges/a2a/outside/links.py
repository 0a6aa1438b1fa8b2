"""Which task of an outside agent belongs to which request, read from the log.

Every message that an outside agent sends in the project has an extension with its task. The newest one of a
conversation says where the conversation continues.
"""

from renkei.contracts.state import Contract
from renkei.edges.a2a.task import EXTENSION_KEY
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.protocol.derived_id import derived_id
from renkei.protocol.messages import AnyMessage
from renkei.protocol.replies import subject

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


def contract_of(state: State, message: AnyMessage) -> Contract | None:
    """Return the contract that a message opened or is about; None for any other message."""
    found = (state.contracts.find(one) for one in (message.id, message.task_ref, subject(message)))
    return next((one for one in found if one is not None), None)


def link_of(project: Project, agent: str, message: AnyMessage) -> TaskLink | None:
    """Return the task of the conversation that a message belongs to; None if no task has begun."""
    contract = contract_of(project.state, message)
    names = (contract.terms.id if contract else None, message.id, message.in_reply_to)
    for name in filter(None, names):
        for one in reversed(project.conversation(thread=name, limit=RECENT)):
            found = link_in(one.message) if one.message.from_ == agent else None
            if found is not None:
                return found
    return None


def open_requests(project: Project, agent: str) -> list[AnyMessage]:
    """Return the messages that an outside agent still has to answer, the oldest first."""
    state = project.state
    owed = [one.message_id for one in state.owed_by(agent)]
    working = [one.message_id for one in state.contracts.of(agent) if one.status in ("in_progress", "blocked")]
    names = dict.fromkeys(one for one in (*owed, *working) if one is not None)
    return [project.find_message(one) for one in names]


def marked(action: c.Action, link: TaskLink) -> c.Action:
    """Return an action whose message names its task."""
    if not isinstance(action, c.Send):
        return action
    extension = {"task": link.task, "context": link.context}
    extensions = {**action.message.extensions, EXTENSION_KEY: extension}
    return c.Send(action.message.model_copy(update={"extensions": extensions}))


def command_id(*parts: str) -> str:
    """Return the id of what an outside agent does for the first time because of some facts."""
    return f"a2a-{derived_id(*parts)}"
