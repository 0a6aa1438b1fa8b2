"""A small team that talks over a chat, and what comes of it: for the tests of each kind of chat."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import renkei
from renkei import DecisionOption, DecisionRequest, Freeform, Project
from renkei.engine import commands as c
from team import handoff


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a bridge whose server fails try again soon."""
    for place in ("bridge", "relay"):
        monkeypatch.setattr(f"renkei.edges.chat.bridge.{place}.FIRST_PAUSE", 0.05)
        monkeypatch.setattr(f"renkei.edges.chat.bridge.{place}.LONGEST_PAUSE", 0.2)


def team(path: str | Path = ":memory:") -> Project:
    """Make a project with a lead, the agents `worker` and `coder`, the person `bob`, and the group `backend`."""
    project = renkei.create(path, name="team", goal="a goal")
    project.do(c.Join("lead", "planning", lead=True), c.Join("worker", "backend"), c.Join("coder", "backend"))
    project.do(c.Join("bob", "operations", human=True))
    project.set_group("backend", ["worker"])
    return project


def note(project: Project, sender: str, text: str, *to: str, **header: Any) -> str:
    """Send plain words; return the id of the message."""
    body = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
    message = project.message(sender, body, to or ["all"], **header)
    project.do(c.Send(message), actor=sender)
    return message.id


def ask(project: Project, decision: str, *options: str, to: tuple[str, ...] = ("all", "human"), **more: str) -> str:
    """Let `worker` ask for a decision; return the id of the message."""
    analysis = more.pop("analysis", "")
    choices = [DecisionOption(label=one, analysis=analysis) for one in options]
    payload = DecisionRequest(decision_id=decision, question="Which @everyone?", options=choices, **more)
    message = project.message("worker", payload, list(to), "blocking", "a choice")
    project.do(c.Send(message), actor="worker")
    return message.id


def submit_work(project: Project) -> None:
    """Let the work T-1 of `worker` wait for the review of `human`."""
    project.send(project.message("human", handoff(), "worker", task_ref="T-1"))
    for step in ("accept", "start"):
        project.do(c.TransitionContract("T-1", step), actor="worker")
    project.submit("T-1", "it is built", actor="worker")


def sent(project: Project, sender: str = "") -> Iterator[Any]:
    """Yield the messages of a participant, or of all."""
    found = (one.message for record in project.records(0) for one in record.events if one.kind == "message_sent")
    return (one for one in found if sender in ("", one.from_))


def messages(project: Project, sender: str) -> list[str]:
    """Return the plain words of a participant, and the types of other messages."""
    return [one.payload.body if one.type == "FREEFORM" else one.type for one in sent(project, sender)]
