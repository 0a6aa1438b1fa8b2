"""The state of a project: everything open now, as one immutable value. The log holds everything else.

Every `Map` is persistent: a new state shares all unchanged parts with the old one. An unneeded state (another writer
appended first) is simply dropped. The few participants are a dict, whose order is the same in every process; it is
replaced when someone joins or leaves.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from immutables import Map

from renkei.board.state import Board
from renkei.budget.context.shown import Part
from renkei.budget.delivery.model import DEFAULT_DELIVERY, ContextDelivery
from renkei.budget.past_message import PastMessage
from renkei.contracts.state import Contract, Contracts
from renkei.dispatch.graph.links import Links
from renkei.dispatch.match import RuleBook
from renkei.engine.unread import NONE_UNREAD, Unread
from renkei.files.state import Files
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale
from renkei.protocol.registration import Registration

SYSTEM = "renkei"
"""The sender of the messages of rules and of the system itself. No one can join under this name."""

HUMAN = "human"
"""The human who always participates."""

EVERYBODY = "all"
"""The group that always exists."""


@frozen
class Actor:
    """A participant; `number` is its order of joining, `incarnation` counts the participants with this id so far.

    `appointed_by`: the chain of agents that added it, the direct one first. `merges`: the files of its accepted work
    must be merged before the contract is completed.
    """

    id: str
    number: int
    human: bool = False
    lead: bool = False
    role: str = ""
    incarnation: int = 1
    appointed_by: tuple[str, ...] = ()
    merges: bool = False


@frozen
class StoredMessage:
    """A message that is unread or awaits a reply; `ref_count` counts those reasons to keep it."""

    message: AnyMessage
    seq: int
    ref_count: int
    size: int = 0
    """Bytes of the message as JSON, which count while it is unread."""
    group: str = ""
    """The group that it was sent to; empty for a message to participants."""


@frozen
class Obligation:
    """A reply that is owed; `steps` is the number of the debtor's turns left for it."""

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


NONE_OWED: Map[str, Obligation] = Map()
"""The obligations of an actor without any."""


@frozen
class OpenTurn:
    """An open turn, and everything that counts as read when it ends.

    `seen` is the record that its context was built from, `news_seen` that of its last news, and `board_seen` the last
    record whose board changes it was shown. `lease`: seconds after the agent's last act. `parts`: by message, for
    messages shown in parts.
    """

    turn: str
    until: str
    seen: int
    read: tuple[str, ...]
    notices: int
    lease: int = 0
    news_seen: int = 0
    board_seen: int = 0
    parts: tuple[tuple[str, Part], ...] = ()
    changes: int = 0
    """How many changes of the board others had made up to `board_seen`."""


@frozen
class Interruption:
    """The actor who ended an agent's turn, and the reason; `renkei` ends a turn whose lease is over."""

    by: str
    reason: str


@frozen
class PingPong:
    """How many messages an agent and a partner have exchanged without progress."""

    partner: str
    count: int


@frozen
class Quota:
    """How many turns and tokens the project may use in all."""

    turns: int | None = None
    tokens: int | None = None


@frozen
class Usage:
    """How many turns an agent has finished, and how many tokens its contexts had."""

    turns: int = 0
    tokens: int = 0


@dataclass(frozen=True)
class State:
    """Everything that is open in a project at a seq. It has no slots, so that `replace` is fast."""

    seq: int = 0
    at: str = "1970-01-01T00:00:00.000000Z"
    sent: int = 0
    name: str = ""
    locale: Locale = "en"
    guarded: bool = True
    actors: Mapping[str, Actor] = field(default_factory=dict)
    """All participants, in the order of their ids."""
    departed: Map[str, int] = field(default_factory=Map)
    """Ids of participants that left, each with its last incarnation."""
    groups: Map[str, tuple[str, ...]] = field(default_factory=Map)
    rules: RuleBook = field(default_factory=RuleBook)
    delivery: ContextDelivery = DEFAULT_DELIVERY
    board: Board = field(default_factory=Board)
    contracts: Contracts = field(default_factory=Contracts)
    files: Files = field(default_factory=Files)
    links: Links = field(default_factory=Links)
    messages: Map[str, StoredMessage] = field(default_factory=Map)
    unread: Unread = field(default_factory=Unread)
    parts: Map[str, Map[str, Part]] = field(default_factory=Map)
    """The part that each reader has read last of its unread messages shown in parts."""
    obligations: Map[str, Map[str, Obligation]] = field(default_factory=Map)
    turns: Map[str, OpenTurn] = field(default_factory=Map)
    interrupted: Map[str, Interruption] = field(default_factory=Map)
    """Agents whose last turn was interrupted; each until it has finished another."""
    read_up_to: Map[str, int] = field(default_factory=Map)
    """The seq up to which each actor had read when its last finished turn began."""
    changes_read: Map[str, int] = field(default_factory=Map)
    """How many changes of the board others had made by then."""
    left: Map[str, Map[str, int]] = field(default_factory=Map)
    """The work that each agent left as it was at the end of its last turn, and in how many turns in a row."""
    recent_messages: tuple[PastMessage, ...] = ()
    """The newest messages of the team, the oldest first."""
    last_active: Map[str, str] = field(default_factory=Map)
    """When each actor last did something."""
    recent_by_agent: Map[str, tuple[tuple[tuple[str, ...], str], ...]] = field(default_factory=Map)
    """The newest few messages of each agent: recipients and text."""
    ping_pong: Map[str, PingPong] = field(default_factory=Map)
    suspended: Map[str, str] = field(default_factory=Map)
    """Suspended actors, and the reason."""
    quota: Quota = field(default_factory=Quota)
    turns_spent: int = 0
    tokens_spent: int = 0
    usage: Map[str, Usage] = field(default_factory=Map)
    """The turns and tokens of each agent."""
    message_counts: Map[str, int] = field(default_factory=Map)
    """How many messages of each type agents and humans have sent."""
    intent_hints: Map[str, int] = field(default_factory=Map)
    """How many FREEFORM messages had each intent hint."""
    halted: str = ""
    """Why the project is halted; empty while it runs."""
    paused: str | None = None
    """Why the project is paused; None while it is not."""
    registered: Map[str, Registration] = field(default_factory=Map)
    """The types and extensions of vendors that the project knows, by name."""

    @property
    def spent(self) -> bool:
        """Whether the quota is used up."""
        turns, tokens = self.quota.turns, self.quota.tokens
        return (turns is not None and self.turns_spent >= turns) or (tokens is not None and self.tokens_spent >= tokens)

    def members(self, group: str) -> tuple[str, ...]:
        """Return the members of a group; those of `all` in the order of joining."""
        return tuple(one.id for one in self.everybody()) if group == EVERYBODY else self.groups[group]

    def is_member(self, group: str, actor: str) -> bool:
        """Return whether a participant is a member of a group."""
        return actor in (self.actors if group == EVERYBODY else self.groups[group])

    def other_members(self, group: str, actor: str) -> int:
        """Return how many members a group has besides a participant."""
        return len(self.actors if group == EVERYBODY else self.groups[group]) - self.is_member(group, actor)

    def everybody(self) -> list[Actor]:
        """Return all participants in the order of joining."""
        return sorted(self.actors.values(), key=lambda actor: actor.number)

    def known_actors(self) -> str:
        """Return the names of all participants, for errors."""
        return ", ".join(one.id for one in self.everybody()) or "nobody yet"

    def unread_of(self, reader: str) -> list[StoredMessage]:
        """Return the unread messages of an actor in the order of the log."""
        return [self.messages[name] for name in self.unread.get(reader, NONE_UNREAD).in_order()]

    def with_read(self, reader: str, names: Collection[str]) -> "State":
        """Return the state in which a reader has read some of its unread messages."""
        sizes = Counter[str]()
        for stored in (self.messages[name] for name in names):
            if stored.size and not stored.group:
                sizes[stored.message.from_] += stored.size
        unread = self.unread.read(reader, names).with_less(reader, sizes)
        return replace(self, unread=unread).with_references(names, -1)

    def owed_by(self, debtor: str) -> list[Obligation]:
        """Return the replies that an actor owes, the oldest first."""
        owed = self.obligations.get(debtor)
        if owed is None:
            return []
        return sorted(owed.values(), key=lambda one: (self.messages[one.message_id].seq, one.message_id))

    def with_reference(self, message_id: str, change: int) -> "State":
        """Return the state with a changed number of reasons to keep a message; without any, the message is dropped."""
        return self.with_references((message_id,), change)

    def with_references(self, message_ids: Iterable[str], change: int) -> "State":
        """Return the state with the same change of the reasons to keep each of some messages."""
        messages, unread = self.messages.mutate(), self.unread
        for name in message_ids:
            stored = messages[name]
            count = stored.ref_count + change
            if count > 0:
                messages[name] = replace(stored, ref_count=count)
            else:
                del messages[name]
                if stored.group:
                    unread = unread.dropped(name, stored.group, stored.message.from_, stored.size)
        return replace(self, messages=messages.finish(), unread=unread)

    def used_by(self, agent: str) -> Usage:
        """Return the turns and tokens that an agent has used."""
        return self.usage.get(agent, Usage())

    def with_usage(self, agent: str, turns: int, tokens: int) -> "State":
        """Return the state in which an agent has used more turns and tokens."""
        used = self.used_by(agent)
        return replace(self, usage=self.usage.set(agent, Usage(used.turns + turns, used.tokens + tokens)))

    def with_activity(self, actors: Iterable[str], at: str) -> "State":
        """Return the state in which these actors were last active at a time."""
        return replace(self, last_active=self.last_active.update(dict.fromkeys(actors, at)))

    def is_lease_active(self, contract: Contract) -> bool:
        """Return whether the lease of a claim runs: not while anything it needs is paused."""
        return self.paused is None and contract.paused is None and contract.assignee not in self.suspended

    def privileged(self, actor: str) -> bool:
        """Return whether an actor has the rights of humans, leads and rules."""
        known = self.actors.get(actor)
        return actor == SYSTEM or (known is not None and (known.human or known.lead))
