"""The events of a contract. Events hold outcomes: applying one only assigns."""

from typing import Literal

from renkei.contracts.lifecycle import Status, Transition
from renkei.contracts.model import TaskContract
from renkei.protocol.primitives import Count, Flag, Frozen, Id, Timestamp


class ContractOpened(Frozen):
    """A contract was opened, with an assignee or open for claiming."""

    kind: Literal["contract_opened"] = "contract_opened"
    contract: TaskContract
    """The terms."""
    message_id: Id | None = None
    """The TASK_HANDOFF that opened it."""
    to_prove: Flag = True
    """Whether its criteria must be proved or accepted; false for a hand-over that names none."""
    decisions: tuple[str, ...] = ()
    """Decisions that its terms mention."""
    awaited_by: tuple[str, ...] = ()
    """Agents whose `blocked_by` named it before it existed."""
    at: Timestamp
    """When it was opened."""


class ContractAssigned(Frozen):
    """An open contract was assigned by a TASK_HANDOFF."""

    kind: Literal["contract_assigned"] = "contract_assigned"
    contract_id: Id
    """Id of the contract."""
    assignee: Id
    """The new assignee."""
    message_id: Id | None = None
    """The TASK_HANDOFF."""
    at: Timestamp
    """When it was assigned."""


class ContractTransitioned(Frozen):
    """A contract made a transition of its life cycle."""

    kind: Literal["contract_transitioned"] = "contract_transitioned"
    contract_id: Id
    """Id of the contract."""
    transition: Transition
    """The transition."""
    before: Status
    """The status before."""
    after: Status
    """The new status."""
    assignee: Id | None = None
    """The new assignee."""
    before_assignee: Id | None = None
    """The assignee before."""
    by: Id
    """The participant who made the transition."""
    reason: str = ""
    """Why, in the words of its author."""
    conflict: Id | None = None
    """For a block: the critical CONFLICT_REPORT that the contract waits for."""
    lease: Count | None = None
    """For a claim: seconds without activity after which the contract is released."""
    to_merge: Flag = False
    """For a submission: whether the files must be merged before the contract can be completed."""
    at: Timestamp
    """When it was made."""


class MergeAwaited(Frozen):
    """Submitted work was accepted. The contract is completed when its files are merged; until then, others wait."""

    kind: Literal["merge_awaited"] = "merge_awaited"
    contract_id: Id
    """Id of the contract."""
    by: Id
    """The participant who accepted it."""
    reason: str = ""
    """Why, in the words of its author."""
    at: Timestamp
    """When it was accepted."""


class MergeDelayed(Frozen):
    """Accepted work could not be merged, and will be tried again."""

    kind: Literal["merge_delayed"] = "merge_delayed"
    contract_id: Id
    """Id of the contract."""
    reason: str
    """Why."""
    at: Timestamp
    """When it was tried."""


class WorkMerged(Frozen):
    """The files of accepted work are on the branch. The contract is completed in the same record."""

    kind: Literal["work_merged"] = "work_merged"
    contract_id: Id
    """Id of the contract."""
    branch: str
    """Name of the branch."""
    commit: str
    """The branch's commit that has the files."""
    files: tuple[str, ...] = ()
    """The first thousand paths that changed on the branch, relative to the top of the repository."""
    others: Count = 0
    """How many further paths changed."""
    artifacts: tuple[str, ...] = ()
    """References of the submitted artifacts: the commit has their present versions."""
    at: Timestamp
    """When the merge was recorded."""


class Claim(Frozen):
    """The producer's claim about one criterion. A claim proves nothing."""

    criterion: str
    """The criterion, in the words of the contract."""
    met: Flag
    """Whether it is met."""
    evidence: str = ""
    """The evidence for the claim."""


Standing = Literal["open", "failed", "proved", "accepted", "accepted_not_run", "accepted_failed"]
"""Whether a criterion is met, and by what; the last two were accepted although their command was not run, or failed."""


class Proof(Frozen):
    """A checked result for one criterion, by a participant who may judge the work."""

    criterion: Count
    """Index of the criterion in the contract, from 0."""
    method: Literal["acceptance", "command"]
    """How it was checked."""
    by: Id
    """The participant who accepted, or ran the command."""
    met: Flag = True
    """Whether it is met."""
    detail: str = ""
    """The command and its result, or the comment on acceptance."""
    exit_status: int | None = None
    """Exit status of the command; null when it was killed."""
    content_hash: str = ""
    """SHA-256 of the command's output."""
    seconds: float = 0.0
    """How long the command ran."""
    overrides: Literal["not_run", "failed"] | None = None
    """The outcome of a command that an acceptance overrides: not run, or failed; null for anything else."""

    @property
    def standing(self) -> Standing:
        """The standing that it gives its criterion."""
        if not self.met:
            return "failed"
        overriding: dict[str | None, Standing] = {"not_run": "accepted_not_run", "failed": "accepted_failed"}
        return "proved" if self.method == "command" else overriding.get(self.overrides, "accepted")


class EvidenceRecorded(Frozen):
    """Claims or proofs were recorded for a contract."""

    kind: Literal["evidence_recorded"] = "evidence_recorded"
    contract_id: Id
    """Id of the contract."""
    claims: tuple[Claim, ...] = ()
    """Claims of the producer."""
    proofs: tuple[Proof, ...] = ()
    """Checked results."""
    outputs: tuple[str, ...] = ()
    """References of the artifacts that were submitted."""
    at: Timestamp
    """When they were recorded."""


class NoteAdded(Frozen):
    """A note was added to a contract, for its next assignee."""

    kind: Literal["note_added"] = "note_added"
    contract_id: Id
    """Id of the contract."""
    by: Id
    """Its author."""
    text: str
    """The note."""
    deviation: Flag = False
    """Whether it describes a deviation from the terms; such notes appear in the request to accept the result."""


class LimitReached(Frozen):
    """A contract has used up its steps or retries. Both parties receive the instruction for that case."""

    kind: Literal["limit_reached"] = "limit_reached"
    contract_id: Id
    """Id of the contract."""
    limit: Literal["max_steps", "max_retries"]
    """The limit."""
    instruction: str
    """The instruction in the terms for that case."""
    at: Timestamp
    """When it was reached."""


class ContractPaused(Frozen):
    """A contract was paused: no one may work on it or accept it until a human or lead resumes it."""

    kind: Literal["contract_paused"] = "contract_paused"
    contract_id: Id
    """Id of the contract."""
    by: Id
    """The participant who paused it."""
    reason: str
    """Why."""
    at: Timestamp
    """When it was paused."""


class ContractResumed(Frozen):
    """A paused contract was resumed."""

    kind: Literal["contract_resumed"] = "contract_resumed"
    contract_id: Id
    """Id of the contract."""
    by: Id
    """The participant who resumed it."""
    at: Timestamp
    """When it was resumed; its lease starts again."""


class PartyReplaced(Frozen):
    """A party of a contract left the project and was replaced, or removed without a replacement."""

    kind: Literal["party_replaced"] = "party_replaced"
    contract_id: Id
    """Id of the contract."""
    party: Literal["delegator", "assignee"]
    """Which party."""
    before: Id
    """The party that left."""
    after: Id | None = None
    """The new party; null for none."""
    at: Timestamp
    """When it was replaced."""


ContractEvent = (
    ContractOpened
    | ContractAssigned
    | ContractTransitioned
    | MergeAwaited
    | MergeDelayed
    | WorkMerged
    | EvidenceRecorded
    | NoteAdded
    | LimitReached
    | ContractPaused
    | ContractResumed
    | PartyReplaced
)
