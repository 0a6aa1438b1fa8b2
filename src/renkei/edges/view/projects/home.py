"""The application over all projects of a server: sign-in, what waits, going anywhere, and the stream of these pages."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack
from functools import partial
from http import HTTPStatus
from typing import Any

from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from renkei.edges.view.answers import ask_to_sign_in, elsewhere, forget, local_address, not_found, refuse, who_are_you
from renkei.edges.view.forms.form import read_form
from renkei.edges.view.projects.members import Members, set_cookies
from renkei.edges.view.projects.triage import show_going, show_home, summary_of
from renkei.edges.view.session.protection import Protection
from renkei.edges.view.session.sign_in import FormRefusedError, SignInNeededError
from renkei.edges.view.stream.broadcast import ALIVE, ASK_AGAIN, Kind
from renkei.edges.view.stream.feed import event
from renkei.edges.view.words import remember_language
from renkei.errors import RenkeiError

GATHERED = 0.2
"""Seconds in which changes are gathered after one was sent."""

Page = Callable[[Members, Request], str]


def create_home(members: Members, host: str) -> Starlette:
    """Return the application over projects, under the name of their view."""
    return Starlette(
        routes=[
            Route("/", _to_list, methods=["GET"]),
            Route("/waiting", partial(_page, members, show_home), methods=["GET"]),
            Route("/go", partial(_page, members, show_going), methods=["GET"]),
            Route("/stream", partial(_stream, members), methods=["GET"]),
            Route("/sign-in", partial(_let_in, members), methods=["GET", "POST"]),
            Route("/sign-out", partial(_let_out, members), methods=["POST"]),
            Mount("/static", StaticFiles(packages=[("renkei.edges.view", "static"), ("renkei.drawing", "static")])),
        ],
        middleware=[Middleware(Protection, host=host, elsewhere=elsewhere)],
        exception_handlers={
            SignInNeededError: ask_to_sign_in,
            RenkeiError: refuse,
            ClientDisconnect: forget,
            HTTPException: not_found,
        },
    )


async def _to_list(request: Request) -> Response:
    return RedirectResponse("/waiting", HTTPStatus.SEE_OTHER)


async def _page(members: Members, page: Page, request: Request) -> Response:
    response = HTMLResponse(await run_sync(page, members, request))
    remember_language(response, request)
    return response


async def _let_in(members: Members, request: Request) -> Response:
    """Sign a person in by the code of a link, or by a token, which one of the projects knows."""
    to = local_address(request.query_params.get("to", "/waiting"))
    try:
        if request.method == "POST":
            form = await read_form(request)
            to = local_address(form.one("to", "/waiting"))
            found = await run_sync(members.enter, form.one("token").strip())
        elif "code" in request.query_params:
            found = await run_sync(members.redeem, request.query_params["code"])
        else:
            raise SignInNeededError(why="sign_in.needed")
    except SignInNeededError as error:
        sessions = await run_sync(members.sessions, request)
        if sessions and "code" in request.query_params:
            return RedirectResponse(to, HTTPStatus.SEE_OTHER)
        return who_are_you(request, error, to=to)
    response = RedirectResponse("/waiting" if to == "/" else to, HTTPStatus.SEE_OTHER)
    set_cookies(response, request, found)
    return response


async def _let_out(members: Members, request: Request) -> Response:
    """End the sessions of the visitor in all projects."""
    sessions = await run_sync(members.need_sessions, request)
    token = (await read_form(request)).one("form_token")
    if token not in {one.form_token for one in sessions.values()}:
        raise FormRefusedError
    await run_sync(members.end, sessions)
    response = RedirectResponse("/sign-in", HTTPStatus.SEE_OTHER)
    set_cookies(response, request, dict.fromkeys(sessions, ""))
    return response


async def _stream(members: Members, request: Request) -> Response:
    await run_sync(members.need_sessions, request)
    return StreamingResponse(_events(members, request), media_type="text/event-stream")


async def _events(members: Members, request: Request) -> AsyncGenerator[bytes, None]:
    """Yield what waits for the visitor whenever it changes, until the server ends or all sessions have."""
    yield b"retry: 500\n: the view follows\n\n"
    loop = asyncio.get_running_loop()
    broadcasts = [one.services.broadcast for one in members.all]
    told, number, ask_at = dict[str, Any](), 0, loop.time() + ASK_AGAIN
    with ExitStack() as stack:
        for one in broadcasts:
            stack.enter_context(one.following(Kind("home", lambda records: b"")))
        while not any(one.closed for one in broadcasts):
            changes = [one.changed for one in broadcasts]
            if loop.time() >= ask_at:
                if not await run_sync(members.sessions, request):
                    return
                ask_at = loop.time() + ASK_AGAIN
            found = await run_sync(summary_of, members, request)
            presence, counts, unrecorded = found.pop("presence"), found["projects"], found.pop("unrecorded")
            if found != told.get("record"):
                number += 1
                said = {"seq": number, "at": {}, "line": "", "paused": "", **found}
                yield event(None, json.dumps(said), "record") + event(None, json.dumps(counts), "projects")
            elif presence == told.get("presence", {}):
                yield ALIVE
            if presence != told.get("presence", {}):
                yield event(None, json.dumps(presence), "presence")
            if unrecorded != told.get("unrecorded", ""):
                yield event(None, json.dumps(unrecorded), "unrecorded")
            told = {"record": found, "presence": presence, "unrecorded": unrecorded}
            await _any(changes)
            await asyncio.sleep(GATHERED)


async def _any(changes: list[asyncio.Event]) -> None:
    """Wait until one of the events is set."""
    waits = [asyncio.ensure_future(one.wait()) for one in changes]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waits:
            one.cancel()
