"""Print the project's event rules as a rule file."""

from pathlib import Path

import click

from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.echo import echo, print_json
from renkei.edges.cli.options import format_choice, open_project, project_option


@click.command("show", help=__doc__)
@project_option
@format_choice(("yaml", "json"), "Format of the file; `renkei rules set` reads both.")
def command(directory: Path, output_format: str) -> None:
    with open_project(directory) as project:
        rules = project.state.rules.rules
    events = {"events": [one.model_dump(mode="json", exclude_defaults=True) for one in rules]}
    if output_format == "json":
        print_json(events)
        return
    echo(to_yaml(events), nl=False)
