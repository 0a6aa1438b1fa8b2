"""Find problems of rules beyond their schema: unknown names, rules that never fire, rules that may loop."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeAlias

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

if TYPE_CHECKING:
    import networkx

_Node: TypeAlias = int | tuple[str, str, str | None]
"""The position of a rule; or a field, how it changes, and the value."""

_OPENED = re.compile(r"\{([a-z_]+)(?![a-z_}])")
"""A variable whose brace is not closed."""

LONGEST_CYCLE_SHOWN = 8
"""Most rules named in one finding."""

PER_RECIPIENT = frozenset(("impact_assessment", "recipient"))
"""Variables that exist only in the text of a message: they differ between recipients."""


def rule_findings(
    rules: Sequence[Rule], source: Source, root: Path, recipients: Names | None = None
) -> Iterator[Problem]:
    """Yield the problems of rules of the right form, each with its location.

    `recipients` are the participants' names that rules can use, if the project is known.
    """
    first: dict[str, int] = {}
    for index, rule in enumerate(rules):
        here = (*root, index)
        if first.setdefault(rule.event, index) != index:
            line = source.location((*root, first[rule.event]))[0]
            hint = f"Give each rule a name of its own; the first is on line {line}."
            yield _problem("DUPLICATE_ID", (*here, "event"), source, f"two rules are called {rule.event!r}", hint)
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
            yield from _unclosed(text, (*here, field), allowed, source)


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
            close = get_close_matches(name, known, n=1, cutoff=0.6)
            meant = f"Did you mean {close[0]!r}? " if close else ""
            hint = f"{meant}Known here: {', '.join(sorted(known))}."
            yield _problem("UNKNOWN_NAME", path, source, f"unknown variable {name!r}", hint)


def _unclosed(text: str, path: Path, known: frozenset[str], source: Source) -> Iterator[Problem]:
    for found in _OPENED.finditer(text):
        if found[1] in known:
            name = found[1]
            yield _problem("UNKNOWN_NAME", path, source, f"`{{{name}` is not closed", f"Write {{{name}}}.")


def _idle_actions(rule: Rule, source: Source, path: Path) -> Iterator[Problem]:
    """Yield the actions without any recipient: neither they nor any earlier action has a filter."""
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
    """Yield each group of rules that trigger each other once, with one shortest cycle in it."""
    import networkx  # slow to import, and only this check needs it

    graph: networkx.DiGraph[_Node] = networkx.DiGraph()
    for index, rule in enumerate(rules):
        if rule.condition is None:  # a condition may end a cycle; the bound on cascades holds in any case
            graph.add_edges_from(_triggering(index, rule))
    groups = [found for one in networkx.strongly_connected_components(graph) if (found := _rules_of(one))]
    for group in sorted(groups):
        cycle = [one for one in _cycle_through(group[0], graph) if isinstance(one, int)]
        if not cycle:
            continue
        shown = [rules[one].event for one in cycle]
        if len(shown) > LONGEST_CYCLE_SHOWN:
            shown[LONGEST_CYCLE_SHOWN - 1 :] = [f"… {len(shown) - LONGEST_CYCLE_SHOWN + 1} more"]
        names = " → ".join((*shown, shown[0]))
        others = len(group) - len(cycle)
        also = f" ({others} more in the same group)" if others else ""
        hint = "Add a condition or a `becomes` that ends it; a cascade of more than 64 firings is refused."
        text = f"these rules may trigger each other endlessly: {names}{also}"
        yield _problem("LOOP", (*root, cycle[0]), source, text, hint)


def _triggering(index: int, rule: Rule) -> Iterator[tuple[_Node, _Node]]:
    """Yield the edges from a rule to the fields it writes, and from its trigger to the rule.

    A written field is its own node, so that the edges do not grow with the square of the rules.
    """
    for field, value in _writes(rule):
        node: _Node = (field, "writes", value)
        yield index, node
        yield node, (field, "changes", None)
        yield node, ((field, "changes", "anyhow") if value is None else (field, "becomes", value))
    heard, wanted = rule.trigger.field, rule.trigger.becomes
    if heard is not None and wanted is None:
        yield (heard, "changes", None), index
    elif heard is not None:
        yield (heard, "becomes", str(wanted)), index
        yield (heard, "changes", "anyhow"), index


def _rules_of(nodes: Iterable[_Node]) -> list[int]:
    return sorted(one for one in nodes if isinstance(one, int))


def _cycle_through(start: int, graph: "networkx.DiGraph[_Node]") -> list[_Node]:
    """Return a shortest cycle through a node; empty without one."""
    came_from: dict[_Node, _Node] = {}
    waiting: deque[_Node] = deque([start])
    while waiting:
        one = waiting.popleft()
        for other in graph.successors(one):
            if other == start:
                path = [one]
                while path[-1] != start:
                    path.append(came_from[path[-1]])
                return path[::-1]
            if other not in came_from:
                came_from[other] = one
                waiting.append(other)
    return []


def _writes(rule: Rule) -> Iterator[tuple[str, str | None]]:
    """Yield the fields that a rule writes, with any fixed value."""
    for _, action in rule.actions():
        for field, path, value in action.assignments():
            fixed = None if value is None or NAMED.search(value) else value
            if field is not None:
                yield f"/agents/*/{field}", fixed if value is not None else "null"
            elif path is not None:
                yield "/" + "/".join(pattern(path[1:].split("/"))), fixed
        if action.pause or action.resume:
            yield "/agents/*/status", "blocked" if action.pause else "idle"
