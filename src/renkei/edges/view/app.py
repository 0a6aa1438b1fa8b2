"""The application of the view: its screens, its forms, its stream and its files. It is mounted at `/` of the server."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Match, Mount, Route
from starlette.staticfiles import StaticFiles

from renkei.edges.view.acts import ACTS
from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.answers import ask_to_sign_in, forget, local_address, not_found, refuse, status_of
from renkei.edges.view.awaited import Awaited
from renkei.edges.view.feed import Feed, RecentRecords, Stream
from renkei.edges.view.forms import Form, PastFormError, read_form
from renkei.edges.view.languages import language_of, remember_language
from renkei.edges.view.protection import Protection
from renkei.edges.view.records import RecordMarkup
from renkei.edges.view.routes import SCREENS, Screen
from renkei.edges.view.screen import failure_of, show
from renkei.edges.view.screens.conversation import arrived
from renkei.edges.view.sign_in import Session, SignIn, SignInNeededError, marks_name, set_cookie
from renkei.edges.view.surroundings import Surroundings
from renkei.edges.view.visit import Failure, Visit
from renkei.engine.record import Record
from renkei.errors import RenkeiError
from renkei.frozen import frozen
from renkei.project.project import Project

THREADS = 32
"""Threads in which screens are made and acts are done."""


@frozen
class Services:
    """What every request uses."""

    project: Project
    feed: Feed
    sign_in: SignIn
    recent: RecentRecords
    markup: RecordMarkup
    awaited: Awaited
    threads: CapacityLimiter
    surroundings: Surroundings

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what a blocking function returns, called in a thread."""
        return await run_sync(function, *arguments, limiter=self.threads)


def create_view(project: Project, feed: Feed, sign_in: SignIn, surroundings: Surroundings | None = None) -> Starlette:
    """Return the application over a project; `feed` says when there are new records."""
    recent, markup, threads = RecentRecords(project), RecordMarkup(), CapacityLimiter(THREADS)
    around = surroundings or Surroundings()
    services = Services(project, feed, sign_in, recent, markup, Awaited(project), threads, around)
    return Starlette(
        routes=[
            *(Route(screen.path, partial(_screen, services, screen), methods=["GET"]) for screen in SCREENS),
            Route("/acts/{act}", partial(_act, services), methods=["POST"]),
            Route("/stream", partial(_stream, services), methods=["GET"]),
            Route("/sign-in", partial(_let_in, services), methods=["GET", "POST"]),
            Route("/sign-out", partial(_let_out, services), methods=["POST"]),
            Mount(
                "/static", StaticFiles(packages=[("renkei.edges.view", "static"), ("renkei.edges.drawing", "static")])
            ),
        ],
        middleware=[Middleware(Protection)],
        exception_handlers={
            SignInNeededError: ask_to_sign_in,
            RenkeiError: refuse,
            ClientDisconnect: forget,
            HTTPException: not_found,
        },
    )


async def _screen(services: Services, screen: Screen, request: Request) -> Response:
    session = await services.run(services.sign_in.session, request)
    visit = _visit(services, session, request, request.url.path, request.path_params, request.query_params)
    response = HTMLResponse(await services.run(show, screen, visit))
    remember_language(response, request)
    return response


def _visit(
    services: Services,
    session: Session,
    request: Request,
    address: str,
    path: dict[str, Any],
    query: QueryParams,
    failure: Failure | None = None,
) -> Visit:
    project = services.project
    visit = Visit(
        project,
        services.markup,
        session.person,
        language_of(request, project.state.locale),
        address,
        path,
        query,
        session.form_token,
        project.state.seq,
        failure=failure,
        surroundings=services.surroundings,
        marks=request.cookies.get(marks_name(request), ""),
        marks_name=marks_name(request),
    )
    at = visit.number("at", -1, most=visit.last)
    return visit if at < 0 else visit.at_record(at)


async def _act(services: Services, request: Request) -> Response:
    """Do what a form asks for, and go back to its page; a form that is refused stands on it again."""
    session = await services.run(services.sign_in.session, request)
    act = ACTS.get(request.path_params["act"])
    if act is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    form = await read_form(request)
    session.check_form(form.one("form_token"))
    back = local_address(form.one("back"))
    if QueryParams(urlsplit(back).query).get("at"):
        raise PastFormError
    try:
        acting = Acting(services.project, session.person, form.one("command_id"), services.surroundings)
        to = await services.run(act, acting, form)
    except RenkeiError as error:
        return await _show_again(services, session, request, back, form, error)
    return RedirectResponse(local_address(to) if to else back, HTTPStatus.SEE_OTHER)


async def _show_again(
    services: Services, session: Session, request: Request, back: str, form: Form, error: RenkeiError
) -> Response:
    """Return the page of a form with the form as it was sent, and what is wrong with it."""
    address = urlsplit(back)
    screen, path = _screen_at(address.path)
    failure = failure_of(form, error)
    visit = _visit(services, session, request, address.path, path, QueryParams(address.query), failure)
    return HTMLResponse(await services.run(show, screen, visit), status_of(error))


def _screen_at(path: str) -> tuple[Screen, dict[str, Any]]:
    """Return the screen at a path and the parameters in it; the first screen for a path that has none."""
    for screen in SCREENS:
        found, scope = Route(screen.path, lambda request: None).matches(
            {"type": "http", "path": path, "method": "GET", "root_path": ""}
        )
        if found is Match.FULL:
            return screen, scope["path_params"]
    return SCREENS[0], {}


async def _stream(services: Services, request: Request) -> Response:
    """Follow the project: `after` or Last-Event-ID says from where, the other parameters which cards are wanted."""
    check = partial(services.run, services.sign_in.session, request)
    session = await check()
    query = request.query_params
    visit = _visit(services, session, request, query.get("screen", "/"), {}, query)
    seen = request.headers.get("last-event-id", "")
    after = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 16 else visit.number("after", visit.last)

    async def shown(found: list[Record]) -> str:
        return await services.run(arrived, replace(visit), found) if "cards" in query else ""

    waiting = partial(services.run, services.awaited.told, session.person, visit.locale)
    stream = Stream(services.feed, partial(services.run, services.recent.after), shown, waiting, check)
    return StreamingResponse(stream.events(after), media_type="text/event-stream")


async def _let_in(services: Services, request: Request) -> Response:
    """Sign a person in by the code of a link, or by a token that was typed in."""
    to = local_address(request.query_params.get("to", "/"))
    if request.method == "POST":
        form = await read_form(request)
        to = local_address(form.one("to", "/"))
        token = await services.run(services.sign_in.enter, form.one("token").strip())
    elif "code" in request.query_params:
        token = await services.run(services.sign_in.redeem, request.query_params["code"])
    else:
        raise SignInNeededError(why="sign_in.needed")
    response = RedirectResponse(to, HTTPStatus.SEE_OTHER)
    set_cookie(response, request, token)
    return response


async def _let_out(services: Services, request: Request) -> Response:
    session = await services.run(services.sign_in.session, request)
    session.check_form((await read_form(request)).one("form_token"))
    await services.run(services.sign_in.end, session)
    response = RedirectResponse("/sign-in", HTTPStatus.SEE_OTHER)
    set_cookie(response, request, "")
    return response
