"""Run a team until its lead has reported that the goal is reached, and show what everybody does.

The project is `.renkei` beside the file; it is created if there is none. A team that was ended, or whose process was
killed, continues where it was. Ctrl-C ends it in order. The lead's report is printed last, and on standard error what
is still open.
"""

from pathlib import Path

import click

from renkei.edges.cli.arguments.options import format_option, utc_option
from renkei.edges.cli.output.echo import DATA, echo
from renkei.edges.cli.team.activity import TeamLines
from renkei.edges.cli.team.ending import remarks
from renkei.edges.cli.team.start import end_in_order, file_argument, opened_team, script_option


@click.command("run", help=__doc__)
@file_argument
@script_option
@utc_option
@format_option
def command(file: Path, script: Path | None, output_format: str) -> None:
    from renkei.edges.team.errors import LeadLeftError

    lines = TeamLines(output_format)
    with opened_team(
        file, script, on_text=lines.on_text, on_tool_call=lines.on_tool_call, on_storage_wait=lines.on_storage_wait
    ) as team:
        end_in_order()
        lines.start(team.project)
        before = team.report()
        try:
            report = team.run()
        finally:
            lines.close()
        if not report and team.file.lead.id not in team.names:
            raise LeadLeftError(lead=team.file.lead.id)
        if output_format in DATA:
            return
        if report:
            echo(f"\n{report.strip()}")
        for one in remarks(team, file, before):
            echo(one, err=True)
