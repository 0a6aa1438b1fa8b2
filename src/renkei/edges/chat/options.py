"""The options of each kind of chat. Their docstrings are the help of the command line."""

import os
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from renkei.protocol.primitives import Frozen


class ConsoleOptions(Frozen):
    """The terminal has no options."""


class MatrixOptions(Frozen):
    """How a Matrix server is reached."""

    homeserver: Annotated[str, Field(pattern=r"^https?://[^\s/]+")]
    """Address of the homeserver, such as https://matrix.example."""
    user: str = ""
    """The bridge's user, such as @renkei:matrix.example; needed with a password, not with a token."""


class IrcOptions(Frozen):
    """How an IRC server is reached."""

    server: str
    """Name or address of the server."""
    port: Annotated[int, Field(ge=1, le=65535)] = 6697
    """Port of the server."""
    nick: str = "renkei"
    """The bridge's nickname."""
    tls: bool = True
    """Whether the connection is encrypted."""
    account: str = ""
    """The bridge's account, to which $RENKEI_IRC_PASSWORD belongs; by default its nickname."""
    nickserv: bool = False
    """Whether the password is sent in a message to NickServ when the server has no SASL."""
    trust_nicks: bool = False
    """Whether a nickname without an account is the user of that name. Anybody can take a nickname: for servers that
    only the team can reach."""


class SlackOptions(Frozen):
    """How Slack is reached: the tokens say which workspace it is."""

    api: str = ""
    """Address of the Web API, where it is not https://slack.com/api/."""


class MattermostOptions(Frozen):
    """How a Mattermost server is reached."""

    server: str
    """Address of the server, such as https://mattermost.example."""
    team: str = ""
    """The team of the channels that are written without one, as in its address."""


class MailboxOptions(Frozen):
    """Where the files of a team with mailboxes are."""

    path: Annotated[str, AfterValidator(os.path.abspath)]
    """The directory in which the team's program runs: `.team`, `.teams` or `.mailboxes` lies in it."""
    form: Literal["", "s09", "s13", "s15", "v8"] = ""
    """The form of its files: s09, s13, s15 or v8; by default what is found there."""
    team: str = ""
    """The name of the team, where `.teams` has several."""
