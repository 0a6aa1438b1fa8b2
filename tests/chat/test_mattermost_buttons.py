"""Buttons in Mattermost: presses come from its server to an address of the bridge, and from anyone who finds it."""

import json
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from threading import Thread
from typing import Any

import httpx2
import pytest

from chat_team import hurry
from chatting import until
from local_server import free_port
from mattermost_server import BOT, TOKEN, MattermostServer
from renkei import Project
from renkei.edges.chat.bridge.bridge import Bridge
from renkei.edges.chat.errors import ChatRefusedError
from renkei.edges.chat.mattermost import presses
from renkei.edges.chat.mattermost.chat import MattermostChat
from renkei.edges.chat.mattermost.presses import MOST_BYTES, Presses
from renkei.edges.chat.options import MattermostOptions
from renkei.edges.chat.port import Choice
from renkei.edges.chat.settings import BridgeSettings
from renkei.protocol.payloads import DecisionOption, DecisionRequest, StatusUpdate
from team import small_team

IDS = dict.fromkeys(("user_id", "channel_id", "post_id"), "a" * 26)


@pytest.fixture
def server() -> Iterator[MattermostServer]:
    found = MattermostServer()
    yield found
    found.stop()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    monkeypatch.setattr("renkei.edges.chat.mattermost.chat.CHECK_SECONDS", 0.05)


@pytest.fixture
def asked(server: MattermostServer) -> Iterator[tuple[Project, str]]:
    """A project with an open decision in a channel with buttons, and the address for their presses."""
    project, at = small_team(guarded=False), f"127.0.0.1:{free_port()}"
    options = MattermostOptions(server=f"http://127.0.0.1:{server.port}", buttons=f"http://{at}/x", buttons_listen=at)
    people = {server.user("ann"): "human", server.user("bob"): "bob"}
    settings = BridgeSettings(chat="mattermost", channels={"eng/team": "all"}, people=people)
    with Bridge(project, MattermostChat(options, TOKEN), settings=settings):
        made = tuple(DecisionOption(label=one, analysis="") for one in ("mysql", "sqlite"))
        request = DecisionRequest(decision_id="D-1", question="Which?", options=made, recommended="mysql")
        project.send(project.message("ann", request, ["all", "human"]))
        until(lambda: server.said())
        yield project, options.buttons


def post_of(server: MattermostServer) -> dict[str, Any]:
    """Return the bridge's first post as it is now."""
    return dict(next(one for one in list(server.posts.values()) if one["user_id"] == BOT))


def chosen(project: Project) -> list[str]:
    events = (event for record in project.records() for event in record.events if event.kind == "message_sent")
    return [one.message.payload.chosen_option for one in events if one.message.type == "DECISION_RESULT"]


def test_a_press_is_confirmed_once_it_is_in_the_log(server, asked):
    project, _ = asked
    post = post_of(server)
    assert post["message"].endswith("Answer: press a button, or reply with an option or its number")
    assert [one["style"] for one in post["props"]["attachments"][0]["actions"]] == ["primary", "default"]
    assert server.press("ann", post, "sqlite") == 200
    assert chosen(project) == ["sqlite"]
    until(lambda: "attachments" not in post_of(server)["props"])  # a settled request has no buttons


def test_presses_that_are_not_of_the_button_decide_nothing(server, asked):
    project, url = asked
    post = post_of(server)
    context = post["props"]["attachments"][0]["actions"][0]["integration"]["context"]
    assert server.press("ann", post, "mysql", context=context | {"proof": "0" * 64}) == 403
    assert server.press("ann", post, "mysql", context=context | {"command": "/resume-project"}) == 403
    assert server.press("ann", post, "mysql", user_id="../../users") == 403
    assert server.press("ann", post, "mysql", channel_id="z" * 26) == 200  # a channel that is not the bridge's
    assert server.press("eve", post, "mysql") == 200  # a guest is told so in the chat
    assert server.press("bob", post, "mysql", user_id=server.user("eve")) == 200
    until(lambda: any("may not use commands" in one for one in server.said()))
    assert [httpx2.post(url, content=one).status_code for one in (b"{", b"[]", b"\xff", b'{"context": {}}')] == [
        400
    ] * 4
    assert httpx2.get(url).status_code == 501
    assert chosen(project) == []


def test_a_press_that_is_sent_again_is_done_once(server, asked):
    project, _ = asked
    project.send(project.message("bob", StatusUpdate(new_status="working", progress_summary="halfway"), "all"))
    post = until(lambda: next((one for one in list(server.posts.values()) if "halfway" in one["message"]), None))
    assert server.press("ann", post, "Pause bob", trigger_id="first") == 200
    assert "bob" in project.state.suspended
    project.resume("bob")
    assert server.press("ann", post, "Pause bob", trigger_id="first") == 200
    assert "bob" not in project.state.suspended
    assert server.press("ann", post, "Pause bob", trigger_id="second") == 200
    assert "bob" in project.state.suspended


def test_a_body_that_is_too_long_is_not_read(asked):
    at = asked[1].removeprefix("http://").removesuffix("/x")
    for length in (str(MOST_BYTES + 1), "0" * 12 + "9" * 7, "-1", "1e3"):
        with closing(HTTPConnection(at)) as client:
            client.request("POST", "/x", b"{}", {"Content-Length": length})
            assert client.getresponse().status == 413


def own_press(of: Presses) -> bytes:
    (shown,) = of.attachments([Choice("yes", "/decide D-1 yes")])
    return json.dumps(IDS | {"context": shown["actions"][0]["integration"]["context"]}).encode()


def test_a_press_that_reaches_no_log_fails_and_is_not_done_later(monkeypatch):
    monkeypatch.setattr(presses, "PATIENCE_SECONDS", 0.01)
    one = Presses("http://bridge.test/", "127.0.0.1:0", TOKEN)
    assert one.take(own_press(one)) == 503
    assert list(one.heard()) == []


def test_a_press_that_a_chat_gives_up_is_not_confirmed(monkeypatch):
    monkeypatch.setattr(presses, "PATIENCE_SECONDS", 1.0)
    one, found = Presses("http://bridge.test/", "127.0.0.1:0", TOKEN), []
    asking = Thread(target=lambda: found.append(one.take(own_press(one))))
    asking.start()
    until(lambda: one._waiting)
    next(one.heard())  # and no next, as when the link breaks
    asking.join()
    assert found == [503]


def test_a_bridge_that_connects_again_still_hears_presses(server: MattermostServer) -> None:
    """As after a failure of the server while the bridge connected for the first time."""
    at = f"127.0.0.1:{free_port()}"
    options = MattermostOptions(server=f"http://127.0.0.1:{server.port}", buttons=f"http://{at}/x", buttons_listen=at)
    with closing(MattermostChat(options, TOKEN)) as chat:
        for _ in range(2):
            chat.open(["eng/team"])
        assert httpx2.post(options.buttons, content=b"{").status_code == 400


@pytest.mark.parametrize(
    ("url", "listen", "reason"),
    [("bridge.test", "127.0.0.1:1", "no address for buttons"), ("http://b.test", "8066", "no address to listen at")],
)
def test_wrong_addresses_are_named(url: str, listen: str, reason: str):
    with pytest.raises(ChatRefusedError, match=reason):
        Presses(url, listen, TOKEN)


def test_an_address_that_is_taken_is_named(asked: tuple[Project, str]):
    port = asked[1].removesuffix("/x").rpartition(":")[2]
    with pytest.raises(ChatRefusedError, match="--buttons-listen"):
        Presses("http://b.test", f"127.0.0.1:{port}", TOKEN).open()
