"""One request of a participant: who calls, what it sent, and the acts that it does under its own name only."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from renkei.contracts.state import Contract
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import HUMAN, State
from renkei.frozen import frozen
from renkei.project.acts import Acts
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage, HeaderOptions
from renkei.protocol.primitives import Frozen, Priority


class CallerActs(Acts):
    """The acts of a project, done by the caller whatever the arguments say, and once for each command id."""

    def __init__(self, project: Project, caller: str, command_id: str | None) -> None:
        self._project = project
        self._caller = caller
        self._command_id = command_id

    @property
    def state(self) -> State:
        """The state at the end of the log."""
        return self._project.state

    def do(self, *actions: c.Action, actor: str = HUMAN, command_id: str | None = None) -> Record | None:
        """Do actions as the caller; the arguments name nobody else and no other command."""
        return self._project.do(*actions, actor=self._caller, command_id=self._command_id)

    def record(self, seq: int) -> Record:
        """Return one record of the log."""
        return self._project.record(seq)

    def find_contract(self, ref: str) -> Contract:
        """Return any contract by its id."""
        return self._project.find_contract(ref)

    def message(
        self,
        sender: str,
        payload: Frozen,
        to: str | Sequence[str],
        priority: Priority = "normal",
        context_summary: str = "",
        **header: Unpack[HeaderOptions],
    ) -> AnyMessage:
        """Return a message of the caller around a payload."""
        return self._project.message(self._caller, payload, to, priority, context_summary, **header)


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
