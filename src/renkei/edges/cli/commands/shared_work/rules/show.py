"""Print the project's event rules as a rule file."""

import click

from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.arguments.options import FORMATS, format_choice, pager_option
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.project_directory import open_project


@click.command("show", help=__doc__)
@pager_option
@format_choice(FORMATS, "Text is a rule file in YAML; `renkei rules set` also reads JSON.")
def command(output_format: str) -> None:
    with open_project() as project:
        rules = project.state.rules.rules
    events = {"events": [one.model_dump(mode="json", exclude_defaults=True) for one in rules]}
    if output_format in DATA:
        print_data(output_format, events)
        return
    echo(to_yaml(events), nl=False)
