"""Find the rules triggered by an occurrence, and the intents of each.

An occurrence is an event of the log as rules see it: a key, and variables for conditions and templates. Rules are
indexed by key, so the cost of matching does not grow with the number of rules.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from renkei.dispatch.conditions import holds, refusal
from renkei.dispatch.graph.links import Links, agents_along, node
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
from renkei.dispatch.recipients import NO_NAMES, Names, resolve, used_names
from renkei.dispatch.rules import ACTIONS, FILTERS, NAMED, TRIGGERS, NewContract, Rule, RuleAction, fill
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Locale

Key = tuple[str, str]

REFERENCES: dict[str, str] = {
    "completed_task": "contract:{completed_contract}",
    "artifact_refs": "artifact:{output_artifacts}",
    "artifact_ref": "artifact:{artifact_ref}",
    "decision_id": "decision:{decision_id}",
}
"""The reference behind a variable in a message's text; the message carries it as data too."""


@frozen
class Occurrence:
    """Something that can trigger rules.

    `key` is (kind of trigger, name), `variables` feed conditions and templates, `value` is the new value of a field or
    status, and `source` is the message itself, for a rule that forwards it.
    """

    key: Key
    variables: Mapping[str, Any]
    value: Any = None
    source: object = None


@frozen
class RuleBook:
    """The rules of a project; `index` maps the key of a trigger to the positions of its rules."""

    rules: tuple[Rule, ...] = ()
    index: Mapping[Key, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> "RuleBook":
        """Build the index of these rules."""
        index: dict[Key, tuple[int, ...]] = {}
        ordered = tuple(rules)
        for position, rule in enumerate(ordered):
            key = key_of(rule)
            index[key] = (*index.get(key, ()), position)
        return cls(ordered, index)

    def positions(self, occurrence: Occurrence) -> list[int]:
        """Return the positions of the rules triggered by an occurrence, in file order.

        Includes rules whose condition is too expensive to evaluate; `intents` reports those.
        """
        return [position for position in self.index.get(occurrence.key, ()) if _fits(self.rules[position], occurrence)]

    def matching(self, occurrence: Occurrence) -> list[Rule]:
        """Return the rules triggered by an occurrence, in file order."""
        return [self.rules[position] for position in self.positions(occurrence)]


def _fits(rule: Rule, occurrence: Occurrence) -> bool:
    becomes = rule.trigger.becomes
    if becomes is not None and occurrence.value != becomes:
        return False
    condition, variables = rule.condition, occurrence.variables
    return condition is None or holds(condition, variables) or refusal(condition, variables) is not None


def key_of(rule: Rule) -> Key:
    """Return a rule's index key: kind and name of its trigger."""
    trigger = rule.trigger
    for kind in TRIGGERS:
        name = getattr(trigger, kind)
        if name is not None:
            return kind, name
    raise AssertionError("a trigger has one kind")


def intents(
    rule: Rule,
    occurrence: Occurrence,
    links: Links,
    locale: Locale,
    names: Names = NO_NAMES,
    actions: Iterable[tuple[str, RuleAction]] | None = None,
) -> list[Intent]:
    """Return a rule's intents for an occurrence, in the order of its actions; `names` resolves `to`.

    `actions`: the result of `taken`, if already known.
    """
    result: list[Intent] = list(_unevaluated(rule, occurrence))
    affected: dict[str, tuple[str, ...]] = {}
    for name, action in taken(rule, occurrence) if actions is None else actions:
        chosen = action.filter or ACTIONS[name]
        if chosen is not None:
            affected = select(links, chosen, occurrence.variables)
        if action.to:
            before = affected if action.filter else {}
            unknown, named = resolve(action.to, occurrence.variables, names)
            affected = before | {agent: (node("agent", agent),) for agent in named if agent not in before}
            result += [UnknownRecipient(other, used_names(names)) for other in unknown]
        result += _notifications(action, rule, affected, occurrence.variables, links, locale)
        result += _field_writes(action, affected, occurrence.variables)
        result += _other_intents(action, affected, occurrence.variables)
    return result


def taken(rule: Rule, occurrence: Occurrence) -> Iterable[tuple[str, RuleAction]]:
    """Yield the actions whose conditions hold for an occurrence, with their names."""
    if rule.condition is not None and refusal(rule.condition, occurrence.variables) is not None:
        return
    for name, action in rule.actions():
        if action.condition is None or holds(action.condition, occurrence.variables):
            yield name, action


def _unevaluated(rule: Rule, occurrence: Occurrence) -> Iterable[UnevaluatedCondition]:
    """Yield the conditions of a rule that cannot be evaluated with an occurrence's variables."""
    conditions = (rule.condition, *(action.condition for _, action in rule.actions()))
    for condition in dict.fromkeys(conditions):
        reason = None if condition is None else refusal(condition, occurrence.variables)
        if condition is not None and reason is not None:
            yield UnevaluatedCondition(condition, reason)


def _other_intents(
    action: RuleAction, affected: Mapping[str, tuple[str, ...]], variables: Mapping[str, Any]
) -> Iterable[Intent]:
    if action.add_blocker:
        agent = variables.get("agent")
        yield AddBlocker(() if agent is None else (str(agent),))
    for agent in affected:
        if action.resolve_blockers:
            yield ResolveBlockers(agent)
        if action.pause or action.resume:
            cause = str(variables.get("message_id") or variables["because"])
            yield SetField(f"/agents/{agent}/blocked_by", cause if action.pause else None)
            yield SetField(f"/agents/{agent}/status", "blocked" if action.pause else "idle")
    if action.open_decision is not None:
        new = action.open_decision
        yield OpenDecision(fill(new.question, variables), fill(new.owner, variables), tuple(new.options))
    if action.open_contract is not None:
        filled = {
            name: fill(value, variables) if isinstance(value, str) else value
            for name, value in action.open_contract.model_dump().items()
        }
        yield OpenWork(NewContract.model_validate(filled))


def select(links: Links, name: str, variables: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return the agents selected by a filter, each with the nodes that led to it.

    Every filter except `agent` omits agents that know already: the one who triggered the rule, and the recipients of
    the message that did.
    """
    selected: dict[str, tuple[str, ...]] = {}
    for starts, hops in FILTERS[name]:
        nodes = [reference for start in starts for reference in _nodes(start, variables)]
        for agent, via in agents_along(links, nodes, hops).items():
            selected[agent] = tuple(dict.fromkeys((*selected.get(agent, ()), *via)))
    if name == "agent":
        return selected
    informed = {variables.get("author"), variables.get("agent"), *variables.get("recipients", ())}
    return {agent: via for agent, via in selected.items() if agent not in informed}


def _nodes(start: str, variables: Mapping[str, Any]) -> list[str]:
    kind, _, placeholder = start.partition(":")
    value = variables.get(placeholder.strip("{}"))
    names = value if isinstance(value, list | tuple) else [value]
    return [f"{kind}:{name}" for name in names if name is not None]


def _notifications(
    action: RuleAction,
    rule: Rule,
    affected: Mapping[str, tuple[str, ...]],
    variables: Mapping[str, Any],
    links: Links,
    locale: Locale,
) -> list[Intent]:
    if action.message_type is None:
        return []
    template = action.content_template or action.action or rule.description or rule.event
    text = template if isinstance(template, str) else template.get(locale) or next(iter(template.values()))
    messages: list[Intent] = []
    about = _named_in(text, variables)
    for agent, via in affected.items():
        values = {**variables, "impact_assessment": _impact(links, agent, via), "recipient": agent}
        content = fill(text, values).strip()
        messages.append(Notify(agent, action.message_type, action.priority, content, about))
    return messages


def _named_in(template: str, variables: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return (kind, id) of everything named by the variables of a template."""
    used = NAMED.findall(template)
    starts = [start for name, start in REFERENCES.items() if name in used]
    references = dict.fromkeys(reference for start in starts for reference in _nodes(start, variables))
    return tuple((kind, name) for kind, _, name in (reference.partition(":") for reference in references))


def _impact(links: Links, agent: str, via: Iterable[str]) -> list[str]:
    """Return the ids of the changed nodes that concern an agent; if the agent itself changed, of its work."""
    own = node("agent", agent)
    touched = [name for name in via if name != own]
    concerned = touched or links.neighbours(own, "out", ("works_on",))
    return [name.partition(":")[2] for name in concerned]


def _field_writes(
    action: RuleAction, affected: Mapping[str, tuple[str, ...]], variables: Mapping[str, Any]
) -> list[Intent]:
    writes: list[Intent] = []
    for name, path, text in action.assignments():
        value = None if text is None else fill(text, variables)
        if name is not None:
            writes += [SetField(f"/agents/{agent}/{name}", value) for agent in affected]
        elif path is not None:
            writes.append(SetField(fill(path, variables), value))
    return writes
