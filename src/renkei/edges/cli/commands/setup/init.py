"""Create a project in the directory DIR, by default the current one.

The project is kept in `.renkei` there. On a terminal, without options, it asks for the goal and the participants.
"""

import sys
from pathlib import Path

import click
from click.core import ParameterSource

import renkei
from renkei.dispatch.rules import Rule
from renkei.edges.cli.arguments.options import credentials_option, locale_option, outcome_options
from renkei.edges.cli.arguments.questions import ask, join
from renkei.edges.cli.board.edited_copy import read_board
from renkei.edges.cli.files.documents import read_rules
from renkei.edges.cli.files.reading import refuse
from renkei.edges.cli.output.echo import echo, print_done
from renkei.edges.cli.project_directory import new_project_directory, project_name
from renkei.engine.rules.check import rule_findings
from renkei.errors import ProjectExistsError
from renkei.project.project import Project
from renkei.protocol.primitives import Locale
from renkei.store.layout import NAME, Layout


@click.command("init", help=__doc__)
@click.argument("place", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option("--name", metavar="NAME", help="Name of the project; defaults to the name of DIR.")
@click.option("--goal", default="", metavar="TEXT", help="The project's goal.")
@click.option("--phase", default="", metavar="NAME", help="The first phase; `start` by default.")
@click.option("--agent", "agents", multiple=True, metavar="ID[:ROLE]", help="An agent (repeatable).")
@click.option("--lead", "leads", multiple=True, metavar="ID[:ROLE]", help="An agent that leads (repeatable).")
@click.option("--human", "humans", multiple=True, metavar="ID[:ROLE]", help="A human besides `human` (repeatable).")
@click.option("--rules", metavar="FILE", help="Event rules to use instead of the default rules.")
@click.option(
    "--context-delivery",
    metavar="NAME|FILE",
    help="How messages are given to agents: default, specification, addressee_only, or a document.",
)
@click.option(
    "--board", metavar="FILE", help="A board to begin with, such as `renkei board show --format yaml` prints."
)
@click.option(
    "--no-guard",
    is_flag=True,
    help="Never suspend agents that repeat themselves or exchange messages without progress.",
)
@click.option("--stream", default="", metavar="ADDRESS", help="Keep the log on a new stream that other machines join.")
@credentials_option
@locale_option
@outcome_options
def command(
    place: Path | None,
    name: str | None,
    goal: str,
    phase: str,
    agents: tuple[str, ...],
    leads: tuple[str, ...],
    humans: tuple[str, ...],
    rules: str | None,
    context_delivery: str | None,
    board: str | None,
    no_guard: bool,
    stream: str,
    credentials: str,
    locale: Locale | None,
    output_format: str,
) -> None:
    directory = new_project_directory() if place is None else place / NAME
    begin = read_board(board)[1] if board is not None else None
    joins = [join(one, lead=True) for one in leads] + [join(one) for one in agents]
    joins += [join(one, human=True) for one in humans]
    language = locale or "en"
    if _is_bare():
        if Layout(directory).holds_project:
            raise ProjectExistsError(path=str(directory))
        answers = ask()
        goal, joins, language = answers.goal, list(answers.members), answers.locale
    chosen = name or project_name(directory)
    chosen_rules = _rules(rules)
    with renkei.create(
        directory,
        chosen,
        goal,
        phase,
        chosen_rules,
        language,
        joins,
        guarded=not no_guard,
        context_delivery=context_delivery,
        board=begin,
        stream=stream,
        credentials=credentials,
    ) as project:
        participants = [one.id for one in project.state.everybody()]
        if stream:
            _note_copies(project)
    sentence = f"Created project {chosen} in {directory}. Participants: {', '.join(participants)}."
    if len(participants) == 1:
        sentence += "\nAdd agents with `renkei join`."
    print_done(sentence, output_format, project=chosen, directory=str(directory), participants=participants)


def _note_copies(project: Project) -> None:
    """Say so if one server has the only copy of a new stream."""
    from renkei.edges.cli.machines import ONE_COPY

    standing = project.servers()
    if standing is not None and len(standing.servers) == 1:
        echo(ONE_COPY, err=True)


def _is_bare() -> bool:
    """Return whether a person at a terminal gave no options, so that the command asks."""
    context = click.get_current_context()
    given = [name for name in context.params if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    return not set(given) - {"place"} and sys.stdin.isatty() and sys.stdout.isatty()


def _rules(name: str | None) -> tuple[Rule, ...] | None:
    if name is None:
        return None
    rules, source, root = read_rules(name)
    refuse(name, tuple(rule_findings(rules, source, root)))
    return rules
