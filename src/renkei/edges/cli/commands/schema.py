"""Print the published JSON Schema NAME, or list the names.

With --example, print a minimal valid document instead, as YAML: a message, a board, a contract, rules, a
context delivery or a scenario.
"""

import click

from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.echo import echo
from renkei.schemas.example import example
from renkei.schemas.published import load, names, text


@click.command("schema", help=__doc__)
@click.argument("name", required=False)
@click.option("--example", "wants_example", is_flag=True, help="Print a minimal valid document, as YAML.")
def command(name: str | None, wants_example: bool) -> None:
    if name is None:
        if wants_example:
            raise click.UsageError("--example needs a NAME.")
        echo("\n".join(names()))
        return
    if name not in names():
        raise click.UsageError(f"No such schema: {name!r}. Names: {', '.join(names())}.")
    echo(to_yaml(example(load(name))) if wants_example else text(name), nl=False)
