"""When two messages with one id are the same message."""

import hashlib
import json

from renkei.protocol.messages import MESSAGE, AnyMessage


def content_hash(message: AnyMessage) -> str:
    """Give a digest of a message's content. The time is left out: a repeated sending has a later one."""
    content = MESSAGE.dump_python(message, mode="json", exclude={"timestamp"}, exclude_defaults=True)
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]
