"""Let people watch and steer the project in a browser, and agents use it over HTTP, until you press Ctrl-C.

When it is ready, the server prints a link, which signs a person in to the view once, and the address of the API, which
/api/openapi.json describes. Agents and programs need a token: `renkei token create --for ID`.

The view has its own host name, so that no other web server on this machine gets its cookie.

With several directories, it serves all of these projects, each below /p/NAME/, and one list of everything that waits
for you in them. NAME=DIR names a project; by default it has its own name.

With --a2a, agents of the project are also A2A agents, which other programs give tasks: they need a token too. With
several projects, write NAME/ID.

It listens on this machine only. To let other machines in, put a proxy with TLS before it, and name the proxy with
--allow-remote. Without TLS, anyone on the network between them can read all tokens.
"""

import re
import signal
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from renkei.edges.application import Published, Served, application, applications
from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import actor_option, format_option, push_service_option
from renkei.edges.cli.bridges import running
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.notifications import notifying
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.outside_agents import connecting
from renkei.edges.cli.project_directory import directory_in, open_project, project_directory
from renkei.edges.cli.several_projects import opened_projects
from renkei.edges.cli.warm.keeping import kept_warm
from renkei.engine.state import HUMAN
from renkei.extras import require
from renkei.immutable.frozen import frozen
from renkei.project.follower import Problem
from renkei.store.layout import Layout
from renkei.wording.visible import visible

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from renkei.edges.notifications.watching import Notifications
    from renkei.edges.view.session.sign_in import SignIn

PROXY = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?")
"""The name of a proxy, with its port unless that is the one of HTTPS."""

NAME = re.compile(r"(?=.*[a-z])[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?")
"""A host name that is not an address."""


@click.command("serve", help=__doc__)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=7375, show_default=True, metavar="N", help="0 is any free port."
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Listen here; needs --allow-remote."
)
@click.option(
    "--allow-remote",
    "remote",
    default="",
    metavar="NAME",
    help="The name of a proxy with TLS that passes requests on, such as team.example.",
)
@click.option(
    "--view-name",
    "view",
    default="",
    metavar="NAME",
    help="The host name of the view, if your browser cannot open its own: such as localhost.",
)
@push_service_option
@click.option(
    "--a2a",
    "agents",
    multiple=True,
    metavar="[NAME/]ID",
    help="An agent that A2A clients can reach, below /a2a/ID. Repeatable.",
    shell_complete=completion.participants,
)
@click.option(
    "--a2a-grpc",
    "grpc_port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help="The port at which these agents also answer over gRPC; 0 is any free one.",
)
@actor_option("The person whom the link signs in.", default=HUMAN, show_default=True)
@format_option
@click.argument("directories", nargs=-1, metavar="[DIR|NAME=DIR]...", type=click.Path(file_okay=False))
def command(
    port: int,
    host: str,
    remote: str,
    view: str,
    push_services: tuple[str, ...],
    agents: tuple[str, ...],
    grpc_port: int | None,
    actor: str,
    output_format: str,
    directories: tuple[str, ...],
) -> None:
    name = _check_remote(host, remote.lower().removesuffix(":443"))
    _check_view_name(view.lower(), name)
    require("serve", "`renkei serve`")
    published = _published(agents, host, grpc_port, directories)
    from renkei.edges.server.run import serve

    signal.signal(signal.SIGTERM, _end)  # else it would end the process before the projects are closed
    with ExitStack() as stack:
        if len(directories) > 1:
            server = _several(stack, directories, name, view.lower(), actor, agents, push_services)
        else:
            server = _one(stack, directories, name, view.lower(), actor, published, push_services)
        stack.enter_context(kept_warm())
        view_of = _address_of_view(name, server.sign_in.address)

        def ready(listening: str) -> None:
            _tell(server, name, view_of(listening), output_format, listening)
            for root, notifications in server.notifications.items():
                notifications.start(view_of(listening) + root)

        serve(server.app, port, ready, host)


@frozen
class _Server:
    """Everything that is served: the application, the code of the link, each project's notifications by root.

    `agents`: the paths of the agents that A2A clients can reach.
    """

    app: "Starlette"
    sign_in: "SignIn"
    code: str
    notifications: "Mapping[str, Notifications]"
    agents: tuple[str, ...] = ()


def _published(agents: Sequence[str], host: str, port: int | None, directories: Sequence[str]) -> Published | None:
    """Return what A2A clients can reach; raises UsageError for options that do not fit together."""
    if not agents:
        if port is not None:
            raise click.UsageError("--a2a-grpc needs an agent: --a2a ID.")
        return None
    if len(directories) > 1 and port is not None:
        raise click.UsageError("--a2a-grpc is for the agents of one project. Serve that project with its own server.")
    require("a2a", "`renkei serve --a2a`")
    return Published(tuple(dict.fromkeys(agents)), host, port)


def _published_by(agents: Sequence[str], segments: Collection[str]) -> dict[str, Published]:
    """Return what A2A clients can reach in each of several projects; raises UsageError for an agent of none."""
    from renkei.edges.view.projects.segment import segment_named

    found = dict[str, list[str]]()
    for one in dict.fromkeys(agents):
        name, _, agent = one.rpartition("/")
        segment = segment_named(name)
        if segment not in segments:
            known = ", ".join(sorted(segments))
            raise click.UsageError(f"--a2a {visible(one)}: several projects need NAME/ID. Names: {known}.")
        found.setdefault(segment, []).append(agent)
    return {segment: Published(chosen) for segment, chosen in found.items()}


def _one(
    stack: ExitStack,
    directories: Sequence[str],
    name: str,
    view: str,
    actor: str,
    published: Published | None,
    push_services: Sequence[str],
) -> _Server:
    """Return one project as a server, all of whose addresses begin at its root."""
    from renkei.edges.view.session.sign_in import SignIn

    directory = directory_in(Path(directories[0])) if directories else project_directory()
    project = stack.enter_context(open_project(directory))
    stack.enter_context(running(project, Layout(directory).bridge_names(), directory, required=False))
    stack.enter_context(connecting(project))
    notifications = stack.enter_context(notifying(project, push_services))
    sign_in = SignIn(project, name or view)
    code = sign_in.invite(actor)
    app = application(project, sign_in, name, directory, _warn, published=published)
    return _Server(app, sign_in, code, {"": notifications}, tuple(_paths("", published)))


def _paths(root: str, published: Published | None) -> Iterator[str]:
    """Yield the paths of the agents that A2A clients can reach in a project."""
    for one in () if published is None else published.agents:
        yield f"{root}a2a/{quote(one)}/"


def _several(
    stack: ExitStack,
    directories: Sequence[str],
    name: str,
    view: str,
    actor: str,
    agents: Sequence[str],
    push_services: Sequence[str],
) -> _Server:
    """Return several projects as a server, each below an address that has its name."""
    from renkei.edges.view.projects.segment import root_of, segment_named
    from renkei.edges.view.session.sign_in import SignIn

    opened, problems = opened_projects(stack, directories, segment_named)
    published = _published_by(agents, {one.segment for one in opened} | {segment_named(one) for one in problems})
    notifications: dict[str, Notifications] = {}
    served, paths = list[Served](), list[str]()
    host = name or view
    for one in opened:
        names = Layout(one.directory).bridge_names()
        stack.enter_context(running(one.project, names, one.directory, required=False))
        stack.enter_context(connecting(one.project))
        root = root_of(one.segment)[1:]
        notifications[root] = stack.enter_context(notifying(one.project, push_services))
        sign_in = SignIn(one.project, host)
        host = sign_in.host  # the view of all projects has the name of the first one
        warn, chosen = partial(_warn, about=one.name), published.get(one.segment)
        served.append(Served(one.segment, one.name, one.project, sign_in, one.directory, warn, chosen))
        paths.extend(_paths(root, chosen))
    app, members = applications(served, problems, name)
    return _Server(app, served[0].sign_in, members.invite(actor), notifications, tuple(paths))


def _check_remote(host: str, name: str) -> str:
    """Return the name of the proxy; raises UsageError for an invalid name, and for an open address without a name."""
    if name and not PROXY.fullmatch(name):
        raise click.UsageError(f"--allow-remote needs a name such as team.example, not {visible(name)!r}.")
    try:
        is_local = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        raise click.UsageError(f"--host needs an IP address or localhost, not {visible(host)!r}.") from None
    if not is_local and not name:
        raise click.UsageError(
            f"--host {host} lets other machines in. Put a proxy with TLS before the server: --allow-remote NAME."
        )
    return name


def _check_view_name(view: str, remote: str) -> None:
    """Raise UsageError for an invalid name, and for a second name beside the proxy's."""
    if view and (remote or not NAME.fullmatch(view)):
        problem = "cannot be used with --allow-remote" if remote else f"needs a name, not {visible(view)!r}"
        raise click.UsageError(f"--view-name {problem}.")


def _address_of_view(name: str, address_of: Callable[[str], str]) -> Callable[[str], str]:
    """Return the function from the address of the server to that of the view, which a proxy may have."""
    return (lambda listening: f"https://{name}/") if name else address_of


def _tell(server: _Server, name: str, view: str, output_format: str, listening: str) -> None:
    api, link = (view if name else listening), f"{view}sign-in?code={server.code}"
    roots = [root for root in server.notifications if root]
    if name:
        echo(f"Listening at {listening} without TLS: let only the proxy of {view} connect to it.", err=True)
    if output_format in DATA:
        several = {"projects": [api + root for root in roots]} if roots else {}
        cards = {"a2a": [api + one for one in server.agents]} if server.agents else {}
        print_data(output_format, {"url": api, "view": view, "link": link, **several, **cards})
    else:
        echo(link)
        for root in roots or [""]:
            echo(f"For programs: {api}{root}api")
        for one in server.agents:
            echo(f"For A2A clients: {api}{one}")
    sys.stdout.flush()


def _warn(problem: Problem | None, about: str = "") -> None:
    says = "The server works again." if problem is None else f"The server cannot do all of its work: {problem}"
    echo(f"{about}: {says}" if about else says, err=True)


def _end(signum: int, frame: FrameType | None) -> None:
    sys.exit(ExitStatus.DONE)
