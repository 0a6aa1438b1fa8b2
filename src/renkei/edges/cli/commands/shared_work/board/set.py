"""Write the field POINTER of the board, or add an entry.

VALUE is JSON or a YAML mapping in braces; anything else is taken as text. Examples: `/agents/ann/status working`,
`/agents/ann/blocked_by null`, `/blockers/B-1 '{description: no staging server}'`.
"""

import json
from typing import Any

import click

from renkei.documents.source import SourceError
from renkei.documents.yaml_reader import read_yaml
from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, outcome_options
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project


@click.command("set", help=__doc__)
@click.argument("pointer", metavar="POINTER", shell_complete=completion.fields)
@click.argument("value", metavar="VALUE")
@click.option(
    "--if-seq",
    type=click.IntRange(0),
    metavar="SEQ",
    help="Refuse if the field was written after this record.",
)
@click.option("--because", "reason", default="", metavar="TEXT", help="The reason, for the changelog.")
@as_option
@outcome_options
def command(pointer: str, value: str, if_seq: int | None, reason: str, actor: str, output_format: str) -> None:
    with open_project() as project, project.act_as(actor) as draft:
        draft.write(pointer, _parsed(value), if_seq=if_seq, action=reason)
    sentence = f"{pointer} is written at seq {draft.record.seq}." if draft.record else ""
    print_outcome(draft.record, sentence, output_format, path=pointer)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return (_mapping(text) if text.startswith("{") else None) or text


def _mapping(text: str) -> dict[str, Any] | None:
    """Return the mapping that a text is in YAML; None for anything else."""
    try:
        found = [source.value for source in read_yaml(text)]
    except SourceError:
        return None
    return found[0] if len(found) == 1 and isinstance(found[0], dict) else None
