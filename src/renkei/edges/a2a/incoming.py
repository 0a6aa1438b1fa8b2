"""A message of an A2A client becomes a command of the project, once.

The command's id is made from the client's name and the message's id, so that a message that is sent again finds the
record of the first time. A message without a task is a TASK_HANDOFF, which opens a contract. A message within a task
answers what the task waits for, else it is a note to the agent.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from a2a.types import Message
from a2a.utils.errors import InvalidParamsError, UnsupportedOperationError
from pydantic import JsonValue

from renkei.acts.contracts import free_contract_id
from renkei.acts.messages import new_message
from renkei.acts.names import first_line
from renkei.edges.a2a.answering import answer_to
from renkei.edges.a2a.parts import NAMES, addresses_of, documents_of, text_of
from renkei.edges.a2a.states import STATES, TERMINAL
from renkei.edges.a2a.task import EXTENSION_KEY, Asker, context_of, find_contract, open_question
from renkei.engine import commands as c
from renkei.engine.delegation.handoff import ATTACHMENT
from renkei.errors import DuplicateCommandError
from renkei.project.acting import Acting
from renkei.project.project import Project
from renkei.protocol.derived_id import derived_id
from renkei.protocol.messages import AnyMessage
from renkei.wording.values import quote

REPLACED = ("id", "from", "to", "timestamp", "thread", "task_ref", "in_reply_to", "related_state_refs")
"""Header fields of a client's document that mean something only in the client's project."""


def receive(project: Project, asker: Asker, message: Message) -> str:
    """Do what a client's message asks for, and return the id of its task.

    Raises an A2AError, or a RenkeiError; nothing was written then.
    """
    _check(message)
    name, digest = command_id(asker, message.message_id), _fingerprint(asker, message)
    plan = _Plan(project, asker, message, name)
    try:
        done = project.do_planned(plan, actor=asker.caller, command_id=name, fingerprint=digest)
    except DuplicateCommandError:
        text = f"The message id {quote(message.message_id)} was already used for another message. Use a new one."
        raise InvalidParamsError(text, {"code": DuplicateCommandError.code}) from None
    opened = (event.contract.id for event in (done.events if done else ()) if event.kind == "contract_opened")
    return message.task_id or next(opened)


def command_id(asker: Asker, message_id: str) -> str:
    """Return the id of the command that a client's message becomes."""
    return f"a2a-{derived_id(asker.caller, message_id)}"


def _fingerprint(asker: Asker, message: Message) -> str:
    content = asker.agent.encode() + b"\n" + message.SerializeToString(deterministic=True)
    return hashlib.sha256(content).hexdigest()[:32]


def _check(message: Message) -> None:
    if not message.message_id:
        raise InvalidParamsError("The message has no `messageId`. Give each message its own.")
    if not text_of(message.parts) and next(documents_of(message.parts), None) is None:
        raise InvalidParamsError("The message has no text.")


class _Plan:
    """Plans the actions of a client's message on a state of the project."""

    def __init__(self, project: Project, asker: Asker, message: Message, name: str) -> None:
        self._project = project
        self._asker = asker
        self._message = message
        self._name = name

    def __call__(self, context: Acting) -> Sequence[c.Action]:
        """Return the actions."""
        found = [*self._follow_up(context)] if self._message.task_id else [self._hand_over(context)]
        return [self._marked(one) for one in found]

    def _marked(self, action: c.Action) -> c.Action:
        """Return a message with the id that the client gave it, and with the task that it is about."""
        if not isinstance(action, c.Send):
            return action
        extensions = {**action.message.extensions, EXTENSION_KEY: {"message_id": self._message.message_id}}
        task = action.message.task_ref or self._message.task_id
        return c.Send(action.message.model_copy(update={"extensions": extensions, "task_ref": task}))

    def _hand_over(self, context: Acting) -> c.Action:
        text, document = text_of(self._message.parts), next(documents_of(self._message.parts), None)
        given = {"type": "TASK_HANDOFF", "payload": self._task(text), "context_summary": first_line(text)}
        values = given if document is None else _own(document)
        if values.get("type") != "TASK_HANDOFF":
            kind = values.get("type") or "a message without a type"
            raise UnsupportedOperationError(
                f"A task begins with a TASK_HANDOFF, not with {kind}. To send anything else, name its task in `taskId`."
            )
        thread = self._message.context_id or self._name
        header = {"to": [self._asker.agent], "task_ref": free_contract_id(context), "thread": thread}
        return c.Send(new_message(context, values | header))

    def _task(self, text: str) -> dict[str, JsonValue]:
        return {
            "task_description": text,
            "input_artifacts": list(addresses_of(self._message.parts)),
            "expected_output": {"format": ""},
            "authority_scope": "",
            "fallback_on_failure": "",
        }

    def _follow_up(self, context: Acting) -> Sequence[c.Action]:
        contract = find_contract(self._project, self._asker, self._message.task_id)
        task, thread = contract.terms.id, context_of(self._project, contract)
        if self._message.context_id not in ("", thread):
            raise InvalidParamsError(f"The task {task} is in the context {thread!r}, not in the one that is given.")
        if STATES[contract.status] in TERMINAL:
            raise UnsupportedOperationError(f"The task {task} is {contract.status}. Send a message without `taskId`.")
        sent = self._project.conversation(thread=task)
        asked = open_question(context.state, self._asker.caller, contract, sent)
        document = next(documents_of(self._message.parts), None)
        header: dict[str, Any] = {"task_ref": task, "thread": thread, "in_reply_to": asked.id if asked else None}
        if document is not None:
            return [c.Send(new_message(context, _own(document) | {"to": [self._asker.agent]} | header))]
        text = text_of(self._message.parts)
        return [answer_to(context, asked, text) or c.Send(self._note(context, text, header))]

    def _note(self, context: Acting, text: str, header: dict[str, Any]) -> AnyMessage:
        payload = {"intent_hint": "REPLY", "body": text, "requires_response": False, "urgency": "normal"}
        values = {
            "type": "FREEFORM",
            "to": [self._asker.agent],
            "payload": payload,
            "context_summary": first_line(text),
        }
        return new_message(context, values | {key: value for key, value in header.items() if value})


def _own(document: dict[str, JsonValue]) -> dict[str, Any]:
    """Return a client's document without what means something only in the client's project."""
    found: dict[str, Any] = {name: value for name, value in document.items() if name not in REPLACED}
    extensions: Any = found.get("extensions")
    terms = extensions.get(ATTACHMENT) if isinstance(extensions, dict) else None
    if isinstance(terms, dict):
        own = {name: value for name, value in terms.items() if name not in NAMES}
        found["extensions"] = {**extensions, ATTACHMENT: own}
    return found
