"""A bridge runs where a person added or allowed it: its settings may come with a directory that someone else made."""

import json
from collections.abc import Iterator, Mapping

from pydantic import BaseModel

from renkei.edges.chat.errors import BridgeNotAllowedError
from renkei.edges.chat.kinds import find_kind
from renkei.edges.chat.settings import BridgeSettings
from renkei.project.consenting import project_id
from renkei.project.project import Project
from renkei.store.layout import Layout
from renkei.store.settings.consents import Consents, Wanted
from renkei.wording.visible import one_line


def allow_bridge(project: Project, layout: Layout, bridge: str, settings: BridgeSettings) -> None:
    """Let a bridge with these settings run on this machine; raises LogNotWritableError."""
    Consents().allow(_wanted(project, layout, bridge, settings))


def forget_bridge(project: Project, layout: Layout, bridge: str, settings: BridgeSettings) -> None:
    """Withdraw what `allow_bridge` allowed; raises LogNotWritableError."""
    Consents().forget(_wanted(project, layout, bridge, settings))


def check_allowed(project: Project, layout: Layout, bridge: str, settings: BridgeSettings) -> None:
    """Raise BridgeNotAllowedError for a bridge that nobody has allowed on this machine with these settings."""
    if not Consents().is_allowed(_wanted(project, layout, bridge, settings)):
        raise BridgeNotAllowedError(bridge=bridge, about=about(settings))


def about(settings: BridgeSettings) -> str:
    """Return which server, channels and people a bridge connects and how, on one line."""
    row = find_kind(settings.chat)
    options = row.options(**settings.options)
    server = ", ".join(str(found) for name in row.server if (found := getattr(options, name)))
    parts = {
        "server": server or ("" if settings.chat == "console" else settings.chat),
        f"{row.channel or 'channel'}s": _pairs(settings.channels),
        "for renkei's own messages": settings.system_channel,
        "pictures": settings.pictures,
        "past": _past(settings),
        "people": _pairs(settings.people) or "none",
        "options": ", ".join(f"{name} = {value}" for name, value in _chosen(options) if name not in row.server),
    }
    return one_line("; ".join(f"{name}: {value}" for name, value in parts.items() if value))


def _chosen(options: BaseModel) -> Iterator[tuple[str, str]]:
    """Yield the options that differ from their defaults, as JSON; encryption that is switched off is one."""
    for name, field in type(options).model_fields.items():
        value = getattr(options, name)
        if value != field.get_default(call_default_factory=True):
            yield name, json.dumps(value, ensure_ascii=False, default=str)


def _past(settings: BridgeSettings) -> str:
    """Return which posts of the past are brought in; "" for none."""
    newest = f"the newest {settings.past:,} posts of each channel" if settings.past else ""
    return " ".join(filter(None, (newest, f"since {settings.since}" if settings.since else "")))


def _pairs(found: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in found.items())


def _wanted(project: Project, layout: Layout, bridge: str, settings: BridgeSettings) -> Wanted:
    content = json.dumps(settings.model_dump(mode="json"), sort_keys=True)
    return Wanted("bridge", project_id(project), "", (bridge, content), str(layout.directory.resolve()), {})
