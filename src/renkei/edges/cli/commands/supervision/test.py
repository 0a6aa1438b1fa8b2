"""Play scenarios as tests, and report each expectation that fails.

DIR means all scenarios below it: the YAML and JSON files with the root key `scenario`. Each document is checked
before it is played, also the names in it. `renkei replay` plays one scenario and shows what happens.

Exit status 0: all scenarios are valid and all expectations hold; 1: some are not or do not.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from renkei.documents.source import Source, SourceError
from renkei.edges.cli.arguments.options import format_option
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.files.reading import files_below, read_sources, require_kind
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.paragraph import problem_lines
from renkei.edges.cli.output.terminal import Laid, Output, console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.document_kinds import check_document
from renkei.errors import DocumentError
from renkei.scenario.failures import details, summary
from renkei.scenario.junit import write_junit
from renkei.scenario.suite import Played, play_document


@click.command("test", help=__doc__)
@click.argument("places", nargs=-1, required=True, metavar="DIR|FILE…")
@click.option(
    "--junit",
    "report",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also write a JUnit report to FILE.",
)
@format_option
def command(places: Sequence[str], report: Path | None, output_format: str) -> None:
    files = list(_find_scenarios(places))
    if not files:
        raise click.UsageError(f"There is no scenario in {', '.join(places)}.")
    played = _played(files, None if output_format in DATA else console())
    if output_format in DATA:
        print_data(output_format, [_data(one) for one in played])
    else:
        _print_summary(console(), played)
    if report is not None:
        write_junit(report, played)
    if not all(one.passed for one in played):
        raise click.exceptions.Exit(ExitStatus.REFUSED)


def _played(files: Sequence[str], out: Output | None) -> list[Played]:
    """Play all files; print each scenario as soon as it has been played."""
    done = []
    for one in (scenario for file in files for scenario in _play_file(file)):
        done.append(one)
        for line in _lines(one) if out is not None else ():
            assert out is not None
            out.print(line)
    return done


def _lines(one: Played) -> Iterator[Laid | Text]:
    mark = ("✓ ", "good") if one.passed else ("✗ ", "bad")
    played = "not played" if one.problems else counted(len({step.number for step in one.steps}), "step")
    yield Text.assemble(mark, "  ".join(filter(None, (one.file, one.name))), (f"  {played}", "dim"))
    yield from problem_lines(one.file, one.problems)
    for step in one.steps:
        for failure in step.failures:
            where = f"{one.file}:{failure.line}:{failure.column}"
            yield Text.assemble("  ", where, (f"  step {step.number}, {step.actor}: ", "dim"), failure.mismatch.path)
            yield from (Text(f"      {line}") for line in details(failure.mismatch))


def _print_summary(out: Output, played: Sequence[Played]) -> None:
    """Print every failure again, in one line each: those above may be far up."""
    failed = [one for one in played if one.failures]
    invalid = [one for one in played if one.problems]
    if failed or invalid:
        out.print()
    for one in invalid:
        first = one.problems[0]
        more = f" (and {len(one.problems) - 1} more)" if len(one.problems) > 1 else ""
        where = f"{one.file}:{first.line}:{first.column}"
        out.print(Text.assemble(("INVALID ", "bad"), f"{where}  {first.message}{more}"))
    for one in failed:
        for failure in one.failures:
            where = f"{one.file}:{failure.line}:{failure.column}"
            out.print(Text.assemble(("FAILED ", "bad"), f"{where}  {summary(failure.mismatch)}"))
    counts = {"passed": len(played) - len(failed) - len(invalid), "failed": len(failed), "invalid": len(invalid)}
    totals = ", ".join(f"{number} {what}" for what, number in counts.items() if number)
    out.print(Text(f"{counted(len(played), 'scenario')}: {totals}", "bad" if failed or invalid else "good"))


def _data(one: Played) -> dict[str, Any]:
    return {
        "file": one.file,
        "name": one.name,
        "passed": one.passed,
        "steps": len({step.number for step in one.steps}),
        "problems": [problem.as_dict() for problem in one.problems],
        "failures": [
            {
                "line": failure.line,
                "column": failure.column,
                "step": step.number,
                "actor": step.actor,
                "path": failure.mismatch.path,
                "expected": failure.mismatch.expected,
                "found": failure.mismatch.found,
            }
            for step in one.steps
            for failure in step.failures
        ],
    }


SUFFIXES = (".yaml", ".yml", ".json")
"""Suffixes of the files in a directory that may be scenarios."""

_ROOT_KEY = re.compile(rb'^(\s*\{\s*"scenario"|"?scenario"?)[ \t]*:', re.MULTILINE)


def _find_scenarios(places: Iterable[str]) -> Iterator[str]:
    """Yield each file that is named, and the scenarios below each directory in the order of their names."""
    for place in places:
        if not Path(place).is_dir():
            yield place
            continue
        yield from (str(one) for one in files_below(place, SUFFIXES) if _ROOT_KEY.search(one.read_bytes()))


def _play_file(file: str) -> Iterator[Played]:
    """Play each document of a file."""
    for source in read_sources(file):
        if isinstance(source, SourceError):
            yield Played(file, "", (source.problem,))
        else:
            yield _play_document(file, source)


def _play_document(file: str, source: Source) -> Played:
    checked = check_document(source)
    try:
        require_kind("scenario", file, source, checked, "A scenario has the root key `scenario:`.")
    except DocumentError as error:
        return Played(file, "", error.problems)
    return play_document(file, source, checked.model)
