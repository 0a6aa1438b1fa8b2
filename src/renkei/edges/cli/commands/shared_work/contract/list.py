"""List the open contracts and those closed most recently."""

from collections.abc import Iterable

import click

from renkei.contracts.lifecycle import STATUSES
from renkei.contracts.state import Contract
from renkei.edges.cli.arguments.options import agent_option, all_option, format_option, pager_option
from renkei.edges.cli.output.contract import STYLES, contract_data, shown_status
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.engine.participants.access import need_actor


@click.command("list", help=__doc__)
@click.option("--status", type=click.Choice(STATUSES), help="Only contracts with this status.")
@click.option("--ready", is_flag=True, help="Only contracts that can be claimed now, most urgent first.")
@all_option
@agent_option("Only contracts assigned to this participant; with --ready, those that it can claim.")
@pager_option
@format_option
def command(status: str | None, ready: bool, everything: bool, agent: str | None, output_format: str) -> None:
    with open_project() as project:
        if agent is not None:
            need_actor(project.state, agent)
        store = project.state.contracts
        known = {*project.log.names("contract")}
        names = {*store.entries, *(known if everything else ())}
        entries: Iterable[Contract] = (
            (project.ready(agent) if agent else store.ready())
            if ready
            else sorted(map(project.find_contract, names), key=lambda e: (e.seq, e.terms.id))
        )
        rows = [
            entry
            for entry in entries
            if (status is None or entry.status == status) and (ready or agent is None or entry.assignee == agent)
        ]
        waits = {entry.terms.id: store.waits_for(entry) for entry in rows}
    if output_format in DATA:
        print_data(output_format, [contract_data(entry) for entry in rows])
        return
    cells = [_cells(entry, ", ".join(waits[entry.terms.id])) for entry in rows]
    columns = ("id", "status", "assignee", "priority", "waits_for", "what")
    if rows:
        print_table(table(columns, cells))
    else:
        echo("No contracts.")
    older = len(known - names)
    if older and not ready:
        echo(f"{counted(older, 'older closed contract')} not listed: --all")


def _cells(entry: Contract, waiting: str) -> list[str | Text]:
    terms = entry.terms
    who = entry.assignee or (f"open: {', '.join(terms.roles)}" if terms.roles else "open")
    status = Text(shown_status(entry), STYLES.get(entry.status, "default"))
    return [terms.id, status, who, terms.priority, waiting, terms.inputs.description]
