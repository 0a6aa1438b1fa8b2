"""`renkei rules`: check a rule file, explain what rules did, try a rule file on what has happened."""

from collections.abc import Iterator
from pathlib import Path

import click
from rich.text import Text

from renkei.dispatch.match import Occurrence, RuleBook, intents
from renkei.dispatch.rules import Rule
from renkei.documents.source import Source
from renkei.edges.cli.files import read_one, refuse
from renkei.edges.cli.options import open_project, project_option
from renkei.edges.cli.scenario.check import check_document
from renkei.edges.cli.terminal import console, visible
from renkei.edges.cli.timeline import lines_of
from renkei.engine.apply import apply, apply_event
from renkei.engine.events import RuleFired, RulesSet
from renkei.engine.record import Record
from renkei.engine.rules.check import rule_findings
from renkei.engine.state import State
from renkei.engine.tables import EVENTS
from renkei.errors import BadValueError, DocumentError, Problem


@click.group("rules")
def rules_command() -> None:
    """Event rules: when something happens, where it matters, what is done."""


@rules_command.command("check")
@click.argument("file", metavar="FILE")
def check_command(file: str) -> None:
    """Find what is wrong in a rule file: unknown names, rules that can never fire, loops."""
    rules, source = read_rules(file)
    findings = list(rule_findings(rules, source, ("events",)))
    out = console()
    for one in findings:
        where = f"{file}:{one.line}:{one.column}"
        out.print(
            Text.assemble(("✗ ", "bold red"), where, " ", (one.code, "bold"), f" {one.path}  {visible(one.message)}")
        )
        out.print(Text.assemble("      ", (visible(one.hint), "dim")))
    out.print(f"{len(rules)} rules, {len(findings)} finding(s)")
    if findings:
        raise click.exceptions.Exit(1)


@rules_command.command("explain")
@project_option
@click.argument("seq", type=click.IntRange(1), metavar="SEQ")
def explain_command(place: Path, seq: int) -> None:
    """Say which rules fired in a record, because of what, and what each did."""
    out = console()
    with open_project(place) as project:
        record = next((one for one in project.records(seq - 1) if one.seq == seq), None)
        if record is None:
            raise BadValueError(path="SEQ", got=seq, expected="a record of this project; `renkei log` lists them")
        before = project.state_at(seq - 1)
    known = {rule.event: rule for rule in before.rules.rules}
    fired = list(_firings(record))
    for rule, lines in fired:
        out.print(Text.assemble((rule.event, "bold yellow"), f"  because {visible(rule.because)}"))
        description = known[rule.event].description if rule.event in known else ""
        if description:
            out.print(Text(f"    {description}", "dim"))
        for line in lines:
            out.print(f"    {line}", markup=False)
        for refused in rule.refused:
            out.print(Text.assemble("    ", ("not possible: ", "bad"), visible(refused)))
    if not fired:
        out.print(f"No rule fired in record {seq}.")
    quiet = [rule.event for rule in _looked(before, record) if rule.event not in {one.event for one, _ in fired}]
    if quiet:
        out.print(Text(f"matched, but did nothing: {', '.join(dict.fromkeys(quiet))}", "dim"))


def _firings(record: Record) -> Iterator[tuple[RuleFired, list[str]]]:
    current: RuleFired | None = None
    lines: list[str] = []
    for event in record.events:
        if isinstance(event, RuleFired):
            if current is not None:
                yield current, lines
            current, lines = event, []
        elif current is not None:
            one = record.model_copy(update={"events": (event,)})
            lines += [f"{line.kind:<9} {visible(line.subject)}  {visible(line.text)}" for line in lines_of(one)]
    if current is not None:
        yield current, lines


def _looked(state: State, record: Record) -> Iterator[Rule]:
    for occurrence in _occurred(state, record):
        yield from state.rules.matching(occurrence)


def _occurred(state: State, record: Record) -> Iterator[Occurrence]:
    """Yield what a record meant for rules, without what rules themselves did in it."""
    for event in record.events:
        if isinstance(event, RuleFired):
            return
        state = apply_event(state, event)
        yield from EVENTS[type(event)].occurrences(state, event)


@rules_command.command("test")
@project_option
@click.argument("file", metavar="FILE")
def test_command(place: Path, file: str) -> None:
    """Try a rule file on a project's log: which rules would have fired, and what they would have done."""
    rules, _ = read_rules(file)
    book = RuleBook.of(rules)
    out = console()
    count = 0
    with open_project(place) as project:
        state = State()
        for record in project.records():
            if not any(isinstance(event, RulesSet) for event in record.events):
                for occurrence in _occurred(state, record):
                    for rule in book.matching(occurrence):
                        count += 1
                        _would(rule, occurrence, apply(state, record), record)
            state = apply(state, record)
    out.print(f"{count} firing(s) in {state.seq} records; nothing was written")


def _would(rule: Rule, occurrence: Occurrence, state: State, record: Record) -> None:
    out = console()
    because = visible(str(occurrence.variables["because"]))
    out.print(Text.assemble((f"{record.seq:>5}  ", "dim"), (rule.event, "bold yellow"), f"  because {because}"))
    for intent in intents(rule, occurrence, state.links, state.locale):
        out.print(f"         would {visible(str(intent))}", markup=False)


def read_rules(file: str) -> tuple[tuple[Rule, ...], Source]:
    """Read a rule file; raises DocumentError when it is none, or not valid."""
    source = read_one(file)
    checked = check_document(source)
    refuse(file, checked.problems)
    if checked.kind != "events":
        raise DocumentError(file, [Problem("UNKNOWN_KIND", "", 1, 1, f"this is a {checked.kind}", "Rules: `events:`.")])
    rules: tuple[Rule, ...] = checked.model
    return rules, source
