"""A server that is another one than its settings say."""

import json
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest

from renkei import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.discord.api import DiscordApi
from renkei.edges.chat.kinds import make_chat
from renkei.edges.chat.options import MatrixOptions
from renkei.edges.chat.slack.api import SlackApi

SECRETS = {
    "RENKEI_MATRIX_TOKEN": "x",
    "RENKEI_MATTERMOST_TOKEN": "x",
    "SLACK_APP_TOKEN": "xapp-1",
    "SLACK_BOT_TOKEN": "xoxb-1",
    "DISCORD_BOT_TOKEN": "x",
    "TELEGRAM_BOT_TOKEN": "1:x",
}
ADDRESS = {"matrix": "homeserver", "mattermost": "server", "slack": "api", "discord": "api", "telegram": "api"}


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    """A server that answers everything with the same JSON, its `said`."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            said = json.dumps(self.server.said).encode()
            self.send_response(self.server.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        do_POST = do_GET  # noqa: N815 – the name that the library looks for

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as made:
        made.status = 200
        thread = Thread(target=made.serve_forever, args=(0.01,))
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.mark.parametrize("kind", ADDRESS)
@pytest.mark.parametrize("said", [{}, [], "x", {"ok": True}], ids=str)
def test_a_server_of_another_kind_is_one_that_cannot_be_reached(server: ThreadingHTTPServer, kind: str, said: object):
    server.said = said
    chat = make_chat(kind, {ADDRESS[kind]: f"http://127.0.0.1:{server.server_port}"}, SECRETS)
    with pytest.raises(ChatUnreachableError):
        chat.open(["eng/team"])
    chat.close()


@pytest.mark.parametrize("status", [500, 502, 504])
def test_a_file_on_a_server_that_is_gone_is_refused_so_that_nobody_stops_a_bridge_with_its_address(
    server: ThreadingHTTPServer, status: int
):
    from renkei.edges.chat.matrix.server import Homeserver

    with closing(Homeserver(f"http://127.0.0.1:{server.server_port}")) as home:
        server.said = {"user_id": "@renkei:team.example", "errcode": "M_UNKNOWN"}
        home.sign_in("token", "", "", "device")
        server.status = status
        with pytest.raises(ChatRefusedError, match=r"gone\.example"):
            home.download("mxc://gone.example/abc", 9)
        with pytest.raises(ChatUnreachableError):  # what the bridge's own server has is asked for again
            home.download("mxc://team.example/abc", 9)


def test_a_server_whose_pages_never_end_holds_up_nothing(server: ThreadingHTTPServer):
    address, ended = f"http://127.0.0.1:{server.server_port}", Event()
    server.said = {"ok": True, "messages": [], "response_metadata": {"next_cursor": "again"}}
    slack = SlackApi(f"{address}/api", "xoxb-1", ended)
    assert len(list(slack.pages("conversations.history", channel="C1"))) == 2
    server.said = [{"id": "5"}] * 100
    with closing(DiscordApi(address, "x", ended)) as discord:
        assert len(list(discord.newer("1", 0))) == 200
    from renkei.edges.chat.matrix.chat import MatrixChat

    with closing(MatrixChat(MatrixOptions(homeserver=address), "token")) as matrix:
        server.said = {"user_id": "@renkei:team.example"}
        matrix._server.sign_in("token", "", "", "device")
        server.said = {"chunk": [], "end": "t1", "joined_rooms": []}
        assert list(matrix._between("!room:example", "t0", "t9")) == []
