"""One request of a participant: who calls, and what it sent."""

import hashlib
from collections.abc import Mapping
from typing import Any

from renkei.frozen import frozen
from renkei.project.caller import CallerActs
from renkei.project.project import Project


@frozen
class Call:
    """What a request asks for. `command_id` is made from its Idempotency-Key; None without one."""

    project: Project
    caller: str
    path: Mapping[str, str]
    query: Any
    body: Any
    command_id: str | None

    @property
    def acts(self) -> CallerActs:
        """The acts of the caller."""
        return CallerActs(self.project, self.caller, self.command_id)


def command_id(caller: str, key: str | None) -> str | None:
    """Return the command id of an Idempotency-Key: no key names a command of another participant or of the library."""
    if not key:
        return None
    name = hashlib.sha256(f"{caller}\n{key}".encode("utf-8", "surrogatepass")).hexdigest()
    return f"key-{name[:32]}"
