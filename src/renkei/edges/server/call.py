"""One request of a participant: the caller and its input."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from renkei.immutable.frozen import frozen
from renkei.project.caller import Caller
from renkei.project.project import Project
from renkei.protocol.derived_id import derived_id


@frozen
class RequestCall:
    """The content of a request.

    `command_id` is made from its Idempotency-Key; None without one. `fingerprint` is a digest of its content.
    """

    project: Project
    caller: str
    path: Mapping[str, str]
    query: Any
    body: Any
    command_id: str | None = None
    fingerprint: str = ""

    @property
    def acts(self) -> Caller:
        """The acts of the caller."""
        return Caller(self.project, self.caller, self.command_id, self.fingerprint)


def command_id(caller: str, key: str) -> str:
    """Return the command id of an Idempotency-Key: no key names a command of another participant or of the library."""
    return f"key-{derived_id(caller, key)}"


def fingerprint(method: str, path: str, body: bytes) -> str:
    """Return a digest of a request's content, independent of the order and spacing of its JSON."""
    asked = json.dumps([method, path, json.loads(body or b"{}")], sort_keys=True)
    return hashlib.sha256(asked.encode()).hexdigest()[:32]
