"""Print which messages should have had another tier, as people corrected contexts.

Each line says what the context did with a message and why, and what was wanted. `--format tuning` prints JSON Lines
that `tools/tune_tiers.py` fits the weights of the features to: the project's messages, and each corrected context.
"""

import click

from renkei.budget.events import ContextFeedbackGiven
from renkei.budget.relevance.tiers import Reason
from renkei.edges.cli.acts.words import acts_of
from renkei.edges.cli.arguments.options import FORMATS, agent_option, format_choice
from renkei.edges.cli.files.tuning_data import tuning_data
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.protocol.primitives import Locale
from renkei.wording.visible import one_line

COLUMNS = ("record", "agent", "message", "given", "wanted", "reason", "form", "by", "note")


@click.group(
    "feedback",
    cls=LazyGroup,
    package=__name__,
    sections={"Commands": ("add",)},
    acts=acts_of("context feedback"),
    invoke_without_command=True,
    help=__doc__,
)
@agent_option("Only corrections of what this agent was given.")
@format_choice((*FORMATS, "tuning"), "Text, JSON, or the lines that weights are fitted to.")
@click.pass_context
def command(ctx: click.Context, agent: str | None, output_format: str) -> None:
    if ctx.invoked_subcommand is not None:
        return
    with open_project() as project:
        found = project.context_feedback(agent)
        if output_format == "tuning":
            print_data("jsonl", list(tuning_data(project, found)))
            return
        locale = project.state.locale
    if output_format in DATA:
        print_data(output_format, [one.model_dump(exclude={"kind"}) for one in found])
        return
    if not found:
        echo("No context was corrected.")
        return
    print_table(table(COLUMNS, ([Text(one_line(cell)) for cell in _row(one, locale)] for one in found)))


def _row(one: ContextFeedbackGiven, locale: Locale) -> tuple[str, ...]:
    given = one.given
    reason = Reason(given.rule, given.link, given.keywords).text(locale) if given else ""
    tier, form = (given.tier, given.form) if given else ("not there", "")
    return str(one.seq), one.agent, one.message_id, tier, one.wanted, reason, form, one.by, one.note
