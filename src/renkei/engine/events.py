"""The events of a project: those of the board, of contracts and of contexts, and all others.

An event holds an outcome, so that replaying derives nothing. Events are the storage format: a `kind` is never renamed,
and fields are only added, with a default. Any other change needs a new format and a row in `upcast`.
"""

from typing import Annotated, Literal

from pydantic import Discriminator

from renkei.board.events import BoardEvent
from renkei.budget.context.shown import Part, Shown
from renkei.budget.delivery.model import ContextDelivery
from renkei.budget.events import ContextFeedbackGiven
from renkei.contracts.events import ContractEvent
from renkei.dispatch.rules import Rule
from renkei.protocol.messages import Message, MessageType
from renkei.protocol.primitives import Count, Flag, Frozen, Id, Locale, Timestamp


class ProjectCreated(Frozen):
    """The project was created. This is the first event of a log."""

    kind: Literal["project_created"] = "project_created"
    name: Id
    """Name of the project."""
    locale: Locale
    """Language of messages that the project itself sends."""
    guarded: Flag = True
    """Whether agents that go in circles are suspended."""
    at: Timestamp
    """When it was created."""


class ActorJoined(Frozen):
    """An agent or a human joined the project."""

    kind: Literal["actor_joined"] = "actor_joined"
    actor: Id
    """Id of the participant."""
    human: Flag = False
    """Whether it is a human."""
    lead: Flag = False
    """Whether it may write other agents' entries and the project's fields."""
    role: str = ""
    """Its role; contracts may be reserved for roles."""
    incarnation: Count = 1
    """How many participants have had this id, with this one."""
    appointed_by: tuple[Id, ...] = ()
    """Agents that it has its rights from: the one that added it, the one that added that, and so on."""
    at: Timestamp
    """When it joined."""


class ActorLeft(Frozen):
    """A participant left. What was meant for it is not given to a later participant of the same id."""

    kind: Literal["actor_left"] = "actor_left"
    actor: Id
    """Id of the participant."""
    incarnation: Count = 1
    """How many participants had had this id, with this one."""
    successor: Id
    """Who delegates its contracts and makes its decisions from now on."""
    by: Id
    """Who reported it: itself, a lead or a human."""
    reason: str = ""
    """Why."""
    at: Timestamp
    """When it left."""


class GroupSet(Frozen):
    """A group was defined, or redefined."""

    kind: Literal["group_set"] = "group_set"
    group: Id
    """Id of the group."""
    members: tuple[Id, ...]
    """Its members from now on."""


class RulesSet(Frozen):
    """The event rules of the project were replaced."""

    kind: Literal["rules_set"] = "rules_set"
    rules: tuple[Rule, ...]
    """The rules from now on, in the order in which they fire."""


class ContextDeliverySet(Frozen):
    """How messages are classified and given to agents was replaced."""

    kind: Literal["context_delivery_set"] = "context_delivery_set"
    context_delivery: ContextDelivery
    """The delivery from now on."""


class MessageSent(Frozen):
    """A message was sent. It is unread by every recipient until a turn that delivered it ends."""

    kind: Literal["message_sent"] = "message_sent"
    message: Message
    """The message."""
    recipients: tuple[Id, ...]
    """Participants that it reached; groups are resolved."""
    text: str = ""
    """The beginning of its main text, for relevance and for finding repetition."""
    about: str = ""
    """Id of the contract, decision or artifact that it is about."""
    thread: str = ""
    """Id of the thread, task or message that it belongs to."""
    exchange: Count = 0
    """Messages that sender and recipient have exchanged without progress; 0: it ends such an exchange."""
    warnings: tuple[str, ...] = ()
    """What its sender should know: references to something that does not exist, each with its JSON Pointer."""


class ObligationOpened(Frozen):
    """A reply is owed from now on, or is owed to another from now on."""

    kind: Literal["obligation_opened"] = "obligation_opened"
    message_id: Id
    """The message to reply to."""
    debtor: Id
    """Who owes the reply."""
    creditor: Id
    """Who waits for it."""
    subject: str | None = None
    """Id of the contract, decision or artifact that a reply may refer to instead of the message."""
    expects: tuple[MessageType, ...]
    """Types of messages that count as a reply."""
    summary: str = ""
    """The beginning of the message's context summary."""
    reply_by: Timestamp | None = None
    """When the reply is due."""
    steps: Count | None = None
    """After how many turns of the debtor the reply is due."""
    blocks: Flag = False
    """Whether work waits for the reply."""


class ObligationClosed(Frozen):
    """A reply was sent, or is no longer owed."""

    kind: Literal["obligation_closed"] = "obligation_closed"
    message_id: Id
    """The message that asked for a reply."""
    debtor: Id
    """Who owed the reply."""
    by_message: Id | None = None
    """The reply; null when the obligation became moot."""


class ObligationOverdue(Frozen):
    """A reply was not sent in time. It is still owed."""

    kind: Literal["obligation_overdue"] = "obligation_overdue"
    message_id: Id
    """The message that asked for a reply."""
    debtor: Id
    """Who owes the reply."""
    at: Timestamp
    """When this was noticed."""


class TurnBegan(Frozen):
    """An agent began a turn with a context. The messages in it stay unread until the turn ends."""

    kind: Literal["turn_began"] = "turn_began"
    turn: Id
    """Id of the turn."""
    agent: Id
    """The agent."""
    seen: Count
    """Position of the log that the context was built from."""
    until: Timestamp
    """When the lease of the turn ends, unless the agent acts or is alive later."""
    budget: Count
    """Tokens that the context was allowed to have."""
    tokens: Count
    """Tokens that it has, as estimated."""
    locale: Locale
    """Language of the context."""
    given: tuple[Shown, ...] = ()
    """What the context shows of each message, and why."""
    read: tuple[Id, ...] = ()
    """Messages that count as read when the turn ends."""
    notices: Count = 0
    """How many re-read notices the context shows; they are removed when the turn ends."""
    rendering: Literal["snapshot", "delta"] = "snapshot"
    """`snapshot`: everything; `delta`: what is new since the last turn."""
    lease: Count = 0
    """Seconds for which the turn stays open after a record or a heartbeat of the agent; 0: only until `until`."""


class NewsGiven(Frozen):
    """An agent was given what came during its turn. It stays unread until the turn ends."""

    kind: Literal["news_given"] = "news_given"
    turn: Id
    """Id of the turn."""
    agent: Id
    """The agent."""
    seen: Count
    """Position of the log that the news was built from."""
    critical_only: Flag = False
    """True: only what is critical was shown, and no changes of the board."""
    budget: Count
    """Tokens that the news was allowed to have."""
    tokens: Count
    """Tokens that it has, as estimated."""
    locale: Locale
    """Language of the news."""
    given: tuple[Shown, ...] = ()
    """What the news shows of each message, and why."""
    read: tuple[Id, ...] = ()
    """Messages that count as read when the turn ends."""
    notices: Count = 0
    """How many re-read notices the news shows; they are removed when the turn ends."""


class TurnRenewed(Frozen):
    """The lease of an open turn was renewed."""

    kind: Literal["turn_renewed"] = "turn_renewed"
    turn: Id
    """Id of the turn."""
    agent: Id
    """The agent."""
    until: Timestamp
    """When the lease of the turn ends, unless the agent acts or is alive later."""


class PartRead(Frozen):
    """The part of a message that a turn has read."""

    message_id: Id
    """The message."""
    part: Part
    """The part."""


class TurnEnded(Frozen):
    """A turn ended. What its context showed is read, unless the turn was abandoned or interrupted."""

    kind: Literal["turn_ended"] = "turn_ended"
    turn: Id
    """Id of the turn."""
    agent: Id
    """The agent."""
    read: tuple[Id, ...] = ()
    """Messages that are read from now on."""
    notices: Count = 0
    """How many re-read notices are removed, the oldest first."""
    seen: Count = 0
    """Position of the log up to which the agent has read the board."""
    contract_id: Id | None = None
    """The contract in progress that the turn counts against (`max_steps`)."""
    parts: tuple[PartRead, ...] = ()
    """Parts that are read of messages that come in parts; a message is read with its last part."""
    finished: Flag = True
    """False: the turn was abandoned or interrupted, and nothing is read."""
    by: Id | None = None
    """Who interrupted the turn; `renkei` when its lease was over, null when the agent ended or abandoned it."""
    reason: str = ""
    """Why it was interrupted."""
    board_seen: Count = 0
    """Position of the log up to which the turn and its news showed the changes of the board; 0 in older records."""


class MarkedRead(Frozen):
    """A person marked messages or re-read notices as read, outside of a turn."""

    kind: Literal["marked_read"] = "marked_read"
    reader: Id
    """The person."""
    read: tuple[Id, ...] = ()
    """Messages that are read from now on."""
    notices: Count = 0
    """How many re-read notices are removed, the oldest first."""


class ActorSuspended(Frozen):
    """An agent was suspended: it takes no turn until a human or lead resumes it."""

    kind: Literal["actor_suspended"] = "actor_suspended"
    actor: Id
    """The agent."""
    why: str
    """`repetition`, `ping_pong`, or the reason that a rule or a person gave."""


class ActorResumed(Frozen):
    """A suspended agent was resumed."""

    kind: Literal["actor_resumed"] = "actor_resumed"
    actor: Id
    """The agent."""
    at: Timestamp | None = None
    """When it was resumed; the leases of its claims begin again."""


class QuotaSet(Frozen):
    """A quota was set for the whole life of the project."""

    kind: Literal["quota_set"] = "quota_set"
    turns: Count | None = None
    """How many turns it may take; null: any number."""
    tokens: Count | None = None
    """How many tokens its contexts may have in all; null: any number."""


class ProjectHalted(Frozen):
    """The project was halted: no agent is woken."""

    kind: Literal["project_halted"] = "project_halted"
    why: Literal["settled", "spent"]
    """`settled`: every contract is closed; `spent`: the quota is used up."""


class ProjectPaused(Frozen):
    """The project was paused: its agents may do nothing and none is woken; humans may act."""

    kind: Literal["project_paused"] = "project_paused"
    by: Id
    """Who paused it."""
    reason: str
    """Why."""


class ProjectResumed(Frozen):
    """The paused project was resumed."""

    kind: Literal["project_resumed"] = "project_resumed"
    by: Id
    """Who resumed it."""
    at: Timestamp
    """When it was resumed; the leases of all claims begin again."""


class RuleFired(Frozen):
    """A rule fired. The events that it caused follow this one."""

    kind: Literal["rule_fired"] = "rule_fired"
    event: Id
    """Name of the rule."""
    because: str
    """What triggered it."""
    actions: tuple[str, ...] = ()
    """What its actions do, in words for people, where the rule says so."""
    refused: tuple[str, ...] = ()
    """Its actions that were refused, each with the reason."""


AnyEvent = (
    ProjectCreated
    | ActorJoined
    | ActorLeft
    | GroupSet
    | RulesSet
    | ContextDeliverySet
    | BoardEvent
    | ContractEvent
    | MessageSent
    | ObligationOpened
    | ObligationClosed
    | ObligationOverdue
    | TurnBegan
    | NewsGiven
    | TurnRenewed
    | TurnEnded
    | ContextFeedbackGiven
    | MarkedRead
    | ActorSuspended
    | ActorResumed
    | QuotaSet
    | ProjectHalted
    | ProjectPaused
    | ProjectResumed
    | RuleFired
)
Event = Annotated[AnyEvent, Discriminator("kind")]
