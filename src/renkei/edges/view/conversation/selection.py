"""Selects the messages of a conversation that pass the filters."""

from collections.abc import Iterator
from typing import Any, get_args

from renkei.budget.relevance.tiers import Tier
from renkei.edges.view.visit import Visit
from renkei.engine.conversation.addressing import was_sent_to
from renkei.engine.conversation.index import conversations, pair
from renkei.engine.events import MessageSent
from renkei.engine.rows import Subject
from renkei.engine.state import SYSTEM, State
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import MessageType

LISTED = 500
"""Contracts that the filter offers."""

FILTERS = ("agent", "type", "tier", "contract")
"""Parameters of the address that are filters."""


@frozen
class Selection:
    """The selection. Empty fields do not filter; `reader`: the participant for whom tiers are computed."""

    reader: str
    subjects: tuple[Subject, ...] = ()
    """A message must belong to all of these conversations; the log searches the first."""
    agent: str = ""
    type: str = ""
    tier: str = ""
    everything: bool = False
    """Whether changes of the board, turns and the like are shown too."""

    @property
    def is_whole(self) -> bool:
        """Whether all messages are shown, so that other events have their places among them."""
        return not (self.subjects or self.agent or self.type or self.tier)

    def takes(self, state: State, event: MessageSent) -> bool:
        """Return whether a message is shown, apart from its tier."""
        message = event.message
        return (
            (not self.agent or self.agent == message.from_ or was_sent_to(state, event, self.agent))
            and (not self.type or self.type == message.type)
            and (not self.tier or was_sent_to(state, event, self.reader))
            and (not self.subjects or set(self.subjects) <= set(conversations(event)))
        )


def selection_of(visit: Visit) -> Selection:
    """Return the selection of an address; raises BadValueError for a type or tier that does not exist."""
    query = visit.query
    return Selection(
        reader=query.get("agent", "") or visit.person,
        subjects=tuple(_subjects(visit)),
        agent=query.get("agent", ""),
        type=_one_of(visit, "type", get_args(MessageType)),
        tier=_one_of(visit, "tier", get_args(Tier)),
        everything="all" in query,
    )


def filter_choices(visit: Visit) -> dict[str, Any]:
    """Return the fields of the filters: the value of each in the address, and its choices."""
    return {
        "filters": {name: visit.query.get(name, "") for name in FILTERS},
        "participants": [*(one.id for one in visit.state.everybody()), SYSTEM],
        "types": get_args(MessageType),
        "tiers": get_args(Tier),
        "contracts": sorted(visit.state.contracts.entries)[:LISTED],
    }


def _subjects(visit: Visit) -> Iterator[Subject]:
    query = visit.query
    if thread := visit.path.get("thread") or query.get("thread"):
        yield "thread", thread
    if contract := query.get("contract"):
        yield "thread", contract
    if partner := query.get("with"):
        yield "pair", pair(visit.person, partner)
    if group := query.get("group"):
        yield "group", group


def _one_of(visit: Visit, name: str, known: tuple[str, ...]) -> str:
    found = visit.query.get(name, "")
    if found and found not in known:
        raise BadValueError(path=f"?{name}", got=found, expected=", ".join(known))
    return found
