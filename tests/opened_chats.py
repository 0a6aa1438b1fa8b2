"""Opens each kind of chat for a test: its real server, or one that follows its documentation, with the rig for it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import pytest
from local_synapse import LocalSynapse, interpreter

from chat_rigs import DiscordRig, IrcRig, LinesRig, MatrixRig, MattermostRig, MemoryRig, SlackRig, TelegramRig
from discord_server import DiscordServer
from irc_server import Person, irc_server
from matrix_people import Person as MatrixPerson
from mattermost_server import MattermostServer
from renkei.edges.chat.errors import ChatRefusedError
from renkei.edges.chat.matrix.registration import registration
from renkei.testing.rig import Rig
from slack_server import SlackServer
from telegram_server import TelegramServer

PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "bridges.md"

Opened = Callable[[Path], Iterator[Rig]]


def memory(directory: Path) -> Iterator[Rig]:
    yield MemoryRig()


def lines(directory: Path) -> Iterator[Rig]:
    yield LinesRig(directory, PAGE)


def slack(directory: Path) -> Iterator[Rig]:
    server = SlackServer()
    yield SlackRig(server)
    server.stop()


def mattermost(directory: Path) -> Iterator[Rig]:
    server = MattermostServer()
    yield MattermostRig(server)
    server.stop()


def discord(directory: Path) -> Iterator[Rig]:
    server = DiscordServer()
    yield DiscordRig(server)
    server.stop()


def telegram(directory: Path) -> Iterator[Rig]:
    server = TelegramServer()
    yield TelegramRig(server)
    server.stop()


def irc(directory: Path) -> Iterator[Rig]:
    with irc_server(directory) as server, ExitStack() as stack:
        yield IrcRig(server, lambda *of: stack.enter_context(closing(Person(*of))))  # type: ignore[arg-type]


_servers: dict[str, LocalSynapse] = {}


def matrix(directory: Path, *, agents: bool) -> Iterator[Rig]:
    if interpreter() is None:
        pytest.skip("no Synapse is installed: see tools/synapse.sh")
    file = directory.parent / "renkei.yaml"
    if not _servers:
        with pytest.raises(ChatRefusedError):
            registration(file)
        _servers[str(file)] = LocalSynapse(directory.parent / "synapse", app_service_config_files=[str(file)])
        _servers[str(file)].start()
    ((path, server),) = _servers.items()
    names = (f"{name}-{directory.name.lower()}" for name in ("ann", "eve", "bot"))
    yield MatrixRig(server, path if agents else "", *(MatrixPerson(server, server.sign_up(name)) for name in names))


KINDS: dict[str, Opened] = {
    "memory": memory,
    "documented": lines,
    "slack": slack,
    "mattermost": mattermost,
    "discord": discord,
    "telegram": telegram,
    "irc": irc,
    "matrix": partial(matrix, agents=False),
    "matrix-agents": partial(matrix, agents=True),
}


def close_servers() -> None:
    """End the servers that rigs share."""
    while _servers:
        _servers.popitem()[1].kill()
