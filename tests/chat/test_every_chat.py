"""Every kind of chat passes the same suite, against its real server or one that follows its documentation."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
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
from renkei.testing.chat import CHECKS, Check, without
from renkei.testing.rig import CannotDoError, Rig
from slack_server import SlackServer
from telegram_server import TelegramServer

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "bridges.md"

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


WHOLE = ("memory", "documented", "irc", "mattermost")
"""The kinds that `make test` holds against every check. It holds all others against two."""


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    for server in _servers.values():
        server.kill()


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.edges.chat.slack.socket_mode.PING_SECONDS", 1.0)
    monkeypatch.setattr("renkei.edges.chat.discord.event_link.CHECK_SECONDS", 0.05)
    for place in ("bridge", "relay"):
        monkeypatch.setattr(f"renkei.edges.chat.bridge.{place}.FIRST_PAUSE", 0.05)
        monkeypatch.setattr(f"renkei.edges.chat.bridge.{place}.LONGEST_PAUSE", 0.2)


@pytest.mark.short(*(f"{kind}-*" for kind in WHOLE), "*-posts_are_heard_*", "*-messages_are_posted_*")
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("kind", KINDS)
def test_a_chat_passes_the_suite(kind: str, check: Check, tmp_path: Path) -> None:
    with contextmanager(KINDS[kind])(tmp_path) as rig:
        without(check, pytest.skip)(rig)


@pytest.mark.parametrize(("error", "skipped"), [(CannotDoError, 1), (NotImplementedError, 0), (AssertionError, 0)])
def test_a_check_is_skipped_only_for_what_its_rig_cannot_do(error: type[Exception], skipped: int) -> None:
    def check(rig: Rig) -> None:
        raise error

    reasons: list[str] = []
    with nullcontext() if skipped else pytest.raises(error):
        without(check, reasons.append)(MemoryRig())
    assert len(reasons) == skipped
