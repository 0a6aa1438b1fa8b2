"""What can be asked of a project. A command is an envelope (who, when, id) around parts that are done in order.

Everything that the core cannot make itself (time, ids, what was sent before) is data in the command.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from renkei.board.decide import Write
from renkei.budget.context.build import Context
from renkei.contracts.events import Claim, Proof
from renkei.contracts.lifecycle import Status, Transition
from renkei.contracts.model import TaskContract
from renkei.dispatch.rules import Rule
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale


@dataclass(frozen=True, slots=True)
class CommandContext:
    """Who asks, and when; what the log knows of the message ids in the command, and how settled contracts ended."""

    actor: str
    at: str
    seen: Mapping[str, str]
    closed: Mapping[str, Status] = field(default_factory=dict)


LEASE = 3600
"""Seconds that a claim or a turn holds without a sign of life."""


@dataclass(frozen=True, slots=True)
class CreateProject:
    """Begin a project. The first part of the first command. `guarded`: whether going in cycles is stopped."""

    name: str
    goal: str
    phase: str
    rules: tuple[Rule, ...]
    locale: Locale = "en"
    guarded: bool = True


@dataclass(frozen=True, slots=True)
class Join:
    """Let an agent or a human take part."""

    actor: str
    role: str = ""
    human: bool = False
    lead: bool = False


@dataclass(frozen=True, slots=True)
class SetGroup:
    """Declare a group."""

    group: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetRules:
    """Replace the event rules."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message."""

    message: AnyMessage


@dataclass(frozen=True, slots=True)
class CloseObligations:
    """Let replies about something not be owed any more: those of one message, or those about one subject.

    `expects`: only those that such a reply would answer; `keep`: somebody who goes on owing.
    """

    message_id: str | None = None
    subject: str | None = None
    expects: str | None = None
    keep: str | None = None


@dataclass(frozen=True, slots=True)
class KeepComments:
    """Keep people's comments in the board file, by JSON Pointer: the lines above, and what stands beside."""

    comments: Mapping[str, tuple[tuple[str, ...], str]]


@dataclass(frozen=True, slots=True)
class OpenContract:
    """Put a contract into the store: open for claiming, for a hand-over to refer to, or by the hand-over itself."""

    terms: TaskContract
    message_id: str | None = None
    to_prove: bool = True


@dataclass(frozen=True, slots=True)
class AssignContract:
    """Give open work to somebody by a hand-over."""

    contract: str
    assignee: str
    message_id: str | None = None


@dataclass(frozen=True, slots=True)
class AddNote:
    """Leave a word for whoever works on a contract, now or later."""

    contract: str
    text: str


@dataclass(frozen=True, slots=True)
class AcceptContract:
    """Accept submitted work: prove what is not proved yet, and complete it."""

    contract: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ClaimContract:
    """Take open work. `lease`: after how many seconds without a sign of life it goes back to the queue."""

    contract: str
    lease: int = LEASE


@dataclass(frozen=True, slots=True)
class ProveContract:
    """Record what the commands of a contract's criteria showed. When all is proved, submitted work is completed."""

    contract: str
    proofs: tuple[Proof, ...]


@dataclass(frozen=True, slots=True)
class TransitionContract:
    """Take a step of a contract's life cycle."""

    contract: str
    transition: Transition
    reason: str = ""
    claims: tuple[Claim, ...] = ()
    outputs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BeginTurn:
    """Read on entry: `context` was built at the seq `seen`; `until` is when the turn's lease is over."""

    agent: str
    turn: str
    until: str
    seen: int
    context: Context
    locale: Locale = "en"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Write on exit: what the turn's context gave counts as read."""

    agent: str
    turn: str


@dataclass(frozen=True, slots=True)
class AbandonTurn:
    """Give a turn up: nothing of it counts as read."""

    agent: str
    turn: str


@dataclass(frozen=True, slots=True)
class SuspendActor:
    """Let somebody take no turn until it is resumed."""

    actor: str
    why: str


@dataclass(frozen=True, slots=True)
class ResumeActor:
    """Let somebody go on who was stopped."""

    actor: str


@dataclass(frozen=True, slots=True)
class SetQuota:
    """Set how many turns and tokens the project may spend in all; None: no limit."""

    turns: int | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class HaltProject:
    """Wake nobody any more: every contract is settled, or the limits are spent."""

    why: Literal["settled", "spent"]


@dataclass(frozen=True, slots=True)
class Tick:
    """Let deadlines and leases pass. `alive` holds signs of life that are no records: when each actor last gave one."""

    alive: Mapping[str, str] = field(default_factory=dict)


Action = (
    CreateProject
    | Join
    | SetGroup
    | SetRules
    | Send
    | Write
    | CloseObligations
    | KeepComments
    | OpenContract
    | AssignContract
    | AcceptContract
    | AddNote
    | ClaimContract
    | ProveContract
    | TransitionContract
    | BeginTurn
    | EndTurn
    | AbandonTurn
    | SuspendActor
    | ResumeActor
    | SetQuota
    | HaltProject
    | Tick
)


@dataclass(frozen=True, slots=True)
class Command:
    """A request to change: parts in order, all or nothing, as one record.

    `at` is the runtime's time (UTC, ISO 8601); `seen` holds, for ids of messages in the command that the log already
    knows, the digest of their content, and `settled`, for contracts that it names and the state has let go, how they
    ended: so the state need not remember every message and contract there ever was.
    """

    id: str
    at: str
    actor: str
    actions: tuple[Action, ...]
    seen: Mapping[str, str] = field(default_factory=dict)
    closed: Mapping[str, Status] = field(default_factory=dict)
