"""The project itself: its beginning, its rules, its context delivery, its quota, and when it has closed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from renkei.board.decide import Write, decide_write
from renkei.budget.delivery.model import ContextDelivery, check_delivery
from renkei.dispatch.match import RuleBook, check_condition
from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.engine.access import need_privilege
from renkei.engine.events import (
    AnyEvent,
    ContextDeliverySet,
    ProjectCreated,
    ProjectHalted,
    QuotaSet,
    RuleFired,
    RulesSet,
)
from renkei.engine.rows import ActionRow, EventRow, nothing, unchanged
from renkei.engine.state import HUMAN, SYSTEM, Quota, State
from renkei.engine.team import decide_join
from renkei.errors import AlreadyExistsError, BadValueError
from renkei.wording import quote


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


def check_rules(rules: Sequence[Rule]) -> None:
    """Raise BadValueError for a condition that is not an expression."""
    for rule in rules:
        for condition in (rule.condition, *(action.condition for _, action in rule.actions())):
            fault = check_condition(condition) if condition is not None else None
            if fault:
                problem = f"{quote(condition)} is not a valid CEL expression: {fault}"
                raise BadValueError(path=f"/events/{rule.event}/condition", got=condition, problem=problem)


def _decide_rules(state: State, action: c.SetRules, who: c.CommandContext) -> Sequence[AnyEvent]:
    need_privilege(state, who.actor, "set the event rules")
    check_rules(action.rules)
    return [RulesSet(rules=action.rules)]


def _decide_delivery(state: State, action: c.SetContextDelivery, who: c.CommandContext) -> Sequence[AnyEvent]:
    need_privilege(state, who.actor, "set the context delivery")
    return _set_delivery(action.delivery)


def _set_delivery(delivery: ContextDelivery) -> Sequence[AnyEvent]:
    check_delivery(delivery)
    return [ContextDeliverySet(context_delivery=delivery)]


def _decide_quota(state: State, action: c.SetQuota, who: c.CommandContext) -> Sequence[AnyEvent]:
    need_privilege(state, who.actor, "set the project's quota")
    return [QuotaSet(turns=action.turns, tokens=action.tokens)]


def _decide_halt(state: State, action: c.HaltProject, who: c.CommandContext) -> Sequence[AnyEvent]:
    need_privilege(state, who.actor, "halt the project")
    return [] if state.halted in (action.why, "spent") else [ProjectHalted(why=action.why)]


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


ACTIONS: dict[type[Any], ActionRow] = {
    c.CreateProject: ActionRow(_decide_create, contracts=nothing),
    c.SetRules: ActionRow(_decide_rules, contracts=nothing),
    c.SetContextDelivery: ActionRow(_decide_delivery, contracts=nothing),
    c.SetQuota: ActionRow(_decide_quota, contracts=nothing),
    c.HaltProject: ActionRow(_decide_halt, contracts=nothing),
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
    RuleFired: EventRow(unchanged, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing),
}
