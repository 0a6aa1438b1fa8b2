"""A task of A2A, computed from the log: the contract that its client delegated, and the messages about it.

Nothing about tasks is stored beside the log. The id of a task is that of its contract, and its context is the thread of
the hand-over. So a task is the same after the server was killed, and on another machine of the project.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from a2a.types import Artifact, Message, Role, Task, TaskState, TaskStatus
from a2a.utils.errors import TaskNotFoundError

from renkei.contracts.state import Contract
from renkei.edges.a2a.parts import EXTENSION, contract_part, parts_of
from renkei.edges.a2a.states import STATES, TERMINAL
from renkei.engine.state import State
from renkei.errors import UnknownContractError, UnknownMessageError
from renkei.immutable.frozen import frozen
from renkei.project.conversation import SentMessage
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage, TaskHandoffMessage, TaskResultMessage, payload_field
from renkei.wording.values import quote

HISTORY = 200
"""Most records whose messages are in a task's history, the newest ones."""

EXTENSION_KEY = "a2a"
"""The extension of a message that came from a client, with the id that the client gave it."""


@frozen
class Asker:
    """The sender of a request: the participant, the agent that it talks to, and whether it speaks the extension."""

    caller: str
    agent: str
    typed: bool = False


@frozen
class View:
    """A task at a record of the log. `progress` are the ids of the agent's messages that only report progress."""

    task: Task
    seq: int
    progress: frozenset[str] = frozenset()

    @property
    def state(self) -> TaskState:
        """The state of the task."""
        return self.task.status.state


def find_contract(project: Project, asker: Asker, task_id: str) -> Contract:
    """Return the contract of a task; raises TaskNotFoundError also for a task of another client or agent."""
    try:
        found = project.find_contract(task_id)
        handoff = project.find_message(found.message_id or "")
    except (UnknownContractError, UnknownMessageError):
        raise _not_found(task_id) from None
    is_own = handoff.from_ == asker.caller and asker.agent in handoff.receivers
    if found.terms.id != task_id or not is_own or not isinstance(handoff, TaskHandoffMessage):
        raise _not_found(task_id)
    return found


def _not_found(task_id: str) -> TaskNotFoundError:
    return TaskNotFoundError(
        f"You have no task {quote(task_id)} with this agent. ListTasks returns those that you have."
    )


def view_of(project: Project, asker: Asker, task_id: str) -> View:
    """Return a client's task; raises TaskNotFoundError."""
    state = project.state  # first, so that nothing of the task is older than its seq
    contract = find_contract(project, asker, task_id)
    sent = [one for one in project.conversation(thread=task_id, limit=HISTORY) if _concerns(one, asker)]
    question = open_question(state, asker.caller, contract, sent)
    history = [_message(one.message, contract, asker) for one in sent]
    results = [one.message for one in sent if isinstance(one.message, TaskResultMessage)]
    task_state = state_of(contract, question)
    said = question or next((one.message for one in reversed(sent) if one.message.from_ != asker.caller), None)
    task = Task(
        id=contract.terms.id,
        context_id=context_of(project, contract),
        status=TaskStatus(state=task_state, message=_message(said, contract, asker) if said else None),
        artifacts=[_artifact(results[-1], contract, asker)] if results else [],
        history=history,
    )
    task.status.timestamp.FromJsonString(_time(project, contract, sent))
    told = {one.id for one in results}
    return View(task, state.seq, frozenset(one.message_id for one in history if one.role == Role.ROLE_AGENT) - told)


def _concerns(one: SentMessage, asker: Asker) -> bool:
    return asker.caller in (one.message.from_, *one.recipients)


def _time(project: Project, contract: Contract, sent: Sequence[SentMessage]) -> str:
    moved = project.record(max(contract.moved, contract.seq)).at
    return max(moved, *(one.at for one in sent[-1:])) if sent else moved


def state_of(contract: Contract, question: AnyMessage | None) -> TaskState:
    """Return the state of a task whose client still has to answer a question, or nothing."""
    state = STATES[contract.status]
    return state if question is None or state in TERMINAL else TaskState.TASK_STATE_INPUT_REQUIRED


def open_question(state: State, caller: str, contract: Contract, sent: Sequence[SentMessage]) -> AnyMessage | None:
    """Return the message about a task that waits for its client: an obligation, else a block not answered yet."""
    if contract.closed:
        return None
    known = {one.message.id: one.message for one in sent}
    about = {contract.terms.id, *known}
    for owed in state.owed_by(caller):
        asked = state.messages[owed.message_id].message
        if owed.message_id in known or owed.subject in about or asked.in_reply_to in about:
            return asked
    newest = next((one.message for one in reversed(sent) if _answers_block(one.message, caller)), None)
    is_blocked = contract.status == "blocked" and newest is not None and newest.from_ != caller
    return newest if is_blocked else None


def _answers_block(message: AnyMessage, caller: str) -> bool:
    return (
        message.from_ == caller or message.type == "TASK_BLOCKED" or payload_field(message, "new_status") == "blocked"
    )


def context_of(project: Project, contract: Contract) -> str:
    """Return the context of a task: the thread of its hand-over, else the hand-over itself."""
    handoff = project.find_message(contract.message_id or "")
    return handoff.thread or handoff.id


def original_id(message: AnyMessage) -> str:
    """Return the id that a client gave its message, else the id in the project."""
    given = message.extensions.get(EXTENSION_KEY)
    name = given.get("message_id") if isinstance(given, dict) else None
    return name if isinstance(name, str) else message.id


def _message(message: AnyMessage, contract: Contract, asker: Asker) -> Message:
    return Message(
        message_id=original_id(message),
        task_id=contract.terms.id,
        role=Role.ROLE_USER if message.from_ == asker.caller else Role.ROLE_AGENT,
        parts=parts_of(message, typed=asker.typed),
        extensions=[EXTENSION] if asker.typed else [],
    )


def _artifact(result: TaskResultMessage, contract: Contract, asker: Asker) -> Artifact:
    parts = parts_of(result, typed=asker.typed)
    if asker.typed:
        parts.append(contract_part(contract))
    return Artifact(
        artifact_id=f"{contract.terms.id}-result",
        name=contract.terms.id,
        parts=parts,
        extensions=[EXTENSION] if asker.typed else [],
    )


def task_ids(project: Project, asker: Asker, most: int) -> Iterator[str]:
    """Yield the ids of a client's tasks with an agent, the newest first, at most so many."""
    yield from islice(_task_ids(project, asker), most)


def _task_ids(project: Project, asker: Asker) -> Iterator[str]:
    before: int | None = None
    while page := project.conversation(between=(asker.caller, asker.agent), before=before):
        before = page[0].seq
        for one in reversed(page):
            message = one.message
            if isinstance(message, TaskHandoffMessage) and message.from_ == asker.caller:
                contract = project.state.contracts.find(message.id) or _closed(project, message)
                if contract is not None and contract.message_id == message.id:
                    yield contract.terms.id


def _closed(project: Project, message: TaskHandoffMessage) -> Contract | None:
    try:
        return project.find_contract(message.task_ref or message.id)
    except UnknownContractError:
        return None
