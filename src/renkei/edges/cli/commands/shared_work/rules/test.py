"""Try a rule file on a project's log.

Shows which rules would have fired, and what they would have done. Nothing is written.
"""

from collections.abc import Callable, Iterator
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
from renkei.dispatch.rules import Rule
from renkei.edges.cli.arguments.options import format_option, pager_option
from renkei.edges.cli.files.rules import read_rules
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import Output, console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.engine.apply import apply
from renkei.engine.events import RulesSet
from renkei.engine.record import Record
from renkei.engine.rules.occurrences import occurrences_in
from renkei.engine.rules.recipients import names_for
from renkei.engine.state import State
from renkei.wording.visible import one_line


@click.command("test", help=__doc__)
@click.argument("file", metavar="FILE")
@pager_option
@format_option
def command(file: str, output_format: str) -> None:
    rules, *_ = read_rules(file)
    with open_project() as project:
        last = project.log.last()
        firings = list(_firings(RuleBook.of(rules), project.records()))
    if output_format in DATA:
        print_data(output_format, firings)
        return
    out = console()
    for one in firings:
        _show(out, one)
    out.print(f"{counted(len(firings), 'firing')} in {counted(last, 'record')}; nothing was written")


def _firings(book: RuleBook, records: Iterator[Record]) -> Iterator[dict[str, Any]]:
    """Yield what each rule would have done after each record, as data."""
    state = State()
    for record in records:
        after = apply(state, record)
        if not any(isinstance(event, RulesSet) for event in record.events):
            for occurrence in occurrences_in(state, record):
                for rule in book.matching(occurrence):
                    yield {"seq": record.seq, **_data(rule, occurrence, after)}
        state = after


def _data(rule: Rule, occurrence: Occurrence, state: State) -> dict[str, Any]:
    found = intents(rule, occurrence, state.links, state.locale, names_for(state, rule))
    return {
        "rule": rule.event,
        "because": str(occurrence.variables["because"]),
        "actions": [one.action for _, one in taken(rule, occurrence) if one.action],
        "would": [DESCRIPTIONS[type(intent)](intent) for intent in found],
    }


def _show(out: Output, firing: dict[str, Any]) -> None:
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
