"""Resume paused agents, contracts or the project, or a project over its quota."""

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, outcome_options
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project
from renkei.engine import commands as c


@click.command("resume", help=__doc__)
@click.argument("actors", nargs=-1, metavar="[ID]…", shell_complete=completion.participants)
@click.option(
    "--contract",
    "contracts",
    multiple=True,
    metavar="ID",
    shell_complete=completion.contracts,
    help="A contract to resume; may be repeated.",
)
@click.option("--all", "everything", is_flag=True, help="Resume the paused project. Agents and contracts stay paused.")
@click.option("--turns", type=click.IntRange(1), help="New quota of turns, counted from the start of the project.")
@click.option("--tokens", type=click.IntRange(1), help="New quota of tokens, counted from the start of the project.")
@as_option
@outcome_options
def command(
    actors: tuple[str, ...],
    contracts: tuple[str, ...],
    everything: bool,
    turns: int | None,
    tokens: int | None,
    actor: str,
    output_format: str,
) -> None:
    actions: list[c.Action] = [c.ResumeActor(one) for one in actors]
    actions += [c.ResumeContract(one) for one in contracts]
    actions += [c.ResumeProject()] if everything else []
    if turns is not None or tokens is not None:
        actions.append(c.SetQuota(turns, tokens))
    if not actions:
        raise click.UsageError("Give an agent, --contract, --all, --turns or --tokens.")
    with open_project() as project:
        record = project.do(*actions, actor=actor)
    print_outcome(record, "Resumed.", output_format, agents=list(actors), contracts=list(contracts))
