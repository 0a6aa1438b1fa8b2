"""Show what went wrong between the agents of a project, who waited for whom, and what the context cost.

Reports work called done that nothing proved, requests without an answer, two agents on one task or in one file, and
repetition. Each finding names a line of an imported transcript (see `renkei import --help`), or a record of the log.
No model judges anything. --html FILE also writes the report as a page.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from renkei.edges.cli.arguments.options import format_option, pager_option, utc_option
from renkei.edges.cli.files.new_file import force_option, new_file
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.output.terminal import Output, console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import known_records, open_project
from renkei.edges.times import shown_time
from renkei.transcripts.activity import Location
from renkei.transcripts.audit import KINDS, Audit, FindingKind, audit, cost_lines
from renkei.transcripts.findings import Incident
from renkei.wording.values import duration
from renkei.wording.visible import visible


@click.command("audit", help=__doc__)
@click.option("--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write the report as HTML.")
@force_option
@pager_option
@utc_option
@format_option
def command(page: Path | None, force: bool, output_format: str) -> None:
    with open_project() as project:
        name = project.state.name
        found = audit(known_records(project))
    if page is not None:
        from renkei.transcripts.page import page_of

        with new_file(page, force) as partial:
            partial.write_text(page_of(found, name), encoding="utf-8")
    if output_format in DATA:
        print_data(output_format, {"project": name, **found.as_data()})
        return
    _print_audit(found, name)
    if page is not None:
        echo(f"\nWrote {page}.")


MOST = 10
"""Findings of one kind, and waits, that are shown; JSON and HTML have all."""

LINES = 5
"""Lines of a file that are shown of one finding: those that it names first, in the order of the file."""

MARGIN = Text("  ")


def _print_audit(found: Audit, project: str) -> None:
    """Print an audit; a sentence is wrapped, a location is not, so that it can be copied."""
    out = console()
    figures = (counted(len(found.agents), "participant"), counted(found.messages, "message"))
    out.print(Text.assemble((project, "bold"), f": {', '.join(figures)}, {counted(found.calls, 'tool call')}"))
    out.print(Text(f"from {shown_time(found.began)} to {shown_time(found.ended)}", "dim"))
    for name, kind in KINDS.items():
        if rows := found.of(name):
            _print_kind(out, kind, rows)
    if not found.findings:
        out.print(Text("\nNothing was found."))
    if found.waits:
        print_table(table(COLUMNS, _waits(found), "\nWho waited for whom"))
        if len(found.waits) > MOST:
            out.print(Text(f"{len(found.waits) - MOST} more: use --format json or --html", "dim"))
    out.print(Text("\nWhat the context cost, in tokens", "bold"))
    for label, value in cost_lines(found.cost):
        out.print(Text(f"{value:>14}  {label}"))


def _print_kind(out: Output, kind: FindingKind, rows: list[Incident]) -> None:
    out.print(Text.assemble("\n", (kind.title, "bold"), (f": {len(rows)}  ({kind.fault})", "dim")))
    for one in rows[:MOST]:
        out.print(Paragraph(Text(visible(one.text)), MARGIN))
        for location in _locations(one.locations):
            out.print(Text(f"      {location}", "dim"))
    if len(rows) > MOST:
        out.print(Text(f"  {len(rows) - MOST} more: use --format json or --html", "dim"))
    out.print(Paragraph(Text(f"With renkei: {kind.response}", "dim"), MARGIN))


COLUMNS = ("who", "waited for", "times", "in all", "longest", "unanswered")


def _waits(found: Audit) -> Iterator[tuple[str, ...]]:
    for one in found.waits[:MOST]:
        unanswered = str(one.open) if one.open else ""
        times = str(one.times)
        yield one.who, one.waited_for, times, duration(one.seconds), duration(one.longest), unanswered


def _locations(locations: Sequence[Location]) -> Iterator[str]:
    """Yield a line for each file that locations name, with their line numbers; other locations one by one."""
    lines: dict[str, list[int]] = {}
    for location in locations:
        row = lines.setdefault(location.file or str(location), [])
        row += [location.line] if location.file else []
    home = f"{Path.home()}/"
    for file, numbers in lines.items():
        more = f" and {len(numbers) - LINES} more" if len(numbers) > LINES else ""
        shown = f"~/{file.removeprefix(home)}" if file.startswith(home) else file
        yield f"{shown}:{', '.join(map(str, sorted(numbers[:LINES])))}{more}" if numbers else shown
