"""Teams that work as they should are never stopped: many runs of different teams, and no false alarm."""

import random

import pytest

import renkei
from renkei import Freeform, Project, ReviewResult, StatusUpdate, TaskResult
from team import handoff, ticking_clock
from thoroughness import thinned

RUNS = 50
WORDS = [
    "schema",
    "form",
    "login",
    "token",
    "port",
    "cache",
    "index",
    "route",
    "test",
    "build",
    "style",
    "query",
    "mail",
    "queue",
]


def report(chance: random.Random, done: int, of: int) -> str:
    return f"step {done} of {of}: {' '.join(chance.sample(WORDS, 4))} finished"


def play(project: Project, chance: random.Random) -> None:
    """A lead hands work out; each agent reports its progress, asks now and then, hands in; the lead accepts."""
    agents = [f"agent-{n}" for n in range(chance.randrange(2, 6))]
    project.join("lead", role="planning", lead=True)
    for agent in agents:
        project.join(agent)
    for number in range(chance.randrange(2, 8)):
        agent, task, steps = chance.choice(agents), f"TC-{number}", chance.randrange(2, 6)
        with project.turn("lead") as turn:
            turn.send(handoff(f"build {chance.choice(WORDS)} {number}"), to=agent, task_ref=task)
        for done in range(1, steps + 1):
            with project.turn(agent) as turn:
                progress = StatusUpdate(
                    task_ref=task, new_status="working", progress_summary=report(chance, done, steps)
                )
                turn.send(progress, to="lead")
                if chance.random() < 0.4:
                    other = chance.choice([one for one in [*agents, "lead"] if one != agent])
                    asked = f"which {chance.choice(WORDS)} do you use for {task} in step {done}?"
                    ask = Freeform(intent_hint="QUESTION", body=asked, requires_response=False, urgency="low")
                    turn.send(ask, to=other)
        with project.turn(agent) as turn:
            turn.artifact(f"file-{number}", path=f"src/{number}.py", description=f"version for {task}")
            turn.send(TaskResult(original_task_ref=task, status="completed", summary=f"{task} is built"), to="lead")
        with project.turn("lead") as turn:
            turn.send(ReviewResult(artifact_ref=task, verdict="approved", summary=f"{task} runs"), to=agent)


@pytest.mark.parametrize("seed", thinned([*range(RUNS)]))
def test_a_clean_run_is_never_stopped(seed: int) -> None:
    project = renkei.create(goal="clean", now=ticking_clock())
    play(project, random.Random(seed))
    kinds = {event.kind for record in project.records() for event in record.events}
    assert "actor_suspended" not in kinds
    assert "reread_noticed" not in kinds
    assert "obligation_overdue" not in kinds
    assert [one.message.payload.topic for one in project.state.unread_of("human")][-1:] == ["all_closed"]
    assert all(entry.status == "completed" for entry in project.state.contracts.entries.values())
