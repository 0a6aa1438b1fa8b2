"""Show what went wrong between the agents of a project, who waited for whom, and what the context cost.

Reports work called done that nothing proved, requests without an answer, two agents on one task or in one file, and
repetition. Each finding names a line of an imported transcript (see `renkei import --help`), or a record of the log.
No model judges anything. --html FILE also writes the report as a page.
"""

from pathlib import Path

import click

from renkei.edges.cli.arguments.options import format_option, pager_option, utc_option
from renkei.edges.cli.files.new_file import force_option, new_file
from renkei.edges.cli.output.audit import print_audit
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.project_directory import open_project
from renkei.transcripts.audit import audit


@click.command("audit", help=__doc__)
@click.option("--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write the report as HTML.")
@force_option
@pager_option
@utc_option
@format_option
def command(page: Path | None, force: bool, output_format: str) -> None:
    with open_project() as project:
        name = project.state.name
        found = audit(project.records())
    if page is not None:
        from renkei.transcripts.page import page_of

        with new_file(page, force) as partial:
            partial.write_text(page_of(found, name), encoding="utf-8")
    if output_format in DATA:
        print_data(output_format, {"project": name, **found.as_data()})
        return
    print_audit(found, name)
    if page is not None:
        echo(f"\nWrote {page}.")
