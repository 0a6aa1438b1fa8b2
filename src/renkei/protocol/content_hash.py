"""Content hashes: whether two messages with the same id are the same message."""

import hashlib
import json

from renkei.protocol.messages import AnyMessage


def canonical(message: AnyMessage) -> str:
    """Return the canonical form of a message's content: JSON with sorted keys, in ASCII, without default values.

    It lacks the timestamp, which differs in a retry.
    """
    content = message.model_dump(mode="json", exclude={"timestamp"}, exclude_defaults=True)
    return json.dumps(content, sort_keys=True)


def content_hash(message: AnyMessage) -> str:
    """Return a SHA-256 hash of a message's canonical form (32 hex digits)."""
    return hashlib.sha256(canonical(message).encode()).hexdigest()[:32]
