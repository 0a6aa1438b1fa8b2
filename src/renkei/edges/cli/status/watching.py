"""What somebody who watches a project is shown: the lines of new events, and who waits or should take a turn."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from renkei.edges.cli.output.timeline import LINES, Line
from renkei.engine.events import AnyEvent, TurnBegan
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.waking.reasons import wake_reason

Standing = tuple[str | None, str | None]
"""What an agent waits for, and why it should take a turn."""


def standings(state: State, agents: Iterable[str], at: str) -> dict[str, Standing]:
    """Return how each agent stands at a time."""
    return {one: (state.board.agent(one, "blocked_by"), wake_reason(state, one, at)) for one in agents}


def changes(before: Mapping[str, Standing], after: Mapping[str, Standing]) -> Iterator[Line]:
    """Yield a line for each agent that waits for something else now, or has another reason to take a turn."""
    for agent, (waits_for, reason) in after.items():
        was = before.get(agent, (None, None))
        if waits_for not in (None, was[0]):
            yield Line("waits", agent, f"for {waits_for}")
        if reason not in (None, was[1]):
            yield Line("turn due", agent, reason or "")


def lines(record: Record, state: State, agent: str | None) -> Iterator[Line]:
    """Yield the lines of a record; with `agent` only of events that concern it, given the state after the record."""
    names = None if agent is None else {agent, *_contracts(state, agent)}
    for event in record.events:
        if names is None or concerns(event, names):
            yield from LINES[type(event)](event)


def _contracts(state: State, agent: str) -> Iterator[str]:
    for name, entry in state.contracts.entries.items():
        if agent in (entry.assignee, entry.terms.delegator):
            yield name


def concerns(event: AnyEvent, names: set[str]) -> bool:
    """Return whether one of some ids stands in an event, as a value or in a pointer."""
    found = event.model_dump(mode="json", by_alias=True, exclude={"given"} if isinstance(event, TurnBegan) else None)
    return any(name in names for text in _texts(found) for name in (text, *text.split("/")))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)
