"""Sends the notifications of one destination in a separate thread, so that a slow service delays only itself."""

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from time import monotonic

from renkei.edges.notifications import planning
from renkei.edges.notifications.all_destinations import AllDestinations
from renkei.edges.notifications.destination import Destination
from renkei.edges.notifications.holding import Holding
from renkei.edges.notifications.planning import Batch
from renkei.edges.notifications.port import AnswerLink, Notifier
from renkei.edges.notifications.quiet_hours import quiet_for
from renkei.edges.notifications.sentences import answer_link, notification
from renkei.edges.reaching.answer_links import answer_tokens
from renkei.engine.state import State
from renkei.engine.views.waiting.entry import Waiting
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import LogError, RenkeiError
from renkei.project.project import Project
from renkei.store.machines.lease import RENEWED
from renkei.wording.visible import one_line

FIRST_PAUSE = 5.0
"""Seconds after a failure until the next attempt; the pause doubles with each failure."""

LONGEST_PAUSE = 300.0

SETTLING = 0.3
"""Seconds between two looks at the items, however many records arrive."""

Connect = Callable[[Destination], Notifier]
Report = Callable[[Destination, str], None]
"""Receives the current problem of a destination, or "" when it is over."""

WITHIN = "."
"""The beginning of a device's links: its own view resolves them, whatever address that has."""


class Sender:
    """Looks for items that a destination should be told about, and sends. `report` is called in any thread."""

    def __init__(self, project: Project, to: Destination, base: str, connect: Connect, report: Report) -> None:
        self.to = to
        self._project = project
        self._base = base if to.device is None else WITHIN
        self._connect = connect
        self._report = report
        self._notifier: Notifier | None = None
        self._holding = Holding(project, to.id)
        self._pause = FIRST_PAUSE
        self._retry_at = 0.0
        self._awake, self._ended = Event(), Event()
        self._thread = Thread(target=self._run, name=f"renkei-notify-{to.id}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self) -> None:
        """Have the thread look for new items."""
        self._awake.set()

    def end(self) -> None:
        """Have the thread end after an attempt in progress."""
        self._ended.set()
        self._awake.set()

    @property
    def is_running(self) -> bool:
        """Whether the thread has not ended yet."""
        return self._thread.is_alive()

    def join(self, seconds: float) -> None:
        """Wait until the thread has ended, at most this long."""
        self._thread.join(seconds)

    def _run(self) -> None:
        while not self._ended.is_set():
            self._awake.clear()
            wait = self.look()
            if not self._ended.wait(SETTLING):
                self._awake.wait(wait)
        with suppress(LogError):
            self._holding.release()

    def look(self) -> float | None:
        """Send a notification if it is due; return the seconds until the next look, or None for the next record."""
        pause = self._retry_at - monotonic()
        if pause > 0 and not self._holding.is_shared:
            return pause
        try:
            if not self._holding.take():
                return RENEWED
            wait = pause if pause > 0 else self._send_due()
        except Exception as error:  # such as a full disk, or a person who has left
            wait = self._fail(_in_words(error))
        renewal = RENEWED if self._holding.is_shared else None
        return min((one for one in (wait, renewal) if one is not None), default=None)

    def _send_due(self) -> float | None:
        state, now = self._project.state, self._project.time()
        waiting = [one for one in waiting_for(state, self.to.person) if one.kind in self.to.kinds]
        self._holding.save(planning.without_answered(self._holding.progress, waiting))
        quiet = quiet_for(self.to.quiet_hours, self.to.time_zone, now)
        notifier = self._notifier = self._notifier or self._connect(self.to)
        progress, interval = self._holding.progress, self.to.digest
        batch = planning.next_batch(self.to.id, waiting, progress, interval, now, has_keys=notifier.shows_a_key_once)
        if not batch.items:
            self._succeed()
            return batch.wait
        return quiet or self._send(notifier, state, batch, waiting, now)

    def _send(self, notifier: Notifier, state: State, batch: Batch, waiting: list[Waiting], now: str) -> float | None:
        before = self._holding.progress
        self._holding.save(planning.attempted(before, batch, now))
        if not self._holding.check():
            return RENEWED
        links = self._answer_links(batch, now)
        outcome = notifier.send(notification(state, self.to, batch, waiting, self._base, now, links))
        if outcome.delivery == "delivered":
            self._holding.save(planning.delivered(self._holding.progress, batch))
            self._succeed()
            return 0.0
        if outcome.delivery == "ended":
            self._end_destination(outcome.reason)
            return None
        kept = before if outcome.delivery == "failed" else self._holding.progress
        self._holding.save(planning.undelivered(kept, outcome.reason))
        return self._fail(outcome.reason)

    def _answer_links(self, batch: Batch, now: str) -> tuple[AnswerLink, ...]:
        """Return the links that answer the question of a notification, if the destination has such links."""
        if not self.to.answers or len(batch.items) != 1 or not self._has_public_links:
            return ()
        found = answer_tokens(self._project, self.to.id, self.to.person, batch.items[0], now)
        return tuple(AnswerLink(label, answer_link(self._base, token)) for label, token in found)

    @property
    def _has_public_links(self) -> bool:
        """Whether links lead the person to the view over TLS, or within the browser that is signed in to it."""
        return self._base == WITHIN or self._base.startswith("https://")

    def _end_destination(self, reason: str) -> None:
        """Send nothing to a device any more, and say so."""
        AllDestinations(self._project).end(self.to)
        self._report(self.to, f"it takes none any more, {reason}, and was removed")
        self._ended.set()

    def _fail(self, problem: str) -> float:
        """Report a problem, and return the seconds until the next attempt."""
        if not self._ended.is_set():
            self._report(self.to, problem)
        pause, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
        self._retry_at = monotonic() + pause
        return pause

    def _succeed(self) -> None:
        """Report that nothing is held up any longer."""
        self._pause = FIRST_PAUSE
        self._report(self.to, "")


def _in_words(error: Exception) -> str:
    if isinstance(error, RenkeiError):
        return one_line(f"{error.message} {error.hint}".strip())
    return one_line(f"{type(error).__name__}: {error}")
