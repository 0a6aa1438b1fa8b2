"""The bodies, parameters and answers of the API that are not published documents."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from renkei.acts.board import BoardWrite
from renkei.acts.messages import NewMessage
from renkei.board.model import ProjectState
from renkei.budget.context.build import DEFAULT_BUDGET, Context, Rendering
from renkei.engine.commands import LEASE
from renkei.engine.views.waking.reasons import DEFAULT_PAUSE
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Frozen, Locale
from renkei.texts.look_up import Interface

LONGEST_WAIT = 50.0
"""Seconds: some clients end a request after 60."""

LARGEST_PAGE = 1000
LARGEST_BUDGET = 200_000


class Query(BaseModel):
    """Base of the parameters of a request, which arrive as text."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class NoQuery(Query):
    """No parameters."""


class WorkQuery(Query):
    """How long to wait for work."""

    timeout: float = Field(45.0, ge=0, le=LONGEST_WAIT, description="Seconds to wait at most.")
    pause: float = Field(
        DEFAULT_PAUSE, ge=0, le=LONGEST_WAIT, description="Seconds for which normal messages are gathered."
    )


class RecordsQuery(Query):
    """Which records."""

    after: int = Field(0, ge=0, description="Only records after this seq.")
    limit: int = Field(100, ge=1, le=LARGEST_PAGE, description="Records of one answer at most.")
    timeout: float = Field(0.0, ge=0, le=LONGEST_WAIT, description="Seconds to wait for the first record.")


class From(Query):
    """Where a stream begins."""

    after: int | None = Field(None, ge=0, description="Begin after this seq; by default with the next record.")


class Search(Query):
    """A search."""

    words: str = Field(
        min_length=1,
        max_length=1000,
        description='Words, "phrases", -unwanted words, and from: to: type: task: has: before: after: order:time.',
    )
    limit: int = Field(20, ge=1, le=100, description="Messages at most.")


class ConversationQuery(Query):
    """Which conversation: exactly one of `group`, `thread` and `with`."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, populate_by_name=True)

    group: str | None = Field(None, description="Messages to this group.")
    thread: str | None = Field(None, description="Messages of a thread, or about a task, decision or artifact.")
    with_: str | None = Field(None, alias="with", description="Messages between the caller and this participant.")
    before: int | None = Field(None, ge=1, description="Only messages before this seq.")
    limit: int = Field(50, ge=1, le=LARGEST_PAGE, description="Records at most.")


class At(Query):
    """A point in the log."""

    at: int | None = Field(None, ge=0, description="The board after this record; by default now.")


class FieldPath(Query):
    """A field of the board."""

    path: str = Field(max_length=2000, description="JSON Pointer, such as /agents/ann/status.")


class Changes(Query):
    """Which changes of the board."""

    after: int = Field(0, ge=0, description="Only changes after this record.")
    limit: int = Field(100, ge=1, le=LARGEST_PAGE, description="Changes at most.")


class Which(Query):
    """Which contracts."""

    which: Annotated[str, Field(pattern="^(open|ready|mine)$")] = Field(
        "open", description="open: all that are not closed; ready: those the caller can claim; mine: assigned to it."
    )


class FileQuery(Query):
    """A file."""

    path: str = Field(
        min_length=1, max_length=1024, description="Its path in the repository, a directory, or a pattern."
    )


class Look(Query):
    """How a context is built."""

    budget: int = Field(DEFAULT_BUDGET, ge=1, le=LARGEST_BUDGET, description="Tokens at most.")
    rendering: Rendering = Field("snapshot", description="Everything, or what is new since the last turn.")
    recall: bool = Field(False, description="Fill unused tokens with earlier messages.")
    locale: Locale | None = Field(None, description="Language; by default the project's.")
    interface: Interface = Field("http", description="What the text names for looking things up.")


class NoBody(Frozen):
    """An empty object."""


class BeginTurn(Frozen):
    """How a turn begins."""

    budget: Annotated[int, Field(ge=1, le=LARGEST_BUDGET)] = DEFAULT_BUDGET
    """Tokens of the context at most."""
    rendering: Rendering = "snapshot"
    """Everything, or what is new since the last turn."""
    recall: bool = False
    """Fill unused tokens with earlier messages."""
    locale: Locale | None = None
    """Language; by default the project's."""
    interface: Interface = "http"
    """Interface whose names the text uses for looking things up."""
    lease: Annotated[int, Field(ge=1, le=86_400)] = LEASE
    """Seconds without an act after which the turn is interrupted."""
    take_over: bool = False
    """First end the turn that another process of the caller left open."""


class News(Frozen):
    """Which news of an open turn."""

    budget: Annotated[int, Field(ge=1, le=LARGEST_BUDGET)] = DEFAULT_BUDGET
    """Tokens at most."""
    critical_only: bool = False
    """Neither other messages nor changes of the board."""


class EndTurn(Frozen):
    """The effects of a turn, written as one record."""

    messages: Annotated[tuple[NewMessage, ...], Field(max_length=100)] = ()
    """Messages to send."""
    writes: Annotated[tuple[BoardWrite, ...], Field(max_length=1000)] = ()
    """Writes of the board."""


@frozen
class Participant:
    """A participant."""

    id: str
    role: str
    human: bool
    lead: bool


@frozen
class ProjectInfo:
    """The project, and who calls. `seq` is the newest record; `paused` and `halted` say why, if it is."""

    name: str
    you: str
    seq: int
    locale: Locale
    participants: tuple[Participant, ...]
    groups: dict[str, tuple[str, ...]]
    paused: str | None
    halted: str


@frozen
class BoardDocument:
    """The board as the published document `project_state`."""

    project_state: ProjectState


@frozen
class FieldValue:
    """A field of the board: its value, and the record, author and time of the last write."""

    path: str
    value: Any
    seq: int
    author: str
    at: str


@frozen
class OpenedTurn:
    """An open turn: its id, the record of its beginning, and what the caller reads."""

    turn: str
    seq: int
    context: Context


@frozen
class TurnNews:
    """The news of a turn; `context` is null if nothing is new."""

    context: Context | None


@frozen
class Work:
    """Why the caller should take a turn now; `reason` is null if the time ran out."""

    reason: str | None
