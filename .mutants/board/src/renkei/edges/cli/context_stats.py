"""`renkei context stats`: what the agents' turns have cost, beside what plain ways of telling them would have cost."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import click

from renkei.budget.context.cost import CostTracker
from renkei.budget.context.message_text import full
from renkei.budget.tokens.estimate import estimate
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console, print_json, table
from renkei.engine.events import MessageSent, TurnBegan
from renkei.project.project import Project

TIERS = ("critical", "relevant", "background")


@dataclass
class Reader:
    """An agent's turns: what they cost, and the tokens of messages by tier."""

    bill: CostTracker = field(default_factory=CostTracker)
    tiers: Counter[str] = field(default_factory=Counter)
    tokens: int = 0


@click.command("stats")
@project_option
@click.option("--after", default=0, type=click.IntRange(0), metavar="SEQ", help="Only turns of later records.")
@format_option
def stats(place: Path, after: int, form: str) -> None:
    """Tokens by agent and tier, and what the turns cost.

    Beside the cost stands what it would be if each turn had been sent all that was said (`resent`), and if that were
    appended to a cached conversation (`cached`). A token in the provider's cache counts 0.1, one written to it 1.25.
    """
    with open_project(place) as project:
        readers = _readers(project, after)
    rows = [_row(agent, readers[agent]) for agent in sorted(readers)]
    if form == "json":
        print_json(rows)
        return
    if not rows:
        click.echo("No agent has taken a turn.")
        return
    total = {name: sum(int(str(row[name])) for row in rows) for name in rows[0] if name != "agent"}
    rows.append({"agent": "all", **total})
    columns = tuple(rows[0])
    cells = ([f"{row[name]:,}" if name != "agent" else str(row[name]) for name in columns] for row in rows)
    console().print(table(columns, cells, figures=True))


def _readers(project: Project, after: int) -> dict[str, Reader]:
    readers: dict[str, Reader] = {}
    said = 0
    for record in project.records():
        for event in record.events:
            if isinstance(event, MessageSent):
                said += estimate(full(event.message, "en"))
            elif isinstance(event, TurnBegan) and record.seq > after:
                reader = readers.setdefault(event.agent, Reader())
                reader.bill.turn(said, event.tokens, event.rendering)
                reader.tokens += event.tokens
                for gave in event.given:
                    reader.tiers[gave.tier] += gave.tokens
    return readers


def _row(agent: str, reader: Reader) -> dict[str, object]:
    tiers = {tier: reader.tiers[tier] for tier in TIERS}
    bill = reader.bill
    other = reader.tokens - sum(tiers.values())
    costs = {"cost": round(bill.read), "resent": round(bill.naive), "cached": round(bill.cached)}
    return {"agent": agent, "turns": bill.turns, "tokens": reader.tokens, **tiers, "other": other, **costs}
