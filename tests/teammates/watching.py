"""What stories of a team that runs share: work, waiting for what it should reach, and what it has said."""

from collections.abc import Callable
from time import monotonic

import renkei
from renkei import Project
from renkei.engine import commands as c
from renkei.project.turns.pauses import Pauses
from renkei.protocol.payloads import Freeform
from renkei.protocol.primitives import Priority
from renkei.testing import Reply

FAST = Pauses(0.001, 0.01, told=3)
"""Pauses of a member that tries again at once."""

PATIENCE = 120.0
"""Seconds after which a story gives up. Only one that hangs gets there, also on a machine with ten times the work."""


def until(project: Project, holds: Callable[[], object], what: str = "") -> None:
    """Wait until something holds, which is looked at after each record."""
    end = monotonic() + PATIENCE
    while True:
        seq = project.state.seq
        if holds():
            return
        assert monotonic() < end, f"not reached: {what or holds}; {said(project)[-5:]}"
        project.wait(seq, 0.2)


def said(project: Project, sender: str = "", hint: str = "") -> list[str]:
    """Return the texts of the messages of the record, as `SENDER: TEXT`; only those of a sender, or of an intent."""
    return [
        f"{one.from_}: {text}"
        for record in project.records()
        for event in record.events
        if event.kind == "message_sent"
        and (one := event.message)
        and sender in ("", one.from_)
        and (
            text := getattr(one.payload, "body", None) or getattr(one.payload, "progress_summary", one.context_summary)
        )
        and hint in ("", getattr(one.payload, "intent_hint", ""))
    ]


def notes(project: Project, contract: str) -> str:
    """Return all notes of a contract."""
    return "\n".join(
        event.text
        for record in project.records()
        for event in record.events
        if event.kind == "note_added" and event.contract_id == contract
    )


def tell(
    project: Project, to: str, text: str, sender: str = "human", priority: Priority = "high", **more: object
) -> str:
    """Send a message that is answered or not; return its id."""
    payload = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="high")
    message = project.message(sender, payload, to, priority, text, **more)
    project.send(message)
    return message.id


def with_work(*contracts: c.OpenContract) -> Project:
    """Return a project in memory with a lead and open work."""
    project = renkei.create(":memory:", "shop", "a goal")
    project.do(c.Join("lead", "lead", lead=True), *contracts)
    return project


def start_claimed() -> tuple[Reply, ...]:
    """Return the step of a model that starts the work `api`, which was claimed for it."""
    return (Reply("You have claimed api", call="take_work", arguments={"contract": "api", "act": "start"}),)
