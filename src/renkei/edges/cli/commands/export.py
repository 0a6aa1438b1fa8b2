"""Write a project's records to FILE as JSON Lines.

`-` is standard output. `renkei import` creates a project from the file.
"""

from pathlib import Path

import click

from renkei.edges.cli.options import open_project, project_option


@click.command("export", help=__doc__)
@project_option
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True))
def command(directory: Path, file: Path) -> None:
    with open_project(directory) as project, click.open_file(str(file), "wb") as out:
        for record in project.records():
            out.write(record.to_json() + b"\n")
