"""Show what happens from now on, and who should act, until you press Ctrl-C.

Begins with who waits for what and who should take a turn now. Then follow the messages, the changes of the board and of
contracts, and a line whenever an agent begins to wait or should take a turn. With --agent, only what concerns it.
`renkei log --follow` shows the same records, those of the past too, without who should act. JSON is JSON Lines.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import click

from renkei.edges.cli.arguments.options import agent_option, format_option, utc_option
from renkei.edges.cli.output.echo import DATA, json_text
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.output.timeline import LINES, Line, styled
from renkei.edges.cli.project_directory import open_project
from renkei.edges.times import Days, clock
from renkei.engine.apply import apply
from renkei.engine.events import AnyEvent, TurnBegan
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.waking.reasons import wake_reason
from renkei.errors import UnknownActorError

LOOK = 1.0
"""Seconds after which it looks again who should act: a pause or a deadline ends without a record."""


@click.command("watch", help=__doc__)
@agent_option("Only what concerns this participant.")
@utc_option
@format_option
def command(agent: str | None, output_format: str) -> None:
    days = Days()
    with open_project() as project:
        state = project.state
        if agent is not None and agent not in state.actors:
            raise UnknownActorError(actor=agent, known=state.known_actors())
        known = _standings(state, (), state.at)
        while True:
            for record in project.records(state.seq):
                state = apply(state, record)
                _show(record.at, _lines(record, state, agent), output_format, days)
            at = max(state.at, project.now())
            fresh = _standings(state, state.board.ids("agents") if agent is None else (agent,), at)
            _show(at, _changes(known, fresh), output_format, days)
            known = fresh
            project.wait(state.seq, LOOK)


def _show(at: str, shown: Iterable[Line], output_format: str, days: Days) -> None:
    out = console()
    for line in shown:
        if output_format not in DATA and (date := days.new(at)):
            out.print(Text(date, "dim"))
        if output_format in DATA:
            data = {"at": at, "kind": line.kind, "subject": line.subject, "text": line.text}
            click.echo(json_text(data))
        else:
            out.print(styled(clock(at), line))


Standing = tuple[str | None, str | None]
"""The reason why an agent waits, and why it should take a turn."""


def _standings(state: State, agents: Iterable[str], at: str) -> dict[str, Standing]:
    """Return the state of each agent at a time."""
    return {one: (state.board.agent(one, "blocked_by"), wake_reason(state, one, at)) for one in agents}


def _changes(before: Mapping[str, Standing], after: Mapping[str, Standing]) -> Iterator[Line]:
    """Yield a line for each agent that waits for something else now, or has another reason to take a turn."""
    for agent, (waits_for, reason) in after.items():
        was = before.get(agent, (None, None))
        if waits_for not in (None, was[0]):
            yield Line("waits", agent, f"for {waits_for}")
        if reason not in (None, was[1]):
            yield Line("turn due", agent, reason or "")


def _lines(record: Record, state: State, agent: str | None) -> Iterator[Line]:
    """Yield the lines of a record; with `agent` only of events that concern it, given the state after the record."""
    names = None if agent is None else {agent, *_contracts(state, agent)}
    for event in record.events:
        if names is None or _concerns(event, names):
            yield from LINES[type(event)](event)


def _contracts(state: State, agent: str) -> Iterator[str]:
    for name, entry in state.contracts.entries.items():
        if agent in (entry.assignee, entry.terms.delegator):
            yield name


def _concerns(event: AnyEvent, names: set[str]) -> bool:
    """Return whether one of some ids appears in an event, as a value or in a pointer."""
    found = event.model_dump(mode="json", by_alias=True, exclude={"given"} if isinstance(event, TurnBegan) else None)
    return any(name in names for text in _texts(found) for name in (text, *text.split("/")))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)
