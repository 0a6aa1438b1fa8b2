"""Every event of a project: those of the board and of contracts, and those of the engine itself.

An event holds an outcome. Its `kind` is stored; a kind is never renamed, and its fields are only added to.
"""

from typing import Annotated, Literal

from pydantic import Discriminator

from renkei.board.events import BoardEvent
from renkei.budget.context.shown import Shown
from renkei.contracts.events import ContractEvent
from renkei.dispatch.rules import Rule
from renkei.protocol.messages import Message, MessageType
from renkei.protocol.primitives import Count, Flag, Frozen, Id, Locale, Timestamp


class ProjectCreated(Frozen):
    """A project begins."""

    kind: Literal["project_created"] = "project_created"
    name: Id
    locale: Locale
    guarded: Flag = True
    at: Timestamp


class ActorJoined(Frozen):
    """An agent or a human joined."""

    kind: Literal["actor_joined"] = "actor_joined"
    actor: Id
    human: Flag = False
    lead: Flag = False
    role: str = ""
    at: Timestamp


class GroupSet(Frozen):
    """A named set of actors was declared."""

    kind: Literal["group_set"] = "group_set"
    group: Id
    members: tuple[Id, ...]


class RulesSet(Frozen):
    """The event rules were replaced."""

    kind: Literal["rules_set"] = "rules_set"
    rules: tuple[Rule, ...]


class MessageSent(Frozen):
    """A message was sent; `recipients`: the actors that it reached, groups resolved."""

    kind: Literal["message_sent"] = "message_sent"
    message: Message
    recipients: tuple[Id, ...]
    text: str = ""
    """The beginning of its main text, for relevance and for finding repetition."""
    about: str = ""
    """Id of what it is about."""
    thread: str = ""
    """Id of the thread, task or message that it belongs to."""
    exchange: Count = 0
    """How many messages sender and recipient have exchanged without progress; 0: it ends an exchange."""


class ObligationOpened(Frozen):
    """A reply is owed."""

    kind: Literal["obligation_opened"] = "obligation_opened"
    message_id: Id
    debtor: Id
    creditor: Id
    subject: str | None = None
    expects: tuple[MessageType, ...]
    summary: str = ""
    reply_by: Timestamp | None = None
    steps: Count | None = None
    blocks: Flag = False


class ObligationClosed(Frozen):
    """A reply was given, or is no longer owed."""

    kind: Literal["obligation_closed"] = "obligation_closed"
    message_id: Id
    debtor: Id
    by_message: Id | None = None


class ObligationOverdue(Frozen):
    """A reply was not given in time."""

    kind: Literal["obligation_overdue"] = "obligation_overdue"
    message_id: Id
    debtor: Id
    at: Timestamp


class TurnBegan(Frozen):
    """An agent read its context. Its messages stay unread until the turn ends."""

    kind: Literal["turn_began"] = "turn_began"
    turn: Id
    agent: Id
    seen: Count
    until: Timestamp
    budget: Count
    tokens: Count
    locale: Locale
    given: tuple[Shown, ...] = ()
    read: tuple[Id, ...] = ()
    notices: Count = 0
    rendering: Literal["snapshot", "delta"] = "snapshot"


class TurnEnded(Frozen):
    """A turn ended. If it was finished, what its context showed is read; if it was abandoned, nothing is."""

    kind: Literal["turn_ended"] = "turn_ended"
    turn: Id
    agent: Id
    read: tuple[Id, ...] = ()
    notices: Count = 0
    seen: Count = 0
    contract_id: Id | None = None
    finished: Flag = True


class ActorSuspended(Frozen):
    """An actor was suspended: it takes no turn until a human or lead resumes it."""

    kind: Literal["actor_suspended"] = "actor_suspended"
    actor: Id
    why: str


class ActorResumed(Frozen):
    """A suspended actor was resumed."""

    kind: Literal["actor_resumed"] = "actor_resumed"
    actor: Id


class QuotaSet(Frozen):
    """The number of turns and tokens that the project may use in all; null: no limit."""

    kind: Literal["quota_set"] = "quota_set"
    turns: Count | None = None
    tokens: Count | None = None


class ProjectHalted(Frozen):
    """Every contract is closed, or the quota is used up: nobody is woken."""

    kind: Literal["project_halted"] = "project_halted"
    why: Literal["settled", "spent"]


class RuleFired(Frozen):
    """A rule fired; the events of its actions follow. `refused`: why an action was not possible."""

    kind: Literal["rule_fired"] = "rule_fired"
    event: Id
    because: str
    refused: tuple[str, ...] = ()


AnyEvent = (
    ProjectCreated
    | ActorJoined
    | GroupSet
    | RulesSet
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
