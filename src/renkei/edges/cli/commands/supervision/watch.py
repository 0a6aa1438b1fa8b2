"""Show what happens from now on, and who should act, until you press Ctrl-C.

Begins with who waits for what and who should take a turn now. Then follow the messages, the changes of the board and of
contracts, and a line whenever somebody begins to wait or should take a turn. With --agent, only what concerns it.
`renkei log --follow` shows the same records, those of the past too, without who should act. JSON is JSON Lines.
"""

from collections.abc import Iterable

import click

from renkei.edges.cli.arguments.options import agent_option, format_option, utc_option
from renkei.edges.cli.output.echo import DATA, json_text
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.output.timeline import Line, styled
from renkei.edges.cli.project_directory import open_project
from renkei.edges.cli.status.watching import changes, lines, standings
from renkei.edges.times import Days, clock
from renkei.engine.apply import apply
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
        known = standings(state, (), state.at)
        while True:
            for record in project.records(state.seq):
                state = apply(state, record)
                _show(record.at, lines(record, state, agent), output_format, days)
            at = max(state.at, project.now())
            fresh = standings(state, state.board.ids("agents") if agent is None else (agent,), at)
            _show(at, changes(known, fresh), output_format, days)
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
