"""The content of A2A messages: text for everyone, and renkei's own documents for those that speak the extension.

A document is a text part with its own media type. A data part would turn its integers into floating-point numbers.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from a2a.types import Part
from a2a.utils.errors import ContentTypeNotSupportedError, InvalidParamsError
from pydantic import JsonValue

from renkei.budget.context.message_text import MAIN_TEXT, main_text
from renkei.contracts.state import Contract
from renkei.documents.json_fast import read_json_fast
from renkei.documents.source import SourceError
from renkei.documents.yaml_writer import to_yaml
from renkei.engine.delegation.handoff import ATTACHMENT
from renkei.protocol.messages import AnyMessage

EXTENSION = "urn:renkei:a2a:1"
"""The URI of renkei's extension: messages and contracts travel beside their text."""

PLAIN = "text/plain"
MESSAGE = "application/vnd.renkei.message+json"
"""The media type of a part that holds a message of the protocol."""

CONTRACT = "application/vnd.renkei.contract+json"
"""The media type of a part that holds a contract: its terms, claims and proofs."""

INPUT_MODES = (PLAIN, MESSAGE)

NAMES = ("id", "delegator", "assignee", "created_at", "parent", "depends_on", "priority")
"""Terms of a contract that mean something only in its project."""

SHOWN_ELSEWHERE = frozenset(
    (
        "intent_hint",
        "urgency",
        "decision_id",
        "original_task_ref",
        "task_ref",
        "status",
        "new_status",
        "authority_scope",
    )
)
"""Fields of payloads that say nothing to a reader outside of the project."""


def parts_of(message: AnyMessage, *, typed: bool) -> list[Part]:
    """Return a message as parts: its text, and if the reader speaks the extension, the message itself."""
    found = [Part(text=readable(message), media_type=PLAIN)]
    if typed:
        found.append(Part(text=message.model_dump_json(by_alias=True, exclude_none=True), media_type=MESSAGE))
    return found


def contract_part(contract: Contract) -> Part:
    """Return the part with a contract's terms, what was claimed about its criteria, and what proved them."""
    document: dict[str, JsonValue] = {
        "terms": contract.terms.model_dump(mode="json", by_alias=True, exclude_none=True),
        "status": contract.status,
        "claims": [one.model_dump(mode="json") for one in contract.claims],
        "proofs": [one.model_dump(mode="json", exclude_none=True) for one in contract.proofs],
        "outputs": list(contract.outputs),
    }
    return Part(text=json.dumps(document, ensure_ascii=False), media_type=CONTRACT)


def readable(message: AnyMessage) -> str:
    """Return a message as text for readers who do not know the protocol."""
    main = main_text(message)
    payload = message.payload.model_dump(mode="json", exclude={*SHOWN_ELSEWHERE, MAIN_TEXT.get(message.type, "")})
    others = _said(payload | _terms(message))
    background = message.context_summary if message.context_summary not in main else ""
    return "\n\n".join(one for one in (main, background, to_yaml(others).strip() if others else "") if one)


def _terms(message: AnyMessage) -> dict[str, Any]:
    """Return the full terms of a hand-over, which are not in its payload."""
    found = message.extensions.get(ATTACHMENT)
    return {name: value for name, value in found.items() if name not in NAMES} if isinstance(found, dict) else {}


def _said(value: Any) -> Any:
    """Return a value without what says nothing: empty values at any depth, and flags."""
    if isinstance(value, dict):
        kept = {name: _said(inner) for name, inner in value.items() if not isinstance(inner, bool)}
        return {name: inner for name, inner in kept.items() if inner not in (None, "", [], {})}
    return [_said(inner) for inner in value] if isinstance(value, list) else value


def text_of(parts: Iterable[Part]) -> str:
    """Return the plain text of some parts.

    Raises ContentTypeNotSupportedError for a part that is neither text nor an address.
    """
    return "\n\n".join(text for text in map(_text, parts) if text)


def _text(part: Part) -> str:
    kind = part.WhichOneof("content")
    if kind == "text":
        return "" if part.media_type == MESSAGE else part.text.strip()
    if kind == "url":
        return part.url
    found, allowed = "nothing" if kind is None else repr(kind), ", ".join(INPUT_MODES)
    raise ContentTypeNotSupportedError(f"A part holds {found}. Send text, or the address of a file: {allowed}.")


def addresses_of(parts: Iterable[Part]) -> tuple[str, ...]:
    """Return the addresses of files among some parts."""
    return tuple(part.url for part in parts if part.WhichOneof("content") == "url")


def documents_of(parts: Iterable[Part]) -> Iterator[dict[str, JsonValue]]:
    """Yield the messages of the protocol among some parts; raises InvalidParamsError for a part that is no object."""
    for part in parts:
        if part.WhichOneof("content") != "text" or part.media_type != MESSAGE:
            continue
        try:
            found = read_json_fast(part.text.encode()).value
        except (SourceError, UnicodeEncodeError) as error:
            raise InvalidParamsError(f"The part of type {MESSAGE} is not JSON: {error}") from None
        if not isinstance(found, dict):
            raise InvalidParamsError(f"The part of type {MESSAGE} is not a JSON object.")
        yield found
