"""Try a rule file on a project's log.

Shows which rules would have fired, and what they would have done. Nothing is written.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.text import Text

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
from renkei.edges.cli.options import open_project, project_option
from renkei.edges.cli.rule_file import read_rules
from renkei.edges.cli.rule_occurrences import occurrences_in
from renkei.edges.cli.terminal import console, counted
from renkei.engine.apply import apply
from renkei.engine.events import RulesSet
from renkei.engine.record import Record
from renkei.engine.rules.recipients import names_for
from renkei.engine.state import State
from renkei.visible import visible


@click.command("test", help=__doc__)
@project_option
@click.argument("file", metavar="FILE")
def command(directory: Path, file: str) -> None:
    rules, *_ = read_rules(file)
    book = RuleBook.of(rules)
    count = 0
    with open_project(directory) as project:
        state = State()
        for record in project.records():
            after = apply(state, record)
            if not any(isinstance(event, RulesSet) for event in record.events):
                for occurrence in occurrences_in(state, record):
                    for rule in book.matching(occurrence):
                        count += 1
                        _show(rule, occurrence, after, record)
            state = after
    console().print(f"{counted(count, 'firing')} in {counted(state.seq, 'record')}; nothing was written")


def _show(rule: Rule, occurrence: Occurrence, state: State, record: Record) -> None:
    out = console()
    because = visible(str(occurrence.variables["because"]))
    out.print(Text.assemble((f"{record.seq:>5}  ", "dim"), (rule.event, "bold yellow"), f"  because {because}"))
    for action in (one.action for _, one in taken(rule, occurrence) if one.action):
        out.print(f"         {visible(action)}", markup=False)
    for intent in intents(rule, occurrence, state.links, state.locale, names_for(state, rule)):
        out.print(f"         would {visible(DESCRIPTIONS[type(intent)](intent))}", markup=False)


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
