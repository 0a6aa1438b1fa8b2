"""Finds the rules that a occurrence sets off, and what they want done.

A occurrence is what an event of the log means for rules: a key to look rules up by, and facts for conditions and
templates. Rules are looked up by that key, so their number costs nothing. What a rule wants is data; the
engine does it.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from renkei.dispatch.graph.links import Links, agents_along
from renkei.dispatch.rules import ACTIONS, FILTERS, TRIGGERS, NewContract, Rule, RuleAction, fill
from renkei.protocol.primitives import Locale

Key = tuple[str, str]

LONGEST_CONDITION = 1000
MOST_LOOPS = 2
_BOUND = re.compile(r"\.\s*(?:all|exists|exists_one|map|filter)\s*\(\s*(\w+)")
_LOOP = re.compile(r"\.\s*(all|exists|exists_one|map|filter)\s*\(")


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Something that rules may be waiting for: (kind, name), the facts about it, the new value of a field.

    `source` is the message itself, for a rule that passes it on.
    """

    key: Key
    variables: Mapping[str, Any]
    value: Any = None
    source: object = None


@dataclass(frozen=True, slots=True)
class Notify:
    """Send a message to one agent."""

    to: str
    message_type: str
    priority: str
    content: str


@dataclass(frozen=True, slots=True)
class SetField:
    """Write a field of the board."""

    path: str
    value: Any


@dataclass(frozen=True, slots=True)
class AddBlocker:
    """Put a blocker on the board."""

    agents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResolveBlockers:
    """Resolve the blockers that hold up one agent alone."""

    agent: str


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """Ask for a decision."""

    question: str
    owner: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenWork:
    """Put a contract up; the terms in short form."""

    terms: NewContract


Intent = Notify | SetField | AddBlocker | ResolveBlockers | OpenDecision | OpenWork


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules of a project, by what sets them off."""

    rules: tuple[Rule, ...] = ()
    index: Mapping[Key, tuple[Rule, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> "RuleBook":
        """Index rules by the key of their trigger."""
        index: dict[Key, tuple[Rule, ...]] = {}
        kept = tuple(rules)
        for rule in kept:
            key = key_of(rule)
            index[key] = (*index.get(key, ()), rule)
        return cls(kept, index)

    def matching(self, occurrence: Occurrence) -> list[Rule]:
        """Give the rules that a occurrence sets off, in their order."""
        found = []
        for rule in self.index.get(occurrence.key, ()):
            wanted = rule.trigger.becomes
            fits = wanted is None or occurrence.value == wanted
            if fits and (rule.condition is None or holds(rule.condition, occurrence.variables)):
                found.append(rule)
        return found


def key_of(rule: Rule) -> Key:
    """Give what a rule is looked up by."""
    trigger = rule.trigger
    for kind in TRIGGERS:
        name = getattr(trigger, kind)
        if name is not None:
            return kind, name
    raise AssertionError("a trigger has one kind")


@lru_cache(maxsize=512)
def _program(expression: str) -> Any:
    import cel  # slow to import, and most rules have no condition

    return cel.compile(expression)


def check_condition(expression: str) -> str | None:
    """Give what is wrong with a condition's text, or None. It is bounded, so that evaluating it is."""
    if len(expression) > LONGEST_CONDITION:
        return f"longer than {LONGEST_CONDITION} characters"
    if len(_LOOP.findall(expression)) > MOST_LOOPS:
        return f"more than {MOST_LOOPS} loops (all, exists, exists_one, map, filter)"
    try:
        _program(expression)
    except ValueError as error:
        return str(error).splitlines()[0]
    return None


def condition_names(expression: str) -> list[str]:
    """Give the facts that a condition names, without those that its own loops bind."""
    bound = set(_BOUND.findall(expression))
    return [name for name in _program(expression).variables() if name not in bound]


def holds(expression: str, facts: Mapping[str, Any]) -> bool:
    """Evaluate a condition (CEL). One that cannot be evaluated does not hold."""
    try:
        return _program(expression).execute(dict(facts)) is True
    except Exception:
        return False


def intents(rule: Rule, occurrence: Occurrence, links: Links, locale: Locale) -> list[Intent]:
    """Give what a rule wants done about a occurrence."""
    wanted: list[Intent] = []
    affected: dict[str, tuple[str, ...]] = {}
    for name, action in rule.actions():
        if action.condition is not None and not holds(action.condition, occurrence.variables):
            continue
        chosen = action.filter or ACTIONS[name]
        if chosen is not None:
            affected = select(links, chosen, occurrence.variables)
        wanted += _notices(action, rule, affected, occurrence.variables, locale)
        wanted += _fields(action, affected, occurrence.variables)
        wanted += _others(action, affected, occurrence.variables)
    return wanted


def _others(action: RuleAction, affected: Mapping[str, tuple[str, ...]], facts: Mapping[str, Any]) -> Iterable[Intent]:
    if action.add_blocker:
        agent = facts.get("agent")
        yield AddBlocker(() if agent is None else (str(agent),))
    for agent in affected:
        if action.resolve_blockers:
            yield ResolveBlockers(agent)
        if action.pause or action.resume:
            yield SetField(f"/agents/{agent}/blocked_by", str(facts["because"]) if action.pause else None)
            yield SetField(f"/agents/{agent}/status", "blocked" if action.pause else "idle")
    if action.open_decision is not None:
        one = action.open_decision
        yield OpenDecision(fill(one.question, facts), fill(one.owner, facts), tuple(one.options))
    if action.open_contract is not None:
        filled = {
            name: fill(value, facts) if isinstance(value, str) else value
            for name, value in action.open_contract.model_dump().items()
        }
        yield OpenWork(NewContract.model_validate(filled))


def select(links: Links, name: str, facts: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Give the agents that a filter finds, each with what led to it.

    Never the one who set the rule off, nor those whom the message that did so has reached anyway.
    """
    starts, hops = FILTERS[name]
    nodes = [one for start in starts for one in _expand(start, facts)]
    found = agents_along(links, nodes, hops)
    if name == "agent":
        return found
    informed = {facts.get("author"), facts.get("agent"), *facts.get("recipients", ())}
    return {agent: via for agent, via in found.items() if agent not in informed}


def _expand(start: str, facts: Mapping[str, Any]) -> list[str]:
    kind, _, placeholder = start.partition(":")
    value = facts.get(placeholder.strip("{}"))
    names = value if isinstance(value, list | tuple) else [value]
    return [f"{kind}:{name}" for name in names if name is not None]


def _notices(
    action: RuleAction, rule: Rule, affected: Mapping[str, tuple[str, ...]], facts: Mapping[str, Any], locale: Locale
) -> list[Intent]:
    if action.message_type is None:
        return []
    template = action.content_template or rule.description or rule.event
    text = template if isinstance(template, str) else template.get(locale) or next(iter(template.values()))
    found: list[Intent] = []
    for agent, via in affected.items():
        impact = ", ".join(one.partition(":")[2] for one in via)
        content = fill(text, {**facts, "impact_assessment": impact, "recipient": agent}).strip()
        found.append(Notify(agent, action.message_type, action.priority, content))
    return found


def _fields(action: RuleAction, affected: Mapping[str, tuple[str, ...]], facts: Mapping[str, Any]) -> list[Intent]:
    found: list[Intent] = []
    for name, path, text in action.assignments():
        value = None if text is None else fill(text, facts)
        if name is not None:
            found += [SetField(f"/agents/{agent}/{name}", value) for agent in affected]
        elif path is not None:
            found.append(SetField(fill(path, facts), value))
    return found
