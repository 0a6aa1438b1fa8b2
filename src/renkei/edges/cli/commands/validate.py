"""Check messages, boards, contracts, rules, context deliveries and scenarios.

FILE contains YAML (one or more documents), JSON or JSON Lines; `-` is standard input. The root key tells what a
document is: `message`, `project_state`, `task_contract`, `events`, `context_delivery` or `scenario`. The first four may
stand without it: a document is then recognised by its required fields.

Exit status 0: all documents are valid; 1: at least one is not; 2: wrong usage.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import click
from rich.text import Text

from renkei.documents.schema_check import schema_problems
from renkei.documents.source import Source, SourceError
from renkei.edges.cli.echo import print_json
from renkei.edges.cli.files import read_one, read_sources
from renkei.edges.cli.options import format_option
from renkei.edges.cli.scenario.check import check_document
from renkei.edges.cli.terminal import console
from renkei.engine.validation import ValidationResult
from renkei.schemas.published import load, names
from renkei.visible import visible


@click.command("validate", help=__doc__)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@format_option
@click.option("--schema", metavar="NAME|FILE", help="Check against this JSON Schema instead, published or in a file.")
def command(files: Sequence[str], output_format: str, schema: str | None) -> None:
    rules = _schema(schema) if schema else None
    trusted = schema in names()
    documents = [document for name in files for document in _check_file(name, rules, trusted)]
    if output_format == "json":
        print_json({"documents": documents})
    else:
        _print(documents)
    if not all(document["valid"] for document in documents):
        raise click.exceptions.Exit(1)


def _schema(name: str) -> dict[str, Any]:
    if name in names():
        return load(name)
    found: dict[str, Any] = read_one(name).value
    return found


def _check_file(name: str, schema: dict[str, Any] | None, trusted: bool) -> Iterator[dict[str, Any]]:
    for index, source in enumerate(read_sources(name)):
        if isinstance(source, SourceError):
            yield _row(name, index, source.problem.line, ValidationResult(None, None, (source.problem,)))
        elif schema is not None:
            found = tuple(schema_problems(schema, source.value, source.location, trusted=trusted))
            yield _row(name, index, source.line, ValidationResult("schema", None, found))
        else:
            yield _row(name, index, _line(source), check_document(source))


def _line(source: Source) -> int:
    return source.location(())[0]


def _row(name: str, index: int, line: int, checked: ValidationResult) -> dict[str, Any]:
    return {
        "file": name,
        "index": index,
        "line": line,
        "kind": checked.kind,
        "valid": not checked.problems,
        "errors": [problem.as_dict() for problem in checked.problems],
    }


def _print(documents: list[dict[str, Any]]) -> None:
    out = console()
    for document in documents:
        location = f"{document['file']}:{document['line']}"
        if document["valid"]:
            out.print(Text.assemble(("✓ ", "green"), location, "  ", (str(document["kind"]), "dim")))
            continue
        out.print(Text.assemble(("✗ ", "bold red"), location, "  ", (str(document["kind"] or "?"), "dim")))
        for error in document["errors"]:
            where = f"{document['file']}:{error['line']}:{error['column']}"
            path = visible(error["path"]) or "(root)"
            out.print(
                Text.assemble(
                    "  ", where, " ", (error["code"], "bold"), " ", (path, "magenta"), f"  {visible(error['message'])}"
                )
            )
            if error["hint"]:
                out.print(Text.assemble("      ", (visible(error["hint"]), "dim")))
    bad = sum(not document["valid"] for document in documents)
    out.print(f"{len(documents) - bad} valid, {bad} invalid")
