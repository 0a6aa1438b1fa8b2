"""`renkei context`: what an agent would read if its turn began now, or did read, and why; `renkei read` takes it."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import click
from rich.text import Text

from renkei.budget.context.build import DEFAULT_BUDGET, Context, Rendering
from renkei.budget.context.prompt import Prompt
from renkei.budget.context.shown import Shown
from renkei.budget.relevance.tiers import rule_text
from renkei.edges.cli.claude import model_counter, model_summaries
from renkei.edges.cli.context_stats import stats
from renkei.edges.cli.options import agent_option, locale_option, open_project, project_option
from renkei.edges.cli.terminal import TIER_STYLES, console, print_json, table, visible
from renkei.engine.events import TurnBegan
from renkei.engine.record import Record
from renkei.engine.views.agent_view import context
from renkei.errors import BadValueError
from renkei.project.project import Project
from renkei.protocol.primitives import Locale

budget_option = click.option(
    "--budget", default=DEFAULT_BUDGET, show_default=True, type=click.IntRange(1), help="Tokens it may have."
)
rendering_option = click.option(
    "--rendering",
    default="snapshot",
    show_default=True,
    type=click.Choice(["snapshot", "delta"]),
    help="Everything anew, or what is new since the last turn.",
)
recall_option = click.option("--recall", is_flag=True, help="Fill what is left with what was said before.")
summaries_option = click.option(
    "--summaries", metavar="MODEL", help="Let this Claude model summarize long messages (needs a key; cached)."
)


@click.command("read")
@project_option
@agent_option(required=True)
@budget_option
@rendering_option
@recall_option
@summaries_option
@locale_option
def read_command(
    place: Path,
    agent: str,
    budget: int,
    rendering: Rendering,
    recall: bool,
    summaries: str | None,
    locale: Locale | None,
) -> None:
    """Take a turn that only reads: show what is unread, and count it as read."""
    summarize = model_summaries(summaries, place) if summaries else None
    with (
        open_project(place) as project,
        project.turn(agent, budget, locale, rendering=rendering, summarize=summarize, recall=recall) as turn,
    ):
        click.echo(turn.context.text, nl=False)


@click.group("context", invoke_without_command=True)
@project_option
@agent_option()
@budget_option
@rendering_option
@recall_option
@summaries_option
@click.option("--at", "seq", type=click.IntRange(0), metavar="SEQ", help="As it would have been after this record.")
@click.option("--why", is_flag=True, help="Show each message's tier, reason and tokens; with --at, of the last turn.")
@click.option("--model", metavar="NAME", help="Say how many tokens it has for this Claude model (needs a key).")
@locale_option
@click.option(
    "--format",
    "form",
    default="text",
    show_default=True,
    type=click.Choice(["text", "json", "anthropic"]),
    help="For people, for programs, or as `system` and `messages` of the Messages API.",
)
@click.pass_context
def context_command(
    ctx: click.Context,
    place: Path,
    agent: str | None,
    budget: int,
    rendering: Rendering,
    recall: bool,
    summaries: str | None,
    seq: int | None,
    why: bool,
    model: str | None,
    locale: Locale | None,
    form: str,
) -> None:
    """Show what an agent would read now. Looking changes nothing."""
    if ctx.invoked_subcommand is not None:
        return
    if agent is None:
        raise click.UsageError("Missing option '--agent'.")
    summarize = model_summaries(summaries, place) if summaries else None
    with open_project(place) as project:
        if why and seq is not None:
            _show_turn(project, agent, seq, form, locale)
            return
        state = project.state if seq is None else project.state_at(seq)
        built = context(state, agent, budget, locale, rendering=rendering, summarize=summarize, recall=recall)
    if why:
        _show_reasons(built.given, f"{built.tokens} of {budget} tokens", form, locale or state.locale)
        return
    exact = model_counter(model)(built.text) if model else None
    _show(built, exact, model, form)


def _show(built: Context, exact: int | None, model: str | None, form: str) -> None:
    if form == "json":
        given = [one.model_dump() for one in built.given]
        print_json(asdict(built) | {"given": given, "exact_tokens": exact})
        return
    if form == "anthropic":
        print_json(Prompt().add(built).blocks(model or ""))
        return
    click.echo(built.text, nl=False)
    note = f"{built.tokens} of {built.budget} tokens (estimate)"
    note += f"; {exact} for {model}" if exact is not None else ""
    click.echo(click.style(f"— {note}", dim=True), err=True)
    if built.overflow:
        click.echo(f"critical messages not shown in full: {', '.join(built.overflow)}", err=True)


def _show_turn(project: Project, agent: str, seq: int, form: str, locale: Locale | None) -> None:
    """Show what an agent was given at the last turn that it began, up to a record."""
    found: tuple[Record, TurnBegan] | None = None
    for record in project.records():
        if record.seq > seq:
            break
        for event in record.events:
            if isinstance(event, TurnBegan) and event.agent == agent:
                found = record, event
    if found is None:
        raise BadValueError(path="--at", got=seq, expected=f"a record after {agent} has begun a turn")
    record, event = found
    says = f"turn {event.turn}, begun at {record.seq}: {event.tokens} of {event.budget} tokens, {event.rendering}"
    _show_reasons(event.given, says, form, locale or event.locale)


def _show_reasons(given: Iterable[Shown], says: str, form: str, locale: Locale) -> None:
    if form == "json":
        print_json([one.model_dump() for one in given])
        return
    rows = [_row(one, locale) for one in given]
    columns = ("id", "tier", "rule", "link", "keywords", "form", "tokens")
    shown = table(columns, ([_cell(row, name) for name in columns] for row in rows))
    left = sum(row["form"] == "omitted" for row in rows)
    out = console()
    out.print(shown if rows else "No message was unread.")
    out.print(f"[dim]— {says}; {left} of {len(rows)} messages left out[/]")


def _cell(row: dict[str, object], name: str) -> Text:
    return Text(visible(str(row[name])), TIER_STYLES[str(row["tier"])])


def _row(one: Shown, locale: Locale) -> dict[str, object]:
    return one.model_dump() | {"rule": rule_text(one.rule, locale), "keywords": ", ".join(one.keywords)}


context_command.add_command(stats)
