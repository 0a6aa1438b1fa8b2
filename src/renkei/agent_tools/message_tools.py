"""The tools of messages: sending and finding them (section 2)."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, JsonValue, WithJsonSchema

from renkei.agent_tools.performing import given, perform
from renkei.agent_tools.tool import Answer, Tool
from renkei.engine.record import Record
from renkei.errors import DocumentError
from renkei.project.project import Project
from renkei.project.turns.session import Session
from renkei.protocol.messages import MESSAGE_CLASSES, AnyMessage, MessageType, VendorType
from renkei.protocol.primitives import Flag, Frozen, Priority, TupleOf
from renkei.schemas.example import example
from renkei.schemas.published import load

ANY_TYPE = {"type": "string", "description": f"{', '.join(MESSAGE_CLASSES)}, or a vendor's."}
"""The schema of a type as models read it: one text, which costs fewer tokens than two alternatives."""

MessageAct = Literal["send", "post", "reply", "decide", "waive"]


class SendMessage(Frozen):
    """Arguments of `send_message`."""

    act: MessageAct = "send"
    """send: type, to, payload, context_summary; post: body, to; reply: in_reply_to, body; decide: decision_id,
    chosen_option, rationale; waive replies owed to your message: message_id."""
    type: Annotated[MessageType | VendorType | None, WithJsonSchema(ANY_TYPE)] = None
    to: TupleOf[str] | None = None
    """Participants or groups; `all` is everyone."""
    payload: dict[str, JsonValue] | None = None
    """The fields of that type. FREEFORM: {intent_hint, body, requires_response, urgency}."""
    context_summary: str | None = None
    """The background in one or two sentences."""
    priority: Priority | None = None
    """`blocking`: work waits for it."""
    in_reply_to: str | None = None
    """Id of the message that it answers."""
    task_ref: str | None = None
    """Id of its contract."""
    body: str | None = None
    requires_response: Flag | None = None
    decision_id: str | None = None
    chosen_option: str | None = None
    rationale: str | None = None
    message_id: str | None = None
    debtor: str | None = None


class FindMessages(Frozen):
    """Arguments of `find_messages`."""

    id: str | None = None
    words: str | None = None
    """List messages with all these words or from:ID."""
    limit: Annotated[int, Field(ge=1, le=100)] = 10


def send_message(session: Session, arguments: SendMessage) -> Answer:
    """Send a message at once and return what follows from it."""
    values = given(arguments)
    try:
        record, _ = perform(session, arguments.act, {"message": values} if arguments.act == "send" else values)
    except DocumentError as error:
        if arguments.act == "send" and arguments.type in MESSAGE_CLASSES:
            right = {"example": example(load(arguments.type))["payload"], "schema": f"renkei://schema/{arguments.type}"}
            error.details = {**error.details, **right}
        raise
    return sent(session.project, record)


def sent(project: Project, record: Record | None) -> dict[str, Any]:
    """Return the result of sending a message: its id, who owes an answer, the contract that it opened, warnings."""
    events = record.events if record else ()
    told = next((event for event in events if event.kind == "message_sent"), None)
    answer: dict[str, Any] = {"seq": record.seq if record else None}
    if told is None:
        return answer
    name, contracts = told.message.id, project.state.contracts.by_message
    owed = [
        {"agent": one.debtor, "reply": list(one.expects)} for one in project.obligations() if one.message_id == name
    ]
    answer = {"id": name} | answer | {"owe_you_a_reply": owed}
    if name in contracts:
        answer["contract"] = contracts[name]
    return answer | ({"warnings": list(told.warnings)} if told.warnings else {})


def find_messages(session: Session, arguments: FindMessages) -> Answer:
    """Return one message in full, messages that contain some words, or the unread ones."""
    project = session.project
    if arguments.id is not None:
        return project.message_text(arguments.id)
    if arguments.words is not None:
        return {"messages": _lines(project.search(arguments.words, arguments.limit, session.agent))}
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
        acts=get_args(MessageAct),
    ),
    Tool(
        "find_messages",
        "Read a message in full by its id, or search all messages. Without arguments: your unread ones.",
        FindMessages,
        find_messages,
        reads=True,
    ),
)
