"""The events of a project: those of the board, of contracts, of contexts and of turns, and all others.

An event holds an outcome, so that replaying derives nothing. Events are the storage format: a `kind` is never renamed,
and fields are only added, with a default. Any other change needs a new format and a row in `upcast`.
"""

from typing import Annotated, Literal

from pydantic import Discriminator

from renkei.board.events import BoardEvent
from renkei.budget.delivery.model import ContextDelivery
from renkei.budget.events import ContextFeedbackGiven
from renkei.contracts.events import ContractEvent
from renkei.dispatch.rules import Rule
from renkei.engine.turns.events import MarkedRead as MarkedRead
from renkei.engine.turns.events import NewsGiven as NewsGiven
from renkei.engine.turns.events import PartRead as PartRead
from renkei.engine.turns.events import TurnBegan as TurnBegan
from renkei.engine.turns.events import TurnEnded as TurnEnded
from renkei.engine.turns.events import TurnRenewed as TurnRenewed
from renkei.files.events import FileEvent
from renkei.protocol.messages import Message, ReplyType
from renkei.protocol.primitives import Count, Flag, Frozen, Id, Locale, Timestamp
from renkei.protocol.registration import Registration


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
    """The chain of agents that added it, directly or indirectly."""
    at: Timestamp
    """When it joined."""


class MergingSet(Frozen):
    """The files of an agent's accepted work must, or need no longer, be merged before the contract is completed."""

    kind: Literal["merging_set"] = "merging_set"
    actor: Id
    """The agent."""
    is_on: Flag
    """Whether they must be merged."""


class ActorLeft(Frozen):
    """A participant left. A later participant with the same id inherits none of its messages or duties."""

    kind: Literal["actor_left"] = "actor_left"
    actor: Id
    """Id of the participant."""
    incarnation: Count = 1
    """How many participants had had this id, with this one."""
    successor: Id
    """The new delegator of its contracts and owner of its decisions."""
    by: Id
    """The participant who reported it: itself, a lead or a human."""
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
    """Its new members."""


class RulesSet(Frozen):
    """The event rules of the project were replaced."""

    kind: Literal["rules_set"] = "rules_set"
    rules: tuple[Rule, ...]
    """The new rules, in the order in which they fire."""


class ContextDeliverySet(Frozen):
    """The classification and delivery of messages to agents were replaced."""

    kind: Literal["context_delivery_set"] = "context_delivery_set"
    context_delivery: ContextDelivery
    """The new delivery."""


class Registered(Frozen):
    """The project knows a type of message or an extension of a vendor, with its JSON Schema."""

    kind: Literal["registered"] = "registered"
    registration: Registration
    """The type or the extension."""


class MessageSent(Frozen):
    """A message was sent. It stays unread by every recipient until a turn that delivered it ends."""

    kind: Literal["message_sent"] = "message_sent"
    message: Message
    """The message."""
    recipients: tuple[Id, ...]
    """Participants that it reached. With a `group`, only those outside of the group. None, and no group: it was said
    elsewhere, at the time of its `timestamp`, before it came into the log.
    """
    group: Id | None = None
    """The group whose members it reached, except its sender: that of a message to one group that asks for nothing."""
    group_index: Count = 0
    """Its index among the messages to the group, from 1: it reached members that joined before. 0 without a group."""
    text: str = ""
    """The beginning of its main text, for relevance and for finding repetition."""
    about: str = ""
    """Id of the contract, decision or artifact that it is about."""
    thread: str = ""
    """Id of the thread, task or message that it belongs to."""
    exchange: Count = 0
    """Messages that sender and recipient have exchanged without progress; 0: it ends such an exchange."""
    size: Count = 0
    """Bytes of the message as JSON, for the limit of unread text; 0 in records of earlier releases."""
    warnings: tuple[str, ...] = ()
    """Warnings for its sender: references to something that does not exist, each with its JSON Pointer."""

    @property
    def reached(self) -> tuple[str, ...]:
        """The participants, and the group, that it reached."""
        return self.recipients if self.group is None else (self.group, *self.recipients)

    @property
    def is_past(self) -> bool:
        """Whether it was said elsewhere before it came into the log: it reached no one, and nothing follows from it."""
        return not self.recipients and self.group is None

    def said_at(self, recorded: str) -> str:
        """Return when it was said, given the time of its record."""
        return self.message.timestamp if self.is_past else recorded


class ObligationOpened(Frozen):
    """A reply is owed, or its creditor or deadline changed."""

    kind: Literal["obligation_opened"] = "obligation_opened"
    message_id: Id
    """The message to reply to."""
    debtor: Id
    """The participant who owes the reply."""
    creditor: Id
    """The participant who waits for it."""
    subject: str | None = None
    """Id of the contract, decision or artifact that a reply may refer to instead of the message."""
    expects: tuple[ReplyType, ...]
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
    """The participant who owed the reply."""
    by_message: Id | None = None
    """The reply; null when the obligation became moot."""
    withdrawn: bool = False
    """Whether the debtor need not read the request: the verdict that it asked for is given, or no longer needed."""


class ObligationOverdue(Frozen):
    """A reply was not sent in time. It is still owed."""

    kind: Literal["obligation_overdue"] = "obligation_overdue"
    message_id: Id
    """The message that asked for a reply."""
    debtor: Id
    """The participant who owes the reply."""
    at: Timestamp
    """When this was noticed."""


class ActorSuspended(Frozen):
    """An agent was suspended: it takes no turn until a human or lead resumes it."""

    kind: Literal["actor_suspended"] = "actor_suspended"
    actor: Id
    """The agent."""
    why: str
    """`repetition`, `ping_pong`, or the reason given by a rule or a person."""


class ActorResumed(Frozen):
    """A suspended agent was resumed."""

    kind: Literal["actor_resumed"] = "actor_resumed"
    actor: Id
    """The agent."""
    at: Timestamp | None = None
    """When it was resumed; the leases of its claims start again."""


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
    why: Literal["spent"]
    """`spent`: the quota is used up."""


class ProjectPaused(Frozen):
    """The project was paused: its agents may do nothing and none is woken; humans may act."""

    kind: Literal["project_paused"] = "project_paused"
    by: Id
    """The participant who paused it."""
    reason: str
    """Why."""


class ProjectResumed(Frozen):
    """The paused project was resumed."""

    kind: Literal["project_resumed"] = "project_resumed"
    by: Id
    """The participant who resumed it."""
    at: Timestamp
    """When it was resumed; the leases of all claims start again."""


class RuleFired(Frozen):
    """A rule fired. The events that it caused follow this one."""

    kind: Literal["rule_fired"] = "rule_fired"
    event: Id
    """Name of the rule."""
    because: str
    """The trigger of the rule."""
    actions: tuple[str, ...] = ()
    """Its actions in words for people, if the rule describes them."""
    refused: tuple[str, ...] = ()
    """Its rejected actions, each with the reason."""


AnyEvent = (
    ProjectCreated
    | ActorJoined
    | ActorLeft
    | MergingSet
    | GroupSet
    | RulesSet
    | ContextDeliverySet
    | Registered
    | BoardEvent
    | ContractEvent
    | FileEvent
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
