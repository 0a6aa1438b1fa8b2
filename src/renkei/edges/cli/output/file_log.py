"""The changes of a file, as rows."""

from collections.abc import Sequence
from dataclasses import asdict

from renkei.edges.cli.output.tables import print_rows
from renkei.edges.cli.output.text import Text
from renkei.edges.times import shown_time
from renkei.engine.views.past.file_log import FileLogEntry
from renkei.files.lines import Range, in_words

RANGES_SHOWN = 5
"""Ranges of lines that a row shows; the data has all."""


def lines_in_short(lines: Sequence[Range]) -> str:
    """Return the first ranges of lines in words."""
    return in_words(lines[:RANGES_SHOWN]) + (" …" if len(lines) > RANGES_SHOWN else "")


def print_file_rows(found: Sequence[FileLogEntry], output_format: str) -> None:
    """Print changes of files, the oldest first."""
    columns = ("seq", "time", "path", "what", "agent", "contract", "decided_by", "task")
    print_rows(output_format, [asdict(one) for one in found], columns, map(_cells, found), "No changes.")


def _cells(one: FileLogEntry) -> list[str | Text]:
    what: str = one.kind or "undone"
    what += f" from {one.renamed_from}" if one.renamed_from else ""
    what += f" {lines_in_short(one.lines)}" if one.lines else ""
    names = (one.path, what, one.agent, one.contract or "", one.decided_by or "", one.task)
    return [str(one.seq), shown_time(one.at), *names]
