"""The report of an audit in a terminal."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from renkei.edges.cli.terminal import console, counted, print_table, table, width_of
from renkei.edges.cli.times import shown_time
from renkei.edges.transcripts.activity import Location
from renkei.edges.transcripts.audit import KINDS, Audit, Kind
from renkei.edges.transcripts.figures import cost_lines, duration
from renkei.edges.transcripts.findings import Finding
from renkei.visible import visible

MOST = 10
"""Findings of one kind, and waits, that are shown; JSON and HTML have all."""

LINES = 5
"""Lines of a file that are shown of one finding."""

WIDTH = 80


def print_audit(found: Audit, project: str) -> None:
    """Print an audit; a sentence is wrapped, a location is not, so that it can be copied."""
    out = console()
    width = min(width_of(out, WIDTH), WIDTH)
    figures = (counted(len(found.agents), "participant"), counted(found.messages, "message"))
    out.print(Text.assemble((project, "bold"), f": {', '.join(figures)}, {counted(found.calls, 'tool call')}"))
    out.print(Text(f"from {shown_time(found.began)} to {shown_time(found.ended)}", "dim"))
    for name, kind in KINDS.items():
        if rows := found.of(name):
            _print_kind(out, kind, rows, width)
    if not found.findings:
        out.print(Text("\nNothing was found."))
    if found.waits:
        print_table(table(COLUMNS, _waits(found), "\nWho waited for whom"))
        if len(found.waits) > MOST:
            out.print(Text(f"{len(found.waits) - MOST} more: use --format json or --html", "dim"))
    out.print(Text("\nWhat the context cost, in tokens", "bold"))
    for label, value in cost_lines(found.cost):
        out.print(Text(f"{value:>14}  {label}"))


def _print_kind(out: Console, kind: Kind, rows: list[Finding], width: int) -> None:
    out.print(Text.assemble("\n", (kind.title, "bold"), (f": {len(rows)}  ({kind.fault})", "dim")))
    for one in rows[:MOST]:
        for line in _wrapped(one.text, width - 2):
            out.print(Text(f"  {line}"))
        for location in _locations(one.locations):
            out.print(Text(f"      {location}", "dim"))
    if len(rows) > MOST:
        out.print(Text(f"  {len(rows) - MOST} more: use --format json or --html", "dim"))
    for line in _wrapped(f"With renkei: {kind.response}", width - 2):
        out.print(Text(f"  {line}", "dim"))


COLUMNS = ("who", "waited for", "times", "in all", "longest", "unanswered")


def _waits(found: Audit) -> Iterator[tuple[str, ...]]:
    for one in found.waits[:MOST]:
        unanswered = str(one.open) if one.open else ""
        times = str(one.times)
        yield one.who, one.waited_for, times, duration(one.seconds), duration(one.longest), unanswered


def _locations(locations: Sequence[Location]) -> Iterator[str]:
    """Yield a line for each file that locations name, with their line numbers; other locations one by one."""
    lines: dict[str, list[str]] = {}
    for location in locations:
        row = lines.setdefault(location.file or str(location), [])
        row += [str(location.line)] if location.file else []
    home = f"{Path.home()}/"
    for file, numbers in lines.items():
        more = f" and {len(numbers) - LINES} more" if len(numbers) > LINES else ""
        shown = f"~/{file.removeprefix(home)}" if file.startswith(home) else file
        yield f"{shown}:{', '.join(numbers[:LINES])}{more}" if numbers else shown


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Yield the lines of a text; a word that is wider than a line, such as Japanese text, is divided."""
    line = ""
    for word in visible(text).split():
        while cell_len(f"{line} {word}".strip()) > width:
            if line and cell_len(word) <= width:
                yield line
                line = ""
                continue
            room = width - cell_len(line) - bool(line)
            head = _head(word, room)
            yield f"{line} {head}".strip()
            line, word = "", word[len(head) :]
        line = f"{line} {word}".strip()
    if line:
        yield line


def _head(word: str, room: int) -> str:
    """Return the beginning of a word that fits into some columns."""
    end = 0
    while end < len(word) and cell_len(word[: end + 1]) <= room:
        end += 1
    return word[:end]
