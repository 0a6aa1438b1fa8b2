"""The events of a project: those of the board and of contracts, and all others.

An event holds an outcome, so that replaying derives nothing. Events are the storage format: a `kind` is never renamed,
and fields are only added, with a default. Any other change needs a new format and a row in `upcast`.
"""

from typing import Annotated, Literal

from pydantic import Discriminator

from renkei.board.events import BoardEvent
from renkei.budget.context.shown import Part, Shown
from renkei.budget.delivery.model import ContextDelivery
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
    at: Timestamp
    """When it joined."""


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
    """A reply is owed from now on."""

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
    """When the lease of the turn ends; after that another turn can begin."""
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


class PartRead(Frozen):
    """The part of a message that a turn has read."""

    message_id: Id
    """The message."""
    part: Part
    """The part."""


class TurnEnded(Frozen):
    """A turn ended. What its context showed is read, unless the turn was abandoned."""

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
    """False: the turn was abandoned and nothing is read."""


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


class RuleFired(Frozen):
    """A rule fired. The events that it caused follow this one."""

    kind: Literal["rule_fired"] = "rule_fired"
    event: Id
    """Name of the rule."""
    because: str
    """What triggered it."""
    refused: tuple[str, ...] = ()
    """Its actions that were refused, each with the reason."""


AnyEvent = (
    ProjectCreated
    | ActorJoined
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
    | TurnEnded
    | ActorSuspended
    | ActorResumed
    | QuotaSet
    | ProjectHalted
    | RuleFired
)
Event = Annotated[AnyEvent, Discriminator("kind")]
