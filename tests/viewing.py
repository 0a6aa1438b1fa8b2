"""Screens of the view without a server: the page of an address, as a person sees it."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from starlette.datastructures import QueryParams
from starlette.routing import Match, Route

from renkei.edges.view.conversation.records import RecordMarkup
from renkei.edges.view.routes import SCREENS, Screen
from renkei.edges.view.screen import show
from renkei.edges.view.session.read_marks import marks_of
from renkei.edges.view.visit import Visit
from renkei.project.project import Project
from renkei.protocol.primitives import Locale

T = TypeVar("T")


def run_async(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread: a browser that other tests opened has an event loop that runs in the main one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def visit(project: Project, address: str = "/", person: str = "human", locale: Locale = "en", marks: str = "") -> Visit:
    """Make the visit of an address."""
    path, _, query = address.partition("?")
    parameters = QueryParams(query)
    last = project.state.seq
    made = Visit(
        project,
        RecordMarkup(),
        person,
        locale,
        path,
        place_of(path)[1],
        parameters,
        "token",
        last,
        marks=marks_of(marks),
    )
    return made.at_record(int(parameters["at"])) if "at" in parameters else made


def place_of(path: str) -> tuple[Screen, dict[str, str]]:
    """Return the screen at a path, and the parameters in it."""
    scope = {"type": "http", "path": path, "method": "GET", "root_path": ""}
    for screen in SCREENS:
        match, found = Route(screen.path, lambda request: None).matches(scope)
        if match is Match.FULL:
            return screen, found["path_params"]
    raise AssertionError(f"{path} is no screen")


def page(project: Project, address: str = "/", **options: str) -> str:
    """Return the page of an address."""
    return show(place_of(address.partition("?")[0])[0], visit(project, address, **options))  # type: ignore[arg-type]
