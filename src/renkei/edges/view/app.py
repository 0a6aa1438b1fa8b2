"""The application of the view: its screens, its forms, its stream and its files. It is mounted at `/` of the server."""

import hashlib
import json
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Match, Mount, Route
from starlette.staticfiles import StaticFiles

from renkei.edges.times import clock, shown_time
from renkei.edges.view.acts.acting import ActingPerson, FormUnfinishedError
from renkei.edges.view.acts.performing import ACTS, done, outcome, rehearse
from renkei.edges.view.acts.special import chosen
from renkei.edges.view.answers import (
    ask_to_sign_in,
    elsewhere,
    forget,
    local_address,
    not_found,
    refuse,
    status_of,
    who_are_you,
)
from renkei.edges.view.away.answering import ask, decide
from renkei.edges.view.away.device import change_device, show_key
from renkei.edges.view.conversation.records import RecordMarkup
from renkei.edges.view.conversation.selection import selection_of
from renkei.edges.view.forms.form import PastFormError, PostedForm, parse_form, read_form
from renkei.edges.view.numbers import whole_number
from renkei.edges.view.previews.serving import answer_file
from renkei.edges.view.projects.members import counts_of
from renkei.edges.view.refusals import reason_of
from renkei.edges.view.routes import SCREENS, Screen
from renkei.edges.view.screen import failure_of, show
from renkei.edges.view.screens.conversation import arrived, show_list, stream_key
from renkei.edges.view.services import ViewServices, visit_of
from renkei.edges.view.session.protection import Protection
from renkei.edges.view.session.read_marks import set_marks
from renkei.edges.view.session.sign_in import FormRefusedError, SignedIn, SignIn, SignInNeededError, set_cookie
from renkei.edges.view.stream.awaited import Awaited
from renkei.edges.view.stream.broadcast import Broadcast, Kind
from renkei.edges.view.stream.feed import Feed, RecentRecords, event, with_changes
from renkei.edges.view.stream.problems import ProblemStream
from renkei.edges.view.stream.story import card_of
from renkei.edges.view.surroundings import Surroundings
from renkei.edges.view.time_bar import address_then, describe
from renkei.edges.view.triage.outcome import said_of
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import language_of, remember_language, words_in
from renkei.engine.record import Record
from renkei.errors import RenkeiError
from renkei.project.project import Project
from renkei.protocol.primitives import LONGEST_ID
from renkei.wording.visible import visible

STATIC = Path(__file__).with_name("static")

THREADS = 32
"""Threads in which screens are made and acts are done."""

TAG = 16
"""Hexadecimal digits of the name of a version of the list of conversations."""


def create_view(project: Project, feed: Feed, sign_in: SignIn, surroundings: Surroundings | None = None) -> Starlette:
    """Return the application over a project; `feed` says when there are new records."""
    project, threads = project.through("view"), CapacityLimiter(THREADS)
    run = partial(run_sync, limiter=threads)
    broadcast, problems = Broadcast(feed, RecentRecords(project).after, run), ProblemStream(project, run)
    around, awaited = surroundings or Surroundings(), Awaited(project)
    services = ViewServices(project, broadcast, sign_in, RecordMarkup(), awaited, problems, threads, around)
    view = Starlette(
        routes=[
            *(Route(screen.path, partial(_screen, services, screen), methods=["GET"]) for screen in SCREENS),
            Route("/acts/{act}", partial(_act, services), methods=["POST"]),
            Route("/artifact/content", partial(_content, services), methods=["GET"]),
            Route("/conversations", partial(_conversations, services), methods=["GET"]),
            Route("/stream", partial(_stream, services), methods=["GET"]),
            Route("/device", partial(show_key, services), methods=["GET"]),
            Route("/device", partial(change_device, services), methods=["POST"]),
            Route("/worker.js", _worker, methods=["GET"]),
            Route("/answer", partial(ask, services), methods=["GET"]),
            Route("/answer", partial(decide, services), methods=["POST"]),
            Route("/presence", partial(_presence, services), methods=["POST"]),
            Route("/seen", partial(_seen, services), methods=["POST"]),
            Route("/sign-in", partial(_let_in, services), methods=["GET", "POST"]),
            Route("/sign-out", partial(_let_out, services), methods=["POST"]),
            Mount("/static", StaticFiles(packages=[("renkei.edges.view", "static"), ("renkei.drawing", "static")])),
        ],
        middleware=[Middleware(Protection, host=sign_in.host, elsewhere=elsewhere)],
        exception_handlers={
            SignInNeededError: ask_to_sign_in,
            RenkeiError: refuse,
            ClientDisconnect: forget,
            HTTPException: not_found,
        },
    )
    view.state.services = services
    return view


async def _screen(services: ViewServices, screen: Screen, request: Request) -> Response:
    session = await services.run(services.sign_in.session, request)
    path, query = request.path_params, request.query_params
    visit = await services.run(visit_of, services, session, request, request.url.path, path, query)
    if "when" in query:
        return RedirectResponse(await services.run(address_then, visit), HTTPStatus.SEE_OTHER)
    response = HTMLResponse(await services.run(show, screen, visit))
    set_marks(response, request, visit)
    remember_language(response, request)
    return response


async def _conversations(services: ViewServices, request: Request) -> Response:
    """Answer an open page with the list of conversations, or that it is still the one that the page has."""
    session = await services.run(services.sign_in.session, request)
    visit = await services.run(visit_of, services, session, request, "/", {}, request.query_params)
    markup = await services.run(show_list, visit)
    headers = {"ETag": f'"{hashlib.sha256(markup.encode()).hexdigest()[:TAG]}"', "Cache-Control": "no-cache"}
    is_known = request.headers.get("if-none-match") == headers["ETag"]
    response = Response(None, HTTPStatus.NOT_MODIFIED, headers) if is_known else HTMLResponse(markup, headers=headers)
    set_marks(response, request, visit)
    return response


async def _act(services: ViewServices, request: Request) -> Response:
    """Perform the act of a form and return to its page, which shows a rejected form again."""
    name = request.path_params["act"]
    act = ACTS.get(name)
    if act is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    form = await read_form(request)
    try:
        session = await services.run(services.sign_in.session, request)
    except SignInNeededError as error:
        return who_are_you(request, error, form.encoded)
    back = local_address(form.one("back"))
    if QueryParams(urlsplit(back).query).get("at"):
        raise PastFormError
    content = f"{name} {form.digest}"
    acting = ActingPerson(services.project, session.person, form.one("command_id"), services.surroundings, content)
    try:
        session.check_form(form.one("form_token"))
        if form.one("rehearsal"):  # a script does the act later, unless the person takes it back
            await services.run(rehearse, name, acting, form)
            return PlainTextResponse(await services.run(_outcome_in_words, services, request, name, form))
        to = await services.run(act, acting, form)
    except FormUnfinishedError as error:
        return await _show_again(services, session, request, error.shown or form, error)
    except RenkeiError as error:
        if not await _was_done(services, acting):
            await _note_unrecorded(services, session, request, form, error)
            return await _show_again(services, session, request, form, error)
        to = done(name, form)
    return RedirectResponse(local_address(to) if to else back, HTTPStatus.SEE_OTHER)


def _outcome_in_words(services: ViewServices, request: Request, name: str, form: PostedForm) -> str:
    locale = language_of(request, services.project.state.locale)
    return said_of(chosen(form) or " ", outcome(name, form)[1], locale).rstrip(" :")


async def _note_unrecorded(
    services: ViewServices, session: SignedIn, request: Request, form: PostedForm, error: RenkeiError
) -> None:
    """Keep a rejected answer whose page was left for the person's next pages, or note that its page shows it."""
    if form.one("rehearsal"):
        return
    text = await services.run(_unrecorded_in_words, services, request, form, error) if form.one("left") else ""
    services.surroundings.unrecorded.add(session.person, form.one("command_id"), text)
    services.broadcast.wake()


def _unrecorded_in_words(services: ViewServices, request: Request, form: PostedForm, error: RenkeiError) -> str:
    locale = language_of(request, services.project.state.locale)
    what = visible(form.one("ref")[:LONGEST_ID])  # a form may hold a megabyte
    return words_in(locale)("act.unrecorded", what=what, reason=reason_of(error, locale))


async def _was_done(services: ViewServices, acting: ActingPerson) -> bool:
    """Return whether the log has the act of a form: of a double click, the second may find nothing left to do."""
    try:
        return bool(await services.run(acting.was_done))
    except RenkeiError:
        return False


async def _show_again(
    services: ViewServices, session: SignedIn, request: Request, form: PostedForm, error: RenkeiError
) -> Response:
    """Return the page of a form with the submitted values and the error."""
    address = urlsplit(local_address(form.one("back")))
    screen, path = _screen_at(address.path)
    visit = await services.run(visit_of, services, session, request, address.path, path, QueryParams(address.query))
    visit = replace(visit, failure=failure_of(form, error, visit.locale))
    return HTMLResponse(await services.run(show, screen, visit), status_of(error))


def _screen_at(path: str) -> tuple[Screen, dict[str, Any]]:
    """Return the screen at a path and the parameters in it; the first screen for an unknown path."""
    for screen in SCREENS:
        found, scope = Route(screen.path, lambda request: None).matches(
            {"type": "http", "path": path, "method": "GET", "root_path": ""}
        )
        if found is Match.FULL:
            return screen, scope["path_params"]
    return SCREENS[0], {}


async def _seen(services: ViewServices, request: Request) -> Response:
    """Keep how far the person has read, which the cookie of the request says."""
    session = await services.run(services.sign_in.session, request)
    visit = await services.run(visit_of, services, session, request, "/", {}, QueryParams())
    response = Response(status_code=HTTPStatus.NO_CONTENT)
    set_marks(response, request, visit)
    return response


async def _stream(services: ViewServices, request: Request) -> Response:
    """Follow the project from `after` or Last-Event-ID; the other parameters select cards."""
    check = partial(services.run, services.sign_in.session, request)
    session = await check()
    query = request.query_params
    visit = await services.run(visit_of, services, session, request, query.get("screen", "/"), {}, query)
    seen = whole_number(request.headers.get("last-event-id", ""))
    selection_of(visit)  # rejects a bad selection while an error can still be sent
    after = visit.number("after", visit.last) if seen is None else seen
    after = min(after, visit.last)  # the log of a project that was restored from a backup is shorter than it was

    kind = Kind(stream_key(visit), partial(_made, services, visit))
    followed = services.broadcast.events(kind, after, check)
    followed = with_changes(followed, "story", partial(_card, services, visit), "")
    followed = with_changes(followed, "presence", partial(services.surroundings.presence.others, visit.person), {})
    if visit.projects:
        counts = partial(counts_of, services.surroundings, request)
        followed = with_changes(followed, "projects", counts, [[one.segment, one.count] for one in visit.projects])
    followed = with_changes(followed, "unrecorded", partial(_unrecorded, services, visit), "")
    events = services.problems.follow(followed, visit.locale)
    return StreamingResponse(events, media_type="text/event-stream")


async def _content(services: ViewServices, request: Request) -> Response:
    """Answer with the file of the artifact that the address names."""
    await services.run(services.sign_in.session, request)
    answer: Response = await services.run(answer_file, services.project, request.query_params.get("ref", ""))
    return answer


async def _presence(services: ViewServices, request: Request) -> Response:
    """Note which entry the person answers now; other people's open pages show it."""
    session = await services.run(services.sign_in.session, request)
    form = await read_form(request)
    session.check_form(form.one("form_token"))
    known = services.surroundings.presence.note(session.person, form.one("entry"))
    if known is None:
        return Response(status_code=HTTPStatus.TOO_MANY_REQUESTS)
    if not known:
        services.broadcast.wake()
    return Response(status_code=HTTPStatus.NO_CONTENT)


async def _worker(request: Request) -> Response:
    """Answer with the script that shows pushed notifications, at an address whose scope is the project's pages."""
    return FileResponse(STATIC / "worker.js", media_type="text/javascript")


def _unrecorded(services: ViewServices, visit: Visit) -> str:
    """Return the person's answers that were rejected after their page was left."""
    return " ".join(services.surroundings.unrecorded.of(visit.person))


def _card(services: ViewServices, visit: Visit) -> str:
    """Return the text about the story that is played in the project, as of now."""
    story = services.surroundings.story()
    return card_of(story, services.awaited.of(visit.person) if story else (), visit.locale)


def _made(services: ViewServices, visit: Visit, records: list[Record]) -> bytes:
    """Return the events a stream sends for records: the cards that a conversation appends, and `record`.

    `record` says how far the project is, which record is the newest, why the project is paused, and what waits for the
    person; a screen without cards loads itself again.
    """
    newest = records[-1]
    seq = newest.seq
    cards = arrived(replace(visit), records) if "cards" in visit.query else ""
    waiting = services.awaited.summary(visit.person, visit.locale)
    reason = services.project.state.paused
    paused = "" if reason is None else words_in(visit.locale)("frame.paused", reason=visible(reason))
    at = {"dateTime": newest.at, "title": shown_time(newest.at), "textContent": clock(newest.at)}
    line = visible(describe(newest, visit.locale, visit.person))
    said = {"seq": seq, "at": at, "line": line, "paused": paused, **waiting}
    return event(seq, cards) + event(seq, json.dumps(said), "record")


async def _let_in(services: ViewServices, request: Request) -> Response:
    """Sign a person in by the code of a link, or by a token that was typed in.

    A used link leads a person who is signed in to the project, as it did at first.
    """
    to = local_address(request.query_params.get("to", "/"))
    sent = ""
    try:
        if request.method == "POST":
            form = await read_form(request)
            to = local_address(form.one("to", "/"))
            sent = form.one("sent")
            secret = await services.run(services.sign_in.enter, form.one("token").strip())
        elif "code" in request.query_params:
            secret = await services.run(services.sign_in.redeem, request.query_params["code"])
        else:
            raise SignInNeededError(why="sign_in.needed")
    except SignInNeededError as error:
        person = await _signed_in(services, request) if "code" in request.query_params else ""
        if person:
            return RedirectResponse(await services.run(_home, services, person, to), HTTPStatus.SEE_OTHER)
        return who_are_you(request, error, sent, to)
    person = (await services.run(services.sign_in.session_of, secret)).person
    response: Response = RedirectResponse(await services.run(_home, services, person, to), HTTPStatus.SEE_OTHER)
    if sent:
        response = await _show_unsent(services, secret, request, sent)
    set_cookie(response, request, secret)
    return response


def _home(services: ViewServices, person: str, to: str) -> str:
    """Return where sign-in leads: by default to the list of waiting items, if it has any."""
    return "/waiting" if to == "/" and services.awaited.of(person) else to


async def _signed_in(services: ViewServices, request: Request) -> str:
    """Return the person of a request; "" for a visitor."""
    try:
        session: SignedIn = await services.run(services.sign_in.session, request)
    except SignInNeededError:
        return ""
    return session.person


async def _show_unsent(services: ViewServices, secret: str, request: Request, sent: str) -> Response:
    """Return the page of a form that was sent before sign-in, for the person who has now signed in."""
    try:
        form = parse_form(sent)
    except ValueError:
        return RedirectResponse("/", HTTPStatus.SEE_OTHER)
    session = await services.run(services.sign_in.session_of, secret)
    return await _show_again(services, session, request, form, FormRefusedError())


async def _let_out(services: ViewServices, request: Request) -> Response:
    session = await services.run(services.sign_in.session, request)
    session.check_form((await read_form(request)).one("form_token"))
    await services.run(services.sign_in.end, session)
    response = RedirectResponse("/sign-in", HTTPStatus.SEE_OTHER)
    set_cookie(response, request, "")
    return response
