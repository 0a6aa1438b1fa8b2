"""What can happen to a contract. Events hold outcomes: applying one only assigns."""

from typing import Literal

from renkei.contracts.lifecycle import Status, Transition
from renkei.contracts.model import TaskContract
from renkei.protocol.primitives import Count, Flag, Frozen, Id, Timestamp


class ContractOpened(Frozen):
    """Work was delegated, or put up for claiming."""

    kind: Literal["contract_opened"] = "contract_opened"
    contract: TaskContract
    message_id: Id | None = None
    to_prove: Flag = True
    """Whether its criteria must be proved or accepted; false for a hand-over that names none."""
    decisions: tuple[str, ...] = ()
    """Decisions that its terms mention."""
    at: Timestamp


class ContractAssigned(Frozen):
    """Open work was given to somebody by a hand-over."""

    kind: Literal["contract_assigned"] = "contract_assigned"
    contract_id: Id
    assignee: Id
    message_id: Id | None = None
    at: Timestamp


class ContractTransitioned(Frozen):
    """A contract took a step of its life cycle."""

    kind: Literal["contract_transitioned"] = "contract_transitioned"
    contract_id: Id
    transition: Transition
    before: Status
    after: Status
    assignee: Id | None = None
    before_assignee: Id | None = None
    by: Id
    reason: str = ""
    lease: Count | None = None
    """For a claim: after how many seconds without a sign of life the work goes back to the queue."""
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
    """What shows that a criterion holds (or not), by somebody other than the producer or by a command."""

    criterion: Count
    """Its position in the contract."""
    method: Literal["acceptance", "command"]
    """How it was shown."""
    by: Id
    """Who accepted, or ran the command."""
    met: Flag = True
    """Whether it holds."""
    detail: str = ""
    """The command and how it ended, or the words of acceptance."""
    exit_status: int | None = None
    """Exit status of the command; null when it was stopped."""
    content_hash: str = ""
    """SHA-256 of the command's output."""
    seconds: float = 0.0
    """How long the command took."""


class EvidenceRecorded(Frozen):
    """Claims or proofs were added to a contract."""

    kind: Literal["evidence_recorded"] = "evidence_recorded"
    contract_id: Id
    claims: tuple[Claim, ...] = ()
    proofs: tuple[Proof, ...] = ()
    outputs: tuple[str, ...] = ()
    """The artifacts that were submitted."""
    at: Timestamp


class NoteAdded(Frozen):
    """Something that the next one to work on a contract should know."""

    kind: Literal["note_added"] = "note_added"
    contract_id: Id
    by: Id
    text: str


class LimitReached(Frozen):
    """A contract has used up its steps or its retries; its instruction for that case is put before the assignee."""

    kind: Literal["limit_reached"] = "limit_reached"
    contract_id: Id
    limit: Literal["max_steps", "max_retries"]
    instruction: str
    at: Timestamp


ContractEvent = ContractOpened | ContractAssigned | ContractTransitioned | EvidenceRecorded | NoteAdded | LimitReached
