"""Performing acts: their plans become the actions of one command."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack, cast

from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import HUMAN
from renkei.log.port import Log
from renkei.project.acting import Acting, Request
from renkei.project.acts import Acts
from renkei.protocol.messages import AnyMessage, HeaderOptions, make_message, message_type_of
from renkei.protocol.primitives import Frozen, Priority, valid_id

if TYPE_CHECKING:
    from renkei.project.project import Project


class Performing(Acts):
    """The part of a `Project` that performs acts."""

    log: Log

    @abstractmethod
    def do(
        self, *actions: c.Action, actor: str = HUMAN, command_id: str | None = None, fingerprint: str = ""
    ) -> Record | None:
        """Do actions in order as one record, or none of them."""

    @abstractmethod
    def new_header(self) -> dict[str, str]:
        """Return a new `id` and the `timestamp` of a message."""

    def perform(
        self, *requests: Request, actor: str = HUMAN, command_id: str | None = None, fingerprint: str = ""
    ) -> Record | None:
        """Perform acts in order as one record, or none of them; return None when nothing changed.

        A request is an act of the table and its arguments. `command_id` and `fingerprint` are as in `do`. Raises
        ProtocolError (nothing was written) or LogError.
        """
        if command_id is not None and self.log.find(valid_id(command_id)) is not None:
            return self.do(actor=actor, command_id=command_id, fingerprint=fingerprint)  # planned once already
        acting = Acting(cast("Project", self), actor)
        actions = [action for act, arguments in requests for action in act.plan(acting, arguments)]
        return self.do(*actions, actor=actor, command_id=command_id, fingerprint=fingerprint)

    def _act(self, name: str, actor: str, values: dict[str, Any]) -> Record | None:
        from renkei.acts.table import find_act  # builds the models of all acts, which few commands need

        act = find_act(name)
        return self.perform((act, act.read(values)), actor=actor)

    def message(
        self,
        sender: str,
        payload: Frozen,
        to: str | Sequence[str],
        priority: Priority = "normal",
        context_summary: str = "",
        **header: Unpack[HeaderOptions],
    ) -> AnyMessage:
        """Return a message around a payload; further header fields by name. Nothing is sent.

        Raises DocumentError with each field that is wrong, or BadValueError for an object that is not a payload.
        """
        values = self.new_header() | {
            "from": sender,
            "type": message_type_of(payload),
            "to": list(to) if isinstance(to, list | tuple | set | frozenset) else to,
            "priority": priority,
            "context_summary": context_summary,
            "payload": payload,
        }
        return make_message(values | header)
