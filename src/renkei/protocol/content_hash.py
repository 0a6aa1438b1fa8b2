"""Content hashes: whether two messages with the same id are the same message."""

import hashlib
import json

from renkei.protocol.messages import AnyMessage


def content_hash(message: AnyMessage) -> str:
    """Return a SHA-256 hash of a message's content (32 hex digits), without its timestamp, which differs in a retry."""
    content = message.model_dump(mode="json", exclude={"timestamp"}, exclude_defaults=True)
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]
