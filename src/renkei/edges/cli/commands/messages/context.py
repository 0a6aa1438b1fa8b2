"""Preview an agent's context, and show why and at what cost.

Does not mark anything as read.
"""

from collections.abc import Iterable
from typing import Any

import click

from renkei.budget.context.build import Context, Rendering
from renkei.budget.context.prompt import Prompt
from renkei.budget.context.reading import Reading
from renkei.budget.context.shown import Shown
from renkei.budget.delivery.model import DEFAULT_DELIVERY, ContextDelivery
from renkei.budget.events import ContextFeedbackGiven
from renkei.budget.relevance.tiers import Reason, rule_text
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.arguments.options import (
    FORMATS,
    WHO,
    agent_option,
    at_option,
    budget_option,
    format_choice,
    format_option,
    locale_option,
    pager_option,
    point_option,
    recall_option,
    rendering_option,
    summaries_option,
)
from renkei.edges.cli.arguments.points import Point, seq_of
from renkei.edges.cli.claude import model_counter, model_summaries
from renkei.edges.cli.files.tuning_data import tuning_data
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.context import context_data
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.paragraph import print_text
from renkei.edges.cli.output.tables import print_rows, print_table, table
from renkei.edges.cli.output.terminal import TIER_STYLES, console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import known_records, open_project, project_directory
from renkei.engine.turns.deliveries import DELIVERIES, DeliveryName, delivery_text, named_delivery
from renkei.engine.views.past.turn_costs import Reader, turn_costs
from renkei.errors import BadValueError
from renkei.project.project import Project
from renkei.protocol.primitives import Locale
from renkei.wording.visible import visible


@click.group(
    "context",
    cls=LazyGroup,
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
    _show_reasons(project.given_then(event), note, output_format, locale or event.locale)


def _show_reasons(given: Iterable[Shown], note: str, output_format: str, locale: Locale) -> None:
    if output_format in DATA:
        print_data(output_format, [one.model_dump() for one in given])
        return
    rows = [_reasons(one, locale) for one in given]
    columns = ("id", "tier", "rule", "link", "keywords", "form", "tokens")
    shown = table(columns, ([_styled(row, name) for name in columns] for row in rows))
    omitted = sum(row["form"] == "omitted" for row in rows)
    if rows:
        print_table(shown)
    else:
        echo("No unread messages.")
    console().print(Text(f"— {note}; {omitted} of {counted(len(rows), 'message')} omitted", "dim"))


def _styled(row: dict[str, object], name: str) -> Text:
    return Text(visible(str(row[name])), TIER_STYLES[str(row["tier"])])


def _reasons(one: Shown, locale: Locale) -> dict[str, object]:
    form = one.form if one.part is None else f"{one.form} {one.part.number}"
    return one.model_dump() | {
        "rule": rule_text(one.rule, locale),
        "keywords": ", ".join(one.keywords),
        "form": form,
    }


TIERS = ("critical", "relevant", "background")


@command.command("stats")
@point_option("--after", "Only turns after this record or time.", default=0)
@format_option
def show_costs(after: Point, output_format: str) -> None:
    """Show the tokens of each agent by tier, and what turns cost.

    `cost` is compared with two simpler methods: `resent` sends the full message history each turn, and `cached` appends
    to a cached conversation. A token read from the provider's cache counts 0.1; a token written to the cache counts
    1.25.
    """
    with open_project() as project:
        readers = turn_costs(known_records(project), seq_of(project, after, "--after"))
    rows = [_costs(agent, readers[agent]) for agent in sorted(readers)]
    if output_format in DATA:
        print_data(output_format, rows)
        return
    if not rows:
        echo("No turns yet.")
        return
    total = {name: sum(int(str(row[name])) for row in rows) for name in rows[0] if name != "agent"}
    rows.append({"agent": "all", **total})
    columns = tuple(rows[0])
    cells = ([f"{row[name]:,}" if name != "agent" else str(row[name]) for name in columns] for row in rows)
    print_table(table(columns, cells, figures=True))


def _costs(agent: str, reader: Reader) -> dict[str, object]:
    tiers = {tier: reader.tiers[tier] for tier in TIERS}
    bill = reader.bill
    other = reader.tokens - sum(tiers.values())
    costs = {"cost": round(bill.read), "resent": round(bill.naive), "cached": round(bill.cached)}
    return {"agent": agent, "turns": bill.turns, "tokens": reader.tokens, **tiers, "other": other, **costs}


COLUMNS = ("record", "agent", "message", "given", "wanted", "reason", "form", "by", "note")


@command.group(
    "feedback",
    cls=LazyGroup,
    path="context feedback",
    sections={"Commands": ("add",)},
    invoke_without_command=True,
)
@agent_option("Only corrections of what this agent was given.")
@format_choice((*FORMATS, "tuning"), "Text, JSON, or the lines that weights are fitted to.")
@click.pass_context
def feedback(ctx: click.Context, agent: str | None, output_format: str) -> None:
    """Print which messages should have had another tier, as people corrected contexts.

    Each line says what the context did with a message and why, and what was wanted. `--format tuning` prints JSON Lines
    that `tools/tune_tiers.py` fits the weights of the features to: the project's messages, and each corrected context.
    """
    if ctx.invoked_subcommand is not None:
        return
    with open_project() as project:
        found = project.context_feedback(agent)
        if output_format == "tuning":
            print_data("jsonl", list(tuning_data(project, found)))
            return
        locale = project.state.locale
    data = [one.model_dump(exclude={"kind"}) for one in found]
    print_rows(output_format, data, COLUMNS, (_correction(one, locale) for one in found), "No context was corrected.")


def _correction(one: ContextFeedbackGiven, locale: Locale) -> tuple[str, ...]:
    given = one.given
    reason = Reason(given.rule, given.link, given.keywords).text(locale) if given else ""
    tier, form = (given.tier, given.form) if given else ("not there", "")
    return str(one.seq), one.agent, one.message_id, tier, one.wanted, reason, form, one.by, one.note


delivery = LazyGroup(
    "delivery",
    path="context delivery",
    sections={"Commands": ("show", "set")},
    help="Show and replace how messages are classified and given to agents.",
)
command.add_command(delivery)


@delivery.command("show")
@click.argument("name", required=False, metavar="[NAME]", type=click.Choice(DELIVERIES))
@pager_option
@format_choice(FORMATS, "Text is a document in YAML; `renkei context delivery set` also reads JSON.")
def show_delivery(name: DeliveryName | None, output_format: str) -> None:
    """Print the project's context delivery as a document, or the one called NAME.

    NAME is one of those that ship with renkei: default, specification, addressee_only.
    """
    if name is None:
        with open_project() as project:
            delivery = project.state.delivery
        name = "default" if delivery == DEFAULT_DELIVERY else None
    if name is not None and output_format == "text":
        echo(delivery_text(name), nl=False)
        return
    document = _delivery_document(named_delivery(name) if name is not None else delivery)
    if output_format in DATA:
        print_data(output_format, document)
        return
    echo(to_yaml(document), nl=False)


def _delivery_document(delivery: ContextDelivery) -> dict[str, Any]:
    settings = delivery.model_dump(mode="json", exclude={"tiers"})
    tiers = [one.model_dump(mode="json", exclude_defaults=True) for one in delivery.tiers]
    return {"context_delivery": {"tiers": tiers, **settings}}
