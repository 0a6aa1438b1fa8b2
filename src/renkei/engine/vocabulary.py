"""Additions of vendors to the protocol: their types of messages and extensions, and the check of a message."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from renkei.documents.json_pointer import join
from renkei.documents.schema_check import schema_checker, schema_fault
from renkei.engine import commands as c
from renkei.engine.events import AnyEvent, Registered
from renkei.engine.rows import ActionRow, EventRow, nothing
from renkei.engine.state import State
from renkei.errors import BadValueError, DocumentError, Problem, UnknownExtensionError, UnknownTypeError
from renkei.immutable.replacing import replace
from renkei.protocol.messages import AnyMessage, VendorMessage
from renkei.protocol.registration import OWN_EXTENSIONS, Registration
from renkei.protocol.replies import expected_replies

MOST_KEPT = 64
"""Schemas that are kept ready at most: building a checker is slow."""


def check_vocabulary(state: State, message: AnyMessage) -> None:
    """Check what a message takes from vendors against what the project knows.

    Raises UnknownTypeError, UnknownExtensionError for an extension that the message requires, or DocumentError with
    each fault of its payload and its extensions.
    """
    known = state.registered
    for index, name in enumerate(message.required_extensions):
        if name not in OWN_EXTENSIONS and name not in known:
            path = join("required_extensions", index)
            raise UnknownExtensionError(extension=name, path=path, known=", ".join(sorted(known)) or "none")
    checked: list[tuple[Registration, str, Any]] = [
        (known[name], join("extensions", name), value) for name, value in message.extensions.items() if name in known
    ]
    if isinstance(message, VendorMessage):
        if message.type not in known:
            raise UnknownTypeError(type=message.type, path="/type", known=", ".join(sorted(known)) or "none")
        checked.append((known[message.type], "/payload", message.payload.model_dump(mode="json")))
    problems = [one for registration, path, value in checked for one in _faults(registration, path, value)]
    if problems:
        raise DocumentError("message", problems)


def _faults(registration: Registration, path: str, value: Any) -> Iterator[Problem]:
    for one in _checker(json.dumps(registration.json_schema))(value, lambda _: (1, 1)):
        yield replace(one, path=path + one.path)


@lru_cache(MOST_KEPT)
def _checker(schema: str) -> Callable[..., Iterator[Problem]]:
    return schema_checker(json.loads(schema))


def expects_of(state: State, message: AnyMessage) -> tuple[str, ...]:
    """Return the types that reply to a message: by the table of replies, or as its vendor registered them."""
    if isinstance(message, VendorMessage) and message.expected_response_type is None:
        known = state.registered.get(message.type)
        return known.replies if known is not None else ()
    return expected_replies(message)


def _decide(state: State, action: c.Register, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Register a type or an extension; nothing follows if the project knows it already as it is."""
    registration = action.registration
    if state.registered.get(registration.name) == registration:
        return []
    if reason := schema_fault(registration.json_schema):
        raise BadValueError(path="/json_schema", problem=f"not a usable JSON Schema: {reason}")
    return [Registered(registration=registration)]


def _apply(state: State, event: Registered) -> State:
    return replace(state, registered=state.registered.set(event.registration.name, event.registration))


ACTIONS: dict[type[Any], ActionRow] = {c.Register: ActionRow(_decide, contracts=nothing)}

EVENTS: dict[type[Any], EventRow] = {
    Registered: EventRow(_apply, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing)
}
