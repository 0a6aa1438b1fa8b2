"""Whether a wake reason is news for an agent: one rule for every place that wakes agents (sections 6 and 7).

Work that an agent left as it was in several turns in a row no longer wakes it until the work changes. A reason that was
given without a turn of the agent is given again after growing pauses, and then only after a change. The notices of the
runtime change nothing here.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice

from renkei.contracts.state import Contract
from renkei.documents.json_pointer import join
from renkei.engine.state import SYSTEM, State
from renkei.engine.views.contracts.claimable import claimable
from renkei.files.state import NO_KEYS
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Frozen, Locale, seconds_between
from renkei.texts.say import say

TURNS = 3
"""Turns in a row in which an agent leaves work as it is before the work wakes it no longer."""

PAUSES = (60.0, 600.0)
"""Seconds before a reason is given once more to an agent that took no turn for it; then it waits for a change."""

MOST_OFFERED = 20
"""Contracts open to its role for which an agent is woken, most urgent first."""


@frozen
class Work:
    """A contract that an agent could continue, start or claim."""

    key: str
    """The key of the reason's text."""
    contract: Contract
    own: bool = True
    """Whether it is assigned to the agent."""
    said: str = ""
    """A content hash of the agent's newest message and of the replies that it owes: a new message is progress, and a
    settled debt may free the agent for the work."""

    changed: int = 0
    """The record of its newest change of a file; 0 without one."""

    def reason(self, locale: Locale) -> str:
        """Return the reason to wake the agent for it, in words."""
        return say(locale, self.key, id=self.contract.terms.id)

    @property
    def name(self) -> str:
        """The same text until the agent, or another participant, does something about the work."""
        one = self.contract  # evidence and outputs come with a transition of work that wakes its agent
        changed = f".{self.changed}" if self.changed else ""
        return f"{one.terms.id} {self.key} {one.moved}.{one.noted}{changed} {self.said}".rstrip()


def work_of(state: State, agent: str) -> Iterator[Work]:
    """Yield the work that an agent could continue now, in the order in which it wakes the agent."""
    said = _progress(state, agent)
    if state.board.agent(agent, "status") != "blocked":
        for contract in state.contracts.of(agent):
            if contract.status == "in_progress" and contract.paused is None:
                yield Work("wake.in_progress", contract, said=said, changed=_changed(state, contract))
    if state.board.get(join("agents", agent, "status")) not in ("idle", "completed"):
        return
    for contract in islice(claimable(state, agent), MOST_OFFERED):
        own = contract.assignee is not None
        yield Work("wake.startable" if own else "wake.claimable", contract, own, said)
    for contract in state.contracts.of(agent):
        taken = contract.status in ("claimed", "accepted")
        if taken and contract.paused is None and not state.contracts.waits_for(contract):
            yield Work("wake.startable", contract, said=said, changed=_changed(state, contract))


def _changed(state: State, contract: Contract) -> int:
    return max(state.files.by_contract.get(contract.terms.id, NO_KEYS).values(), default=0)


def _progress(state: State, agent: str) -> str:
    recent, owed = state.recent_by_agent.get(agent), [one.message_id for one in state.owed_by(agent)]
    return _content_hash((recent[-1] if recent else None, sorted(owed))) if recent or owed else ""


def just_left(state: State, agent: str) -> Iterator[Work]:
    """Yield an agent's own work that stopped waking it with its last turn: its lead and the people are notified."""
    counts = state.left.get(agent)
    if counts:
        yield from (one for one in work_of(state, agent) if one.own and counts.get(one.name, 0) == TURNS)


def is_left(state: State, agent: str, work: Work) -> bool:
    """Return whether an agent left work as it is so often that the work no longer wakes it."""
    counts = state.left.get(agent)
    return counts is not None and counts.get(work.name, 0) >= TURNS


def affairs(state: State, agent: str) -> str:
    """Return a short text that is the same as long as nothing relevant to an agent has changed.

    Messages of the runtime and what the board says about the agent are not relevant, except for what it waits for.
    """
    unread = (one for one in state.unread.get(agent, ()) if state.messages[one].message.from_ != SYSTEM)
    owed = (one.message_id for one in state.owed_by(agent))
    contracts = ((one.terms.id, one.status, one.moved, one.paused) for one in state.contracts.of(agent))
    waits = state.board.agent(agent, "blocked_by")
    found = (sorted(unread), sorted(owed), sorted(map(str, contracts)), str(waits), agent in state.suspended)
    return _content_hash(found)


def _content_hash(of: object) -> str:
    return sha256(repr(of).encode("utf-8", "surrogatepass")).hexdigest()[:8]


class Woken(Frozen):
    """For what an agent was woken last, and when; it can be kept as JSON."""

    reason: str = ""
    since: str = ""
    """Its affairs and its number of turns then."""
    at: str = ""
    times: int = 0
    """How often it was woken for that without a turn or a change."""


NEVER = Woken()
"""The memory of an agent that was not woken yet."""


def wake(last: Woken, state: State, agent: str, reason: str, at: str) -> Woken | float | None:
    """Return the memory of waking an agent for a reason now.

    Or the seconds until the same reason may wake it again, or None if only a change may.
    """
    since = f"{affairs(state, agent)}:{state.used_by(agent).turns}:{agent in state.turns}"
    if (last.reason, last.since) != (reason, since):
        return Woken(reason=reason, since=since, at=at, times=1)
    if last.times > len(PAUSES):
        return None
    wait = PAUSES[last.times - 1] - seconds_between(last.at, at)
    return wait if wait > 0 else last.model_copy(update={"at": at, "times": last.times + 1})
