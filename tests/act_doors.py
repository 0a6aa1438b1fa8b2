"""The doors of the acts for tests: each performs an act by its name and returns the code of a refusal, or None."""

import json
from collections.abc import Callable

from starlette.testclient import TestClient

from act_arguments import perform_cli
from act_examples import Arguments
from act_forms import form_fields
from process import renkei
from renkei import Project
from renkei.acts.act import Act
from renkei.acts.doors import Door
from renkei.acts.table import ACTS
from renkei.agent_tools.tools import TOOLS
from renkei.edges.chat.bridge.act_lines import REASONS
from renkei.edges.chat.bridge.commands import perform
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.server.app import create_app
from renkei.edges.server.watcher import Watcher
from renkei.edges.view.acts.acting import ActingPerson
from renkei.edges.view.acts.performing import ACTS as VIEW
from renkei.edges.view.forms.form import PostedForm
from renkei.errors import RenkeiError
from renkei.project.caller import Caller
from renkei.project.turns.session import Session

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


def by_chat(project: Project, actor: str, act: str, arguments: Arguments) -> str | None:
    """Write the line of a command in a chat."""
    line = chat_line(ACTS[act], arguments)
    try:
        perform(project, Caller(project, actor), line, "")
    except RenkeiError as error:
        return error.code
    return None


def by_cli(project: Project, actor: str, act: str, arguments: Arguments) -> str | None:
    """Run the command in the directory of the project; the code of wrong usage is USAGE."""
    assert project.directory is not None
    place = project.directory.parent
    words = perform_cli(act, arguments, place)
    if act == "send":
        done = renkei(*words, "--format", "json", cwd=place)
    else:
        at = words.index("--")
        done = renkei(*words[:at], "--as", actor, "--format", "json", *words[at:], cwd=place)
    if done.returncode == ExitStatus.USAGE:
        return "USAGE"
    return None if done.returncode == 0 else str(json.loads(done.stderr)["code"])


def by_view(project: Project, actor: str, act: str, arguments: Arguments) -> str | None:
    """Send the form of the act as a person who is signed in."""
    try:
        VIEW[act](ActingPerson(project, actor, f"view-{0:024x}"), PostedForm(form_fields(act, arguments)))
    except RenkeiError as error:
        return error.code
    return None


def chat_line(act: Act, arguments: Arguments) -> str:
    """Return the command of a chat with some arguments."""
    fields = act.arguments.model_fields
    reason = next((name for name in REASONS if name in fields), None)
    below = "success_criteria" if "success_criteria" in fields else None
    words = [f"/{act.name.replace('_', '-')}"]
    for name in sorted(arguments, key=lambda one: [*act.parameters, one].index(one)):
        value = arguments[name]
        if name in (reason, below):
            continue
        is_word = name in fields and (
            fields[name].is_required() or name in ("contract", "members", "messages", "paths")
        )
        text = (" " if is_word else ",").join(value) if isinstance(value, list) else str(value)
        words.append(text if is_word else f"{name}={text.lower() if value is True else text}")
    because = f" because {arguments[reason]}" if reason in arguments else ""
    criteria = (f"- {entry}" for entry in arguments.get(below or "", ()))
    return "\n".join((" ".join(words) + because, *criteria))


def by_tools(project: Project, actor: str, act: str, arguments: Arguments) -> str | None:
    """Call the tool of the act after a look at the board; its values count as read then."""
    name, values = tool_call(act, arguments)
    tools, session = {tool.name: tool for tool in TOOLS}, Session(project, actor)
    tools["read_board"].call(session, tools["read_board"].parse({}))
    try:
        tools[name].call(session, tools[name].parse(values))
    except RenkeiError as error:
        return error.code
    return None


def tool_call(act: str, arguments: Arguments) -> tuple[str, Arguments]:
    """Return the name of the tool that performs an act, and the arguments of the call."""
    tool = next(tool for tool in TOOLS if act in tool.acts)
    values = arguments["message"] if act == "send" else arguments
    return tool.name, {**values, "act": act} if len(tool.acts) > 1 else values


DOORS: dict[Door, Perform] = {
    "library": by_library,
    "cli": by_cli,
    "http": by_http,
    "tools": by_tools,
    "chat": by_chat,
    "view": by_view,
}

UNABLE: dict[Door, tuple[str, ...]] = {"chat": ("evidence", "findings")}
"""Arguments that the form of a door cannot hold."""

SYNTAX: dict[Door, tuple[str, ...]] = {
    "chat": ("BAD_VALUE",),
    "cli": ("USAGE", "INVALID_DOCUMENT"),
    "view": ("BAD_VALUE",),
}
"""The codes of a door for arguments that its own syntax cannot read."""
