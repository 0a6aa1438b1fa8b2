"""A project with a clock that a test moves, and the sender of one destination to a real web hook."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import renkei
from renkei import DecisionRequest, Join, Project
from renkei.edges.notifications.destination import Destination
from renkei.edges.notifications.sender import Sender
from renkei.edges.notifications.watching import through_apprise
from renkei.testing import ManualClock
from webhook import Hook, webhook

A_MILLISECOND = 0.001
"""Seconds that every look takes: the time of a project is a little later than its clock."""


class Away:
    """A person who is away: the project, the service, and the sender whose looks a test makes."""

    def __init__(self, project: Project, hook: Hook, clock: ManualClock, to: Destination, base: str) -> None:
        self.project, self.hook, self.clock, self.to, self.base = project, hook, clock, to, base
        self.problems: list[str] = []
        self.sender = self.next_sender()

    def next_sender(self) -> Sender:
        """Return a sender as another process has it, after the one before has ended or was killed."""
        return Sender(
            self.project, self.to, self.base, through_apprise, lambda to, problem: self.problems.append(problem)
        )

    def kill(self) -> None:
        """End the sender as a kill does: the lock is free, and nothing else is written."""
        self.sender._holding._file.release()
        self.sender = self.next_sender()

    def look(self, after: float = 0) -> float | None:
        """Let the sender look after so many seconds."""
        self.clock.advance(after + A_MILLISECOND)
        self.sender._retry_at = 0.0  # the pause after a failure is over
        wait = self.sender.look()
        return None if wait is None else round(wait)

    def ask(self, name: str, question: str = "which port?", options: Any = (), **header: Any) -> None:
        asked = DecisionRequest(decision_id=name, question=question, options=options)
        self.project.send(self.project.message("bob", asked, "human", **header))

    def answer(self, name: str) -> None:
        self.project.decide(name, "80", actor="human")


@contextmanager
def away(place: Any = ":memory:", url: str = "", base: str = "http://view.test/", **values: Any) -> Iterator[Away]:
    """Yield a person who is away; `url` is the scheme and the rest of the service's address."""
    clock = ManualClock()
    settings = {key: values.pop(key) for key in ("locale", "name") if key in values}
    members = [Join("bob"), Join("ann")]
    with (
        webhook() as hook,
        renkei.create(place, **{"name": "shop", "goal": "sell", **settings}, now=clock, members=members) as project,
    ):
        scheme, _, rest = url.partition(" ")
        given = {"id": "d1", "person": "human", "url": hook.url(scheme or "json", rest or "hook-secret"), **values}
        yield Away(project, hook, clock, Destination.model_validate(given), base)
