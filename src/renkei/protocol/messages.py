"""Messages: the common header, one class a type, and the union that `type` discriminates (section 2).

`parse_message` is the way in for bytes of JSON. A message is never changed after it was made; what the runtime fills
in (id, sender, time) it fills in before.
"""

from collections.abc import Mapping
from functools import cache
from math import isfinite
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    JsonValue,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

from renkei.documents.explain import explain
from renkei.documents.json_reader import read_json
from renkei.documents.source import Source, SourceError, decode
from renkei.errors import BadValueError, DocumentError, Problem
from renkei.protocol import payloads
from renkei.protocol.primitives import Frozen, Id, Priority, Ref, Timestamp

MessageType = Literal[
    "TASK_HANDOFF",
    "TASK_RESULT",
    "TASK_BLOCKED",
    "DECISION_REQUEST",
    "DECISION_RESULT",
    "STATUS_UPDATE",
    "CONFLICT_REPORT",
    "KNOWLEDGE_SHARE",
    "REVIEW_REQUEST",
    "REVIEW_RESULT",
    "FREEFORM",
]

_NAMES = "|".join(get_args(MessageType))


def _split(value: Any) -> Any:
    """Read the specification's own notation, `TASK_RESULT | TASK_BLOCKED`, as the list that it means."""
    if not isinstance(value, str):
        return value
    first, *more = value.split("|")
    return [first.rstrip(), *(one.strip() for one in more[:-1]), more[-1].lstrip()] if more else [first]


def _finite(value: Any) -> Any:
    """Refuse NaN and infinities, which JSON has not, wherever they stand in an addition."""
    if isinstance(value, float) and not isfinite(value):
        raise ValueError("not a finite number")
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _finite(inner)
    return value


ReplyTypes = Annotated[
    tuple[MessageType, ...],
    BeforeValidator(
        _split,
        json_schema_input_type=tuple[MessageType, ...]
        | Annotated[str, StringConstraints(pattern=rf"^({_NAMES})(\s*\|\s*({_NAMES}))*$")],
    ),
]


class StateRef(Frozen):
    """Points to an entry of the shared state board."""

    type: Literal["agent", "decision", "blocker", "artifact"]
    """Kind of the entry."""
    id: Ref
    """Its id."""


class Header(Frozen):
    """What every message has."""

    id: Id
    """Unique id. The same id with the same content is a duplicate and changes nothing."""
    from_: Annotated[Id, Field(alias="from")]
    """The sender."""
    to: Id | Annotated[tuple[Id, ...], Field(min_length=1)]
    """Receivers: ids of agents, humans or groups; `all` is everybody."""
    priority: Priority
    """How urgent it is; `blocking` means that the receiver's work waits for it."""
    timestamp: Timestamp
    """When it was sent."""
    context_summary: str
    """The background of this message in one or two sentences."""
    related_state_refs: tuple[StateRef, ...] = ()
    """Entries of the board that it is about."""
    expected_response_type: ReplyTypes | None = None
    """Types that answer it; filled in from the message's type when absent."""
    protocol: Literal["1.0"] = "1.0"
    """Version of this protocol."""
    in_reply_to: Id | None = None
    """Id of the message that this one answers."""
    thread: Id | None = None
    """Id that the messages of one conversation share."""
    task_ref: Id | None = None
    """Id of the contract that it is about."""
    reply_by: Timestamp | None = None
    """When an answer is due."""
    extensions: Annotated[dict[str, JsonValue], AfterValidator(_finite), Field(default_factory=dict)]
    """Additions of others; kept and passed on."""

    @property
    def receivers(self) -> tuple[str, ...]:
        """The addressees as written, always as a tuple."""
        return (self.to,) if isinstance(self.to, str) else self.to


class TaskHandoffMessage(Header):
    """TASK_HANDOFF: hands a task over."""

    type: Literal["TASK_HANDOFF"]
    payload: payloads.TaskHandoff


class TaskResultMessage(Header):
    """TASK_RESULT: reports the outcome of a task."""

    type: Literal["TASK_RESULT"]
    payload: payloads.TaskResult


class TaskBlockedMessage(Header):
    """TASK_BLOCKED: says why a task cannot go on."""

    type: Literal["TASK_BLOCKED"]
    payload: payloads.TaskBlocked


class DecisionRequestMessage(Header):
    """DECISION_REQUEST: asks for a decision."""

    type: Literal["DECISION_REQUEST"]
    payload: payloads.DecisionRequest


class DecisionResultMessage(Header):
    """DECISION_RESULT: resolves a decision."""

    type: Literal["DECISION_RESULT"]
    payload: payloads.DecisionResult


class StatusUpdateMessage(Header):
    """STATUS_UPDATE: reports progress."""

    type: Literal["STATUS_UPDATE"]
    payload: payloads.StatusUpdate


class ConflictReportMessage(Header):
    """CONFLICT_REPORT: reports a contradiction."""

    type: Literal["CONFLICT_REPORT"]
    payload: payloads.ConflictReport


class KnowledgeShareMessage(Header):
    """KNOWLEDGE_SHARE: shares something worth knowing."""

    type: Literal["KNOWLEDGE_SHARE"]
    payload: payloads.KnowledgeShare


class ReviewRequestMessage(Header):
    """REVIEW_REQUEST: asks for a review."""

    type: Literal["REVIEW_REQUEST"]
    payload: payloads.ReviewRequest


class ReviewResultMessage(Header):
    """REVIEW_RESULT: gives the outcome of a review."""

    type: Literal["REVIEW_RESULT"]
    payload: payloads.ReviewResult


class FreeformMessage(Header):
    """FREEFORM: natural language for what fits no type."""

    type: Literal["FREEFORM"]
    payload: payloads.Freeform


AnyMessage: TypeAlias = (
    TaskHandoffMessage
    | TaskResultMessage
    | TaskBlockedMessage
    | DecisionRequestMessage
    | DecisionResultMessage
    | StatusUpdateMessage
    | ConflictReportMessage
    | KnowledgeShareMessage
    | ReviewRequestMessage
    | ReviewResultMessage
    | FreeformMessage
)
Message = Annotated[AnyMessage, Discriminator("type")]

MESSAGE: TypeAdapter[AnyMessage] = TypeAdapter(Message)

MESSAGE_CLASSES: dict[str, type[AnyMessage]] = {
    get_args(cls.model_fields["type"].annotation)[0]: cls for cls in get_args(AnyMessage)
}
"""The class of each message type."""

PAYLOAD_TYPES: dict[type[Frozen], str] = {
    cls.model_fields["payload"].annotation: name  # type: ignore[misc]
    for name, cls in MESSAGE_CLASSES.items()
}
"""The message type of each payload class."""


def message_type_of(payload: object) -> str:
    """Return the message type of a payload; raises BadValueError for an object that is not a payload."""
    if type(payload) not in PAYLOAD_TYPES:
        names = ", ".join(kind.__name__ for kind in PAYLOAD_TYPES)
        raise BadValueError(path="/payload", got=type(payload).__name__, expected=f"one of {names}")
    return PAYLOAD_TYPES[type(payload)]  # type: ignore[index]  # the look-up above has just proved it


def parse_message(data: bytes | str) -> AnyMessage:
    """Return the message that JSON describes (at most a few megabytes; the caller bounds the size).

    Raises DocumentError with the line and column of each fault. The last of two equal keys counts here; a file is
    better checked by `renkei validate`, which refuses equal keys.
    """
    try:
        return MESSAGE.validate_json(data)
    except ValidationError as error:
        raise DocumentError("message", _problems(error, data)) from None
    except UnicodeEncodeError:
        problem = Problem("NOT_UNICODE", "", 1, 1, "a lone surrogate, which is not a character")
        raise DocumentError("message", [problem]) from None


def make_message(values: Mapping[str, Any]) -> AnyMessage:
    """Return a message with header fields, `type` and `payload` (a model or plain data).

    Raises DocumentError with what is wrong in which field.
    """
    try:
        return MESSAGE.validate_python(values)
    except ValidationError as error:
        plain = Source({key: _plain(value) for key, value in values.items()})
        raise DocumentError("message", explain(error, plain, _schema())) from None


def _problems(error: ValidationError, data: bytes | str) -> list[Problem]:
    try:
        text = data if isinstance(data, str) else decode(data)
        return explain(error, read_json(text), _schema())
    except SourceError as unreadable:
        return [unreadable.problem]


def _plain(value: Any) -> Any:
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else value


@cache
def _schema() -> dict[str, Any]:
    return MESSAGE.json_schema(by_alias=True)
