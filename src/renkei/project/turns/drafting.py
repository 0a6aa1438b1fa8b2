"""Planning acts within a turn: with what this process knows already, so that nothing is read and no one waits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from renkei.contracts.state import Contract
from renkei.project.acting import Acting
from renkei.protocol.messages import AnyMessage

if TYPE_CHECKING:
    from renkei.project.project import Project


class Drafting(Acting):
    """An `ActContext` of a draft; the log is asked only for what is neither open nor in the draft."""

    def __init__(self, project: Project, actor: str, known: Sequence[AnyMessage] = ()) -> None:
        self._project = project
        self.actor = actor
        self.state = project.known
        self._known = {one.id: one for one in known}

    def find_contract(self, ref: str) -> Contract:
        """Return any contract, also a closed one."""
        return self.state.contracts.find(ref) or super().find_contract(ref)

    def find_message(self, message_id: str) -> AnyMessage:
        """Return any message that was ever sent."""
        return self._known.get(message_id) or super().find_message(message_id)
