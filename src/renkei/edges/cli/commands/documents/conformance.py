"""Hold an implementation of the protocol against the conformance suite.

The suite is data: documents with their verdicts, and steps with the expected answers. `conformance/README.md` describes
how a program is asked.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from renkei.edges.cli.arguments.options import FORMATS, format_choice
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.terminal import Output, console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.conformance.cases import LEVELS, SHIPPED, Case, read_cases
from renkei.edges.conformance.play import CaseResult, greet, play
from renkei.edges.conformance.reports import as_data, junit
from renkei.edges.conformance.started_target import StartedTarget, TargetFault
from renkei.wording.visible import visible

command = LazyGroup("conformance", sections={"Commands": ("run", "target")}, help=__doc__)


@command.command("run")
@click.argument("target", nargs=-1, required=True, metavar="-- COMMAND…")
@click.option("--level", type=click.IntRange(1, max(LEVELS)), metavar="N", help="Play the cases up to this level.")
@click.option("--case", "prefix", default="", metavar="NAME", help="Play the cases whose names begin like this.")
@click.option(
    "--cases",
    "directory",
    default=SHIPPED,
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="The directory of the suite; by default the one that comes with renkei.",
)
@click.option(
    "--timeout", default=10.0, show_default=True, metavar="SECONDS", type=click.FloatRange(0.1), help="Time to answer."
)
@format_choice((*FORMATS, "junit"), "Text for people; JSON, or one object a line, for programs; a report for CI.")
def play_suite(
    target: Sequence[str], level: int | None, prefix: str, directory: Path, timeout: float, output_format: str
) -> None:
    """Play the suite against the program that COMMAND starts, and report each case that fails.

    A program that hangs, ends, floods its output or answers nonsense fails that case, and is started again for the next
    one. Cases of levels that the program does not have are not played, unless --level asks for them.

    Exit status 0: all cases pass or are skipped for a reason that the program states; 1: some fail, or none is played.
    """
    cases = [one for one in read_cases(directory) if one.name.startswith(prefix)]
    process = StartedTarget(target, timeout)
    try:
        results, name = _played(process, cases, level)
    except TargetFault as fault:
        raise click.ClickException(f"`hello` failed: {visible(str(fault))}.") from None
    except OSError as error:
        text = f"{visible(target[0])!r} cannot be started: {error.strerror}. COMMAND is a program and its arguments."
        raise click.UsageError(text) from None
    finally:
        process.close()
    _print(results, name, output_format)
    if not any(one.outcome == "passed" for one in results) or any(one.outcome == "failed" for one in results):
        raise click.exceptions.Exit(ExitStatus.REFUSED)


def _played(process: StartedTarget, cases: Iterable[Case], level: int | None) -> tuple[list[CaseResult], str]:
    hello = greet(process.ask)
    levels = hello.levels if level is None else frozenset(range(1, level + 1))
    chosen = [one for one in cases if one.level in levels]
    return list(play(process.ask, chosen, hello.skips)), hello.implementation


def _print(results: Sequence[CaseResult], name: str, output_format: str) -> None:
    if output_format == "junit":
        click.echo(junit(results, name), nl=False)
    elif output_format in DATA:
        print_data(output_format, [as_data(one) for one in results])
    else:
        _print_text(console(), results, name)


def _print_text(out: Output, results: Sequence[CaseResult], name: str) -> None:
    for one in results:
        if one.outcome != "passed":
            mark = ("✗ ", "bad") if one.outcome == "failed" else ("- ", "dim")
            out.print(Text.assemble(mark, one.case.name))
            out.print(Text(f"    {one.reason}"))
    for line in _totals(results):
        out.print(Text(line))
    failed = sum(one.outcome == "failed" for one in results)
    out.print(Text(f"{name}: {_counts(results)}", "bad" if failed or not results else "good"))


def _totals(results: Sequence[CaseResult]) -> Iterator[str]:
    for level, title in LEVELS.items():
        of_level = [one for one in results if one.case.level == level]
        yield f"level {level}, {title}: {_counts(of_level) if of_level else 'not played'}"


def _counts(results: Sequence[CaseResult]) -> str:
    found = Counter[Any](one.outcome for one in results)
    parts = [f"{found[outcome]} {outcome}" for outcome in ("passed", "failed", "skipped") if found[outcome]]
    return f"{counted(len(results), 'case')}{': ' if parts else ''}{', '.join(parts)}"


@command.command("target")
def serve_target() -> None:
    """Answer the suite's requests on standard input, with renkei's own implementation of the protocol."""
    from renkei.edges.conformance.target import answers

    for line in answers(sys.stdin):
        click.echo(line)
