"""The state of a project: what is open now, as one immutable value. The log holds everything else.

Every map is persistent, so a new state shares with the old one all that did not change, and one that turns out not to
be wanted (somebody appended first) is simply dropped.
"""

from dataclasses import dataclass, field, replace

from immutables import Map

from renkei.board.state import Board
from renkei.budget.past_message import PastMessage
from renkei.contracts.state import Contracts
from renkei.dispatch.graph.links import Links
from renkei.dispatch.match import RuleBook
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale

SYSTEM = "renkei"
"""The sender of what rules and the machine itself say. Nobody can join by that name."""

HUMAN = "human"
"""The human who always participates."""

EVERYBODY = "all"
"""The group that always exists."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who takes part; `number` counts them in the order in which they joined."""

    id: str
    number: int
    human: bool = False
    lead: bool = False
    role: str = ""


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message that somebody has not read, or that awaits a reply; `holds` counts how many such reasons there are."""

    message: AnyMessage
    seq: int
    ref_count: int


@dataclass(frozen=True, slots=True)
class Obligation:
    """A reply that is owed; `steps` is how many of the debtor's turns it may still take."""

    message_id: str
    debtor: str
    creditor: str
    subject: str | None
    expects: tuple[str, ...]
    summary: str
    reply_by: str | None
    steps: int | None
    blocks: bool
    overdue: bool = False
    overdue_since: int = 0
    """The record that marked it overdue."""


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn under way, and what counts as read when it ends."""

    turn: str
    until: str
    seen: int
    read: tuple[str, ...]
    notices: int


@dataclass(frozen=True, slots=True)
class PingPong:
    """How many messages an agent and a partner have exchanged while nothing else came of it."""

    partner: str
    count: int


@dataclass(frozen=True, slots=True)
class Quota:
    """What the project may spend in all."""

    turns: int | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Everything that is open in a project at a seq."""

    seq: int = 0
    at: str = "1970-01-01T00:00:00.000000Z"
    sent: int = 0
    name: str = ""
    locale: Locale = "en"
    guarded: bool = True
    actors: Map[str, Actor] = field(default_factory=Map)
    groups: Map[str, tuple[str, ...]] = field(default_factory=Map)
    rules: RuleBook = field(default_factory=RuleBook)
    board: Board = field(default_factory=Board)
    contracts: Contracts = field(default_factory=Contracts)
    links: Links = field(default_factory=Links)
    messages: Map[str, StoredMessage] = field(default_factory=Map)
    unread: Map[str, Map[str, int]] = field(default_factory=Map)
    obligations: Map[str, Map[str, Obligation]] = field(default_factory=Map)
    turns: Map[str, OpenTurn] = field(default_factory=Map)
    read_up_to: Map[str, int] = field(default_factory=Map)
    """Up to which record each had read when its last finished turn began."""
    recent_messages: tuple[PastMessage, ...] = ()
    """The last messages of the team, whomever they were to."""
    last_active: Map[str, str] = field(default_factory=Map)
    """When each actor last did something."""
    recent_by_agent: Map[str, tuple[tuple[tuple[str, ...], str], ...]] = field(default_factory=Map)
    """The last few things that each agent said: to whom, and what."""
    ping_pong: Map[str, PingPong] = field(default_factory=Map)
    suspended: Map[str, str] = field(default_factory=Map)
    """Who was stopped, and why."""
    quota: Quota = Quota()
    turns_spent: int = 0
    tokens_spent: int = 0
    message_counts: Map[str, int] = field(default_factory=Map)
    """How many messages of each type agents and humans have sent."""
    intent_hints: Map[str, int] = field(default_factory=Map)
    """Of the FREEFORM ones, how many named each type as the closest."""
    halted: str = ""
    """Why nobody is woken any more; empty while the project goes on."""

    @property
    def spent(self) -> bool:
        """Whether the project has spent what it may."""
        turns, tokens = self.quota.turns, self.quota.tokens
        return (turns is not None and self.turns_spent >= turns) or (tokens is not None and self.tokens_spent >= tokens)

    def members(self, group: str) -> tuple[str, ...]:
        """Give the members of a group, in the order in which they joined for `all`."""
        return tuple(one.id for one in self.everybody()) if group == EVERYBODY else self.groups[group]

    def everybody(self) -> list[Actor]:
        """Give all who take part, in the order in which they joined (a map's own order differs by process)."""
        return sorted(self.actors.values(), key=lambda actor: actor.number)

    def known_actors(self) -> str:
        """Name all who take part, for errors."""
        return ", ".join(one.id for one in self.everybody()) or "nobody yet"

    def unread_of(self, reader: str) -> list[StoredMessage]:
        """Give the unread messages of somebody in the order of the log."""
        mine = self.unread.get(reader, Map[str, int]())
        return [self.messages[name] for name in sorted(mine, key=mine.__getitem__)]

    def owed_by(self, debtor: str) -> list[Obligation]:
        """Give the replies that somebody owes, the oldest first."""
        owed = self.obligations.get(debtor, Map[str, Obligation]())
        return sorted(owed.values(), key=lambda one: (self.messages[one.message_id].seq, one.message_id))

    def with_reference(self, message_id: str, change: int) -> "State":
        """Return the state after reasons to keep a message were added; one without reasons is dropped."""
        stored = self.messages[message_id]
        count = stored.ref_count + change
        if count <= 0:
            return replace(self, messages=self.messages.delete(message_id))
        return replace(self, messages=self.messages.set(message_id, replace(stored, ref_count=count)))

    def privileged(self, actor: str) -> bool:
        """Tell whether somebody may do what humans, leads and rules may."""
        known = self.actors.get(actor)
        return actor == SYSTEM or (known is not None and (known.human or known.lead))
