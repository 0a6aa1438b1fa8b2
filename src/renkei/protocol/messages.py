"""Messages: the common header, one class for each type, and the union that `type` discriminates (section 2).

Messages are immutable. The runtime fills in id, sender and time before it builds one.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypedDict, get_args

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import PydanticKnownError

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

VENDOR_TYPE = r"[a-z0-9][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+/[A-Z][A-Z0-9_]*"
"""The form of a vendor's type: the vendor's domain and a name, such as `acme.example/INCIDENT`."""

LONGEST_TYPE = 128
"""Most characters of a vendor's type."""

if TYPE_CHECKING:
    VendorType = Literal["vendor.example/TYPE"]  # any other str would keep `type` from telling the classes apart
else:
    VendorType = Annotated[str, StringConstraints(pattern=f"^{VENDOR_TYPE}$", max_length=LONGEST_TYPE)]

_NAMES = "|".join((*get_args(MessageType), VENDOR_TYPE))


def is_vendor_type(name: object) -> bool:
    """Return whether a name has the form of a vendor's type."""
    return isinstance(name, str) and len(name) <= LONGEST_TYPE and re.fullmatch(VENDOR_TYPE, name) is not None


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


def _known_type(name: str) -> str:
    """Return the name of a type; raises an error that lists the standard ones."""
    if name not in MESSAGE_CLASSES and not is_vendor_type(name):
        raise PydanticKnownError("literal_error", {"expected": " or ".join(map(repr, MESSAGE_CLASSES))})
    return name


ReplyType = Annotated[str, AfterValidator(_known_type)]
"""The name of a type: one of the protocol's or a vendor's."""

ReplyTypes = Annotated[
    tuple[ReplyType, ...],
    BeforeValidator(
        _split,
        json_schema_input_type=tuple[MessageType | VendorType, ...]
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
    required_extensions: tuple[str, ...] = ()
    """Extensions that the project has to know, or else it rejects the message."""

    @property
    def receivers(self) -> tuple[str, ...]:
        """The recipients in `to`, always as a tuple."""
        return (self.to,) if isinstance(self.to, str) else self.to


class HeaderOptions(TypedDict, total=False):
    """The optional fields of `Header`, those with a default, and the type of a vendor, as keyword arguments."""

    id: str
    timestamp: str
    type: str
    related_state_refs: Sequence[StateRef]
    expected_response_type: MessageType | Sequence[MessageType] | None
    in_reply_to: str | None
    thread: str | None
    task_ref: str | None
    reply_by: str | None
    extensions: Mapping[str, Any]
    required_extensions: Sequence[str]


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


class VendorPayload(Frozen):
    """The payload of a vendor's message: any object, as the schema that the project knows describes it."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Annotated[JsonValue, AfterValidator(_finite)]]


class VendorMessage(Header):
    """A message whose type is a vendor's, and registered in the project."""

    type: VendorType
    payload: VendorPayload


StandardMessage: TypeAlias = (
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
AnyMessage: TypeAlias = StandardMessage | VendorMessage
Message = Annotated[
    Annotated[StandardMessage, Discriminator("type")] | VendorMessage, Field(union_mode="left_to_right")
]

MESSAGE: TypeAdapter[StandardMessage] = TypeAdapter(Annotated[StandardMessage, Discriminator("type")], config=DEFERRED)
"""Messages of the standard types; its errors name the field that is wrong."""

VENDOR_MESSAGE: TypeAdapter[VendorMessage] = TypeAdapter(VendorMessage)
ANY_MESSAGE: TypeAdapter[AnyMessage] = TypeAdapter(Message, config=DEFERRED)

MESSAGE_CLASSES: dict[str, type[StandardMessage]] = {
    get_args(cls.model_fields["type"].annotation)[0]: cls for cls in get_args(StandardMessage)
}
"""The class of each standard message type."""


def message_class(kind: str) -> type[AnyMessage]:
    """Return the class of a message type, also of a vendor's."""
    return MESSAGE_CLASSES.get(kind, VendorMessage)


def message_adapter(kind: object) -> TypeAdapter[Any]:
    """Return the adapter of messages of a type."""
    return VENDOR_MESSAGE if is_vendor_type(kind) else MESSAGE


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
    hint = ""
    if isinstance(payload, str):
        hint = f"Expected: {names}. Plain text is the `body` of a Freeform."
    elif isinstance(payload, Mapping):
        hint = f"Expected: {names}. The fields of a registered type need its name: `type=`."
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
        if isinstance(error, ValidationError) and is_vendor_type(_tag(error)):
            return _parse_vendor_message(data)
        raise DocumentError("message", _problems(data, error)) from None


def _tag(error: ValidationError) -> object:
    """Return the type of a message whose type is not among the standard ones; None for any other error."""
    return error.errors(include_url=False, include_input=False)[0].get("ctx", {}).get("tag")


def _parse_vendor_message(data: bytes | str) -> VendorMessage:
    try:
        return VENDOR_MESSAGE.validate_json(data)
    except ValidationError as error:
        raise DocumentError("message", _problems(data, error)) from None


def _problems(data: bytes | str, error: ValidationError | UnicodeEncodeError) -> list[Problem]:
    try:
        source = read_json(decode(data) if isinstance(data, bytes) else data)
    except SourceError as fault:
        return [fault.problem]
    assert isinstance(error, ValidationError), "text that cannot be encoded is not JSON"
    return explain(error, source, schema_of(message_adapter(source.value.get("type"))))


def make_message(values: Mapping[str, Any]) -> AnyMessage:
    """Build a message from header fields, `type` and `payload` (a model or plain data); raises DocumentError."""
    kind = values.get("type")
    if isinstance(kind, str) and kind in MESSAGE_CLASSES:
        with suppress(BadValueError):  # the validator of all types names the fault, but is slow to build
            return MESSAGE_CLASSES[kind].model_validate(values)
    adapter = message_adapter(kind)
    try:
        made: AnyMessage = adapter.validate_python(values)
    except ValidationError as error:
        raise DocumentError("message", explain(error, Source(dict(values)), schema_of(adapter))) from None
    return made
