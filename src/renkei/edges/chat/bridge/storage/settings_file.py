"""The settings of a project's bridges, each in a YAML file in the directory `bridges`."""

from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from renkei.documents.explain import explain, schema_of, suggest
from renkei.documents.read import read_documents
from renkei.documents.source import MAX_BYTES, Source, SourceError
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.chat.bridge.status import is_running
from renkei.edges.chat.errors import BridgeRunningError, UnknownBridgeError
from renkei.edges.chat.kinds import broken_kinds, every_kind
from renkei.edges.chat.settings import BridgeSettings, bridge_name
from renkei.errors import AlreadyExistsError, BadValueError, DocumentError, LogNotWritableError
from renkei.log.atomic_write import make_plain_directory, read_plain, write_atomically
from renkei.store.layout import Layout
from renkei.wording.problem import Problem
from renkei.wording.values import quote

_SETTINGS: TypeAdapter[BridgeSettings] = TypeAdapter(BridgeSettings)

SUFFIXES = ("yaml", "db", "db-wal", "db-shm", "lock")
"""The files of a bridge."""


def read_settings(layout: Layout, bridge: str) -> BridgeSettings:
    """Return the settings of a bridge; raises UnknownBridgeError, or DocumentError with every fault."""
    path = layout.bridge_file(bridge_name(bridge), "yaml")
    try:
        source = next(iter(read_documents(read_plain(path)[: MAX_BYTES + 1], str(path))))
    except FileNotFoundError:
        raise UnknownBridgeError(bridge=bridge, known=", ".join(layout.bridge_names()) or "none") from None
    except OSError as error:
        reason = f"it cannot be read as a file: {error.strerror}"
        raise DocumentError(str(path), [Problem("UNREADABLE", "", 1, 1, reason, "Put a file in its place.")]) from None
    if isinstance(source, SourceError):
        raise DocumentError(str(path), [source.problem])
    try:
        settings = _SETTINGS.validate_python(source.value)
    except ValidationError as error:
        raise DocumentError(str(path), explain(error, source, schema_of(_SETTINGS))) from None
    row = every_kind().get(settings.chat)
    if row is None:
        raise DocumentError(str(path), [_unknown_chat(settings.chat, source)])
    options: TypeAdapter[Any] = TypeAdapter(row.options)
    try:
        options.validate_python(dict(settings.options))
    except ValidationError as error:
        where = ("options",) if "options" in source.value else ()
        raise DocumentError(str(path), explain(error, source, schema_of(options), where)) from None
    return settings


def _unknown_chat(chat: str, source: Source) -> Problem:
    line, column = source.location(("chat",))
    if (error := broken_kinds().get(chat)) is not None:
        return Problem(error.code, "/chat", line, column, error.message, error.hint)
    known = tuple(every_kind())
    hint = suggest(chat, known) if chat else f"Write one of: {', '.join(known)}."
    return Problem("NOT_ONE_OF", "/chat", line, column, f"there is no chat {quote(chat)}", hint)


def check_channels(layout: Layout, bridge: str, settings: BridgeSettings) -> None:
    """Raise BadValueError if another bridge of the project has one of the channels.

    Both would accept each post. A bridge with an unreadable file does not run, and is ignored.
    """
    for other in layout.bridge_names():
        if other == bridge:
            continue
        try:
            shared = _shared(settings, read_settings(layout, other))
        except DocumentError:
            continue
        if shared:
            wanted = f"a channel without a bridge: {other!r} is there"
            raise BadValueError(path="/channels", got=shared[0], expected=wanted)


def _shared(one: BridgeSettings, other: BridgeSettings) -> list[str]:
    """Return the channels of one server that two bridges share."""
    row = every_kind().get(one.chat)
    server = row.server if row is not None and one.chat == other.chat else ()
    is_same = bool(server) and all(one.options.get(name) == other.options.get(name) for name in server)
    return [channel for channel in one.every_channel if is_same and channel in other.every_channel]


def write_settings(layout: Layout, bridge: str, settings: BridgeSettings) -> Path:
    """Store the settings of a new bridge and return the path of the file.

    Raises AlreadyExistsError if a bridge of this name has other settings, LogNotWritableError.
    """
    path = layout.bridge_file(bridge_name(bridge), "yaml")
    if path.exists():
        if read_settings(layout, bridge) == settings:
            return path
        raise AlreadyExistsError(name=bridge, what="a bridge with other settings")
    text = to_yaml(settings.model_dump(mode="json", exclude_defaults=True))
    try:
        make_plain_directory(layout.bridges)
        write_atomically(path, text.encode(), durable=True)
    except OSError as error:
        raise LogNotWritableError(path=str(path), reason=error.strerror or str(error)) from error
    return path


def remove_bridge(layout: Layout, bridge: str) -> None:
    """Delete the files of a bridge; raises UnknownBridgeError, or BridgeRunningError. Its messages stay in the log."""
    if bridge not in layout.bridge_names():
        raise UnknownBridgeError(bridge=bridge, known=", ".join(layout.bridge_names()) or "none")
    if is_running(layout, bridge):
        raise BridgeRunningError(bridge=bridge)
    for suffix in SUFFIXES:
        layout.bridge_file(bridge, suffix).unlink(missing_ok=True)
