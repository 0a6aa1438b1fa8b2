"""Faults that make any rule useless; rejected in documents and in the library alike."""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from renkei.dispatch.conditions import check_condition, condition_names, is_boolean
from renkei.dispatch.match import key_of
from renkei.dispatch.recipients import Names, fixed_names, used_names
from renkei.dispatch.rules import Rule
from renkei.documents.source import Path
from renkei.engine.rules.variables import known_variables
from renkei.immutable.frozen import frozen


@frozen
class Fault:
    """A fault in a rule, with its path in the rule and a correction."""

    code: str
    path: Path
    problem: str
    hint: str


def condition_faults(rule: Rule) -> Iterator[Fault]:
    """Yield the conditions that are not CEL expressions, or never hold because of unknown names."""
    conditions: list[tuple[Path, str | None]] = [(("condition",), rule.condition)]
    for number, (name, action) in enumerate(rule.actions()):
        conditions.append((("auto_actions", number, name, "condition"), action.condition))
    for path, condition in conditions:
        if condition is None:
            continue
        fault = check_condition(condition)
        if fault:
            yield Fault(
                "BAD_CONDITION", path, f"not a usable condition: {fault}", 'Write it as in: severity == "critical".'
            )
        elif not condition_names(condition) and not is_boolean(condition):
            hint = 'Write a comparison, as in: severity == "critical".'
            yield Fault("BAD_CONDITION", path, "the condition is neither true nor false, so it never holds", hint)
        else:
            yield from _unknown_names(condition, path, known_variables(key_of(rule)))


def _unknown_names(condition: str, path: Path, known: frozenset[str]) -> Iterator[Fault]:
    unknown = [name for name in dict.fromkeys(condition_names(condition)) if known and name not in known]
    quoted = condition
    for name in unknown:
        quoted = re.sub(rf'(?<!["\w.]){name}(?!["\w])', f'"{name}"', quoted)
    for name in unknown:
        close = get_close_matches(name, known, n=1, cutoff=0.75)
        write = f"Did you mean {close[0]!r}?" if close else f"A text is written in quotes: {quoted}."
        hint = f"{write} Variables here: {', '.join(sorted(known))}."
        yield Fault("UNKNOWN_NAME", path, f"unknown variable {name!r}, so the condition never holds", hint)


def recipient_faults(rule: Rule, names: Names) -> Iterator[Fault]:
    """Yield the unknown names in `to`."""
    for number, (name, action) in enumerate(rule.actions()):
        for place, one in fixed_names(action.to):
            if one not in names:
                path: Path = ("auto_actions", number, name, "to", *(() if isinstance(action.to, str) else (place,)))
                hint = f"Known: {', '.join(used_names(names))}."
                yield Fault("UNKNOWN_NAME", path, f"nobody is called {one!r}", hint)
