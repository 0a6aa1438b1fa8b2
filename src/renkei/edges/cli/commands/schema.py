"""Print the published JSON Schema NAME, or list the names."""

import click

from renkei.schemas.published import names, text


@click.command("schema", help=__doc__)
@click.argument("name", required=False)
def command(name: str | None) -> None:
    if name is None:
        click.echo("\n".join(names()))
        return
    if name not in names():
        raise click.UsageError(f"No such schema: {name!r}. Names: {', '.join(names())}.")
    click.echo(text(name), nl=False)
