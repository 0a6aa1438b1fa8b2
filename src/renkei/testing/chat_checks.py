"""What each check of a kind of chat needs: the suite it belongs to, a team with a bridge, and patience."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TypeVar

import renkei
from renkei.edges.chat.bridge.bridge import Bridge
from renkei.edges.chat.port import Chat
from renkei.edges.chat.settings import BridgeSettings
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage
from renkei.protocol.payloads import DecisionOption, DecisionRequest, Freeform
from renkei.testing.rig import CannotDoError, Rig, Shown

PATIENCE = 60.0
"""Seconds within which everything must have happened."""


Check = Callable[[Rig], None]

Found = TypeVar("Found")

CHECKS: list[Check] = []
"""Every check, in a sequence from the simple to the difficult."""


def check(one: Check) -> Check:
    """Add a check to the suite."""
    CHECKS.append(one)
    return one


def without(one: Check, skip: Callable[[str], None]) -> Check:
    """Return a check that calls `skip` with the reason if the rig cannot do what the check needs."""

    @wraps(one)
    def checked(rig: Rig) -> None:
        try:
            one(rig)
        except CannotDoError:
            skip(f"{type(rig).__name__} cannot do what {one.__name__} needs")

    return checked


class Team:
    """A project with the agents `api` and `ui`, and a bridge between it and the chat of a rig."""

    def __init__(self, rig: Rig, location: str = ":memory:") -> None:
        self.rig = rig
        self.project: Project = renkei.create(location, name="team", goal="a goal", guarded=False)
        for name in ("api", "ui"):
            self.project.join(name)

    @contextmanager
    def bridge(self, chat: Chat | None = None, **settings: object) -> Iterator[Bridge]:
        """Run a bridge during a block."""
        values = {"channels": {self.rig.channel: "all"}, "people": {self.rig.ann: "human"}} | settings
        with Bridge(self.project, chat or self.rig.chat(), settings=BridgeSettings.model_validate(values)) as bridge:
            until(lambda: not bridge.problem, lambda: bridge.problem)
            yield bridge

    def note(self, text: str, sender: str = "api", **header: object) -> AnyMessage:
        """Send a plain text to all."""
        body = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
        message = self.project.message(sender, body, "all", **header)  # type: ignore[arg-type]
        self.project.send(message)
        return message

    def ask(self, *options: str) -> None:
        """Ask the person and all for the decision D-1."""
        made = tuple(DecisionOption(label=one, analysis="") for one in options)
        question = DecisionRequest(decision_id="D-1", question="Which storage?", options=made)
        self.project.send(self.project.message("api", question, ["human", "all"]))

    def said(self, sender: str = "human") -> list[str]:
        """Return the texts of a participant's messages, in the order of the log."""
        return [getattr(one.payload, "body", one.type) for one in self.messages() if one.from_ == sender]

    def decided(self) -> list[str]:
        """Return the chosen option of each decision."""
        return [one.payload.chosen_option for one in self.messages() if one.type == "DECISION_RESULT"]

    def numbers(self) -> list[str]:
        """Return what follows `number ` in the posts, in the order shown."""
        return [one.text.rpartition("number ")[2] for one in self.rig.posts() if "number " in one.text]

    def messages(self) -> list[AnyMessage]:
        """Return every message in the log."""
        events = (event for record in self.project.records() for event in record.events)
        return [event.message for event in events if event.kind == "message_sent"]

    def shown(self, text: str) -> Shown:
        """Return the post with a text, as soon as it is shown."""
        return until(
            lambda: next((one for one in self.rig.posts() if text in one.text), None),
            lambda: f"{text!r} is not among {[one.text for one in self.rig.posts()]}",
        )


def until(found: Callable[[], Found | None], problem: Callable[[], str] = lambda: "it did not happen") -> Found:
    """Return what a look finds as soon as it finds something; raises AssertionError after a minute."""
    end = time.monotonic() + PATIENCE
    while not (value := found()):
        assert time.monotonic() < end, problem()
        time.sleep(0.01)
    return value


def hears(team: Team, text: str = "do you hear me?") -> None:
    """Wait until the bridge hears people, and so everything that they did before."""
    team.rig.say(team.rig.ann, text)
    until(lambda: text in team.said(), lambda: str(team.said()))
