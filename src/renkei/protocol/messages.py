"""Messages: the common header, one class for each type, and the union that `type` discriminates (section 2).

Messages are immutable. The runtime fills in id, sender and time before it builds one.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import isfinite
from typing import Annotated, Any, Literal, TypeAlias, TypedDict, get_args

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

from renkei.documents.explain import explain, schema_of
from renkei.documents.json_reader import read_json
from renkei.documents.source import Source, SourceError, decode
from renkei.errors import BadValueError, DocumentError, Problem
from renkei.protocol import payloads
from renkei.protocol.primitives import DEFERRED, PRIORITIES, Frozen, Id, Priority, Ref, Timestamp

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
    """Parse the specification's notation, `TASK_RESULT | TASK_BLOCKED`, as a list."""
    if not isinstance(value, str):
        return value
    first, *more = value.split("|")
    return [first.rstrip(), *(part.strip() for part in more[:-1]), more[-1].lstrip()] if more else [first]


def _finite(value: Any) -> Any:
    """Reject NaN and infinities, which JSON does not have, at any depth of an extension."""
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
    """A reference to an entry of the board."""

    type: Literal["agent", "decision", "blocker", "artifact"]
    """The kind of the entry."""
    id: Ref
    """The id of the entry."""


class Header(Frozen):
    """The fields that every message has."""

    id: Id
    """Unique id. Sending the same content again under the same id changes nothing."""
    from_: Annotated[Id, Field(alias="from")]
    """The sender."""
    to: Id | Annotated[tuple[Id, ...], Field(min_length=1)]
    """Recipients: ids of agents, humans or groups; `all` is everyone."""
    priority: Annotated[Priority, Field(examples=["normal"])]
    """How urgent it is; `blocking` means that work waits for it."""
    timestamp: Timestamp
    """When it was sent."""
    context_summary: str
    """The background of this message in one or two sentences."""
    related_state_refs: tuple[StateRef, ...] = ()
    """The entries of the board that it is about."""
    expected_response_type: ReplyTypes | None = None
    """Types that reply to it, as a list or as a text with a vertical bar between two; by default those of the message's
    type.
    """
    protocol: Literal["1.0"] = "1.0"
    """Version of the protocol."""
    in_reply_to: Id | None = None
    """Id of the message that this one replies to."""
    thread: Id | None = None
    """Id shared by the messages of one conversation."""
    task_ref: Id | None = None
    """Id of the contract that it is about."""
    reply_by: Timestamp | None = None
    """When a reply is due."""
    extensions: Annotated[dict[str, JsonValue], AfterValidator(_finite), Field(default_factory=dict)]
    """Vendor extensions; preserved and forwarded."""

    @property
    def receivers(self) -> tuple[str, ...]:
        """The recipients in `to`, always as a tuple."""
        return (self.to,) if isinstance(self.to, str) else self.to


class HeaderOptions(TypedDict, total=False):
    """The optional fields of `Header`, and those with a default, as keyword arguments."""

    id: str
    timestamp: str
    related_state_refs: Sequence[StateRef]
    expected_response_type: MessageType | Sequence[MessageType] | None
    in_reply_to: str | None
    thread: str | None
    task_ref: str | None
    reply_by: str | None
    extensions: Mapping[str, Any]


class TaskHandoffMessage(Header):
    """TASK_HANDOFF: delegates a task."""

    type: Literal["TASK_HANDOFF"]
    payload: payloads.TaskHandoff


class TaskResultMessage(Header):
    """TASK_RESULT: reports the outcome of a task."""

    type: Literal["TASK_RESULT"]
    payload: payloads.TaskResult


class TaskBlockedMessage(Header):
    """TASK_BLOCKED: reports why a task cannot continue."""

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
    """KNOWLEDGE_SHARE: shares information."""

    type: Literal["KNOWLEDGE_SHARE"]
    payload: payloads.KnowledgeShare


class ReviewRequestMessage(Header):
    """REVIEW_REQUEST: asks for a review."""

    type: Literal["REVIEW_REQUEST"]
    payload: payloads.ReviewRequest


class ReviewResultMessage(Header):
    """REVIEW_RESULT: reports the outcome of a review."""

    type: Literal["REVIEW_RESULT"]
    payload: payloads.ReviewResult


class FreeformMessage(Header):
    """FREEFORM: natural language for anything that fits no other type."""

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

MESSAGE: TypeAdapter[AnyMessage] = TypeAdapter(Message, config=DEFERRED)

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
    for kind, name in PAYLOAD_TYPES.items():
        if type(payload) is kind:
            return name
    names = ", ".join(kind.__name__ for kind in PAYLOAD_TYPES)
    hint = f"Expected: {names}. Plain text is the `body` of a Freeform." if isinstance(payload, str) else ""
    raise BadValueError(
        path="/payload", problem=f"{type(payload).__name__} is not a payload", expected=names, hint=hint
    )


def payload_field(message: AnyMessage, name: str) -> Any:
    """Return a field of a message's payload; None if payloads of its type have no such field.

    Pydantic is slow to report a missing attribute.
    """
    return vars(message.payload).get(name)


def urgency(message: AnyMessage) -> Priority:
    """Return how urgent a message is: the more urgent of its priority and, of a FREEFORM, its `urgency` (section 7)."""
    stated: Priority | None = payload_field(message, "urgency")
    return message.priority if stated is None else min(message.priority, stated, key=PRIORITIES.__getitem__)


def parse_message(data: bytes | str) -> AnyMessage:
    """Parse one message from JSON.

    Raises DocumentError with the location of each fault. The fast path does not look for duplicate keys (the last one
    counts); `renkei validate` does.
    """
    try:
        return MESSAGE.validate_json(data)
    except (ValidationError, UnicodeEncodeError) as error:
        raise DocumentError("message", _problems(data, error)) from None


def _problems(data: bytes | str, error: ValidationError | UnicodeEncodeError) -> list[Problem]:
    try:
        source = read_json(decode(data) if isinstance(data, bytes) else data)
    except SourceError as fault:
        return [fault.problem]
    assert isinstance(error, ValidationError), "text that cannot be encoded is not JSON"
    return explain(error, source, schema_of(MESSAGE))


def make_message(values: Mapping[str, Any]) -> AnyMessage:
    """Build a message from header fields, `type` and `payload` (a model or plain data); raises DocumentError."""
    kind = values.get("type")
    if isinstance(kind, str) and kind in MESSAGE_CLASSES:
        with suppress(BadValueError):  # the validator of all types names the fault, but is slow to build
            return MESSAGE_CLASSES[kind].model_validate(values)
    try:
        return MESSAGE.validate_python(values)
    except ValidationError as error:
        raise DocumentError("message", explain(error, Source(dict(values)), schema_of(MESSAGE))) from None
