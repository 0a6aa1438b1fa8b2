"""When two messages with one id are the same message."""

import hashlib

from renkei.protocol.messages import MESSAGE, AnyMessage


def digest(message: AnyMessage) -> str:
    """Give a digest of a message's content. The time is left out: a repeated sending has a later one."""
    content = MESSAGE.dump_json(message, exclude={"timestamp"}, exclude_defaults=True)
    return hashlib.sha256(content).hexdigest()[:32]
