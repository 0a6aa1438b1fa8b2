"""What can happen to a contract. Events hold outcomes: applying one only assigns."""

from typing import Literal

from renkei.contracts.lifecycle import Status, Step
from renkei.contracts.model import TaskContract
from renkei.protocol.primitives import Flag, Frozen, Id, Timestamp


class ContractOpened(Frozen):
    """Work was delegated, or put up for claiming."""

    kind: Literal["contract_opened"] = "contract_opened"
    contract: TaskContract
    message_id: Id | None = None
    at: Timestamp


class ContractAssigned(Frozen):
    """Open work was given to somebody by a hand-over."""

    kind: Literal["contract_assigned"] = "contract_assigned"
    contract_id: Id
    assignee: Id
    message_id: Id | None = None
    at: Timestamp


class ContractMoved(Frozen):
    """A contract took a step of its life cycle."""

    kind: Literal["contract_moved"] = "contract_moved"
    contract_id: Id
    step: Step
    before: Status
    after: Status
    assignee: Id | None = None
    by: Id
    reason: str = ""
    at: Timestamp


class Claim(Frozen):
    """What the producer says of one criterion. It proves nothing by itself."""

    criterion: str
    """The criterion, as the contract words it."""
    met: Flag
    """Whether it holds."""
    evidence: str = ""
    """What shows it."""


class Proof(Frozen):
    """What shows that a criterion holds, by somebody other than the producer or by a command."""

    criterion: int
    method: Literal["acceptance", "command"]
    by: Id
    detail: str = ""


class EvidenceRecorded(Frozen):
    """Claims or proofs were added to a contract."""

    kind: Literal["evidence_recorded"] = "evidence_recorded"
    contract_id: Id
    claims: tuple[Claim, ...] = ()
    proofs: tuple[Proof, ...] = ()
    at: Timestamp


ContractEvent = ContractOpened | ContractAssigned | ContractMoved | EvidenceRecorded
