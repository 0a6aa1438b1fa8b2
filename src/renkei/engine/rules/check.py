"""Finds problems of rules beyond their schema: unknown names, rules that never fire, rules that may loop."""

from collections.abc import Iterator, Sequence

from renkei.board.fields import ACCESS, ENTRIES, check_value
from renkei.contracts.lifecycle import STATUSES
from renkei.dispatch.match import key_of
from renkei.dispatch.recipients import Names
from renkei.dispatch.rules import ACTIONS, NAMED, Rule, RuleAction, as_tuple
from renkei.documents.json_pointer import join, pattern
from renkei.documents.source import Path, Source
from renkei.engine.rules.faults import recipient_faults
from renkei.engine.rules.variables import known_variables
from renkei.errors import BadValueError, Problem

PER_RECIPIENT = frozenset(("impact_assessment", "recipient"))
"""Variables that only the text of a message has: they differ between recipients."""


def rule_findings(
    rules: Sequence[Rule], source: Source, root: Path, recipients: Names | None = None
) -> Iterator[Problem]:
    """Yield the problems of rules that have the right form, each with its location.

    `recipients` are the names of the participants that rules can use, where the project is known.
    """
    for index, rule in enumerate(rules):
        here = (*root, index)
        for fault in recipient_faults(rule, recipients) if recipients is not None else ():
            yield _problem(fault.code, (*here, *fault.path), source, fault.problem, fault.hint)
        yield from _never_fires(rule, source, (*here, "trigger"))
        yield from _names(rule, source, here)
        yield from _idle_actions(rule, source, (*here, "auto_actions"))
    yield from _loops(rules, source, root)


def _problem(code: str, path: Path, source: Source, message: str, hint: str) -> Problem:
    return Problem(code, join(*path), *source.location(path), message, hint)


def _rows(kind: str) -> list[str]:
    return ["/" + "/".join(row) for row in ACCESS if (row in ENTRIES) == (kind == "added")]


def _never_fires(rule: Rule, source: Source, path: Path) -> Iterator[Problem]:
    kind, name = key_of(rule)
    tables: dict[str, list[str]] = {"field": _rows("field"), "added": _rows("added"), "contract": list(STATUSES)}
    known = tables.get(kind)
    if known is not None and name not in known:
        yield _problem("NEVER_FIRES", (*path, kind), source, f"{name!r} never happens", f"Allowed: {', '.join(known)}.")
    elif kind == "field" and rule.trigger.becomes is not None:
        row = tuple(name[1:].split("/"))
        try:
            check_value(name, row, rule.trigger.becomes)
        except BadValueError as error:
            yield _problem("NEVER_FIRES", (*path, "becomes"), source, error.message, error.hint)


def _names(rule: Rule, source: Source, path: Path) -> Iterator[Problem]:
    known = known_variables(key_of(rule))
    for number, (name, action) in enumerate(rule.actions()):
        here = (*path, "auto_actions", number, name)
        for field, text in _texts(action):
            allowed = known | PER_RECIPIENT if field == "content_template" else known
            yield from _unknown(text, (*here, field), allowed, source)


def _texts(action: RuleAction) -> Iterator[tuple[str, str]]:
    template = action.content_template
    for text in template.values() if isinstance(template, dict) else (template or "",):
        yield "content_template", text
    for text in as_tuple(action.to):
        yield "to", text
    for field, path, value in action.assignments():
        yield ("clear" if value is None else "set"), f"{field or ''}{path or ''} {value or ''}"


def _unknown(text: str, path: Path, known: frozenset[str], source: Source) -> Iterator[Problem]:
    for name in dict.fromkeys(NAMED.findall(text)):
        if name not in known:
            hint = f"Known here: {', '.join(sorted(known))}."
            yield _problem("UNKNOWN_NAME", path, source, f"unknown variable {name!r}", hint)


def _idle_actions(rule: Rule, source: Source, path: Path) -> Iterator[Problem]:
    """Yield the actions that select nobody: they have no filter, nor has any action before them."""
    chosen = False
    for number, (name, action) in enumerate(rule.actions()):
        chosen = chosen or bool(action.to) or (action.filter or ACTIONS[name]) is not None
        needs = action.message_type or action.pause or action.resume or action.resolve_blockers
        needs = needs or any(field for field, _, _ in action.assignments())
        if needs and not chosen:
            text = f"{name} selects no agents"
            yield _problem(
                "NEVER_FIRES",
                (*path, number, name),
                source,
                text,
                "Add a `filter` or `to` to it or to an earlier action.",
            )


def _loops(rules: Sequence[Rule], source: Source, root: Path) -> Iterator[Problem]:
    """Yield the cycles of rules that trigger each other."""
    import networkx  # slow to import, and only this check needs it

    graph: networkx.DiGraph[int] = networkx.DiGraph()
    for index, rule in enumerate(rules):
        for written, value in _writes(rule):
            for other, target in enumerate(rules):
                wanted = target.trigger.becomes
                if target.trigger.field == written and (wanted is None or value is None or str(wanted) == value):
                    graph.add_edge(index, other)
    for cycle in networkx.simple_cycles(graph):
        if any(rules[one].condition is not None for one in cycle):
            continue  # a condition may end it; the bound on cascades holds in any case
        names = " → ".join(rules[one].event for one in (*cycle, cycle[0]))
        hint = "Add a condition or a `becomes` that ends it; a cascade of more than 64 firings is refused."
        yield _problem(
            "LOOP", (*root, min(cycle)), source, f"these rules may trigger each other endlessly: {names}", hint
        )


def _writes(rule: Rule) -> Iterator[tuple[str, str | None]]:
    """Yield the fields that a rule writes, with the value where it is fixed."""
    for _, action in rule.actions():
        for field, path, value in action.assignments():
            fixed = None if value is None or NAMED.search(value) else value
            if field is not None:
                yield f"/agents/*/{field}", fixed if value is not None else "null"
            elif path is not None:
                yield "/" + "/".join(pattern(path[1:].split("/"))), fixed
        if action.pause or action.resume:
            yield "/agents/*/status", "blocked" if action.pause else "idle"
