"""Watches a project for people who are away: a sender for each destination, woken by the project's follower."""

from collections.abc import Callable, Collection
from contextlib import suppress
from types import TracebackType

from renkei.edges.notifications.all_destinations import AllDestinations
from renkei.edges.notifications.destination import Destination
from renkei.edges.notifications.port import Notifier
from renkei.edges.notifications.sender import Sender
from renkei.edges.reaching.devices import push_key
from renkei.errors import LogError
from renkei.immutable.frozen import frozen
from renkei.project.follower import Subscription
from renkei.project.project import Project
from renkei.project.running.secrets import note_secret

LOOK = 5.0
"""Seconds after which destinations that were added or removed are noticed."""

CLOSE_SECONDS = 2.0
"""Seconds that `close` waits for an attempt in progress. After a longer one, its notification counts as not sure."""


def through_apprise(to: Destination) -> Notifier:
    """Return the notifier of a destination; raises BadValueError, or ExtraMissingError."""
    from renkei.edges.notifications.services import AppriseNotifier

    return AppriseNotifier(to.url)


@frozen
class Connecting:
    """Finds the notifier of each destination of a project: a browser's, or apprise's for a service."""

    project: Project
    contact: str = ""
    """The public address of the view."""
    own_services: Collection[str] = ()
    """Push services that may have private addresses."""

    def __call__(self, to: Destination) -> Notifier:
        """Return the notifier of a destination; raises BadValueError, ExtraMissingError, or LogError."""
        if to.device is None:
            return through_apprise(to)
        from renkei.edges.notifications.web_push import WebPushNotifier

        return WebPushNotifier(to.device, push_key(self.project), self.contact, self.own_services)


class Notifications:
    """Sends the notifications of a project's destinations on this machine until it is closed.

    `on_problem` receives each problem once, and "" when a destination works again, in any thread.
    """

    def __init__(
        self, project: Project, on_problem: Callable[[Destination, str], None], own_services: Collection[str] = ()
    ) -> None:
        self._project = project
        self._on_problem = on_problem
        self._own_services = own_services
        self._destinations = AllDestinations(project)
        self._senders: dict[str, Sender] = {}
        self._ending: list[Sender] = []
        self._problems: dict[str, str] = {}
        self._base = ""
        self._subscription: Subscription | None = None

    def __enter__(self) -> "Notifications":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def start(self, base: str = "") -> None:
        """Begin to send. `base` is the address of the view, to which notifications link."""
        self._base = base
        self._subscription = self._project.follower.subscribe("notifications", self._look)

    def close(self) -> None:
        """Stop sending. Closing twice is allowed."""
        if self._subscription is not None:
            self._subscription.end()
        ending = [*self._ending, *self._senders.values()]
        self._senders = {}
        for one in ending:
            one.end()
        for one in ending:
            one.join(CLOSE_SECONDS)

    def _look(self) -> float:
        """Start and end senders, so that there is one for each destination, and wake them."""
        self._ending = [one for one in self._ending if one.is_running]
        connect = Connecting(self._project, self._base, self._own_services)
        wanted = {one.id: one for one in self._destinations.sending()}
        for name, sender in tuple(self._senders.items()):
            if wanted.get(name) != sender.to:
                sender.end()
                self._ending.append(self._senders.pop(name))
                self._forget(sender.to)
        for name, to in wanted.items():
            if name not in self._senders:
                note_secret(f"address of the destination {name}", to.url)
                self._senders[name] = Sender(self._project, to, self._base, connect, self._report)
                self._senders[name].start()
        for sender in self._senders.values():
            sender.wake()
        return LOOK

    def _forget(self, to: Destination) -> None:
        """Report no problem of a destination that was removed or changed."""
        if self._problems.pop(to.id, ""):
            with suppress(LogError):
                self._project.report_problem("", f"notify-{to.id}")

    def _report(self, to: Destination, problem: str) -> None:
        if self._problems.get(to.id, "") == problem:
            return
        self._problems[to.id] = problem
        about = f"notifications to {to.person} ({to.id}, {to.service})"
        with suppress(LogError):
            self._project.report_problem(f"{about}: {problem}" if problem else "", f"notify-{to.id}")
        with suppress(OSError, ValueError):  # standard error may be closed, and the senders work without it
            self._on_problem(to, problem)
