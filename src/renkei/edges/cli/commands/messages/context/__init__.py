"""Preview an agent's context, and show why and at what cost.

Does not mark anything as read.
"""

from collections.abc import Iterable

import click

from renkei.budget.context.build import Context, Rendering
from renkei.budget.context.prompt import Prompt
from renkei.budget.context.reading import Reading
from renkei.budget.context.shown import Shown
from renkei.budget.relevance.tiers import rule_text
from renkei.edges.cli.arguments.options import (
    WHO,
    agent_option,
    at_option,
    budget_option,
    format_choice,
    locale_option,
    pager_option,
    recall_option,
    rendering_option,
    summaries_option,
)
from renkei.edges.cli.arguments.points import Point, seq_of
from renkei.edges.cli.claude import model_counter, model_summaries
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.context import context_data
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.paragraph import print_text
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.output.terminal import TIER_STYLES, console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project, project_directory
from renkei.errors import BadValueError
from renkei.project.project import Project
from renkei.protocol.primitives import Locale
from renkei.wording.visible import visible


@click.group(
    "context",
    cls=LazyGroup,
    package=__name__,
    sections={"Commands": ("stats", "feedback", "delivery")},
    invoke_without_command=True,
    help=__doc__,
)
@agent_option("Whose context to show.", envvar=WHO, show_envvar=True)
@budget_option
@rendering_option
@recall_option
@summaries_option
@at_option
@click.option(
    "--why",
    is_flag=True,
    help="Show tier, reason and tokens of each message; with --at, as given at the last turn before.",
)
@click.option("--model", metavar="NAME", help="Count the tokens for this Claude model (needs an API key).")
@locale_option
@pager_option
@format_choice(("text", "json", "jsonl", "anthropic"), "Text, JSON, or `system` and `messages` of the Messages API.")
@click.pass_context
def command(
    ctx: click.Context,
    agent: str | None,
    budget: int,
    rendering: Rendering,
    recall: bool,
    summaries: str | None,
    at: Point | None,
    why: bool,
    model: str | None,
    locale: Locale | None,
    output_format: str,
) -> None:
    if ctx.invoked_subcommand is not None:
        return
    if agent is None:
        raise click.UsageError("Missing option '--agent'.")
    summarize = model_summaries(summaries, project_directory()) if summaries else None
    with open_project() as project:
        seq = None if at is None else seq_of(project, at, "--at")
        if why and seq is not None:
            _show_turn(project, agent, seq, output_format, locale)
            return
        reading = Reading(budget, locale, rendering=rendering, summarize=summarize, recall=recall)
        built = project.context(agent, reading, seq=seq)
        language = locale or project.state.locale
    if why:
        _show_reasons(built.given, f"{built.tokens} of {budget} tokens", output_format, language)
        return
    exact = model_counter(model)(built.text) if model else None
    _show(built, exact, model, output_format)


def _show(built: Context, exact: int | None, model: str | None, output_format: str) -> None:
    if output_format in DATA:
        print_data(output_format, context_data(built) | {"exact_tokens": exact})
        return
    if output_format == "anthropic":
        print_data("json", Prompt().add(built).blocks(model or ""))
        return
    print_text(built.text)
    note = f"{built.tokens} of {built.budget} tokens (estimate)"
    note += f"; {exact} for {model}" if exact is not None else ""
    echo(f"— {note}", err=True, dim=True)
    if built.overflow:
        echo(f"Critical messages not shown in full: {', '.join(built.overflow)}", err=True)


def _show_turn(project: Project, agent: str, seq: int, output_format: str, locale: Locale | None) -> None:
    """Show what an agent was given at its last turn up to a record."""
    found = project.past_turns(agent, before=seq + 1, limit=1)
    if not found:
        raise BadValueError(path="--at", got=seq, expected=f"a record at or after the first turn of {agent}")
    event = found[0].began
    note = f"turn {event.turn} (record {found[0].seq}): {event.tokens} of {event.budget} tokens, {event.rendering}"
    _show_reasons(event.given, note, output_format, locale or event.locale)


def _show_reasons(given: Iterable[Shown], note: str, output_format: str, locale: Locale) -> None:
    if output_format in DATA:
        print_data(output_format, [one.model_dump() for one in given])
        return
    rows = [_row(one, locale) for one in given]
    columns = ("id", "tier", "rule", "link", "keywords", "form", "tokens")
    shown = table(columns, ([_cell(row, name) for name in columns] for row in rows))
    omitted = sum(row["form"] == "omitted" for row in rows)
    if rows:
        print_table(shown)
    else:
        echo("No unread messages.")
    console().print(Text(f"— {note}; {omitted} of {counted(len(rows), 'message')} omitted", "dim"))


def _cell(row: dict[str, object], name: str) -> Text:
    return Text(visible(str(row[name])), TIER_STYLES[str(row["tier"])])


def _row(one: Shown, locale: Locale) -> dict[str, object]:
    form = one.form if one.part is None else f"{one.form} {one.part.number}"
    return one.model_dump() | {
        "rule": rule_text(one.rule, locale),
        "keywords": ", ".join(one.keywords),
        "form": form,
    }
