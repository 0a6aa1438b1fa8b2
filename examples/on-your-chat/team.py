"""A small team of scripted agents: a lead and two members, which react to messages with plain Python, without a model.

`run(project)` lets them work in a project until it is stopped; any bridge can show them in its chat.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from renkei import DecisionRequest, Project, TaskHandoff, TaskResult, Turn
from renkei.engine import commands as c
from renkei.protocol.payloads import DecisionOption, ExpectedOutput, Freeform

MEMBERS = (c.Join("lead", "planning", lead=True), c.Join("ann", "backend"), c.Join("bob", "review"))
"""Who works in the team."""

STORAGES = {"sqlite": "one file, nothing to run", "postgres": "for many writers, a server to run"}
"""What the lead lets a person choose from."""

CODE = "def save(key: str, value: bytes) -> None:\n    TABLE[key] = value"


def lead(turn: Turn) -> None:
    """Ask a person which storage is wanted; hand the work over when that is decided."""
    for message in received(turn):
        if message.type == "FREEFORM" and message.from_ == "human" and "D-1" not in decisions(turn):
            options = tuple(DecisionOption(label=name, analysis=text) for name, text in STORAGES.items())
            asked = DecisionRequest(decision_id="D-1", question="Which storage?", options=options, recommended="sqlite")
            turn.send(asked, ["all", "human"], "blocking", message.payload.body[:100], in_reply_to=message.id)
        elif message.type == "DECISION_RESULT":
            task = f"Build the storage on {message.payload.chosen_option}"
            wanted = ExpectedOutput(format="a module", success_criteria=("bob has read it",))
            turn.send(
                TaskHandoff(
                    task_description=task, expected_output=wanted, authority_scope="names", fallback_on_failure="ask me"
                ),
                ["ann"],
                context_summary=task,
                task_ref="T-1",
            )


def ann(turn: Turn) -> None:
    """Do what is handed over, and report it with what shows that it is done."""
    for message in received(turn):
        if message.type == "TASK_HANDOFF":
            for step in ("accept", "start"):
                turn.transition("T-1", step)
            turn.artifact("storage.py", description=message.payload.task_description)
            turn.send(note(f"Will you read `storage.py`?\n\n```py\n{CODE}\n```"), ["bob"])
        elif message.type == "FREEFORM" and message.from_ == "bob":
            claim = {"criterion": "bob has read it", "met": True, "evidence": message.payload.body}
            result = TaskResult(
                original_task_ref="T-1",
                status="completed",
                output_artifacts=("storage.py",),
                summary="The storage is built.",
            )
            turn.send(result, ["lead"], task_ref="T-1", extensions={"evidence": [claim]})


def bob(turn: Turn) -> None:
    """Read what ann asks for."""
    for message in received(turn):
        if message.type == "FREEFORM" and message.from_ == "ann":
            turn.send(note("I have read it: it is short and clear."), ["ann"], in_reply_to=message.id)


AGENTS: dict[str, Callable[[Turn], None]] = {"lead": lead, "ann": ann, "bob": bob}
"""What each agent does in a turn."""


def received(turn: Turn) -> Iterator:
    """Yield the messages that the turn's context shows."""
    return (turn.project.find_message(name) for name in turn.context.read)


def decisions(turn: Turn) -> tuple[str, ...]:
    """Return the ids of the decisions on the board."""
    return tuple(turn.project.state.board.ids("pending_decisions"))


def note(text: str) -> Freeform:
    """Return plain text as a payload."""
    return Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")


@contextmanager
def run(project: Project) -> Iterator[None]:
    """Let every agent work in a thread of its own during a block."""
    ended = Event()

    def work(agent: str) -> None:
        while not ended.is_set():
            if project.wait_for_work(agent, timeout=0.5, pause=0.1) is not None:
                with project.turn(agent) as turn:
                    AGENTS[agent](turn)

    threads = [Thread(target=work, args=(agent,), daemon=True) for agent in AGENTS]
    for one in threads:
        one.start()
    try:
        yield
    finally:
        ended.set()
        for one in threads:
            one.join(10)
