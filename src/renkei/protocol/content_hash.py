"""Content hashes: whether two messages with the same id are the same message."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from renkei.protocol.messages import AnyMessage, DecisionRequestMessage

LARGEST = 21
"""Digits before the point up to which ECMAScript writes a number without an exponent."""

SMALLEST = -6
"""Zeros after the point up to which it does."""


def canonical(message: AnyMessage) -> str:
    """Return the canonical form of a message's content: JSON with sorted keys, in ASCII, without default values.

    It lacks the timestamp, which differs in a retry.
    """
    content = message.model_dump(mode="json", exclude={"timestamp"}, exclude_defaults=True)
    may_have_fractions = bool(message.extensions) or isinstance(message, DecisionRequestMessage)
    return _written(content) if may_have_fractions else json.dumps(content, sort_keys=True)


def content_hash(message: AnyMessage) -> str:
    """Return a SHA-256 hash of a message's canonical form (32 hex digits)."""
    return hashlib.sha256(canonical(message).encode()).hexdigest()[:32]


def _written(value: Any, name: str = "") -> str:
    """Return a value as JSON. `name` is the field that holds it; all data of vendors belongs to `extensions`."""
    if isinstance(value, Mapping):
        inner = {key: name if name == "extensions" else key for key in sorted(value)}
        return "{" + ", ".join(f"{json.dumps(key)}: {_written(value[key], held)}" for key, held in inner.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_written(one, name) for one in value) + "]"
    if isinstance(value, float):
        text = number(value)
        return f"{text}.0" if name == "recommendation_score" and text.isdigit() else text
    return json.dumps(value)


def number(value: float) -> str:
    """Return a number as ECMAScript and RFC 8785 write it, so that 1.0 and 1 are the same."""
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int), "JSON has no NaN and no infinity"
    text, point = "".join(map(str, digits)), len(digits) + exponent  # 0.text times 10 ** point
    if text == "0":
        return "0"
    if SMALLEST < point <= 0:
        text = f"0.{'0' * -point}{text}"
    elif 0 < point <= LARGEST:
        whole, fraction = text[:point].ljust(point, "0"), text[point:]
        text = f"{whole}.{fraction}" if fraction else whole
    else:
        mantissa = f"{text[0]}.{text[1:]}" if len(text) > 1 else text
        text = f"{mantissa}e{point - 1:+d}"
    return f"-{text}" if sign else text
