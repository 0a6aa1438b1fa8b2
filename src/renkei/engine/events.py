"""Everything that can happen in a project: the domains' events and those of the whole.

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
    """An agent or a human takes part from now on."""

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
    """The project's event rules from now on."""

    kind: Literal["rules_set"] = "rules_set"
    rules: tuple[Rule, ...]


class MessageSent(Frozen):
    """A message was sent; `recipients` are those whom it reached, groups resolved."""

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
    """How many messages sender and recipient have exchanged while nothing else came of it; 0: it ends an exchange."""
    warnings: tuple[str, ...] = ()
    """What its sender should know: references to something that does not exist, each with its JSON Pointer."""


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
    """A reply was given, or is not owed any more."""

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
    """The turn is over. When it was finished, what its context gave is read; when it was given up, nothing is."""

    kind: Literal["turn_ended"] = "turn_ended"
    turn: Id
    agent: Id
    read: tuple[Id, ...] = ()
    notices: Count = 0
    seen: Count = 0
    contract_id: Id | None = None
    finished: Flag = True


class ActorSuspended(Frozen):
    """Somebody who goes in cycles takes no turn until a human or lead lets it go on."""

    kind: Literal["actor_suspended"] = "actor_suspended"
    actor: Id
    why: str


class ActorResumed(Frozen):
    """Somebody who was stopped may go on."""

    kind: Literal["actor_resumed"] = "actor_resumed"
    actor: Id


class QuotaSet(Frozen):
    """How many turns and tokens the project may spend in all; null: no limit."""

    kind: Literal["quota_set"] = "quota_set"
    turns: Count | None = None
    tokens: Count | None = None


class ProjectHalted(Frozen):
    """The project is over, or has spent what it may: nobody is woken."""

    kind: Literal["project_halted"] = "project_halted"
    why: Literal["settled", "spent"]


class RuleFired(Frozen):
    """A rule matched; what it did follows. `refused` says what of it was not possible."""

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
