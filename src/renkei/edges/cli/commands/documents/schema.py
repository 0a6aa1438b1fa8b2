"""Print the published JSON Schema NAME, or list the names.

With --example, print a minimal valid document instead, as YAML: a message, a board, a contract, rules, a
context delivery, a scenario, or the file of a team.

With --all, write every schema into the directory DIR, where an editor finds them. With the comment
`# yaml-language-server: $schema=DIR/NAME.json` as its first line, a YAML document is completed and checked there.
"""

from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import format_option, pager_option
from renkei.edges.cli.output.echo import DATA, echo, json_text, print_data, print_done
from renkei.schemas.example import example
from renkei.schemas.published import load, names, text

OTHER_NAMES = {"rule": "events", "rules": "events", "board": "project_state", "contract": "task_contract"}
"""The command line's name of a document → its schema."""

BY_LOWER_CASE = {name.lower(): name for name in names()}


@click.command("schema", help=__doc__)
@click.argument("name", metavar="[NAME|DIR]", required=False, shell_complete=completion.schemas)
@click.option("--example", "wants_example", is_flag=True, help="Print a minimal valid document, as YAML.")
@click.option("--all", "everything", is_flag=True, help="Write every schema into the directory DIR.")
@pager_option
@format_option
def command(name: str | None, wants_example: bool, everything: bool, output_format: str) -> None:
    if everything:
        if name is None or wants_example:
            raise click.UsageError("--all needs a DIR, and no --example.")
        _write_all(Path(name), output_format)
        return
    if name is None:
        if wants_example:
            raise click.UsageError("--example needs a NAME.")
        _print("\n".join(names()) + "\n", names(), output_format)
        return
    if name not in names():
        near = OTHER_NAMES.get(name.lower()) or next(iter(get_close_matches(name.lower(), BY_LOWER_CASE, 1)), "")
        meant = f" Did you mean {BY_LOWER_CASE[near]!r}?" if near else ""
        raise click.UsageError(f"No such schema: {name!r}.{meant} Names: {', '.join(names())}.")
    schema = load(name)
    if wants_example:
        document = example(schema)
        _print(to_yaml(document), document, output_format)
    else:
        _print(json_text(schema, indent=2) + "\n", schema, output_format)


def _write_all(directory: Path, output_format: str) -> None:
    """Write each schema as NAME.json; replaces files of these names, since a schema is never edited."""
    directory.mkdir(parents=True, exist_ok=True)
    for one in names():
        (directory / f"{one}.json").write_text(text(one), encoding="utf-8")
    print_done(f"Wrote {len(names())} schemas to {directory}.", output_format, written=list(names()))


def _print(shown: str, value: Any, output_format: str) -> None:
    if output_format in DATA:
        print_data(output_format, value)
    else:
        echo(shown, nl=False)
