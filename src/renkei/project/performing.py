"""Performing acts: their plans become the actions of one command."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Self, Unpack, cast

from renkei.acts.errors import NothingToClaimError
from renkei.contracts.lifecycle import Status
from renkei.contracts.state import Contract
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.settle import settle_on
from renkei.engine.state import HUMAN
from renkei.engine.views.contracts.closed import load_closed_contract
from renkei.errors import FilesTakenError, ProtocolError
from renkei.log.port import Log
from renkei.project.acting import Acting, Request
from renkei.project.acts import Acts
from renkei.project.writing.writer import Build
from renkei.protocol.messages import AnyMessage, HeaderOptions, make_message, message_type_of
from renkei.protocol.primitives import Frozen, Priority, Via, valid_id

if TYPE_CHECKING:
    from renkei.project.project import Project

MAX_PLANS = 50
"""How often an act is planned while others keep acting between its plan and its decision."""


class Performing(Acts):
    """The part of a `Project` that performs acts."""

    log: Log
    _make_id: Callable[[], str]
    _via: Via = ""
    _origin: Performing | None = None
    """The project that this one was made from: its follower ends when nothing holds it."""

    def through(self, via: Via) -> Self:
        """Return the same project for one door: the records of what people do through it name this way.

        Both share everything; to close one closes the other.
        """
        found = copy(self)
        found._via, found._origin = via, self
        return found

    @abstractmethod
    def do(
        self, *actions: c.Action, actor: str = HUMAN, command_id: str | None = None, fingerprint: str = ""
    ) -> Record | None:
        """Do actions in order as one record, or none of them."""

    @abstractmethod
    def _do(self, actions: tuple[c.Action, ...], actor: str | None, name: str, *, is_new: bool) -> Record | None:
        """Do actions under a command id; without an actor, the runtime does them."""

    def do_as_runtime(self, *actions: c.Action, command_id: str | None = None) -> Record | None:
        """Do actions as `renkei`, for decisions of the program rather than of a participant; otherwise like `do`.

        For code that runs agents: its notices, proofs and reports are never the word of a person or an agent.
        """
        name = self._make_id() if command_id is None else valid_id(command_id)
        return self._do(actions, None, name, is_new=command_id is None)

    @abstractmethod
    def _build(self, actions: tuple[c.Action, ...], actor: str | None, name: str) -> Build:
        """Return the function that makes the command of some actions for a state."""

    @abstractmethod
    def expire(self) -> None:
        """Apply deadlines and leases that have passed."""

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

        def plan(acting: Acting) -> list[c.Action]:
            return [action for act, arguments in requests for action in act.plan(acting, arguments)]

        return self.do_planned(plan, actor=actor, command_id=command_id, fingerprint=fingerprint)

    def do_planned(
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
        name = None if command_id is None else valid_id(command_id)
        for attempt in range(1, MAX_PLANS + 1):
            if name is not None and self.log.find(name) is not None:
                return self.do(actor=actor, command_id=name, fingerprint=fingerprint)  # it was done, perhaps just now
            acting = Acting(cast("Project", self), actor)
            try:
                return self.do(*plan(acting), actor=actor, command_id=name, fingerprint=fingerprint)
            except ProtocolError as error:
                if isinstance(error, FilesTakenError | NothingToClaimError):
                    self.expire()
                if attempt == MAX_PLANS or self.log.last() == acting.state.seq:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def rehearse(self, *requests: Request, actor: str = HUMAN) -> None:
        """Raise the error that performing acts would raise now; nothing is done, and no one sees it."""
        acting = Acting(cast("Project", self), actor)
        actions = tuple(action for act, arguments in requests for action in act.plan(acting, arguments))
        settle_on(acting.state, self._build(actions, actor, self._make_id())(acting.state))

    def _ended(self, contract: str) -> Status | None:
        """Return the final status of a contract dropped from the state, or None."""
        found = self._closed(contract)
        return found.status if found is not None and found.closed else None

    def _closed(self, contract: str) -> Contract | None:
        return load_closed_contract(self.log.records_about("contract", contract), contract)

    def _act(self, name: str, actor: str, values: dict[str, Any]) -> Record | None:
        from renkei.acts.table import request  # builds the models of all acts, which few commands need

        return self.perform(request(name, **values), actor=actor)

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
        values = self.new_header() | {
            "from": sender,
            "type": header["type"] if "type" in header else message_type_of(payload),
            "to": list(to) if isinstance(to, list | tuple | set | frozenset) else to,
            "priority": priority,
            "context_summary": context_summary,
            "payload": payload,
        }
        return make_message(values | header)
