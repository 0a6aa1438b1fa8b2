"""Finds the acts that an actor can perform on a contract now, by trying each act's plan on the state."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from pydantic import ValidationError

from renkei.acts.act import Act, ActContext
from renkei.acts.contracts import ACTS
from renkei.contracts.events import Proof
from renkei.contracts.state import Contract
from renkei.engine import commands as c
from renkei.engine.settle import settle
from renkei.engine.state import State
from renkei.errors import ProtocolError, UnknownContractError, UnknownMessageError
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage, make_message, message_type_of
from renkei.protocol.primitives import Frozen

OPENING = ("open_contract", "delegate")
"""Acts that create their contract, so they do not apply to an existing one."""

TRIED = "trial"
"""Id of the command and the message of a trial, and the text of arguments that an act requires."""


@frozen
class _Trial:
    """The lookups of a plan, on a state alone."""

    state: State
    actor: str

    def find_contract(self, ref: str) -> Contract:
        found = self.state.contracts.find(ref)
        if found is None:
            raise UnknownContractError(contract=ref, known="")
        return found

    def find_message(self, message_id: str) -> AnyMessage:
        found = self.state.messages.get(message_id)
        if found is None:
            raise UnknownMessageError(message_id=message_id, near="")
        return found.message

    def message(
        self,
        payload: Frozen,
        to: str | Sequence[str],
        priority: str = "normal",
        context_summary: str = "",
        **header: Any,
    ) -> AnyMessage:
        known = {"id": TRIED, "timestamp": self.state.at, "from": self.actor, "type": message_type_of(payload)}
        said = {"to": to, "priority": priority, "context_summary": context_summary, "payload": payload}
        return make_message(known | said | header)

    def gather_proofs(self, contract: Contract, arguments: Any) -> tuple[Proof, ...]:
        return ()


def allowed_acts(state: State, contract: str, actor: str) -> list[str]:
    """Return the names of the acts that would change a contract, in the order of the table.

    Returns an empty list for a contract that the state does not hold.
    """
    entry = state.contracts.find(contract)
    return [] if entry is None else [act.name for act in _possible(state, entry, actor)]


def _possible(state: State, entry: Contract, actor: str) -> Iterator[Act]:
    context = cast("ActContext", _Trial(state, actor))
    for act in ACTS:
        if act.name in OPENING or (act.name == "release" and entry.assignee is None):  # nothing to take back
            continue
        try:
            actions = tuple(act.plan(context, act.read(_arguments(act, entry.terms.id, actor))))
            record = settle(state, c.Command(TRIED, state.at, actor, actions)) if actions else None
        except (ProtocolError, ValidationError):
            continue
        if record and any(getattr(event, "contract_id", None) == entry.terms.id for event in record.events):
            yield act


def _arguments(act: Act, contract: str, actor: str) -> dict[str, str]:
    """Return the least that an act asks for: of texts, any; of participants, the actor."""
    fields = act.arguments.model_fields
    needed = {name: TRIED for name, field in fields.items() if field.is_required()}
    return needed | {name: actor for name in needed if name == "assignee"} | {"contract": contract}
