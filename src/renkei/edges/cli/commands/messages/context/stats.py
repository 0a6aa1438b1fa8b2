"""Show the tokens of each agent by tier, and what turns cost.

`cost` is compared with two simpler methods: `resent` sends the full message history each turn, and `cached` appends to
a cached conversation. A token read from the provider's cache counts 0.1; a token written to the cache counts 1.25.
"""

import click

from renkei.edges.cli.arguments.options import format_option, point_option
from renkei.edges.cli.arguments.points import Point, seq_of
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.project_directory import open_project
from renkei.engine.views.past.turn_costs import Reader, turn_costs

TIERS = ("critical", "relevant", "background")


@click.command("stats", help=__doc__)
@point_option("--after", "Only turns after this record or time.", default=0)
@format_option
def command(after: Point, output_format: str) -> None:
    with open_project() as project:
        readers = turn_costs(project.records(), seq_of(project, after, "--after"))
    rows = [_row(agent, readers[agent]) for agent in sorted(readers)]
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


def _row(agent: str, reader: Reader) -> dict[str, object]:
    tiers = {tier: reader.tiers[tier] for tier in TIERS}
    bill = reader.bill
    other = reader.tokens - sum(tiers.values())
    costs = {"cost": round(bill.read), "resent": round(bill.naive), "cached": round(bill.cached)}
    return {"agent": agent, "turns": bill.turns, "tokens": reader.tokens, **tiers, "other": other, **costs}
