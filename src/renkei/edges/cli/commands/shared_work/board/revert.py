"""Undo what the record SEQ wrote to fields of the board.

The old values are written again, and the changelog says which record was reverted. Nothing is written when one of the
fields was written since; the error lists these. Entries that the record added stay, and so do versions of artifacts.
`renkei board log` shows what each record wrote.
"""

import click

from renkei.board.events import FieldWritten
from renkei.board.reverting import not_reverted
from renkei.edges.cli.arguments.options import as_option, outcome_options, reason_option
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import open_project


@click.command("revert", help=__doc__)
@click.argument("seq", type=click.IntRange(1), metavar="SEQ")
@reason_option
@as_option
@outcome_options
def command(seq: int, reason: str, actor: str, output_format: str) -> None:
    with open_project() as project:
        record = project.revert(seq, reason, actor=actor)
        left = list(not_reverted(project.record(seq).events))
    written = [event.path for event in record.events if isinstance(event, FieldWritten)] if record else []
    sentence = f"Reverted record {seq}: wrote {counted(len(written), 'field')} at seq {record.seq}." if record else ""
    sentence += f" Left as it is: {', '.join(left)}." if left else ""
    print_outcome(record, sentence, output_format, fields=written, left=left)
