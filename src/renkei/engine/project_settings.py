"""The project itself: its creation, rules, context delivery and quota, and when it has closed."""

from collections.abc import Sequence
from typing import Any

from renkei.board.decide import Write, decide_write
from renkei.budget.delivery.model import ContextDelivery, check_delivery
from renkei.dispatch.match import RuleBook
from renkei.dispatch.recipients import Names
from renkei.dispatch.rules import Rule
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.events import (
    AnyEvent,
    ContextDeliverySet,
    ProjectCreated,
    ProjectHalted,
    ProjectPaused,
    ProjectResumed,
    QuotaSet,
    RuleFired,
    RulesSet,
)
from renkei.engine.participants.team import decide_join
from renkei.engine.rows import ActionRow, EventRow, nothing, unchanged
from renkei.engine.rules.faults import condition_faults, recipient_faults
from renkei.engine.rules.recipients import recipient_names
from renkei.engine.state import HUMAN, SYSTEM, Quota, State
from renkei.errors import AlreadyExistsError, BadValueError
from renkei.immutable.replacing import replace


def _decide_create(state: State, action: c.CreateProject, who: c.CommandContext) -> Sequence[AnyEvent]:
    if state.name:
        raise AlreadyExistsError(what="another project", name=state.name)
    check_rules(action.rules)
    delivery = _set_delivery(action.delivery) if action.delivery is not None else ()
    opening = c.CommandContext(SYSTEM, who.at, who.seen)
    goal = decide_write(state.board, Write("/goal", action.goal), HUMAN, who.at)
    phase = decide_write(state.board, Write("/current_phase", action.phase), HUMAN, who.at)
    return [
        ProjectCreated(name=action.name, locale=action.locale, guarded=action.guarded, at=who.at),
        *decide_join(state, c.Join(HUMAN, human=True), opening),
        RulesSet(rules=action.rules),
        *delivery,
        *goal,
        *phase,
    ]


def check_rules(rules: Sequence[Rule], names: Names | None = None) -> None:
    """Raise BadValueError for a condition that can never hold, and for a recipient that is not in `names`."""
    for rule in rules:
        for fault in (*condition_faults(rule), *(recipient_faults(rule, names) if names is not None else ())):
            raise BadValueError(path=join("events", rule.event, *fault.path), problem=fault.problem, hint=fault.hint)


def _decide_rules(state: State, action: c.SetRules, who: c.CommandContext) -> Sequence[AnyEvent]:
    check_rules(action.rules, recipient_names(state))
    return [RulesSet(rules=action.rules)]


def _decide_added(state: State, action: c.AddRules, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Add rules at the end; a replacement keeps the old rule's position."""
    check_rules(action.rules, recipient_names(state))
    rules = list(state.rules.rules)
    for rule in action.rules:
        places = [place for place, one in enumerate(rules) if one.event == rule.event]
        if not places:
            rules.append(rule)
        elif action.replace:
            rules[places[0]] = rule
        else:
            what = "another event rule, which `--replace` (in code `replace=True`) would replace"
            raise AlreadyExistsError(what=what, name=rule.event)
    return [RulesSet(rules=tuple(rules))]


def _decide_removed(state: State, action: c.RemoveRules, who: c.CommandContext) -> Sequence[AnyEvent]:
    known = [rule.event for rule in state.rules.rules]
    for name in action.names:
        if name not in known:
            problem = f"there is no event rule {name!r}"
            raise BadValueError(path="/events", got=name, problem=problem, expected=" | ".join(known) or "none")
    return [RulesSet(rules=tuple(rule for rule in state.rules.rules if rule.event not in action.names))]


def _decide_delivery(state: State, action: c.SetContextDelivery, who: c.CommandContext) -> Sequence[AnyEvent]:
    return _set_delivery(action.delivery)


def _set_delivery(delivery: ContextDelivery) -> Sequence[AnyEvent]:
    check_delivery(delivery)
    return [ContextDeliverySet(context_delivery=delivery)]


def _decide_quota(state: State, action: c.SetQuota, who: c.CommandContext) -> Sequence[AnyEvent]:
    return [QuotaSet(turns=action.turns, tokens=action.tokens)]


def _decide_halt(state: State, action: c.HaltProject, who: c.CommandContext) -> Sequence[AnyEvent]:
    return [] if state.halted == action.why else [ProjectHalted(why=action.why)]


def _decide_pause(state: State, action: c.PauseProject, who: c.CommandContext) -> Sequence[AnyEvent]:
    return [ProjectPaused(by=who.actor, reason=action.reason)] if state.paused is None else []


def _decide_resume(state: State, action: c.ResumeProject, who: c.CommandContext) -> Sequence[AnyEvent]:
    return [] if state.paused is None else [ProjectResumed(by=who.actor, at=who.at)]


def _created(state: State, event: ProjectCreated) -> State:
    return replace(state, name=event.name, locale=event.locale, guarded=event.guarded)


def _rules(state: State, event: RulesSet) -> State:
    return replace(state, rules=RuleBook.of(event.rules))


def _delivery(state: State, event: ContextDeliverySet) -> State:
    return replace(state, delivery=event.context_delivery)


def _quota(state: State, event: QuotaSet) -> State:
    return replace(state, quota=Quota(event.turns, event.tokens), halted="")


def _halted(state: State, event: ProjectHalted) -> State:
    return replace(state, halted=event.why)


def _paused(state: State, event: ProjectPaused) -> State:
    return replace(state, paused=event.reason)


def _resumed(state: State, event: ProjectResumed) -> State:
    return replace(state, paused=None).with_activity(state.actors, event.at)


ACTIONS: dict[type[Any], ActionRow] = {
    c.CreateProject: ActionRow(_decide_create, contracts=nothing),
    c.SetRules: ActionRow(_decide_rules, contracts=nothing),
    c.AddRules: ActionRow(_decide_added, contracts=nothing),
    c.RemoveRules: ActionRow(_decide_removed, contracts=nothing),
    c.SetContextDelivery: ActionRow(_decide_delivery, contracts=nothing),
    c.SetQuota: ActionRow(_decide_quota, contracts=nothing),
    c.HaltProject: ActionRow(_decide_halt, contracts=nothing),
    c.PauseProject: ActionRow(_decide_pause, contracts=nothing),
    c.ResumeProject: ActionRow(_decide_resume, contracts=nothing),
}

EVENTS: dict[type[Any], EventRow] = {
    ProjectCreated: EventRow(
        _created, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing
    ),
    RulesSet: EventRow(_rules, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing),
    ContextDeliverySet: EventRow(
        _delivery, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing
    ),
    QuotaSet: EventRow(_quota, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing),
    ProjectHalted: EventRow(
        _halted, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing
    ),
    ProjectPaused: EventRow(
        _paused, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing
    ),
    ProjectResumed: EventRow(
        _resumed, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing
    ),
    RuleFired: EventRow(unchanged, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing),
}
