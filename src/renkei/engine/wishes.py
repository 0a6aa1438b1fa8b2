"""Turns what a rule wants into parts of a command: one table from a wish to how it is done."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from renkei.board.decide import Write
from renkei.board.fields import join
from renkei.contracts.model import Criterion, Inputs, Output, TaskContract
from renkei.dispatch import match as d
from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.engine.notices import rule_message, system_message
from renkei.engine.state import State


@dataclass(frozen=True, slots=True)
class _Firing:
    """What a wish comes from: the state, the rule, what set it off, and the wish's number, for ids."""

    state: State
    rule: Rule
    happening: d.Happening
    number: int

    def free_id(self, letter: str, taken: Callable[[str], bool]) -> str:
        """Make an id from the place in the log at which it comes to be."""
        name = f"{letter}-{self.state.seq + 1}"
        suffix = 1
        while taken(name if suffix == 1 else f"{name}-{suffix}"):
            suffix += 1
        return name if suffix == 1 else f"{name}-{suffix}"


def _notify(wish: d.Notify, firing: _Firing) -> Iterator[c.Part]:
    yield c.Send(rule_message(firing.state, wish, firing.rule.event, firing.happening))


def _set(wish: d.SetField, firing: _Firing) -> Iterator[c.Part]:
    yield Write(wish.path, wish.value, action=f"rule {firing.rule.event}")


def _block(wish: d.AddBlocker, firing: _Firing) -> Iterator[c.Part]:
    facts = firing.happening.facts
    waits = f"{', '.join(wish.agents)}: {facts['dependency']}" if facts.get("dependency") else str(facts["because"])
    name = firing.free_id("B", lambda one: firing.state.board.has_entry(join("blockers", one)))
    entry = {"description": waits, "affected_agents": list(wish.agents)}
    yield Write(join("blockers", name), entry, action=f"rule {firing.rule.event}")


def _unblock(wish: d.ResolveBlockers, firing: _Firing) -> Iterator[c.Part]:
    board = firing.state.board
    for name in board.ids("blockers"):
        path = join("blockers", name)
        if board.get(f"{path}/affected_agents") == [wish.agent] and not board.get(f"{path}/resolved"):
            yield Write(f"{path}/resolved", True, action=f"rule {firing.rule.event}")


def _decide(wish: d.OpenDecision, firing: _Firing) -> Iterator[c.Part]:
    name = firing.free_id("D", lambda one: firing.state.board.has_entry(join("pending_decisions", one)))
    options = [{"label": label, "analysis": ""} for label in wish.options]
    message = system_message(
        firing.state,
        type="DECISION_REQUEST",
        to=wish.owner,
        priority="high",
        context_summary=wish.question,
        payload={"decision_id": name, "question": wish.question, "options": options},
    )
    yield c.Send(message)
    entry = {
        "question": wish.question,
        "owner": wish.owner,
        "options": [{"label": label} for label in wish.options],
    }
    yield Write(join("pending_decisions", name), entry, action=f"rule {firing.rule.event}")


def _open(wish: d.OpenWork, firing: _Firing) -> Iterator[c.Part]:
    terms = wish.terms
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


WISHES: dict[type[Any], Callable[[Any, _Firing], Iterator[c.Part]]] = {
    d.Notify: _notify,
    d.SetField: _set,
    d.AddBlocker: _block,
    d.ResolveBlockers: _unblock,
    d.OpenDecision: _decide,
    d.OpenWork: _open,
}
"""How each wish is done. A test proves that none is missing."""


def parts_of(wish: d.Wish, state: State, rule: Rule, happening: d.Happening, number: int) -> list[c.Part]:
    """Give the parts that do what a rule wants."""
    return list(WISHES[type(wish)](wish, _Firing(state, rule, happening, number)))
