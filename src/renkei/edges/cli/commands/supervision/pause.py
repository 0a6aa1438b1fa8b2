"""Pause agents, contracts or the whole project until `renkei resume`.

Paused agents may do nothing. Nobody may work on a paused contract or accept it. In a paused project no agent may do
anything; humans may. Agents read the reason in their contexts. Only humans and leads may pause.
"""

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, outcome_options, required_reason_option
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project
from renkei.engine import commands as c


@click.command("pause", help=__doc__)
@click.argument("agents", nargs=-1, metavar="[ID]…", shell_complete=completion.participants)
@click.option(
    "--contract",
    "contracts",
    multiple=True,
    metavar="ID",
    shell_complete=completion.contracts,
    help="A contract to pause; may be repeated.",
)
@click.option("--all", "everything", is_flag=True, help="Pause the whole project.")
@required_reason_option
@as_option
@outcome_options
def command(
    agents: tuple[str, ...],
    contracts: tuple[str, ...],
    everything: bool,
    reason: str,
    actor: str,
    output_format: str,
) -> None:
    actions: list[c.Action] = [c.SuspendActor(one, reason) for one in agents]
    actions += [c.PauseContract(one, reason) for one in contracts]
    actions += [c.PauseProject(reason)] if everything else []
    if not actions:
        raise click.UsageError("Give an agent, --contract or --all.")
    with open_project() as project:
        record = project.do(*actions, actor=actor)
    named = ", ".join((*agents, *contracts, *(("the project",) if everything else ())))
    print_outcome(record, f"Paused: {named}.", output_format, agents=list(agents), contracts=list(contracts))
