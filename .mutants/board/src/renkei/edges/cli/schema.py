"""`renkei schema`: prints a published JSON Schema."""

import click

from renkei.schemas.published import names, text


@click.command("schema")
@click.argument("name", required=False)
def schema_command(name: str | None) -> None:
    """Print the published JSON Schema NAME, or the list of names."""
    if name is None:
        click.echo("\n".join(names()))
        return
    if name not in names():
        raise click.UsageError(f"There is no schema {name!r}. Names: {', '.join(names())}.")
    click.echo(text(name), nl=False)
