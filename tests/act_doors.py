"""The doors of the acts for tests: each performs an act by its name and returns the code of a refusal, or None."""

from collections.abc import Callable

from starlette.testclient import TestClient

from act_examples import Arguments
from renkei import Project
from renkei.acts.doors import Door
from renkei.acts.table import ACTS
from renkei.edges.server.app import create_app
from renkei.edges.server.watcher import Watcher
from renkei.errors import RenkeiError
from renkei.project.caller import Caller

Perform = Callable[[Project, str, str, Arguments], str | None]
"""Performs an act on a project: project, actor, name of the act, arguments."""


def by_library(project: Project, actor: str, act: str, arguments: Arguments) -> str | None:
    """Call the method of the library; `send` takes a message that was built before."""
    try:
        if act == "send":
            project.perform((ACTS[act], ACTS[act].read(arguments)), actor=actor)
        else:
            getattr(project, act)(**arguments, actor=actor)
    except RenkeiError as error:
        return error.code
    return None


def by_caller(project: Project, actor: str, act: str, arguments: Arguments) -> str | None:
    """Act as a caller, under an id of the command."""
    try:
        caller = Caller(project, actor, "command-1")
        caller.perform((ACTS[act], ACTS[act].read(arguments)))
    except RenkeiError as error:
        return error.code
    return None


def by_http(project: Project, actor: str, act: str, arguments: Arguments) -> str | None:
    """Send a request to the endpoint of the act."""
    token = project.create_token(actor)
    with TestClient(create_app(project, Watcher(project)), base_url="http://127.0.0.1") as client:
        headers = {"Authorization": f"Bearer {token}"}
        answer = client.post(f"/api/acts/{act}", json=dict(arguments), headers=headers)
    return None if answer.status_code == 200 else str(answer.json()["code"])


DOORS: dict[Door, Perform] = {
    "library": by_library,
    "http": by_http,
}
