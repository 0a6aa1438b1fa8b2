"""How large a project's state is when much has been settled, beside the same open work with a short past."""

import pickle
from collections.abc import Generator, Iterator

from measure import Row

import renkei
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.settle import settle_on
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import context
from renkei.protocol.primitives import later

OPEN = 20
SHORT, LONG = 100, 5000
"""Contracts that were handed over, worked on, accepted and settled."""


def rows() -> Iterator[Row]:
    """Measure; the figures are KiB, not µs."""
    ours, limit = kibibytes(LONG), kibibytes(SHORT)
    name = f"state with {LONG:,} closed contracts"
    yield Row(name, ours, limit, f"with {SHORT}", "≤ 1.1 ×", limit * 1.1, "KiB")


def kibibytes(settled: int) -> float:
    """Replay a project's records and give what its state takes when it is written down."""
    state = renkei.replay(history(settled))
    assert sum(not entry.closed for entry in state.contracts.entries.values()) == OPEN
    return len(pickle.dumps(state)) / 1024


def history(settled: int) -> Iterator[Record]:
    """Yield the records of a project in which contracts were settled one after the other, and some are open."""
    project = renkei.create(members=[c.Join("lead", lead=True), c.Join("ann")], guarded=False)
    yield from project.records()
    state = project.state
    for number in range(settled + OPEN):
        name = f"TC-{number}"
        done = number < settled
        for actor, part in steps(name) if done else steps(name)[:2]:
            command = c.Command(f"{name}-{state.seq}", later(state.at, 1000), actor, (part,))
            record, state = settle_on(state, command)
            yield record
        state = yield from read_all(state)


def steps(name: str) -> list[tuple[str, c.Action]]:
    """Give the steps of a contract's life."""
    terms = {
        "id": name,
        "delegator": "lead",
        "inputs": {"description": "build " + name, "artifacts": ["spec-" + name]},
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "it runs"}],
    }
    return [
        ("lead", c.OpenContract(renkei.TaskContract.model_validate(terms))),
        ("ann", c.ClaimContract(name)),
        ("ann", c.TransitionContract(name, "start")),
        ("ann", c.TransitionContract(name, "submit")),
        ("lead", c.AcceptContract(name)),
    ]


def read_all(state: State) -> Generator[Record, None, State]:
    """Let everybody read what there is; gives the state after it."""
    for agent in ("lead", "ann", "human"):
        begin = c.BeginTurn(
            agent, f"t{state.seq}", later(state.at, 10**9), state.seq, context(state, agent, budget=20_000)
        )
        for part in (begin, c.EndTurn(agent, begin.turn)):
            record, state = settle_on(state, c.Command(f"c{state.seq}", later(state.at, 1000), agent, (part,)))
            yield record
    return state
