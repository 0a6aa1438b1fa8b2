"""Check messages, boards, contracts, rules, context deliveries, scenarios, and the files of teams.

FILE contains YAML (one or more documents), JSON or JSON Lines; `-` is standard input. Below a DIR, every file is
checked whose name ends in .yaml, .yml, .json, .jsonl or .ndjson, except hidden files, and files that match a pattern of
--exclude or of the file `.renkeiignore` in DIR. Patterns are those of a .gitignore file. The root key tells what a
document is: `message`, `project_state`, `task_contract`, `events`, `context_delivery`, `scenario`, `team` or `script`.
The first four may omit it: renkei then recognizes a document by its required fields.

With --draft, messages may lack what `renkei send` fills in: `id`, `timestamp`, `priority`, `from`, `to` and
`context_summary`.

Exit status 0: all documents are valid; 1: at least one is not; 2: wrong usage.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from renkei.documents.read import JSON_LINES
from renkei.edges.cli.arguments.options import FORMATS, format_choice
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.files.checking import Against, Row, check_file
from renkei.edges.cli.files.reading import STDIN, files_below, find_file, read_one
from renkei.edges.cli.output.check_reports import REPORTS
from renkei.edges.cli.output.echo import DATA, json_text
from renkei.edges.cli.output.paragraph import problem_lines
from renkei.edges.cli.output.terminal import Output, console
from renkei.edges.cli.output.text import Text
from renkei.errors import Problem
from renkei.schemas.published import load, names
from renkei.wording.visible import visible

SUFFIXES = (".yaml", ".yml", ".json", *JSON_LINES)
"""Suffixes of the files that are checked below a directory."""


@click.command("validate", help=__doc__)
@click.argument("places", nargs=-1, required=True, metavar="FILE|DIR…")
@format_choice((*FORMATS, *REPORTS), "Text for people; JSON, or one object a line, for programs; reports for CI.")
@click.option("--schema", metavar="NAME|FILE", help="Check against this JSON Schema instead, published or in a file.")
@click.option("--draft", is_flag=True, help="Accept messages without what `renkei send` fills in.")
@click.option("--exclude", multiple=True, metavar="PATTERN", help="Skip these files below a DIR; repeatable.")
@click.option("--stdin-filename", default="", metavar="NAME", help="What to call standard input; tells its format.")
def command(
    places: Sequence[str],
    output_format: str,
    schema: str | None,
    draft: bool,
    exclude: Sequence[str],
    stdin_filename: str,
) -> None:
    if schema and draft:
        raise click.UsageError("--draft and --schema exclude each other.")
    if stdin_filename and STDIN not in places:
        raise click.UsageError("--stdin-filename needs `-` as a FILE.")
    against = Against(_schema(schema) if schema else None, trusted=schema in names(), draft=draft)
    found = dict.fromkeys(name for place in places for name in _files(place, exclude))  # before anything is printed
    bad = Counter[str]()
    _write(_counted((one for name in found for one in check_file(name, against, stdin_filename)), bad), output_format)
    if bad:
        raise click.exceptions.Exit(ExitStatus.REFUSED)


def _counted(documents: Iterator[Row], bad: Counter[str]) -> Iterator[Row]:
    """Yield documents as they come, and count the invalid ones of each file."""
    for document in documents:
        if not document["valid"]:
            bad[document["file"]] += 1
        yield document


def _write(documents: Iterator[Row], output_format: str) -> None:
    if output_format in REPORTS:
        for piece in REPORTS[output_format](documents):
            click.echo(piece, nl=False)
    elif output_format in DATA:
        _print_data(documents, output_format)
    else:
        _print(documents)


def _files(place: str, exclude: Sequence[str]) -> list[str]:
    """Return the file of this name, or those below the directory; raises UsageError if there is none."""
    if place == STDIN or not Path(place).is_dir():
        return [place if place == STDIN else str(find_file(place))]
    found = [str(one) for one in files_below(place, SUFFIXES, exclude)]
    if not found:
        raise click.UsageError(f"There is no document below {place!r}. It needs one of {', '.join(SUFFIXES)}.")
    return found


def _schema(name: str) -> dict[str, Any]:
    if name in names():
        return load(name)
    found: dict[str, Any] = read_one(name).value
    return found


def _print_data(documents: Iterator[Row], output_format: str) -> None:
    """Print documents as they come, in one JSON list or one a line."""
    begin, between, end, write = ("[\n", ",\n", "\n]", _entry) if output_format == "json" else ("", "\n", "", json_text)
    for index, document in enumerate(documents):
        # Not flushed: a file may hold a million documents.
        sys.stdout.write((between if index else begin) + write(document))
    click.echo(end)


def _entry(document: Row) -> str:
    """Return a document as an entry of a JSON list, indented as `json.dumps` does it, which is much slower."""
    fields = ",\n".join(f'    "{name}": {_field(value)}' for name, value in document.items())
    return f"  {{\n{fields}\n  }}"


def _field(value: Any) -> str:
    indent = 2 if value and isinstance(value, list) else None  # only errors need more than a line
    return json_text(value, indent=indent).replace("\n", "\n    ")


def _print(documents: Iterator[Row]) -> None:
    """Print a line for each document and its errors."""
    out = console()
    is_terminal = out.is_terminal  # asks the environment, and a file may hold a million documents
    number = bad = 0
    for document in documents:
        number += 1
        bad += not document["valid"]
        location = f"{document['file']}:{document['line']}"
        if not document["valid"]:
            _print_errors(out, document, location)
        elif is_terminal:
            out.print(Text.assemble(("✓ ", "green"), location, "  ", (str(document["kind"]), "dim")))
        else:
            # Much faster, and not flushed.
            sys.stdout.write(f"✓ {visible(location)}  {document['kind']}\n")
    out.print(f"{number - bad} valid, {bad} invalid")


def _print_errors(out: Output, document: Row, location: str) -> None:
    out.print(Text.assemble(("✗ ", "bold red"), location, "  ", (str(document["kind"] or "?"), "dim")))
    for line in problem_lines(document["file"], (Problem(**error) for error in document["errors"])):
        out.print(line)
