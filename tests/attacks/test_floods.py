"""Floods: one agent sends so much that what others say would not reach the reader."""

import pytest

from renkei import Freeform, Project
from renkei.budget.context.shown import Part
from renkei.engine import commands as c
from team import small_team

FLOOD = 800


def flooded(*, by: str = "bob", count: int = FLOOD, priority: str = "blocking") -> Project:
    """Let an agent send `ann` many messages in one command."""
    project = small_team(guarded=False)
    project.do(*(say(project, by, f"flood {number} " + "x y z " * 20, priority) for number in range(count)), actor=by)
    return project


def say(project: Project, sender: str, body: str, priority: str = "blocking") -> c.Send:
    payload = Freeform(intent_hint="TALK", body=body, requires_response=False, urgency="low")
    return c.Send(project.message(sender, payload, "ann", priority))


@pytest.mark.short
@pytest.mark.parametrize("rendering", ["snapshot", "delta"])
@pytest.mark.parametrize("budget", [500, 1500, 4000])
def test_a_persons_critical_message_stands_in_full_before_a_flood(budget: int, rendering: str) -> None:
    project = flooded()
    project.do(say(project, "human", "Stop all deployments now. Thank you."), actor="human")
    project.do(*(say(project, "bob", f"more {number}") for number in range(20)), actor="bob")
    text = project.context("ann", budget=budget, rendering=rendering).text
    assert "Stop all deployments now." in text


@pytest.mark.parametrize("budget", [500, 1500, 4000])
def test_a_persons_long_message_is_read_only_when_it_stood_in_full(budget: int) -> None:
    project = flooded()
    body = " ".join(f"Sentence {number} of the person." for number in range(300))
    project.do(say(project, "human", body), actor="human")
    (asked,) = [one.message.id for one in project.state.unread_of("ann") if one.message.from_ == "human"]
    parts: list[Part | None] = []
    for _ in range(40):
        with project.turn("ann", budget=budget) as turn:
            parts += [one.part for one in turn.context.given if one.id == asked]
        if asked not in project.state.unread["ann"]:
            break
        project.do(*(say(project, "bob", f"again {number}") for number in range(5)), actor="bob")
    else:
        pytest.fail("it never counted as read")
    cut = [one for one in parts if one is not None]
    assert parts == [None] or [one.start for one in cut] == [0, *(one.end for one in cut[:-1])]
    assert parts == [None] or cut[-1].last


@pytest.mark.parametrize("budget", [1500, 4000])
def test_every_person_comes_before_the_flood_is_named(budget: int) -> None:
    project = flooded()
    for number in range(3):
        project.do(say(project, "human", f"Person says {number}."), actor="human")
    text = project.context("ann", budget=budget).text
    assert all(f"Person says {number}." in text for number in range(3))


def test_a_lead_comes_before_a_flood_and_another_agent_gets_a_share() -> None:
    project = flooded()
    project.do(c.Join("eve"))
    project.do(say(project, "eve", "eve asks once"), actor="eve")
    project.do(say(project, "lead", "the lead asks once"), actor="lead")
    context = project.context("ann", budget=4000)
    forms = {one.id: one.form for one in context.given}
    of = {one.message.from_: one.message.id for one in project.state.unread_of("ann")}
    assert forms[of["lead"]] == "full"
    assert forms[of["eve"]] in ("line", "full")


@pytest.mark.parametrize("priority", ["normal", "low"])
def test_a_flood_of_lesser_messages_does_not_hide_a_person(priority: str) -> None:
    project = flooded(priority=priority)
    project.do(say(project, "human", "Please look at the tests.", priority), actor="human")
    project.do(*(say(project, "bob", f"more {number}", priority) for number in range(200)), actor="bob")
    assert "Please look at the tests." in project.context("ann", budget=1500).text
