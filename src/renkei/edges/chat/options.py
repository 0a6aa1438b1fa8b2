"""The options of each kind of chat. Their docstrings are the help of its command and of its options."""

import os
import re
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from renkei.protocol.primitives import Frozen


def _absolute(path: str) -> str:
    return str(Path(path).absolute()) if path else ""


class ConsoleOptions(Frozen):
    """Use this terminal as the chat: the posts of the team are printed, and each line that you type is a post."""


class MatrixOptions(Frozen):
    """Connect rooms of a Matrix server.

    The bridge is a separate user, which signs in with $RENKEI_MATRIX_TOKEN, or with --user and
    $RENKEI_MATRIX_PASSWORD.
    """

    homeserver: Annotated[str, Field(pattern=r"^https?://[^\s/]+")]
    """Address of the homeserver, such as https://matrix.example."""
    user: str = ""
    """The bridge's user, such as @renkei:matrix.example; needed with a password, not with a token."""
    registration: Annotated[str, AfterValidator(_absolute)] = ""
    """Be an application service, in which each agent is a user with a name and a picture: the registration file. If it
    does not exist, the first start writes it, for the homeserver."""


class IrcOptions(Frozen):
    """Connect channels of an IRC server.

    The bridge signs in with $RENKEI_IRC_PASSWORD where it has an account. People are known by their accounts: --person
    ACCOUNT=ID. A password of the server is $RENKEI_IRC_SERVER_PASSWORD.
    """

    server: str
    """Name or address of the server; HOST:PORT also names its port."""
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

    @model_validator(mode="before")
    @classmethod
    def _split(cls, given: Any) -> Any:
        """Return the options with the port of the server's address as an option of its own, unless that is given."""
        found = (
            re.fullmatch(r"(\[.*\]|[^:]*):(\d{1,5})", str(given.get("server", ""))) if isinstance(given, dict) else None
        )
        return given if found is None else {"port": int(found[2]), **given, "server": found[1].strip("[]")}


class SlackOptions(Frozen):
    """Connect channels of a Slack workspace.

    The bridge is an app of the workspace, which signs in with $SLACK_BOT_TOKEN and connects with $SLACK_APP_TOKEN. A
    channel is named as in Slack, or by its id. People are known by their member ids: --person U024BE7LH=ID.
    """

    api: str = ""
    """Address of the Web API, where it is not https://slack.com/api/."""


class MattermostOptions(Frozen):
    """Connect channels of a Mattermost server.

    The bridge is a bot account, which signs in with $RENKEI_MATTERMOST_TOKEN. A channel is TEAM/CHANNEL, as in its
    address. People are known by their ids, which stay the same when somebody takes another name: --person USER-ID=ID.
    """

    server: str
    """Address of the server, such as https://mattermost.example."""
    team: str = ""
    """The team of the channels that are written without one, as in its address."""
    buttons: str = ""
    """Show buttons below requests: the address at which the server reaches the bridge with a press."""
    buttons_listen: str = "127.0.0.1:8066"
    """HOST:PORT at which the bridge listens for presses, if it shows buttons."""


class MailboxOptions(Frozen):
    """Connect a team whose members write to each other through JSONL mailboxes.

    The members of its roster join the project as agents, and the project's agents appear in its roster: both sides
    write to each other by name.
    """

    path: Annotated[str, AfterValidator(os.path.abspath)]
    """The directory in which the team's program runs: `.team`, `.teams` or `.mailboxes` lies in it."""
    form: Literal["", "s09", "s13", "s15", "v8"] = ""
    """The form of its files: s09, s13, s15 or v8; by default what is found there."""
    team: str = ""
    """The name of the team, where `.teams` has several."""


class TelegramOptions(Frozen):
    """Connect groups and channels of Telegram.

    The bridge is a bot, which signs in with $TELEGRAM_BOT_TOKEN. A channel is the id of a group, such as
    -1001234567890, or @NAME of a public one; ID/TOPIC is a topic of a forum. People are known by their ids: --person
    123456789=ID. The bot answers /id with both.
    """

    api: str = ""
    """Address of the Bot API, where it is not https://api.telegram.org."""


class DiscordOptions(Frozen):
    """Connect text channels of Discord servers.

    The bridge is a bot, which signs in with $DISCORD_BOT_TOKEN. A channel is named as in Discord, or by its id. People
    are known by their ids: --person 80351110224678912=ID.
    """

    api: str = ""
    """Address of the HTTP API, where it is not https://discord.com/api/v10."""
