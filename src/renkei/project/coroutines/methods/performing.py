"""The asynchronous form of `renkei.project.performing`, written by `make docs`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import HUMAN
from renkei.project.acting import Acting, Request
from renkei.project.coroutines.form import AsyncForm
from renkei.protocol.messages import AnyMessage, HeaderOptions
from renkei.protocol.primitives import Frozen, Priority

if TYPE_CHECKING:
    pass


class PerformingMethods(AsyncForm):
    """The part of a `Project` that performs acts."""

    async def do_as_runtime(self, *actions: c.Action, command_id: str | None = None) -> Record | None:
        """Do actions as `renkei`, for decisions of the program rather than of a participant; otherwise like `do`.

        For code that runs agents: its notices, proofs and reports are never the word of a person or an agent.
        """
        return await self._calls.run(lambda: self._project.do_as_runtime(*actions, command_id=command_id))

    async def perform(
        self, *requests: Request, actor: str = HUMAN, command_id: str | None = None, fingerprint: str = ""
    ) -> Record | None:
        """Perform acts in order as one record, or none of them; return None when nothing changed.

        A request is an act of the table and its arguments. `command_id` and `fingerprint` are as in `do`. Raises
        ProtocolError (nothing was written) or LogError.
        """
        return await self._calls.run(
            lambda: self._project.perform(*requests, actor=actor, command_id=command_id, fingerprint=fingerprint)
        )

    async def do_planned(
        self,
        plan: Callable[[Acting], Sequence[c.Action]],
        *,
        actor: str = HUMAN,
        command_id: str | None = None,
        fingerprint: str = "",
    ) -> Record | None:
        """Do what a plan returns, as `do` does.

        If planned actions are rejected because others acted in between, they are planned again: two agents that claim
        the next contract at once get different ones. If others hold what they take, expired deadlines and
        leases are applied first, so that an expired claim or reservation causes no rejection.
        """
        return await self._calls.run(
            lambda: self._project.do_planned(plan, actor=actor, command_id=command_id, fingerprint=fingerprint)
        )

    async def rehearse(self, *requests: Request, actor: str = HUMAN) -> None:
        """Raise the error that performing acts would raise now; nothing is done, and no one sees it."""
        await self._calls.run(lambda: self._project.rehearse(*requests, actor=actor))

    def message(
        self,
        sender: str,
        payload: Frozen | Mapping[str, Any],
        to: str | Sequence[str],
        priority: Priority = "normal",
        context_summary: str = "",
        **header: Unpack[HeaderOptions],
    ) -> AnyMessage:
        """Return a message around a payload; further header fields by name. Nothing is sent.

        `type` is needed for a type of a vendor only, whose payload is a mapping. Raises DocumentError with each field
        that is wrong, or BadValueError for an object that is not a payload.
        """
        return self._project.message(sender, payload, to, priority, context_summary, **header)
