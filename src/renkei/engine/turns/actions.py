"""The actions of a command that concern turns: beginning, news, reading, ending, and time that passes."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, NamedTuple

from renkei.budget.context.build import Context
from renkei.budget.context.shown import Shown
from renkei.budget.relevance.tiers import Tier
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Locale


@frozen
class BeginTurn:
    """Begin a turn. `context` was built from the log up to `seen`; `until` is the end of the turn's lease.

    `lease`: seconds for which the turn stays open after a record or a heartbeat of the agent.
    """

    agent: str
    turn: str
    until: str
    seen: int
    context: Context
    locale: Locale = "en"
    lease: int = 0


@frozen
class GiveNews:
    """Give an agent the news of its turn. `context` was built from the log up to `seen`."""

    agent: str
    turn: str
    seen: int
    context: Context
    critical_only: bool = False
    locale: Locale = "en"


@frozen
class RenewTurn:
    """Renew the lease of an open turn until a time."""

    agent: str
    turn: str
    until: str


@frozen
class EndTurn:
    """End a turn: the messages in its context are read.

    `tokens`: the tokens used by the agent's model beyond its contexts, as reported by its provider.
    """

    agent: str
    turn: str
    tokens: int = 0


@frozen
class AbandonTurn:
    """Abandon a turn: nothing is read."""

    agent: str
    turn: str


@frozen
class InterruptTurn:
    """End the open turn of an agent from outside: nothing is written or read."""

    agent: str
    reason: str = ""


@frozen
class GiveContextFeedback:
    """Give feedback on the tier of a message for an agent.

    `seq`, `turn` and `given` describe the delivery as recorded in the log; see the event.
    """

    agent: str
    message_id: str
    wanted: Tier
    seq: int
    turn: str | None = None
    given: Shown | None = None
    note: str = ""


@frozen
class MarkRead:
    """Mark messages as read by the actor, and the oldest `notices` of its re-read notices.

    `reader`: an agent that has never taken a turn, such as the one for all guests of a chat.
    """

    messages: tuple[str, ...] = ()
    notices: int = 0
    reader: str = ""


DeadlineKind = Literal["reply", "turn", "claim", "reservation", "reply_turns", "work_turns"]
"""The last two are counted in turns: for a reply, and as allowed by the terms of a contract."""


class Deadline(NamedTuple):
    """A reply or work that is due, or the end of a lease: when, what, and whose it is."""

    due: str
    kind: DeadlineKind
    name: str
    """Id of the message, the turn or the contract, or the pattern of a reservation."""
    agent: str


@frozen
class Tick:
    """Apply deadlines and leases that have passed, at most a hundred: each alone, and whatever its rules run into.

    `alive`: the last heartbeat of each actor. `only`: the deadline to apply, if it has passed.
    """

    alive: Mapping[str, str] = field(default_factory=dict)
    only: Deadline | None = None
