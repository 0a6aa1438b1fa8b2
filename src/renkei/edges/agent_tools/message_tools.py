"""The tools of messages: sending one, and finding what was sent (section 2)."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field, JsonValue

from renkei.edges.agent_tools.tool import Answer, Tool
from renkei.engine.record import Record
from renkei.errors import DocumentError
from renkei.project.project import Project
from renkei.project.turns.session import Session
from renkei.protocol.messages import AnyMessage, MessageType, make_message
from renkei.protocol.primitives import Frozen, Priority, TupleOf
from renkei.schemas.example import example
from renkei.schemas.published import load


class SendMessage(Frozen):
    """Arguments of `send_message`."""

    type: MessageType
    """What the message does."""
    to: Annotated[TupleOf[str], Field(min_length=1)]
    """Participants or groups; `all` is everyone."""
    payload: dict[str, JsonValue]
    """The fields of that type. FREEFORM: {intent_hint, body, requires_response, urgency}."""
    context_summary: str
    """The background in one or two sentences."""
    priority: Priority = "normal"
    """`blocking`: work waits for it."""
    in_reply_to: str | None = None
    """Id of the message that it answers."""
    task_ref: str | None = None
    """Id of the contract that it is about."""


class FindMessages(Frozen):
    """Arguments of `find_messages`."""

    id: str | None = None
    """Show this message in full."""
    words: str | None = None
    """List messages that contain all these words."""
    limit: Annotated[int, Field(ge=1, le=100)] = 10
    """Most messages to list."""


def send_message(session: Session, arguments: SendMessage) -> Answer:
    """Send a message at once and return what follows from it."""
    project = session.project
    given = arguments.model_dump(mode="json", exclude_none=True)
    message = _message(project.new_header() | given | {"from": session.agent}, arguments.type)
    return sent(project, message, project.send(message))


def _message(values: dict[str, Any], kind: str) -> AnyMessage:
    try:
        return make_message(values)
    except DocumentError as error:
        right = {"example": example(load(kind))["payload"], "schema": f"renkei://schema/{kind}"}
        error.details = {**error.details, **right}
        raise


def sent(project: Project, message: AnyMessage, record: Record | None) -> dict[str, Any]:
    """Return what became of a message: its id, who owes an answer to it, the contract that it opened, warnings."""
    state = project.state
    owed = [
        {"agent": one.debtor, "reply": list(one.expects)}
        for one in project.obligations()
        if one.message_id == message.id
    ]
    warnings = [
        text
        for event in (record.events if record else ())
        if event.kind == "message_sent" and event.message.id == message.id
        for text in event.warnings
    ]
    answer: dict[str, Any] = {"id": message.id, "seq": record.seq if record else None, "owe_you_a_reply": owed}
    if message.id in state.contracts.by_message:
        answer["contract"] = state.contracts.by_message[message.id]
    return answer | ({"warnings": warnings} if warnings else {})


def find_messages(session: Session, arguments: FindMessages) -> Answer:
    """Return one message in full, those that hold some words, or the unread ones."""
    project = session.project
    if arguments.id is not None:
        return project.message_text(arguments.id)
    if arguments.words is not None:
        return {"messages": _lines(project.search(arguments.words, arguments.limit))}
    unread = [kept.message for kept in project.state.unread_of(session.agent)]
    return {"unread": len(unread), "messages": _lines(unread[: arguments.limit])}


def _lines(messages: Sequence[AnyMessage]) -> list[dict[str, Any]]:
    return [
        {
            "id": one.id,
            "type": one.type,
            "from": one.from_,
            "to": list(one.receivers),
            "at": one.timestamp,
            "priority": one.priority,
            "context_summary": one.context_summary,
        }
        for one in messages
    ]


TOOLS = (
    Tool(
        "send_message",
        "Send a typed message to teammates: tell, ask, hand over a task, answer a request. "
        "A wrong payload is refused with an example of a right one.",
        SendMessage,
        send_message,
    ),
    Tool(
        "find_messages",
        "Read a message in full by its id, or search all messages. Without arguments: your unread ones.",
        FindMessages,
        find_messages,
        reads=True,
    ),
)
