"""States for unit tests of the engine, built by settling commands, without a project, a log or a clock."""

from collections.abc import Mapping, Sequence
from typing import Any

from renkei.budget.context.build import Context
from renkei.contracts.lifecycle import Status
from renkei.contracts.model import TaskContract
from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.engine import settle
from renkei.engine.apply import apply_event
from renkei.engine.events import AnyEvent
from renkei.engine.record import Record
from renkei.engine.settle import settle_on
from renkei.engine.state import State
from renkei.protocol.messages import AnyMessage, make_message, message_type_of
from renkei.protocol.payloads import Freeform
from renkei.protocol.primitives import later

START = "2026-01-05T09:00:00.000000Z"


def time(seconds: int = 0) -> str:
    """Return the time that many seconds after the team was made."""
    return later(START, seconds * 1_000_000)


def who(actor: str, seconds: int = 0, *, closed: Mapping[str, Status] | None = None) -> c.CommandContext:
    """Return the context of an action: who acts, and when."""
    return c.CommandContext(actor, time(seconds), {}, closed or {})


def settled(state: State, actor: str, *actions: c.Action, seconds: int = 0) -> tuple[Record, State]:
    """Return the record of a command and the state after it."""
    return settle_on(state, c.Command(f"c{state.seq + 1}", time(seconds), actor, actions))


def after(state: State, actor: str, *actions: c.Action, seconds: int = 0) -> State:
    """Return the state after a command."""
    return settled(state, actor, *actions, seconds=seconds)[1]


def events(state: State, actor: str, *actions: c.Action, seconds: int = 0) -> tuple[AnyEvent, ...]:
    """Return the events of a command."""
    return settled(state, actor, *actions, seconds=seconds)[0].events


def decided(state: State, action: c.Action, by: c.CommandContext) -> Sequence[AnyEvent]:
    """Return the events of one action, without what follows from them."""
    return settle.decided(state, action, by)


def applied(state: State, *happened: AnyEvent) -> State:
    """Return the state after some events, without what follows from them."""
    for event in happened:
        state = apply_event(state, event)
    return state


def kinds(happened: Sequence[AnyEvent]) -> list[str]:
    """Return the kinds of events."""
    return [event.kind for event in happened]


def team(*, rules: tuple[Rule, ...] = (), guarded: bool = True) -> State:
    """Build a project of a human, the lead `lead` and the agents `ann`, `bob` and `eve`, with no rules of its own."""
    create = c.CreateProject("team", "a goal", "build", rules, guarded=guarded)
    state = after(State(), "human", create)
    joins = [c.Join("lead", "planning", lead=True), *(c.Join(one, "backend") for one in ("ann", "bob", "eve"))]
    return after(state, "human", *joins)


def talk(body: str, *, requires_response: bool = False) -> Freeform:
    """Build the payload of an informal message."""
    return Freeform(intent_hint="TALK", body=body, requires_response=requires_response, urgency="low")


def message(name: str, sender: str, to: str | Sequence[str], payload: Any, **more: Any) -> AnyMessage:
    """Build a message."""
    header = {"id": name, "from": sender, "to": to, "priority": "normal", "timestamp": START, "context_summary": ""}
    return make_message(header | {"type": message_type_of(payload), "payload": payload} | more)


def send(name: str, sender: str, to: str | Sequence[str], payload: Any, **more: Any) -> c.Send:
    """Build the action that sends a message."""
    return c.Send(message(name, sender, to, payload, **more))


def terms(name: str, **more: Any) -> TaskContract:
    """Build terms by the lead, as short as they can be."""
    shortest = {
        "id": name,
        "delegator": "lead",
        "inputs": {"description": name},
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "runs"}],
    }
    return TaskContract.model_validate(shortest | more)


def submitted(state: State, name: str, agent: str = "ann", *, outputs: tuple[str, ...] = (), **more: Any) -> State:
    """Return the state after a contract was opened, done and submitted."""
    state = after(state, "lead", c.OpenContract(terms(name, assignee=agent, **more)))
    steps = (c.TransitionContract(name, "start"), c.TransitionContract(name, "submit", outputs=outputs))
    return after(state, agent, *steps)


def reading(state: State, agent: str, turn: str = "t-1", *, seconds: int = 3600, tokens: int = 100) -> c.BeginTurn:
    """Build the beginning of a turn whose context shows nothing; its lease ends `seconds` after the start."""
    context = Context("", tokens, 1000, (), ())
    return c.BeginTurn(agent, turn, time(seconds), state.seq, context)
