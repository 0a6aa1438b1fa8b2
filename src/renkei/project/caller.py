"""The acts of one participant, for edges where whoever calls is known: no argument makes it somebody else."""

from collections.abc import Sequence
from typing import Unpack

from renkei.budget.context.shown import Shown
from renkei.contracts.state import Contract
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import HUMAN, State
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

    def shown_to(self, agent: str, message_id: str, seq: int | None = None) -> tuple[int, str | None, Shown | None]:
        """Return the record of a context, the id of its turn, and what it did with a message."""
        return self._project.shown_to(agent, message_id, seq)

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
