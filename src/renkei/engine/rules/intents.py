"""Turn the intents of a rule into actions: one table with a row for each type of intent."""

from collections.abc import Callable, Iterator
from typing import Any

from renkei.board.decide import Write
from renkei.contracts.model import Criterion, Inputs, Output, TaskContract
from renkei.dispatch import intents as d
from renkei.dispatch.match import Occurrence
from renkei.dispatch.rules import Rule
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.board_writes.blocked import blockers_of
from renkei.engine.state import State
from renkei.engine.system_messages import rule_message, system_message
from renkei.errors import BadValueError, UnknownRecipientError
from renkei.immutable.frozen import frozen
from renkei.wording.values import quote


@frozen
class _Firing:
    """The origin of an intent: the state, the rule, its occurrence, and the number of the intent."""

    state: State
    rule: Rule
    occurrence: Occurrence
    number: int

    def free_id(self, prefix: str, taken: Callable[[str], bool]) -> str:
        """Return an id that is not taken: the prefix and the seq of the record."""
        name = f"{prefix}-{self.state.seq + 1}"
        suffix = 1
        while taken(name if suffix == 1 else f"{name}-{suffix}"):
            suffix += 1
        return name if suffix == 1 else f"{name}-{suffix}"


def _notify(intent: d.Notify, firing: _Firing) -> Iterator[c.Action]:
    yield c.Send(rule_message(firing.state, intent, firing.rule.event, firing.occurrence))


def _set(intent: d.SetField, firing: _Firing) -> Iterator[c.Action]:
    yield Write(intent.path, intent.value, action=f"rule {firing.rule.event}")


def _block(intent: d.AddBlocker, firing: _Firing) -> Iterator[c.Action]:
    variables = firing.occurrence.variables
    waits = (
        f"{', '.join(intent.agents)}: {variables['dependency']}"
        if variables.get("dependency")
        else str(variables["because"])
    )
    open_one = next((one for agent in intent.agents for one in blockers_of(firing.state, agent)), None)
    if open_one is not None:
        yield Write(join("blockers", open_one, "description"), waits, action=f"rule {firing.rule.event}")
        return
    name = firing.free_id("B", lambda one: firing.state.board.has_entry(join("blockers", one)))
    entry = {"description": waits, "affected_agents": list(intent.agents)}
    yield Write(join("blockers", name), entry, action=f"rule {firing.rule.event}")


def _unblock(intent: d.ResolveBlockers, firing: _Firing) -> Iterator[c.Action]:
    board = firing.state.board
    for name in board.ids("blockers"):
        path = join("blockers", name)
        if board.get(f"{path}/affected_agents") == [intent.agent] and not board.get(f"{path}/resolved"):
            yield Write(f"{path}/resolved", True, action=f"rule {firing.rule.event}")


def _decide(intent: d.OpenDecision, firing: _Firing) -> Iterator[c.Action]:
    name = firing.free_id("D", lambda one: firing.state.board.has_entry(join("pending_decisions", one)))
    options = [{"label": label, "analysis": ""} for label in intent.options]
    message = system_message(
        firing.state,
        type="DECISION_REQUEST",
        to=intent.owner,
        priority="high",
        context_summary=intent.question,
        payload={"decision_id": name, "question": intent.question, "options": options},
    )
    yield c.Send(message)
    entry = {
        "question": intent.question,
        "owner": intent.owner,
        "options": [{"label": label} for label in intent.options],
    }
    yield Write(join("pending_decisions", name), entry, action=f"rule {firing.rule.event}")


def _open(intent: d.OpenWork, firing: _Firing) -> Iterator[c.Action]:
    terms = intent.terms
    name = firing.free_id("TC-r", lambda one: one in firing.state.contracts.entries)
    contract = TaskContract(
        id=name,
        delegator=terms.delegator,
        assignee=terms.assignee,
        roles=terms.roles,
        inputs=Inputs(description=terms.description),
        expected_output=Output(format=terms.format),
        acceptance_criteria=tuple(Criterion(criterion=one) for one in terms.criteria),
    )
    yield c.OpenContract(contract)


def _refuse(intent: d.UnknownRecipient, firing: _Firing) -> Iterator[c.Action]:
    problem = "is neither a participant nor a group"
    raise UnknownRecipientError(recipient=intent.name, problem=problem, known=", ".join(intent.known))


def _not_evaluated(intent: d.UnevaluatedCondition, firing: _Firing) -> Iterator[c.Action]:
    problem = f"{quote(intent.condition)} was not evaluated: {intent.reason}"
    raise BadValueError(path="condition", problem=problem, hint="Simplify it, such as with `exists` instead of `map`.")


INTENTS: dict[type[Any], Callable[[Any, _Firing], Iterator[c.Action]]] = {
    d.Notify: _notify,
    d.SetField: _set,
    d.AddBlocker: _block,
    d.ResolveBlockers: _unblock,
    d.OpenDecision: _decide,
    d.OpenWork: _open,
    d.UnknownRecipient: _refuse,
    d.UnevaluatedCondition: _not_evaluated,
}
"""How each intent is performed. A test proves that none is missing."""


def actions_of(intent: d.Intent, state: State, rule: Rule, occurrence: Occurrence, number: int) -> list[c.Action]:
    """Return the actions that perform an intent."""
    return list(INTENTS[type(intent)](intent, _Firing(state, rule, occurrence, number)))
