"""The chats that ship with renkei: one row for each, with its class, options and required secrets.

Secrets are read from the environment and are never stored.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from renkei.edges.chat import options as o
from renkei.edges.chat.port import Chat
from renkei.edges.chat.settings import Share
from renkei.errors import BadValueError
from renkei.extras import require
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Frozen


@frozen
class ChatKind:
    """A kind of chat. `secrets`: argument of the class → variable of the environment.

    `channel`: its word for a channel; "" if it has only one. `share`: the default of its bridges.
    """

    module: str
    name: str
    options: type[Frozen]
    channel: str = "channel"
    share: Share = "all"
    server: tuple[str, ...] = ()
    """The options that identify the server; none if each bridge has its own chat."""
    secrets: tuple[tuple[str, str], ...] = ()
    extra: str = ""


KINDS: dict[str, ChatKind] = {
    "console": ChatKind("console", "ConsoleChat", o.ConsoleOptions),
    "matrix": ChatKind(
        "matrix.chat",
        "MatrixChat",
        o.MatrixOptions,
        channel="room",
        server=("homeserver",),
        secrets=(("token", "RENKEI_MATRIX_TOKEN"), ("password", "RENKEI_MATRIX_PASSWORD")),
        extra="matrix",
    ),
    "mailboxes": ChatKind(
        "mailboxes.chat", "MailboxChat", o.MailboxOptions, channel="", share="addressed", server=("path", "team")
    ),
    "irc": ChatKind(
        "irc.chat",
        "IrcChat",
        o.IrcOptions,
        server=("server",),
        secrets=(("password", "RENKEI_IRC_PASSWORD"), ("server_password", "RENKEI_IRC_SERVER_PASSWORD")),
    ),
    "mattermost": ChatKind(
        "mattermost.chat",
        "MattermostChat",
        o.MattermostOptions,
        server=("server",),
        secrets=(("token", "RENKEI_MATTERMOST_TOKEN"),),
        extra="mattermost",
    ),
    "slack": ChatKind(
        "slack.chat",
        "SlackChat",
        o.SlackOptions,
        server=("api",),
        secrets=(("app_token", "SLACK_APP_TOKEN"), ("bot_token", "SLACK_BOT_TOKEN")),
        extra="slack",
    ),
}
"""Every kind of chat by its name."""


def make_chat(kind: str, options: Mapping[str, Any], environment: Mapping[str, str]) -> Chat:
    """Return a chat of a kind; raises BadValueError, or ExtraMissingError if its library is not installed."""
    row = find_kind(kind)
    settings = row.options(**options)
    require_library(kind)
    module = import_module(f"renkei.edges.chat.{row.module}")
    secrets = {name: environment.get(variable, "") for name, variable in row.secrets}
    chat: Chat = getattr(module, row.name)(settings, **secrets)
    return chat


def require_library(kind: str) -> None:
    """Raise ExtraMissingError if the library of a kind of chat is not installed."""
    if extra := KINDS[kind].extra:
        require(extra, f"A bridge to {kind}")


def find_kind(kind: str) -> ChatKind:
    """Return the row of a kind of chat; raises BadValueError."""
    if kind not in KINDS:
        raise BadValueError(path="/chat", got=kind, expected=" | ".join(KINDS))
    return KINDS[kind]
