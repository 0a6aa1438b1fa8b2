"""The kinds of chat: those that ship with renkei, one row for each, and those of other installed packages.

Secrets are read from the environment and are never stored.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from renkei.edges.chat import options as o
from renkei.edges.chat.chat_kind import ChatKind
from renkei.edges.chat.errors import ChatKindError
from renkei.edges.chat.installed_kinds import installed_kinds
from renkei.edges.chat.port import Chat
from renkei.errors import BadValueError
from renkei.extras import require

KINDS: dict[str, ChatKind] = {
    "console": ChatKind("renkei.edges.chat.console", "ConsoleChat", o.ConsoleOptions),
    "matrix": ChatKind(
        "renkei.edges.chat.matrix.chat",
        "MatrixChat",
        o.MatrixOptions,
        has_files=True,
        has_past=True,
        channel="room",
        server=("homeserver",),
        secrets=(("token", "RENKEI_MATRIX_TOKEN"), ("password", "RENKEI_MATRIX_PASSWORD")),
    ),
    "mailboxes": ChatKind(
        "renkei.edges.chat.mailboxes.chat",
        "MailboxChat",
        o.MailboxOptions,
        channel="",
        share="addressed",
        server=("path", "team"),
    ),
    "irc": ChatKind(
        "renkei.edges.chat.irc.chat",
        "IrcChat",
        o.IrcOptions,
        server=("server",),
        secrets=(("password", "RENKEI_IRC_PASSWORD"), ("server_password", "RENKEI_IRC_SERVER_PASSWORD")),
    ),
    "mattermost": ChatKind(
        "renkei.edges.chat.mattermost.chat",
        "MattermostChat",
        o.MattermostOptions,
        has_files=True,
        has_past=True,
        has_pictures=True,
        server=("server",),
        secrets=(("token", "RENKEI_MATTERMOST_TOKEN"),),
        extra="mattermost",
    ),
    "slack": ChatKind(
        "renkei.edges.chat.slack.chat",
        "SlackChat",
        o.SlackOptions,
        has_files=True,
        has_past=True,
        has_pictures=True,
        server=("api",),
        secrets=(("app_token", "SLACK_APP_TOKEN"), ("bot_token", "SLACK_BOT_TOKEN")),
        extra="slack",
    ),
    "telegram": ChatKind(
        "renkei.edges.chat.telegram.chat",
        "TelegramChat",
        o.TelegramOptions,
        has_files=True,
        server=("api",),
        secrets=(("token", "TELEGRAM_BOT_TOKEN"),),
    ),
    "discord": ChatKind(
        "renkei.edges.chat.discord.chat",
        "DiscordChat",
        o.DiscordOptions,
        has_files=True,
        has_past=True,
        has_pictures=True,
        server=("api",),
        secrets=(("token", "DISCORD_BOT_TOKEN"),),
        extra="discord",
    ),
}
"""The kinds of chat that ship with renkei, by their names."""


def every_kind() -> Mapping[str, ChatKind]:
    """Return every kind of chat that can be used, by its name."""
    return KINDS | dict(installed_kinds(KINDS).kinds)


def broken_kinds() -> Mapping[str, ChatKindError]:
    """Return why kinds of other packages cannot be used, by their names."""
    return installed_kinds(KINDS).broken


def make_chat(kind: str, options: Mapping[str, Any], environment: Mapping[str, str]) -> Chat:
    """Return a chat of a kind; raises BadValueError, or ExtraMissingError if its library is not installed."""
    row = find_kind(kind)
    settings = row.options(**options)
    require_library(kind)
    module = import_module(row.module)
    secrets = {name: environment.get(variable, "") for name, variable in row.secrets}
    chat: Chat = getattr(module, row.name)(settings, **secrets)
    return chat


def require_library(kind: str) -> None:
    """Raise ExtraMissingError if the library of a kind of chat is not installed, or like `find_kind`."""
    if extra := find_kind(kind).extra:
        require(extra, f"A bridge to {kind}")


def find_kind(kind: str) -> ChatKind:
    """Return the row of a kind of chat; raises BadValueError, or ChatKindError."""
    if kind in KINDS:
        return KINDS[kind]
    known = every_kind()
    if kind in known:
        return known[kind]
    if (error := broken_kinds().get(kind)) is not None:
        raise error
    raise BadValueError(path="/chat", got=kind, expected=" | ".join(known))
