"""Find messages by words and operators, the best match first.

All of TEXT must hold: words, "phrases", and operators. The beginning of a word is enough; Japanese needs no spaces.

from:ann,bob  to:all  type:decision  task:TC-7  has:code  after:yesterday  before:14:00  order:time

A comma means or. A time is a day (today, monday, 2026-11-20), a time of day, both in quotes, or a duration until now
(90m, 2h, 3d). has: takes code, diff, table, link, artifact or deadline. A minus before a word or operator excludes it;
write -- before a search that begins with one.
"""

import click

from renkei.budget.context.message_text import gist
from renkei.edges.cli.arguments.options import format_option, limit_option, pager_option, utc_option
from renkei.edges.cli.output.echo import DATA, echo
from renkei.edges.cli.output.tables import print_rows
from renkei.edges.cli.project_directory import open_project
from renkei.edges.times import shown_time


@click.command("search", help=__doc__)
@click.argument("text", nargs=-1, required=True)
@limit_option("Show at most N messages.", default=20, show_default=True)
@pager_option
@utc_option
@format_option
def command(text: tuple[str, ...], limit: int, output_format: str) -> None:
    with open_project() as project:
        matches = project.search(" ".join(text), limit + 1)
        meant = () if matches else project.nearby(" ".join(text))
    found = matches[:limit]
    data = [message.model_dump(mode="json", by_alias=True) for message in found]
    rows = ((message.id, shown_time(message.timestamp), message.from_, gist(message)) for message in found)
    print_rows(
        output_format,
        data,
        ("id", "time", "from", "message"),
        rows,
        " ".join(["No messages found.", *(f"Did you mean {one}?" for one in meant)]),
    )
    if len(matches) > limit and output_format not in DATA:
        echo(f"More messages match: --limit {limit * 2}")
