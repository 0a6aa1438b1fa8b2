"""Create a project at any location known to `renkei.project.locations`."""

from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path

from renkei.board.filling import writes_of
from renkei.board.model import ProjectState
from renkei.budget.delivery.model import ContextDelivery
from renkei.dispatch.rules import Rule
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.rules.defaults import default_rules
from renkei.engine.settle import settle
from renkei.engine.state import HUMAN, State
from renkei.errors import BadValueError, ProjectExistsError
from renkei.immutable.replacing import replace
from renkei.project.checked import checked, checked_rules
from renkei.project.clock import new_id, read_clock, utc_now
from renkei.project.delivery import find_delivery
from renkei.project.locations import MEMORY, Access, connect
from renkei.project.project import Project
from renkei.protocol.primitives import Locale
from renkei.store.layout import Layout
from renkei.store.stream_file import StreamFile


def create(
    location: str | Path = MEMORY,
    name: str = "project",
    goal: str = "",
    phase: str = "",
    rules: Sequence[Rule] | None = None,
    locale: Locale = "en",
    members: Sequence[c.Join | c.SetGroup] = (),
    guarded: bool = True,
    now: Callable[[], str] = utc_now,
    make_id: Callable[[], str] = new_id,
    *,
    context_delivery: ContextDelivery | str | PathLike[str] | None = None,
    board: ProjectState | None = None,
    stream: str = "",
    credentials: str = "",
) -> Project:
    """Create a project in a directory and return it open; without a directory, in memory until the process ends.

    `open()` opens the project in `.renkei`; `create(".renkei")` creates it.

    The first phase is `start` by default. `board` is an initial board, such as that of another project. Its agents join
    with their roles; `members` may add details such as `lead`. Its goal and phase are defaults. Its changelog is not
    copied, and no rule fires for its content.

    `rules` are the default rules unless others are given. `guarded`: suspend agents
    that repeat themselves or only exchange messages. `now` returns the time (ISO 8601) and `make_id` a unique id.
    `context_delivery` sets how messages are classified and delivered to agents: a model, the path of a document, or
    `default`, `specification` or `addressee_only`.

    `stream`: the address of a new stream, such as `nats://host:4222/shop`, so that other machines can join the project
    (`clone`). `credentials`: the path of a file with the rights of this machine there.

    Raises ProtocolError for a value that is not allowed and DocumentError for a document with faults (nothing is
    written then), ProjectExistsError if the directory already holds a project, UnsupportedLocationError or LogError;
    with a stream also StreamRefusedError if it exists, StreamUnavailableError, and ExtraMissingError.
    """
    chosen = default_rules() if rules is None else checked_rules(rules)
    joining = checked(members, "members", (c.Join, c.SetGroup))
    delivery = None if context_delivery is None else find_delivery(context_delivery)
    if board is not None:
        goal, phase = goal or board.goal, phase or board.current_phase
        joining = _with_agents(board, joining)
        _check_owners(board, joining)
    first = c.CreateProject(name, goal, phase or "start", tuple(chosen), locale, guarded, delivery)
    actions: tuple[c.Action, ...] = (first, *joining, *(writes_of(board) if board is not None else ()))
    # Decided once before anything exists: a rejected project must leave no empty directory.
    settle(State(), c.Command("check", read_clock(now), HUMAN, actions)).encode()
    log, store = connect(location, Access(create=True, stream=_new_stream(location, stream, credentials)))
    project = Project(log, store, now, make_id)
    if log.last():
        project.close()
        raise ProjectExistsError(path=str(location))
    project.do(*actions, actor=HUMAN)
    project.flush()
    return project


def _new_stream(location: str | Path, stream: str, credentials: str) -> StreamFile | None:
    if not stream:
        return None
    if str(location) == MEMORY:
        raise BadValueError(path="/location", got=MEMORY, expected="a directory, in which the log follows the stream")
    if Layout(Path(location)).holds_project:
        raise ProjectExistsError(path=str(location))
    from renkei.project.machines.streams import create_stream  # most projects have none

    return create_stream(stream, credentials)


def _with_agents(board: ProjectState, members: Sequence[c.Join | c.SetGroup]) -> tuple[c.Join | c.SetGroup, ...]:
    """Return the members, preceded by the agents of a board in its order."""
    named = {one.actor: one for one in members if isinstance(one, c.Join)}
    agents = []
    for entry in board.agents:
        member = named.get(entry.id, c.Join(entry.id))
        agents.append(replace(member, role=member.role or entry.role))
    known = {one.actor for one in agents}
    return (*agents, *(one for one in members if not isinstance(one, c.Join) or one.actor not in known))


def _check_owners(board: ProjectState, members: Sequence[c.Join | c.SetGroup]) -> None:
    """Raise BadValueError for a decision whose owner is not in the team."""
    team = [HUMAN, *(one.actor for one in members if isinstance(one, c.Join))]
    for decision in board.pending_decisions:
        if decision.owner not in team:
            path = join("board", "pending_decisions", decision.id, "owner")
            raise BadValueError(path=path, got=decision.owner, expected=f"a member of the team: {', '.join(team)}")
