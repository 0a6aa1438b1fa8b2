"""`renkei context`: what an agent would read if its turn began now."""

from dataclasses import asdict
from pathlib import Path

import click

from renkei.budget.context import DEFAULT_BUDGET
from renkei.edges.cli.claude import model_counter
from renkei.edges.cli.options import agent_option, format_option, locale_option, open_project, project_option
from renkei.edges.cli.terminal import print_json
from renkei.engine.views import context
from renkei.protocol.primitives import Locale


@click.command("read")
@project_option
@agent_option(required=True)
@click.option("--budget", default=DEFAULT_BUDGET, show_default=True, type=click.IntRange(1), help="Tokens it may have.")
@locale_option
def read_command(place: Path, agent: str, budget: int, locale: Locale | None) -> None:
    """Take a turn that only reads: show what is unread, and count it as read."""
    with open_project(place) as project, project.turn(agent, budget, locale) as turn:
        click.echo(turn.context.text, nl=False)


@click.command("context")
@project_option
@agent_option(required=True)
@click.option("--budget", default=DEFAULT_BUDGET, show_default=True, type=click.IntRange(1), help="Tokens it may have.")
@click.option("--at", "seq", type=click.IntRange(0), metavar="SEQ", help="As it would have been after this record.")
@click.option("--model", metavar="NAME", help="Say how many tokens it has for this Claude model (needs a key).")
@locale_option
@format_option
def context_command(
    place: Path, agent: str, budget: int, seq: int | None, model: str | None, locale: Locale | None, form: str
) -> None:
    """Show what an agent would read now. Looking changes nothing."""
    with open_project(place) as project:
        state = project.state if seq is None else project.state_at(seq)
        built = context(state, agent, budget, locale)
    exact = model_counter(model)(built.text) if model else None
    if form == "json":
        print_json(asdict(built) | {"exact_tokens": exact})
        return
    click.echo(built.text, nl=False)
    note = f"{built.tokens} of {budget} tokens (estimate)" + (f"; {exact} for {model}" if exact is not None else "")
    click.echo(click.style(f"— {note}", dim=True), err=True)
    if built.overflow:
        click.echo(f"critical messages not shown in full: {', '.join(built.overflow)}", err=True)
