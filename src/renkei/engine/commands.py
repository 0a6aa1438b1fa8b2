"""Commands: an id, a time and an actor, with actions that are decided one after another.

The core has no clock and creates no ids: the command brings the time, the ids, and the log's knowledge of them.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from renkei.board.decide import Write
from renkei.budget.delivery.model import ContextDelivery
from renkei.contracts.events import Claim, Proof
from renkei.contracts.lifecycle import Status, Transition
from renkei.contracts.model import TaskContract
from renkei.dispatch.rules import Rule
from renkei.engine.conversation.actions import CloseObligations as CloseObligations
from renkei.engine.conversation.actions import RecordPast as RecordPast
from renkei.engine.conversation.actions import Send as Send
from renkei.engine.conversation.actions import TransferObligation as TransferObligation
from renkei.engine.delegation.merging import DelayMerge as DelayMerge
from renkei.engine.delegation.merging import RecordMerge as RecordMerge
from renkei.engine.file_work.actions import FileAction as FileAction
from renkei.engine.file_work.actions import RecordChanges as RecordChanges
from renkei.engine.file_work.actions import ReleaseFiles as ReleaseFiles
from renkei.engine.file_work.actions import ReserveFiles as ReserveFiles
from renkei.engine.file_work.actions import SetFilePolicy as SetFilePolicy
from renkei.engine.participants.merging import SetMerging as SetMerging
from renkei.engine.state import SYSTEM
from renkei.engine.turns.actions import AbandonTurn as AbandonTurn
from renkei.engine.turns.actions import BeginTurn as BeginTurn
from renkei.engine.turns.actions import Deadline as Deadline
from renkei.engine.turns.actions import DeadlineKind as DeadlineKind
from renkei.engine.turns.actions import EndTurn as EndTurn
from renkei.engine.turns.actions import GiveContextFeedback as GiveContextFeedback
from renkei.engine.turns.actions import GiveNews as GiveNews
from renkei.engine.turns.actions import InterruptTurn as InterruptTurn
from renkei.engine.turns.actions import MarkRead as MarkRead
from renkei.engine.turns.actions import RenewTurn as RenewTurn
from renkei.engine.turns.actions import Tick as Tick
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Locale, Via
from renkei.protocol.registration import Registration


@frozen
class CommandContext:
    """The actor and time of a command, and the log's knowledge of its ids."""

    actor: str
    at: str
    seen: Mapping[str, str]
    closed: Mapping[str, Status] = field(default_factory=dict)


LEASE = 3600
"""Seconds without activity after which a claim or a turn ends."""


@frozen
class CreateProject:
    """Create a project: the first action of the first command.

    `guarded`: suspend agents that go in circles. `delivery`: how messages are delivered to agents; None: the default.
    """

    name: str
    goal: str
    phase: str
    rules: tuple[Rule, ...]
    locale: Locale = "en"
    guarded: bool = True
    delivery: ContextDelivery | None = None


@frozen
class Join:
    """Add an agent or a human to the project."""

    actor: str
    role: str = ""
    human: bool = False
    lead: bool = False


@frozen
class Leave:
    """Remove a participant from the project. Its unfinished work is released, and others take over its duties."""

    actor: str
    reason: str = ""


@frozen
class SetGroup:
    """Define or redefine a group."""

    group: str
    members: tuple[str, ...]


@frozen
class ChangeGroup:
    """Add a participant to a group, or remove one, leaving concurrent changes of others intact."""

    group: str
    member: str
    is_in: bool
    """Whether it belongs to the group afterwards."""


@frozen
class SetRules:
    """Replace the event rules."""

    rules: tuple[Rule, ...]


@frozen
class AddRules:
    """Add event rules. `replace`: a rule replaces the one with the same name, which is otherwise an error."""

    rules: tuple[Rule, ...]
    replace: bool = False


@frozen
class RemoveRules:
    """Remove the event rules of these names."""

    names: tuple[str, ...]


@frozen
class SetContextDelivery:
    """Replace how messages are classified and delivered to agents."""

    delivery: ContextDelivery


@frozen
class KeepComments:
    """Store the comments of the board file, by JSON Pointer: the lines above a value, and the comment beside it."""

    comments: Mapping[str, tuple[tuple[str, ...], str]]


@frozen
class OpenContract:
    """Open a contract: for claiming, for a later hand-over, or as part of a hand-over (`message_id`)."""

    terms: TaskContract
    message_id: str | None = None
    to_prove: bool = True


@frozen
class AssignContract:
    """Assign an open contract, by a hand-over."""

    contract: str
    assignee: str
    message_id: str | None = None


@frozen
class AddNote:
    """Add a note to a contract, for its current and later assignees.

    `deviation`: the note describes a deviation from the terms and appears in the request for acceptance.
    """

    contract: str
    text: str
    deviation: bool = False


@frozen
class AcceptContract:
    """Accept submitted work: prove the criteria that are not proved yet, and complete the contract or let it merge."""

    contract: str
    detail: str = ""


@frozen
class ClaimContract:
    """Claim an open contract. `lease`: seconds without activity after which it is released."""

    contract: str
    lease: int = LEASE


@frozen
class ProveContract:
    """Record the results of criteria's commands. Submitted work whose criteria are all proved is completed."""

    contract: str
    proofs: tuple[Proof, ...]


@frozen
class TransitionContract:
    """Make a transition of a contract's life cycle.

    `claims` and `outputs` belong to `submit`; `conflict` to `block`: the critical conflict that the contract waits for.
    """

    contract: str
    transition: Transition
    reason: str = ""
    claims: tuple[Claim, ...] = ()
    outputs: tuple[str, ...] = ()
    conflict: str | None = None


@frozen
class PauseContract:
    """Pause a contract: no one may work on it or accept it until it is resumed."""

    contract: str
    reason: str


@frozen
class ResumeContract:
    """Resume a paused contract."""

    contract: str


@frozen
class ReplaceParty:
    """Replace a party that left the project, or leave its place empty."""

    contract: str
    party: Literal["delegator", "assignee"]
    by: str | None


@frozen
class SuspendActor:
    """Suspend an agent: it takes no turn until it is resumed."""

    actor: str
    why: str


@frozen
class ResumeActor:
    """Resume a suspended agent."""

    actor: str


@frozen
class SetQuota:
    """Set the total number of turns and tokens that the project may use; None: no limit. A halted project continues."""

    turns: int | None = None
    tokens: int | None = None


@frozen
class HaltProject:
    """Halt the project: no agent is woken, because the quota is used up."""

    why: Literal["spent"] = "spent"


@frozen
class PauseProject:
    """Pause the project: its agents may do nothing until it is resumed."""

    reason: str


@frozen
class ResumeProject:
    """Resume a paused project."""


@frozen
class Register:
    """Register a type of message or an extension of a vendor."""

    registration: Registration


Action = (
    CreateProject
    | Join
    | Leave
    | SetMerging
    | SetGroup
    | ChangeGroup
    | SetRules
    | AddRules
    | RemoveRules
    | SetContextDelivery
    | Register
    | Send
    | RecordPast
    | Write
    | CloseObligations
    | TransferObligation
    | KeepComments
    | OpenContract
    | AssignContract
    | AcceptContract
    | DelayMerge
    | RecordMerge
    | AddNote
    | ClaimContract
    | ProveContract
    | TransitionContract
    | PauseContract
    | ResumeContract
    | ReplaceParty
    | FileAction
    | BeginTurn
    | GiveNews
    | RenewTurn
    | EndTurn
    | AbandonTurn
    | InterruptTurn
    | GiveContextFeedback
    | MarkRead
    | SuspendActor
    | ResumeActor
    | SetQuota
    | HaltProject
    | PauseProject
    | ResumeProject
    | Tick
)


@frozen
class Command:
    """A request to change a project: a sequence of actions, all or nothing, recorded as one record.

    `actor`: None only for the runtime itself; no participant can act as it. `at`: its time (UTC, ISO 8601). `seen` (ids
    of messages that the log holds, with their content hashes) and `closed` (final status of contracts dropped from the
    state) keep the state small. The record keeps `fingerprint`, a digest of the request, and a person's `via`.
    """

    id: str
    at: str
    actor: str | None
    actions: tuple[Action, ...]
    seen: Mapping[str, str] = field(default_factory=dict)
    closed: Mapping[str, Status] = field(default_factory=dict)
    fingerprint: str = ""
    via: Via = ""

    @property
    def by(self) -> str:
        """The participant that acts, or `renkei`."""
        return SYSTEM if self.actor is None else self.actor
