"""Shared by the commands of bridges: their options, which are made from those of a chat, and running them."""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING, Any, get_args

import click
from pydantic import BaseModel, ValidationError

from renkei.documents.explain import first_problem
from renkei.edges.chat.kinds import broken_kinds, every_kind, find_kind, make_chat, require_library
from renkei.edges.chat.port import NO_PAST
from renkei.edges.chat.settings import MOST_PAST, BridgeSettings, check_settings
from renkei.edges.cli.arguments.options import actor_option, outcome_options
from renkei.edges.cli.arguments.points import POINT, Point
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.output.echo import echo, print_done
from renkei.edges.cli.project_directory import open_project, project_directory
from renkei.engine.state import EVERYBODY, HUMAN
from renkei.errors import RenkeiError
from renkei.project.running.secrets import full_environment, hold_secrets
from renkei.protocol.field_docs import field_docs
from renkei.store.layout import Layout

if TYPE_CHECKING:
    from renkei.edges.chat.bridge.bridge import Bridge
    from renkei.project.project import Project

Option = Callable[[Any], Any]
"""A decorator that adds an option to a command."""

PATIENCE = 10.0
"""Seconds in which the answers to the last lines of a console are posted."""


def chat_command(kind: str, *, runs: bool = True) -> click.Command:
    """Return the command of a kind of chat, which adds a bridge and, if it `runs`, runs it."""

    def command(**given: Any) -> None:
        require_library(kind)
        name, settings = given["name"] or kind, _settings(kind, given)
        with open_project() as project:
            is_new = _add(project, name, settings)
            if runs:
                run_bridges(project, [name], is_new=is_new)
            else:
                sentence = f"Added the bridge {name}. `renkei bridge run {name}` runs it."
                print_done(sentence, given["output_format"], name=name)

    made: Any = command
    if kind in broken_kinds():  # whatever follows, the command says why it cannot be used
        return click.command(
            kind, help=broken_kinds()[kind].message, context_settings={"ignore_unknown_options": True}
        )(click.argument("words", nargs=-1)(lambda words: require_library(kind)))
    for one in reversed([*_options(kind), *(() if runs else (outcome_options,))]):
        made = one(made)
    return click.command(kind, help=find_kind(kind).options.__doc__ or f"Connect {kind}.")(made)


def chat_names() -> tuple[str, ...]:
    """Return the names of all kinds of chat, usable or not."""
    return (*every_kind(), *broken_kinds())


def _options(kind: str) -> Iterator[Option]:
    """Yield the options of a kind of chat: its own, those for channels and people, and those of every chat."""
    model, word = find_kind(kind).options, find_kind(kind).channel
    for name, field in model.model_fields.items():
        yield _option(name, field, model)
    if word and kind != "console":
        yield from _channel_options(word)
    if kind != "console":  # there, one person types
        others = "Others are guests and can only post." if word else "Others join as agents."
        about = f"Which participant a user of the chat is. {others} Repeatable."
        yield from (_picture_option(),) if find_kind(kind).has_pictures else ()
        yield from (_files_option(),) if find_kind(kind).has_files else ()
        yield from _past_options(has_past=find_kind(kind).has_past)
        yield click.option("--person", "people", multiple=True, metavar="USER=ID", help=about)
    yield click.option("--name", metavar="NAME", help=f"Name of the bridge; by default {kind}.")
    about = "The person in whose name the bridge adds guests and keeps groups in step."
    yield actor_option(about, default=HUMAN, show_default=True)


def _channel_options(word: str) -> Iterator[Option]:
    yield click.option(
        f"--{word}",
        "channels",
        multiple=True,
        required=True,
        metavar=f"{word.upper()}[=GROUP]",
        help=f"A {word} to connect, and the group that it shows; by default all. Repeatable.",
    )
    about = f"The {word} for what renkei itself says."
    yield click.option(f"--system-{word}", "system_channel", default="", metavar=word.upper(), help=about)
    yield click.option(
        "--share",
        multiple=True,
        metavar=f"[{word.upper()}=]WHAT",
        help="Show `all` messages of the team, those `addressed` to the chat, only `decisions`, or these and a "
        f"`digest` of the others; possibly in one {word}. Repeatable; by default all.",
    )
    about = "The least minutes between two digests."
    yield click.option("--digest-minutes", type=int, default=30, show_default=True, metavar="MINUTES", help=about)


def _files_option() -> Option:
    about = "Post the files in this directory that messages of the team name as artifacts of their senders."
    kind = click.Path(exists=True, file_okay=False, resolve_path=True)
    return click.option("--files", type=kind, metavar="DIR", help=about)


def _past_options(*, has_past: bool) -> Iterator[Option]:
    """Yield the options for a past. Where the chat has none, they are not shown, and say so."""
    more: dict[str, Any] = {} if has_past else {"hidden": True, "expose_value": False, "callback": _without_past}
    about = "Bring in the newest N posts of each channel as past messages, when the bridge first listens."
    yield click.option("--history", "past", type=click.IntRange(1, MOST_PAST), metavar="N", help=about, **more)
    about = "Bring in the posts since this day or time, such as 2026-01-15."
    yield click.option("--since", type=POINT, metavar="TIME", help=about, **more)


def _without_past(context: click.Context, option: click.Parameter, given: object) -> None:
    if given is not None:
        able = ", ".join(name for name, one in every_kind().items() if one.has_past)
        raise click.UsageError(f"{option.opts[0]} is not possible here: {NO_PAST}. These chats have a past: {able}.")


def _picture_option() -> Option:
    about = "The https address of the picture of each participant, whose id stands for {name}."
    return click.option("--pictures", default="", metavar="URL", help=about)


def _option(name: str, field: Any, model: type[BaseModel]) -> Option:
    """Return the option of a field of the options of a chat."""
    about = " ".join(field_docs(model).get(name, "").split())
    flag = f"--{name.replace('_', '-')}"
    if field.annotation is bool:
        return click.option(f"{flag}/--no-{flag[2:]}", name, default=field.default, show_default=True, help=about)
    kind: Any = int if int in get_args(field.annotation) or field.annotation is int else str
    given = (
        {"required": True} if field.is_required() else {"default": field.default, "show_default": bool(field.default)}
    )
    return click.option(flag, name, type=kind, metavar=name.upper(), help=about, **given)


def _settings(kind: str, given: Mapping[str, Any]) -> BridgeSettings:
    """Return the settings that a command line describes; raises BadValueError."""
    options = {
        name: given[name]
        for name, field in find_kind(kind).options.model_fields.items()
        if given[name] != field.default
    }
    values = {
        "chat": kind,
        "channels": _pairs(given.get("channels", ("team",)), EVERYBODY),
        "people": _pairs(given.get("people", (f"console={given['actor']}",)), ""),
        "system_channel": given.get("system_channel", ""),
        "pictures": given.get("pictures", ""),
        **_shares(given.get("share", ()), find_kind(kind).share),
        "digest_minutes": given.get("digest_minutes", 30),
        "files": given.get("files") or "",
        "past": given.get("past") or 0,
        "since": _time(given.get("since")),
        "owner": given["actor"],
    }
    try:
        checked = find_kind(kind).options(**options)
        return BridgeSettings.model_validate(values | {"options": checked.model_dump(exclude_defaults=True)})
    except ValidationError as error:
        raise first_problem(error) from None


def _shares(given: Iterable[str], default: str) -> dict[str, Any]:
    named = {channel: what for channel, sign, what in (one.rpartition("=") for one in given) if sign}
    plain = [one for one in given if "=" not in one]
    return {"share": plain[-1] if plain else default, "shares": named}


def _time(point: Point | None) -> str | None:
    if isinstance(point, int):
        raise click.UsageError(f"--since needs a day or a time, such as 2026-01-15, not {point}.")
    return point


def _pairs(given: Iterable[str], default: str) -> dict[str, str]:
    found = {}
    for one in given:
        name, sign, value = one.rpartition("=")
        found[name if sign else one] = value if sign else default
        if not sign and not default:
            raise click.UsageError(f"--person needs USER=ID, not {one!r}.")
    return found


def _add(project: "Project", name: str, settings: BridgeSettings) -> bool:
    """Store the settings of a bridge; return whether there was none of this name."""
    from renkei.edges.chat.allowing import allow_bridge
    from renkei.edges.chat.bridge.storage.settings_file import check_channels, write_settings

    layout = Layout(project_directory())
    is_new = name not in layout.bridge_names()
    check_settings(settings, project.state)
    check_channels(layout, name, settings)
    write_settings(layout, name, settings)
    allow_bridge(project, layout, name, settings)
    return is_new


def bridges_of(project: "Project", names: Sequence[str], directory: Path | None = None) -> "list[Bridge]":
    """Return the bridges of a project by their names, not started; raises RenkeiError."""
    from renkei.edges.chat.allowing import about, check_allowed
    from renkei.edges.chat.bridge.bridge import Bridge
    from renkei.edges.chat.bridge.storage.settings_file import check_channels, read_settings

    layout = Layout(directory or project_directory())
    found = {name: read_settings(layout, name) for name in names}
    for name, one in found.items():
        check_allowed(project, layout, name, one)
        check_channels(layout, name, one)
    return [
        Bridge(
            project,
            make_chat(one.chat, one.options, full_environment()),
            name=name,
            settings=one,
            on_problem=partial(_say_problem, name, "" if one.chat == "console" else about(one)),
        )
        for name, one in found.items()
    ]


def _say_problem(name: str, connected: str, problem: str) -> None:
    with suppress(OSError):  # nobody reads it any more, and the bridge works without
        echo(f"{name}: {problem or (f'connected ({connected}).' if connected else 'connected.')}", err=True)


@contextmanager
def running(
    project: "Project", names: Sequence[str], directory: Path | None = None, *, required: bool = True
) -> "Iterator[list[Bridge]]":
    """Run bridges during a block; each says on standard error that it is connected, and each problem that it has.

    Unless they are `required`, a bridge that cannot run is only reported, and everything else continues to run.
    """
    hold_secrets(variable for kind in (every_kind().values() if names else ()) for _, variable in kind.secrets)
    found = []
    with ExitStack() as stack:
        for name in names:
            try:
                (one,) = bridges_of(project, [name], directory)
                found.append(stack.enter_context(one))
            except RenkeiError as error:
                if required:
                    raise
                echo(f"The bridge {name} does not run. {error}", err=True)
        yield found


def run_bridges(project: "Project", names: Sequence[str], *, is_new: bool = False) -> None:
    """Run bridges until the process receives a signal to end, or the person at the console ends its input.

    New bridges are removed again when one is rejected, so that a corrected command can add it.
    """
    from renkei.edges.chat.bridge.storage.settings_file import remove_bridge
    from renkei.edges.chat.console import ConsoleChat

    signal.signal(signal.SIGTERM, _end)  # else it would end the process before the bridges are closed
    with ExitStack() as stack:
        try:
            bridges = stack.enter_context(running(project, names))
        except RenkeiError:
            for name in names if is_new else ():
                remove_bridge(Layout(project_directory()), name)
            raise
        consoles = [(one, one.chat) for one in bridges if isinstance(one.chat, ConsoleChat)]
        if not consoles:
            Event().wait()
        for bridge, chat in consoles:
            chat.ended.wait()
            bridge.wait_until_posted(PATIENCE)


def _end(signum: int, frame: FrameType | None) -> None:
    sys.exit(ExitStatus.DONE)
