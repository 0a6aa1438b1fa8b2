"""One visit of a screen: the person, the record and the language. Every screen is a function of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from starlette.datastructures import QueryParams

from renkei.edges.view.conversation.records import RecordMarkup
from renkei.edges.view.numbers import whole_number
from renkei.edges.view.surroundings import Neighbour, Surroundings
from renkei.edges.view.triage.snoozes import put_off_now
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.waiting.entry import Waiting
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import BadValueError, Problem, UnknownMessageError
from renkei.immutable.frozen import frozen
from renkei.project.machines.sharing import Machine
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale

PROSE = ("body", "rationale", "summary", "reason", "other", "chosen_option", "description", "evidence", "value", "note")
"""Fields of forms that a person fills with words."""


@frozen
class FailedAct:
    """A failed act: the form, its values, and the error.

    `form` is the id of the form on its page. `at` says where the faults of single fields are, by their JSON Pointers.
    """

    form: str
    values: Mapping[str, str]
    text: str
    problems: tuple[Problem, ...] = ()
    every: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """All values of each field, for fields that may have several."""
    mentions: str = ""
    """Unknown names after `@`: the same form, sent again, means them as text."""
    is_gone: bool = False
    """Whether its page no longer has the form, because another person answered it, for example."""

    @property
    def words(self) -> list[str]:
        """What the person wrote in words: the page shows them in place of a form that it no longer has."""
        return [text for name, text in self.values.items() if name.rpartition("/")[2] in PROSE and text.strip()]

    def of(self, path: str) -> list[Problem]:
        """Return the faults of one field, by its JSON Pointer."""
        return [one for one in self.problems if one.path == path]


@dataclass(frozen=True)
class Visit:
    """A look at one screen. `at` is the record whose state is shown; None: the newest, where a person can act."""

    project: Project
    markup: RecordMarkup
    person: str
    locale: Locale
    address: str
    """The address of the screen without its query."""
    path: Mapping[str, str]
    query: QueryParams
    form_token: str
    last: int
    """The newest record."""
    at: int | None = None
    failure: FailedAct | None = None
    surroundings: Surroundings = field(default_factory=Surroundings)
    marks: Mapping[str, int] = field(default_factory=dict)
    """How far the person has read each conversation (`session/read_marks.py`)."""
    marks_name: str = ""
    """The name under which the browser remembers it."""
    projects: Sequence[Neighbour] = ()
    """All projects of a server that has several."""
    segment: str = ""
    """The segment of this project among them."""

    def at_record(self, seq: int) -> "Visit":
        """Return the same look at the state after a record."""
        return replace(self, at=seq)

    @cached_property
    def state(self) -> State:
        """The state that the screen shows."""
        return self.project.state if self.at is None else self.project.state_at(self.at)

    @property
    def seq(self) -> int:
        """The record that the screen shows the state after."""
        return self.state.seq

    @property
    def is_live(self) -> bool:
        """Whether the newest state is shown, so that new records appear and the person can act."""
        return self.at is None

    @property
    def in_past(self) -> str:
        """The query that keeps an address at the record shown, such as `?at=7`; empty for the present."""
        return "" if self.at is None else f"?at={self.at}"

    @cached_property
    def alive(self) -> Mapping[str, str]:
        """When each agent last reported that it is alive; of the past, that is not known."""
        return self.project.heartbeats() if self.is_live else {}

    @cached_property
    def machines(self) -> Sequence[Machine]:
        """The machines of a shared project; of the past, that is not known."""
        return self.project.machines() if self.is_live else ()

    @cached_property
    def all_waiting(self) -> Sequence[Waiting]:
        """Items waiting for the person, also those that are put off; empty if the person has left."""
        return waiting_for(self.state, self.person) if self.person in self.state.actors else ()

    @cached_property
    def snoozed(self) -> Mapping[str, str]:
        """The keys of the items that the person has put off, each with the time at which it comes back."""
        return put_off_now(self.project, self.person, self.all_waiting, self.now) if self.is_live else {}

    @cached_property
    def waiting(self) -> Sequence[Waiting]:
        """Items waiting for the person now."""
        return [one for one in self.all_waiting if one.key not in self.snoozed]

    @property
    def now(self) -> str:
        """The time at which the screen computes due items: that of the past state, else the clock's."""
        return self.state.at if self.at is not None else max(self.state.at, self.project.now())

    def record_of(self, message_id: str) -> Record | None:
        """Return the record that holds a message; None if it was sent after the record shown."""
        found = self.project.log.find_message(message_id)
        return found if found is not None and found.seq <= self.seq else None

    def message(self, message_id: str) -> AnyMessage:
        """Return a message; raises UnknownMessageError if it was sent after the record shown, or never."""
        if self.record_of(message_id) is None:
            raise UnknownMessageError(message_id=message_id, near="")
        return self.project.find_message(message_id)

    def number(self, name: str, default: int, least: int = 0, most: int = 10**9) -> int:
        """Return a parameter of the address that is a number; raises BadValueError."""
        text = self.query.get(name, "")
        if not text:
            return default
        found = whole_number(text)
        if found is None or not least <= found <= most:
            raise BadValueError(path=f"?{name}", got=text, expected=f"a number from {least} to {most}")
        return found
