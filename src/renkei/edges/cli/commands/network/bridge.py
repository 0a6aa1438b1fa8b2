"""Connect the project to a chat that the team already has: people and agents of both sides talk to each other.

The command of a chat, such as `renkei bridge matrix`, adds a bridge and runs it until you press Ctrl-C. `renkei bridge
add` only adds it: `renkei bridge run` and `renkei serve` run every bridge of the project that was added or allowed on
this machine. A bridge that came with a directory from elsewhere, or whose settings changed, needs `renkei bridge allow`
first.
"""

import sys
from contextlib import suppress
from functools import partial

import click

from renkei.edges.chat.allowing import about, allow_bridge, check_allowed, forget_bridge
from renkei.edges.chat.bridge.problems import in_words
from renkei.edges.chat.bridge.status import BridgeStatus, bridge_status
from renkei.edges.chat.bridge.storage.bridge_file import Counted
from renkei.edges.chat.bridge.storage.settings_file import read_settings, remove_bridge
from renkei.edges.chat.errors import BridgeNotAllowedError
from renkei.edges.cli.arguments.options import format_option, outcome_options
from renkei.edges.cli.arguments.person import check_person
from renkei.edges.cli.bridges import chat_command, chat_names, run_bridges
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.echo import DATA, echo, print_data, print_done
from renkei.edges.cli.output.tables import print_rows, print_table, table
from renkei.edges.cli.project_directory import open_project, project_directory
from renkei.engine.state import HUMAN
from renkei.errors import DocumentError
from renkei.immutable.replacing import replace
from renkei.project.project import Project
from renkei.store.layout import Layout
from renkei.wording.visible import one_line

NONE = "There are no bridges. Add one with `renkei bridge add KIND`."

command = LazyGroup(
    "bridge",
    sections={"Chats": chat_names(), "Commands": ("add", "allow", "run", "list", "status", "remove")},
    makers={kind: partial(chat_command, kind) for kind in chat_names()},
    help=__doc__,
)

command.add_command(
    LazyGroup(
        "add",
        sections={"Commands": chat_names()},
        makers={kind: partial(chat_command, kind, runs=False) for kind in chat_names()},
        help="Add a bridge to a chat without running it.",
    )
)


@command.command("list")
@format_option
def list_bridges(output_format: str) -> None:
    """List the bridges of the project: which chat each connects, and which group each channel shows."""
    layout = Layout(project_directory())
    found, faults = {}, {}
    for name in layout.bridge_names():
        try:
            found[name] = read_settings(layout, name)
        except DocumentError as error:
            faults[name] = error
    if output_format in DATA:
        listed = [{"name": name, **one.model_dump(mode="json")} for name, one in found.items()]
        print_data(output_format, [*listed, *({"name": name, "problem": str(one)} for name, one in faults.items())])
    elif found:
        rows = ((name, one.chat, _pairs(one.channels), _pairs(one.people)) for name, one in found.items())
        print_table(table(("name", "chat", "channels", "people"), rows))
    elif not faults:
        echo(NONE)
    for name, fault in faults.items():
        echo(f"The bridge {name} cannot run. {fault}", err=True)


def _pairs(mapping: object) -> str:
    assert isinstance(mapping, dict)
    return ", ".join(f"{name} = {value}" for name, value in mapping.items())


@command.command("status")
@format_option
def show_status(output_format: str) -> None:
    """Show how far each bridge is: whether it runs, what it has yet to post, what the chat refused, what is wrong.

    Posts per record are the average and the most, since the bridge first ran.
    """
    layout = Layout(project_directory())
    with open_project() as project:
        found = [_status(project, layout, name) for name in layout.bridge_names()]
    columns = ("name", "runs", "not posted yet", "posts per record", "refused", "problem")
    rows = (
        (
            one.name,
            "yes" if one.runs else "no",
            str(one.behind),
            _per_record(one.counted),
            str(one.refused),
            one.problem or "–",
        )
        for one in found
    )
    print_rows(output_format, [one.as_dict() for one in found], columns, rows, NONE)


def _per_record(counted: Counted) -> str:
    if not counted.records:
        return "–"
    return f"{counted.posts / counted.records:.1f}, at most {counted.most}"


def _status(project: Project, layout: Layout, name: str) -> BridgeStatus:
    """Return how far a bridge is; settings that cannot be read, or were not allowed here, are its problem."""
    found = bridge_status(project, layout, name)
    try:
        check_allowed(project, layout, name, read_settings(layout, name))
    except (DocumentError, BridgeNotAllowedError) as error:
        return replace(found, problem=one_line(in_words(error)))
    return found


@command.command("run")
@click.argument("names", nargs=-1, metavar="[NAME…]")
def post_and_listen(names: tuple[str, ...]) -> None:
    """Run these bridges, or all of the project, until you press Ctrl-C. `renkei serve` runs all of them as well."""
    found = names or Layout(project_directory()).bridge_names()
    if not found:
        raise click.UsageError("There is no bridge. Add one with `renkei bridge add KIND`.")
    with open_project() as project:
        run_bridges(project, found)


@command.command("allow")
@click.argument("name", metavar="NAME")
@outcome_options
@click.option("--yes", is_flag=True, help="Allow it without a question.")
def allow(name: str, output_format: str, *, yes: bool) -> None:
    """Let a bridge run on this machine with the settings that it has now.

    The server, the channels and the people are shown, and you are asked. Without a terminal it needs --yes.
    """
    layout = Layout(project_directory())
    settings = read_settings(layout, name)
    echo(f"{name}: {about(settings)}", err=True)
    if not yes and not sys.stdin.isatty():
        raise click.UsageError("Nobody can answer here. If you want this connection, give --yes.")
    if not yes:
        click.confirm("Posts of these people are then taken as theirs. Allow it?", abort=True, err=True)
    with open_project() as project:
        check_person(project.state, HUMAN)
        allow_bridge(project, layout, name, settings)
    print_done(f"Allowed the bridge {name}. `renkei bridge run {name}` runs it.", output_format, name=name)


@command.command("remove")
@click.argument("name", metavar="NAME")
@outcome_options
def remove(name: str, output_format: str) -> None:
    """Remove a bridge: its settings and its position. What it took into the project stays."""
    layout = Layout(project_directory())
    with suppress(DocumentError), open_project() as project:
        forget_bridge(project, layout, name, read_settings(layout, name))
    remove_bridge(layout, name)
    print_done(f"Removed the bridge {name}.", output_format, name=name)
