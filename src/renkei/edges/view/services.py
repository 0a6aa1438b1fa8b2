"""Services shared by all requests of a project's view, and the visit that each request is."""

from collections.abc import Callable
from typing import Any

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.datastructures import QueryParams
from starlette.requests import Request

from renkei.edges.view.conversation.records import RecordMarkup
from renkei.edges.view.projects.segment import SEGMENT
from renkei.edges.view.session.read_marks import agree_on_marks, marks_name, marks_of
from renkei.edges.view.session.sign_in import SignedIn, SignIn
from renkei.edges.view.stream.awaited import Awaited
from renkei.edges.view.stream.broadcast import Broadcast
from renkei.edges.view.stream.problems import ProblemStream
from renkei.edges.view.surroundings import Surroundings
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import language_of
from renkei.immutable.frozen import frozen
from renkei.project.project import Project


@frozen
class ViewServices:
    """Services shared by all requests."""

    project: Project
    broadcast: Broadcast
    sign_in: SignIn
    markup: RecordMarkup
    awaited: Awaited
    problems: ProblemStream
    threads: CapacityLimiter
    surroundings: Surroundings

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a blocking function in a thread and return its result."""
        return await run_sync(function, *arguments, limiter=self.threads)


def visit_of(
    services: ViewServices, session: SignedIn, request: Request, address: str, path: dict[str, Any], query: QueryParams
) -> Visit:
    """Return the visit of a request. Runs in a thread, because it may wait for the log."""
    project, state, marks = services.project, services.project.state, marks_name(request, session.person)
    visit = Visit(
        project,
        services.markup,
        session.person,
        language_of(request, state.locale),
        address,
        path,
        query,
        session.form_token,
        state.seq,
        surroundings=services.surroundings,
        marks=agree_on_marks(project, session.person, marks_of(request.cookies.get(marks, ""))),
        marks_name=marks,
        projects=services.surroundings.projects(request),
        segment=request.scope.get(SEGMENT, ""),
    )
    at = visit.number("at", -1, most=visit.last)
    return visit if at < 0 else visit.at_record(at)
