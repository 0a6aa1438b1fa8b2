"""The server's application: the endpoints of the API as routes, and other mounted applications."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache, partial
from http import HTTPStatus
from typing import Any

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from pydantic import JsonValue
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from renkei.acts.act import Outcome, outcome
from renkei.edges.server.call import RequestCall, command_id, fingerprint
from renkei.edges.server.endpoints import ENDPOINTS, WAITING, Endpoint, moved_to
from renkei.edges.server.gate import Gate
from renkei.edges.server.metrics import Metrics
from renkei.edges.server.openapi import openapi
from renkei.edges.server.problems import KeyReusedError, problem, refused
from renkei.edges.server.reading import adapter_of, body_of, read_body, read_query, token_of
from renkei.edges.server.waiting import WaitingRequest, while_connected
from renkei.edges.server.watcher import Watcher
from renkei.errors import DuplicateCommandError, ProtocolError, RenkeiError
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.project.project import Project

PREFIX = "/api"
METRICS = "/metrics"
"""Where Prometheus looks by default."""

THREADS = 64
"""Threads for acts and readings. Waiting requests hold none."""

HINT = "The API is described in /api/openapi.json."


@frozen
class ServerServices:
    """Services shared by all requests."""

    project: Project
    watcher: Watcher
    threads: CapacityLimiter

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a blocking function in a thread and return its result."""
        return await run_sync(function, *arguments, limiter=self.threads)


def create_app(
    project: Project,
    watcher: Watcher,
    mounts: Mapping[str, ASGIApp] | None = None,
    remote: str = "",
    view: str = "",
) -> Starlette:
    """Return the application over a project; it starts and closes the watcher.

    `mounts`: path → application, such as `/mcp`. A path ending in `/` mounts a prefix.
    `remote`: the name under which a proxy with TLS passes requests on. `view`: the name of the view on this machine.
    """
    services = ServerServices(project.through("token"), watcher, CapacityLimiter(THREADS))
    others = mounts or {}
    api = [
        Route("/openapi.json", _describe, methods=["GET"]),
        *(_route(one, partial(_answer, services, one)) for one in ENDPOINTS),
        *(_route(one, partial(_wait, services, one)) for one in WAITING),
    ]
    routes = [
        Mount(PREFIX, routes=api),
        Route(METRICS, partial(_metrics, services, Metrics(project)), methods=["GET"]),
        *(Mount(path, app) if path.endswith("/") else Route(path, app) for path, app in others.items()),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Gate, remote=remote, view=view)],
        exception_handlers={
            RenkeiError: _refuse,
            ClientDisconnect: _forget,
            HTTPException: _not_found,
            Exception: _fail,
        },
        lifespan=partial(_lifespan, services, tuple(others.values())),
    )
    app.state.watcher = services.watcher
    return app


def _route(endpoint: Endpoint, answer: Callable[[Request], Awaitable[Response]]) -> Route:
    return Route(endpoint.path, answer, methods=[endpoint.method.value], name=endpoint.act.__name__)


@asynccontextmanager
async def _lifespan(services: ServerServices, others: tuple[ASGIApp, ...], app: Starlette) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for one in others:
            if isinstance(one, Starlette):  # a mounted application is not started by the one around it
                await stack.enter_async_context(one.router.lifespan_context(one))
        services.watcher.start()
        stack.callback(services.watcher.close)
        yield


async def _answer(services: ServerServices, endpoint: Endpoint, request: Request) -> Response:
    """Answer a request that does not wait: authenticate it, read its body, and act in a thread."""
    token = token_of(request)
    await services.run(services.project.token_holder, token)  # before the body, so that a stranger's is not read
    data = await body_of(request) if endpoint.body is not None else b""
    content = await services.run(_act, services.project, endpoint, request, token, data)
    return Response(content, media_type="application/json")


def _act(project: Project, endpoint: Endpoint, request: Request, token: str, data: bytes) -> bytes:
    """Return the answer of an endpoint. The caller is the token's holder after the body has arrived."""
    caller = project.token_holder(token)
    query = read_query(request, endpoint.query)
    body = _body(endpoint, data)
    call = RequestCall(project, caller, request.path_params, query, body)
    key = request.headers.get("idempotency-key") if endpoint.method != "GET" else None
    if not key:
        return encode(endpoint.act(call), endpoint.answer)
    call = replace(
        call, command_id=command_id(caller, key), fingerprint=fingerprint(request.method, request.url.path, data)
    )
    try:
        return _act_once(endpoint, call)
    except DuplicateCommandError:
        raise KeyReusedError(name=key) from None


def _body(endpoint: Endpoint, data: bytes) -> Any:
    if endpoint.performs is None:
        return read_body(data, endpoint.body) if endpoint.body is not None else None
    return endpoint.performs.read(read_body(data, dict[str, JsonValue]))


def _act_once(endpoint: Endpoint, call: RequestCall) -> bytes:
    """Return the answer of an endpoint, or the first one again: the act may not be possible a second time."""
    name = call.command_id or ""
    done = call.project.log.find(name)
    if done is None:
        try:
            return encode(endpoint.act(call), endpoint.answer)
        except ProtocolError:  # the same request, sent at the same time, may have been first
            done = call.project.log.find(name)
            if done is None:
                raise
    if not done.is_retry(call.caller, call.fingerprint):
        raise DuplicateCommandError(name=name)
    subject = endpoint.performs.named(call.body) if endpoint.performs is not None else None
    return encode(outcome(done, subject), Outcome)


def encode(value: Any, kind: Any) -> bytes:
    """Return an answer as JSON; a mapping is one already."""
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False).encode()
    return adapter_of(kind).dump_json(value, by_alias=True)


async def _wait(services: ServerServices, endpoint: Endpoint, request: Request) -> Response:
    """Answer a request that may wait."""
    check = partial(services.run, services.project.token_holder, token_of(request))
    caller = await check()
    call = RequestCall(services.project, caller, request.path_params, read_query(request, endpoint.query), None)
    visit = WaitingRequest(call, services.watcher, _last_seen(request), check)
    found = await while_connected(request, endpoint.act(visit))
    if isinstance(found, Response):
        return found
    return Response(encode(found, endpoint.answer), media_type="application/json")


def _last_seen(request: Request) -> int | None:
    text = request.headers.get("last-event-id", "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 16):
        raise refused(HTTPStatus.BAD_REQUEST, "Last-Event-ID is not a seq", "Send the last id of the stream.")
    return int(text) if text else None


async def _metrics(services: ServerServices, metrics: Metrics, request: Request) -> Response:
    """Answer Prometheus, which sends a token as every program does."""
    await services.run(services.project.token_holder, token_of(request))
    content, media_type = await services.run(metrics.page, request.headers.get("accept", ""))
    return Response(content, media_type=media_type)


async def _describe(request: Request) -> Response:
    return Response(await run_sync(_description), media_type="application/json")


@cache
def _description() -> bytes:
    return json.dumps(openapi(), ensure_ascii=False).encode()


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, RenkeiError)
    return problem(error)


async def _forget(request: Request, error: Exception) -> Response:
    """Return an empty answer: the client disconnected before its request was complete, so nothing was done."""
    return Response(status_code=HTTPStatus.BAD_REQUEST)


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    answer = problem(refused(status, f"{request.method} {request.url.path}: {status.phrase}", _hint(request)))
    answer.headers.update(error.headers or {})
    return answer


def _hint(request: Request) -> str:
    """Return what would be right; for the earlier address of an act, its address today."""
    address = moved_to(request.url.path.removeprefix(PREFIX)) if request.method == "POST" else None
    return f"Send it to POST {PREFIX}{address}. {HINT}" if address else HINT


async def _fail(request: Request, error: Exception) -> Response:
    """Answer an internal error: the traceback goes only to the server's log."""
    return problem(refused(HTTPStatus.INTERNAL_SERVER_ERROR, "the server failed", "Its output says why."))
