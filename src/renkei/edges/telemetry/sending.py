"""Sends the spans of a project to a collector: those of the past, and with `follow` those to come.

The spans of records are made again from the first record each time, which gives each the ids and links that it had
before; only those that ended after a position are sent. Memory holds what is open and one batch. A collector that is
away is asked again; the log keeps all that it has not received.
"""

from collections.abc import Callable, Sequence
from time import sleep
from typing import Protocol

from renkei.edges.telemetry.cursor import Cursor
from renkei.edges.telemetry.errors import CollectorError
from renkei.errors import RecordUnfitError
from renkei.immutable.frozen import frozen
from renkei.log.collecting import seldom_collected
from renkei.project.project import Project
from renkei.telemetry.span import Span
from renkei.telemetry.spans import Spans

BATCH = 512
"""Spans after which a request is sent: the batch of OpenTelemetry's own processor."""

WAIT = 60.0
"""Seconds after which a log without new records is read again."""

FIRST_PAUSE = 1.0
"""Seconds before a collector that is away is asked again; the pause doubles with each failure."""

LONGEST_PAUSE = 30.0


class Receiver(Protocol):
    """Whatever accepts spans."""

    def send(self, spans: Sequence[Span]) -> None:
        """Send spans; raises CollectorError if that may succeed later."""


@frozen
class Sent:
    """How many spans were sent, and the last record that was read."""

    spans: int
    seq: int


class Sending:
    """Sends the spans of one project to one collector."""

    def __init__(
        self,
        project: Project,
        to: Receiver,
        cursor: Cursor,
        content: bool = False,
        on_problem: Callable[[CollectorError | None], None] | None = None,
        pause: Callable[[float], None] = sleep,
    ) -> None:
        """`on_problem`: makes a collector that is away no error; it receives each problem once, and None afterwards."""
        self._project, self._to, self._cursor = project, to, cursor
        self._spans = Spans(content)
        self._batch: list[Span] = []
        self._seq = 0
        self._count = 0
        self._on_problem, self._pause = on_problem, pause

    def send_past(self, after: int) -> Sent:
        """Send the spans that ended after a record, up to the last record.

        Raises CollectorError, SpansRejectedError, and RecordUnfitError after the spans before that record. A later
        `follow` does not repeat spans that were accepted.
        """
        is_gapless = after <= self._cursor.load()
        with seldom_collected:
            try:
                for record in self._project.records(self._seq):
                    self._seq = record.seq
                    self._batch += (one for one in self._spans.add(record) if one.seq > after)
                    if len(self._batch) >= BATCH:
                        self._flush(is_gapless)
            except RecordUnfitError:
                self._flush(is_gapless)
                raise
        self._flush(is_gapless)
        return Sent(self._count, self._seq)

    def follow(self, after: int, on_sent: Callable[[Sent], None]) -> None:
        """Send the spans that ended after a record, and those of new records, without end."""
        while True:
            on_sent(self.send_past(after))
            self._project.wait(self._seq, WAIT)

    def _flush(self, is_gapless: bool) -> None:
        if not self._batch:
            return
        pause, problem = FIRST_PAUSE, None
        while True:
            try:
                self._to.send(self._batch)
                break
            except CollectorError as error:
                if self._on_problem is None:
                    raise
                if problem is None:
                    self._on_problem(error)
                problem = error
                self._pause(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        if problem is not None and self._on_problem is not None:
            self._on_problem(None)
        self._count += len(self._batch)
        self._batch = []
        if is_gapless:
            self._cursor.save(self._seq)
