"""`renkei init` and `renkei join`: a project and those who take part."""

from pathlib import Path

import click

import renkei
from renkei.dispatch.rules import Rule
from renkei.edges.cli.files import refuse
from renkei.edges.cli.options import locale_option, open_project, project_option
from renkei.edges.cli.rules import read_rules
from renkei.engine import commands as c
from renkei.engine.rules.check import rule_findings
from renkei.protocol.primitives import Locale


@click.command("init")
@project_option
@click.option("--name", help="Name of the project; by default that of the current directory.")
@click.option("--goal", default="", help="What the project is for.")
@click.option("--phase", default="start", show_default=True, help="Its first phase.")
@click.option("--agent", "agents", multiple=True, metavar="ID[:ROLE]", help="An agent; give it as often as needed.")
@click.option("--lead", "leads", multiple=True, metavar="ID[:ROLE]", help="An agent that leads.")
@click.option("--rules", metavar="FILE", help="Event rules, instead of the five of the specification.")
@locale_option
def init_command(
    place: Path,
    name: str | None,
    goal: str,
    phase: str,
    agents: tuple[str, ...],
    leads: tuple[str, ...],
    rules: str | None,
    locale: Locale | None,
) -> None:
    """Make a project in a directory."""
    joins = [_join(one, lead=True) for one in leads] + [_join(one) for one in agents]
    chosen = name or "-".join(Path.cwd().name.split()) or "project"
    with renkei.create(place, chosen, goal, phase, _rules(rules), locale or "en", joins):
        who = ", ".join(one.actor for one in joins) or "nobody yet (`renkei join` lets agents in)"
        click.echo(f"Project {chosen} in {place}. Taking part: human, {who}.")


@click.command("join")
@project_option
@click.argument("actors", nargs=-1, required=True, metavar="ID[:ROLE]…")
@click.option("--lead", is_flag=True, help="They may write other agents' entries and the project's fields.")
@click.option("--human", is_flag=True, help="They are people.")
def join_command(place: Path, actors: tuple[str, ...], lead: bool, human: bool) -> None:
    """Let agents or humans take part."""
    with open_project(place) as project:
        project.do(*(_join(one, lead, human) for one in actors))
        click.echo(f"Taking part: {project.state.known_actors()}.")


def _join(text: str, lead: bool = False, human: bool = False) -> c.Join:
    name, _, role = text.partition(":")
    return c.Join(name, role, human, lead)


def _rules(name: str | None) -> tuple[Rule, ...] | None:
    if name is None:
        return None
    rules, source = read_rules(name)
    refuse(name, tuple(rule_findings(rules, source, ("events",))))
    return rules
