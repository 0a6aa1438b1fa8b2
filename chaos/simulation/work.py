"""What the agents do: random commands, each retried under its id until its outcome is known, and turns.

An agent outlives the processes that work for it: what was not acknowledged before a crash is tried again afterwards.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from renkei.board.decide import Write
from renkei.contracts.model import TaskContract
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.errors import LogError, ProtocolError, TurnLostError, TurnOpenError
from renkei.project.project import Project
from renkei.protocol.messages import make_message
from renkei.protocol.primitives import seconds_between
from simulation.ledger import Ledger
from simulation.machine import START, Process

LEASE = 10
"""Seconds without a sign of life after which a turn or a claim ends."""

AGENTS = ("lead", "ann", "bob")
CONTRACTS = ("C-1", "C-2")


def contract(name: str) -> c.OpenContract:
    """Return a command that opens work which anybody may claim."""
    terms = {
        "id": name,
        "delegator": "lead",
        "inputs": {"description": name},
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "runs"}],
    }
    return c.OpenContract(TaskContract.model_validate(terms))


def letter(name: str, sender: str, to: str, *, critical: bool) -> c.Send:
    """Return a message whose text has its id, so that whoever is shown it in full sees the id twice."""
    header = {"id": name, "timestamp": START, "type": "KNOWLEDGE_SHARE", "from": sender, "to": to}
    payload = {"topic": "news", "content": body(name), "relevance_to_recipients": "", "actionable": False}
    priority = "blocking" if critical else "normal"
    return c.Send(make_message(header | {"priority": priority, "context_summary": "", "payload": payload}))


def body(name: str) -> str:
    """Return the text of a letter; a context holds it only where it shows the letter in full."""
    return f"the whole text of {name}, to its end"


@dataclass
class Intent:
    """A command of an agent, until its outcome is known."""

    id: str
    actor: str
    actions: tuple[c.Action, ...]


@dataclass
class Agent:
    """What an agent still has to do. `turns` counts down."""

    name: str
    intents: list[Intent] = field(default_factory=list)
    turns: int = 0


def agents(chance: random.Random) -> list[Agent]:
    """Return the agents with random work."""
    found = [Agent(name, turns=chance.randrange(3)) for name in AGENTS]
    for agent in found:
        kinds = chance.choices(list(ACTIONS), k=chance.randrange(1, 5))
        agent.intents = [
            Intent(f"{agent.name}-{number}", agent.name, ACTIONS[kind](chance, agent.name, f"{agent.name}-{number}"))
            for number, kind in enumerate(kinds)
        ]
    return found


def _letter(chance: random.Random, agent: str, name: str) -> tuple[c.Action, ...]:
    other = chance.choice([one for one in AGENTS if one != agent])
    return (letter(f"m-{name}", agent, other, critical=chance.random() < 0.7),)


def _transition(chance: random.Random, agent: str, name: str) -> tuple[c.Action, ...]:
    return (c.TransitionContract(chance.choice(CONTRACTS), chance.choice(("start", "release"))),)


ACTIONS: dict[str, Callable[[random.Random, str, str], tuple[c.Action, ...]]] = {
    "letter": _letter,
    "more letters": lambda chance, agent, name: (*_letter(chance, agent, name), *_letter(chance, agent, f"{name}-too")),
    "write": lambda chance, agent, name: (Write(f"/agents/{agent}/current_task", name),),
    "claim": lambda chance, agent, name: (c.ClaimContract(chance.choice(CONTRACTS), lease=LEASE),),
    "transition": _transition,
}


def live(process: Process, agent: Agent, ledger: Ledger) -> None:
    """Do the work of an agent in one thread of a process, until nothing is left or the process dies."""
    chance = process.machine.chance
    project = process.project
    assert project is not None
    while agent.intents or agent.turns:
        due = (
            "command" * bool(agent.intents),
            "turn" * bool(agent.turns),
            chance.choice(("tick", "rest", "", "", "", "")),
        )
        DEEDS[chance.choice([name for name in due if name])](project, agent, ledger, chance)


def command(project: Project, agent: Agent, ledger: Ledger, chance: random.Random) -> None:
    """Try the next command; it stays when its fate is uncertain. An acknowledged one may be sent again."""
    intent = agent.intents[0]
    try:
        record = project.do(*intent.actions, actor=intent.actor, command_id=intent.id)
    except ProtocolError:
        again = False
    except LogError:
        again = True
    else:
        again = chance.random() < 0.2
        if record is not None:
            ledger.acknowledge(record)
    if not again and intent in agent.intents:  # another thread may have been faster
        agent.intents.remove(intent)


def turn(project: Project, agent: Agent, ledger: Ledger, chance: random.Random) -> None:
    """Take a turn, and say or write something in it."""
    agent.turns -= 1
    name = f"{agent.name}-turn-{agent.turns}"
    try:
        with project.turn(agent.name, budget=3000, lease=LEASE, take_over=chance.random() < 0.1) as mine:
            ledger.show(mine.id, mine.context.text)
            rest(project, agent, ledger, chance)
            mine.set(status="working")
            if chance.random() < 0.5:
                mine.actions += _letter(chance, agent.name, name)
        ledger.acknowledge_own(mine.record)
    except (TurnOpenError, TurnLostError):
        agent.turns += chance.random() < 0.5
    except (ProtocolError, LogError):
        pass


def tick(project: Project, agent: Agent, ledger: Ledger, chance: random.Random) -> None:
    """Let deadlines pass; report that the agent is alive."""
    try:
        if chance.random() < 0.3:
            project.heartbeat(agent.name)
        project.tick()
    except (ProtocolError, LogError):
        pass


def rest(project: Project, agent: Agent, ledger: Ledger, chance: random.Random) -> None:
    """Do what a process does while nothing is asked of it: write a snapshot, or read on."""
    if chance.random() < 0.5:
        project.flush()
    else:
        _ = project.state


DEEDS: dict[str, Callable[[Any, Agent, Ledger, random.Random], None]] = {
    "command": command,
    "turn": turn,
    "tick": tick,
    "rest": rest,
}


def finish(project: Project, everybody: list[Agent], ledger: Ledger, process: Process) -> None:
    """Try everything that is left without further faults, let every lease pass, and let everybody read."""
    for agent in everybody:
        for intent in agent.intents:
            intents = Agent(agent.name, [intent])
            command(project, intents, ledger, process.machine.chance)
    latest = max((project.state.at, *project.heartbeats().values()))  # also a heartbeat of a clock that was ahead
    process.clock += int(seconds_between(process.now(), latest) + 10 * LEASE) * 1_000_000
    project.tick()
    for agent in everybody:
        for _ in range(10):
            if not project.state.unread_of(agent.name):
                break
            with project.turn(agent.name, budget=4000, lease=LEASE) as mine:
                ledger.show(mine.id, mine.context.text)
            ledger.acknowledge_own(mine.record)


def first_record(project: Project) -> Record:
    """Create the team and its open work, and return the record."""
    members = [c.Join("lead", lead=True), c.Join("ann"), c.Join("bob")]
    record = project.do(
        c.CreateProject("simulated", "", "start", (), guarded=False), *members, *(contract(name) for name in CONTRACTS)
    )
    assert record is not None
    return record
