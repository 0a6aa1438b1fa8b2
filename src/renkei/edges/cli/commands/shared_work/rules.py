"""Show, change and check event rules, try them on a log, explain what they did."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click

from renkei.board.state import brief
from renkei.dispatch.intents import (
    AddBlocker,
    Intent,
    Notify,
    OpenDecision,
    OpenWork,
    ResolveBlockers,
    SetField,
    UnevaluatedCondition,
    UnknownRecipient,
)
from renkei.dispatch.match import Occurrence, RuleBook, intents, taken
from renkei.dispatch.recipients import Names
from renkei.dispatch.rules import Rule
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.arguments.options import FORMATS, format_choice, format_option, pager_option
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.paragraph import Paragraph, problem_lines
from renkei.edges.cli.output.terminal import Output, console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.output.timeline import lines_of
from renkei.edges.cli.project_directory import known_records, open_project
from renkei.engine.apply import apply
from renkei.engine.events import RuleFired, RulesSet
from renkei.engine.record import Record
from renkei.engine.rules.check import rule_findings
from renkei.engine.rules.occurrences import occurrences_in
from renkei.engine.rules.recipients import names_for, recipient_names
from renkei.engine.state import State
from renkei.errors import BadValueError, Problem, ProjectMissingError
from renkei.wording.visible import one_line, visible

command = LazyGroup(
    "rules", sections={"Commands": ("show", "set", "add", "remove", "check", "explain", "test")}, help=__doc__
)


@command.command("show")
@pager_option
@format_choice(FORMATS, "Text is a rule file in YAML; `renkei rules set` also reads JSON.")
def show_rules(output_format: str) -> None:
    """Print the project's event rules as a rule file."""
    with open_project() as project:
        rules = project.state.rules.rules
    events = {"events": [one.model_dump(mode="json", exclude_defaults=True) for one in rules]}
    if output_format in DATA:
        print_data(output_format, events)
        return
    echo(to_yaml(events), nl=False)


@command.command("check")
@click.argument("file", metavar="FILE")
@format_option
def check_rules(file: str, output_format: str) -> None:
    """Find mistakes in a rule file.

    Mistakes are unknown names, rules that can never fire, and rules that trigger each other endlessly. Exit status 1 if
    there are any. Recipients are compared with the participants of the project, if there is one.
    """
    from renkei.edges.cli.files.documents import read_rules  # reads YAML, which is slow to import

    rules, source, root = read_rules(file)
    findings = list(rule_findings(rules, source, root, _recipients()))
    if output_format in DATA:
        print_data(output_format, [one.as_dict() for one in findings])
    else:
        _show_findings(file, findings, len(rules))
    if findings:
        raise click.exceptions.Exit(ExitStatus.REFUSED)


def _show_findings(file: str, findings: Sequence[Problem], rules: int) -> None:
    out = console()
    for line in problem_lines(file, findings):
        out.print(line)
    out.print(f"{counted(rules, 'rule')}, {counted(len(findings), 'problem')}")


def _recipients() -> Names | None:
    try:
        with open_project() as project:
            return recipient_names(project.state)
    except ProjectMissingError:
        return None


INDENT = Text("    ")


@command.command("explain")
@click.argument("seq", type=click.IntRange(1), metavar="SEQ")
@pager_option
@format_option
def explain_record(seq: int, output_format: str) -> None:
    """Explain which rules fired in a record, why, and what each did."""
    with open_project() as project:
        record = next((one for one in project.records(seq - 1) if one.seq == seq), None)
        if record is None:
            raise BadValueError(path="SEQ", got=seq, expected="a record of this project; `renkei log` lists them")
        before = project.state_at(seq - 1)
    known = {rule.event: rule.description for rule in before.rules.rules}
    fired = [_firing(rule, lines, known.get(rule.event, "")) for rule, lines in _firings_in(record)]
    names = {one["rule"] for one in fired}
    idle = list(dict.fromkeys(rule.event for rule in _matched(before, record) if rule.event not in names))
    if output_format in DATA:
        print_data(output_format, {"seq": seq, "fired": fired, "changed_nothing": idle})
    else:
        _show_firings(seq, fired, idle)


def _firing(rule: RuleFired, lines: list[str], description: str) -> dict[str, Any]:
    return {
        "rule": rule.event,
        "because": rule.because,
        "description": description,
        "actions": list(rule.actions),
        "lines": lines,
        "refused": list(rule.refused),
    }


def _show_firings(seq: int, fired: list[dict[str, Any]], idle: list[str]) -> None:
    out = console()
    for one in fired:
        out.print(Paragraph(Text.assemble((one["rule"], "rule"), f"  because {visible(one['because'])}")))
        if one["description"]:
            out.print(Paragraph(Text(one["description"], "dim"), INDENT))
        for line in (*one["actions"], *one["lines"]):
            out.print(Paragraph(Text(one_line(line)), INDENT))
        for refused in one["refused"]:
            out.print(Paragraph(Text(one_line(refused)), Text.assemble(INDENT, ("refused: ", "bad"))))
    if not fired:
        out.print(f"No rule fired in record {seq}.")
    if idle:
        out.print(Text(f"Matched, but changed nothing: {', '.join(idle)}", "dim"))


def _firings_in(record: Record) -> Iterator[tuple[RuleFired, list[str]]]:
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


def _matched(state: State, record: Record) -> Iterator[Rule]:
    for occurrence in occurrences_in(state, record):
        yield from state.rules.matching(occurrence)


@command.command("test")
@click.argument("file", metavar="FILE")
@pager_option
@format_option
def test_rules(file: str, output_format: str) -> None:
    """Try a rule file on a project's log.

    Shows which rules would have fired, and what they would have done. Nothing is written.
    """
    from renkei.edges.cli.files.documents import read_rules  # the same

    rules, *_ = read_rules(file)
    with open_project() as project:
        last = project.log.last()
        firings = list(_trials(RuleBook.of(rules), known_records(project)))
    if output_format in DATA:
        print_data(output_format, firings)
        return
    out = console()
    for one in firings:
        _show_trial(out, one)
    out.print(f"{counted(len(firings), 'firing')} in {counted(last, 'record')}; nothing was written")


def _trials(book: RuleBook, records: Iterator[Record]) -> Iterator[dict[str, Any]]:
    """Yield what each rule would have done after each record, as data."""
    state = State()
    for record in records:
        after = apply(state, record)
        if not any(isinstance(event, RulesSet) for event in record.events):
            for occurrence in occurrences_in(state, record):
                for rule in book.matching(occurrence):
                    yield {"seq": record.seq, **_trial(rule, occurrence, after)}
        state = after


def _trial(rule: Rule, occurrence: Occurrence, state: State) -> dict[str, Any]:
    found = intents(rule, occurrence, state.links, state.locale, names_for(state, rule))
    return {
        "rule": rule.event,
        "because": str(occurrence.variables["because"]),
        "actions": [one.action for _, one in taken(rule, occurrence) if one.action],
        "would": [DESCRIPTIONS[type(intent)](intent) for intent in found],
    }


def _show_trial(out: Output, firing: dict[str, Any]) -> None:
    because = one_line(firing["because"])
    title = Text.assemble((firing["rule"], "rule"), f"  because {because}")
    out.print(Paragraph(title, Text(f"{firing['seq']:>5}  ", "dim")))
    for line in (*firing["actions"], *(f"would {intent}" for intent in firing["would"])):
        out.print(Paragraph(Text(one_line(line)), Text(" " * 9)))


DESCRIPTIONS: dict[type[Intent], Callable[[Any], str]] = {
    Notify: lambda intent: f"notify {intent.to} ({intent.message_type}): {intent.content}",
    SetField: lambda intent: f"set {intent.path} to {brief(intent.value)}",
    AddBlocker: lambda intent: f"add a blocker for {', '.join(intent.agents)}",
    ResolveBlockers: lambda intent: f"resolve the blockers of {intent.agent}",
    OpenDecision: lambda intent: f"ask {intent.owner} to decide: {intent.question}",
    OpenWork: lambda intent: f"open a contract for {intent.terms.assignee or 'claiming'}: {intent.terms.description}",
    UnknownRecipient: lambda intent: f"be refused: nobody is called {intent.name}",
    UnevaluatedCondition: lambda intent: f"be refused: {intent.condition} is not evaluated ({intent.reason})",
}
"""How each intent of a rule is described. A test proves that it is complete."""
