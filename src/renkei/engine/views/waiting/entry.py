"""An item that waits for a person, and the agents waiting behind it in the dependency graph."""

from collections.abc import Iterable, Iterator
from typing import Literal

from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.dispatch.graph.queries import who_waits_for
from renkei.engine.state import State
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace

Kind = Literal[
    "decision",  # make it
    "conflict",  # resolve it
    "result",  # accept submitted work or a part of it, send it back, or reject it
    "review",  # give a verdict on an artifact
    "task",  # do it, and submit the result
    "reply",  # answer
    "returned",  # reopen or cancel work of the person's that failed or was refused
    "reread",  # look at a value of the person's that was overwritten
    "message",  # read an urgent message
    "deadlock",  # end one of the waits
    "agent",  # resume a suspended agent
    "contract",  # resume a paused contract
    "project",  # resume the paused project
    "quota",  # allow more turns or tokens
]

SHARED: frozenset[Kind] = frozenset(("deadlock", "agent", "contract", "project", "quota"))
"""The kinds that wait for any person; all others wait for one."""


Group = Literal["holds", "yours", "reading"]
"""The demand of an item: others cannot continue without it, it is theirs to do, or it only has to be read."""

TO_READ: frozenset[Kind] = frozenset(("message", "reread"))


@frozen
class Waiting:
    """Something that waits for a person since a time: `kind` is the act needed, `ref` its subject.

    `ref` is the id that an act takes: of a decision, a contract, an agent, a message; the pointer of a field. For a
    deadlock it is one of its nodes.
    """

    kind: Kind
    ref: str
    since: str
    """Time from which it waits (ISO 8601, UTC); empty if the state does not know."""
    creditors: tuple[str, ...] = ()
    """The participants who asked for it."""
    summary: str = ""
    message_id: str | None = None
    """The request, if it was a message."""
    behind: tuple[str, ...] = ()
    """The agents that cannot continue before it is done, directly or through others, nearest first."""
    touches: tuple[str, ...] = ()
    """Other subjects: nodes of the dependency graph, such as `contract:TC-7`."""
    reply_by: str | None = None
    """When it is due."""
    turns_left: int | None = None
    """Number of turns within which the creditor wants it."""
    blocks: bool = False
    """Whether work waits for it."""
    overdue: bool = False

    @property
    def key(self) -> str:
        """Its unique key among the items of the person, such as `decision:D-201`."""
        return f"{self.kind}:{self.ref}"


Found = Iterator[Waiting]


def group_of(one: Waiting) -> Group:
    """Return the group in which people see an item, at every door."""
    if one.blocks and (one.behind or one.touches):
        return "holds"
    return "reading" if one.kind in TO_READ else "yours"


def linked_entry(state: State, person: str, one: Waiting, nodes: Iterable[str], touches: Iterable[str] = ()) -> Waiting:
    """Return an entry with the agents that wait behind these nodes of the graph, and what it touches."""
    nodes = tuple(dict.fromkeys(nodes))
    upstream = [name for start in nodes for name in who_waits_for(state.links, start)]
    agents = [name.partition(":")[2] for name in upstream if name.startswith("agent:")]
    behind = tuple(name for name in dict.fromkeys((*one.behind, *agents)) if name in state.actors and name != person)
    about = [*touches, *(name for name in upstream if name.startswith("contract:"))]
    shown = tuple(name for name in dict.fromkeys(about) if name.partition(":")[2] != one.ref)
    return replace(one, behind=behind, touches=shown, blocks=one.blocks or bool(behind))


def contract_entry(
    state: State,
    person: str,
    kind: Kind,
    entry: Contract,
    creditors: tuple[str, ...] = (),
    behind: tuple[str, ...] = (),
) -> Waiting:
    """Return an entry about a contract, with the agents that wait behind it."""
    name = entry.terms.id
    waiting = Waiting(kind, name, "", creditors, entry.terms.inputs.description, behind=behind)
    return linked_entry(state, person, waiting, [node("contract", name)])
