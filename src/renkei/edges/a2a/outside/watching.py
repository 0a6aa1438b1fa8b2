"""Watches a project for messages to its outside agents: one sender for each, woken by the project's follower."""

from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

from renkei.edges.a2a.outside.agent import OutsideAgent, OutsideAgents
from renkei.edges.a2a.outside.sending import Sending
from renkei.errors import LogError
from renkei.project.follower import Subscription
from renkei.project.project import Project
from renkei.project.running.secrets import note_secret
from renkei.store.layout import Layout

LOOK = 5.0
"""Seconds after which agents that joined or left are noticed."""

CLOSE_SECONDS = 2.0
"""Seconds that `close` waits for a request in progress."""


class OutsideWatch:
    """Connects the outside agents of a project until it is closed.

    `on_problem` receives each problem once, and "" when an agent answers again, in any thread.
    """

    def __init__(self, project: Project, on_problem: Callable[[OutsideAgent, str], None]) -> None:
        self._project = project
        self._on_problem = on_problem
        self._agents = OutsideAgents.of(project)
        self._sending: dict[str, Sending] = {}
        self._ending: list[Sending] = []
        """Those of agents that left or have another address, while a request is in progress."""
        self._problems: dict[str, str] = {}
        self._subscription: Subscription | None = None

    def __enter__(self) -> "OutsideWatch":
        self._subscription = self._project.follower.subscribe("outside agents", self._look)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Stop. Closing twice is allowed."""
        if self._subscription is not None:
            self._subscription.end()
        ending = [*self._ending, *self._sending.values()]
        self._sending = {}
        for one in ending:
            one.end()
        for one in ending:
            one.join(CLOSE_SECONDS)

    def _look(self) -> float:
        """Begin and end senders, so that there is one for each agent, and wake them."""
        self._ending = [one for one in self._ending if one.is_running]
        wanted = {one.participant: one for one in self._agents.load(self._project)}
        for name, sending in tuple(self._sending.items()):
            if wanted.get(name) != sending.agent:
                sending.end()
                self._ending.append(self._sending.pop(name))
                self._report(sending.agent, "")
        for name, agent in wanted.items():
            if name not in self._sending:
                self._begin(name, agent)
        for sending in self._sending.values():
            sending.wake()
        return LOOK

    def _begin(self, name: str, agent: OutsideAgent) -> None:
        if agent.token:
            note_secret(f"token of the outside agent {name}", agent.token)
        directory = self._project.directory
        held = None if directory is None else Layout(directory).outside_agent_file(name)
        self._sending[name] = Sending(self._project, agent, held, self._report)
        self._sending[name].start()

    def _report(self, agent: OutsideAgent, problem: str) -> None:
        name = agent.participant
        if self._problems.get(name, "") == problem:
            return
        self._problems[name] = problem
        about = f"the outside agent {name} at {agent.address}"
        with suppress(LogError):
            self._project.report_problem(f"{about}: {problem}" if problem else "", f"a2a-{name}")
        with suppress(OSError, ValueError):  # standard error may be closed, and the senders work without it
            self._on_problem(agent, problem)
