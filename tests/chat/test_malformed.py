"""A malformed post, live or in the history of a chat, is reported and skipped: it costs no other post."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chatting import until
from mattermost_server import TOKEN as MATTERMOST_TOKEN
from mattermost_server import MattermostServer
from process import renkei
from renkei import Bridge, BridgeSettings, Chat, Project
from renkei.edges.chat.mattermost.chat import MattermostChat
from renkei.edges.chat.options import MattermostOptions, SlackOptions
from renkei.edges.chat.slack.chat import SlackChat
from slack_server import APP, SlackServer
from slack_server import TOKEN as SLACK_TOKEN
from team import small_team

SKIPPED = "{} sent something unexpected, which was skipped: {}"


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("bridge", "relay"):
        monkeypatch.setattr(f"renkei.edges.chat.bridge.{place}.FIRST_PAUSE", 0.05)


@pytest.fixture
def mattermost() -> Iterator[MattermostServer]:
    found = MattermostServer()
    yield found
    found.stop()


@pytest.fixture
def slack() -> Iterator[SlackServer]:
    found = SlackServer()
    yield found
    found.stop()


def bridged(project: Project, chat: Chat, channel: str, person: str, **more: Any) -> Bridge:
    values = {"channels": {channel: "all"}, "people": {person: "human"}} | more
    return Bridge(project, chat, settings=BridgeSettings.model_validate(values))


def said(project: Project, *, past: bool = False) -> list[str]:
    events = (event for record in project.records() for event in record.events)
    return [one.message.payload.body for one in events if one.kind == "message_sent" and one.is_past == past]


def test_mattermost(mattermost: MattermostServer, tmp_path: Path) -> None:
    def bridge(**more: Any) -> Bridge:
        options = MattermostOptions(server=f"http://127.0.0.1:{mattermost.port}")
        chat = MattermostChat(options, MATTERMOST_TOKEN)
        return bridged(project, chat, "eng/team", mattermost.user("ann"), **more)

    def say(text: str, **faults: Any) -> None:
        mattermost.posts[mattermost.say("ann", text)["id"]] |= faults

    say("old")
    say("old, with odd properties", props="x")
    del mattermost.posts[mattermost.say("ann", "old, without a time")["id"]]["create_at"]
    say("older")
    with small_team(tmp_path / "p", guarded=False) as project:
        with bridge(past=100) as one:
            until(lambda: said(project, past=True) == ["old", "older"])
            assert SKIPPED.format("Mattermost", "the post") in one.problem
            say("live")
            until(lambda: said(project) == ["live"])
        say("missed")
        say("missed, with odd properties", props="x")
        say("missed, with odd files", metadata={"files": ["x"]})
        say("missed as well")
        with bridge() as one:
            until(lambda: said(project) == ["live", "missed", "missed as well"])
            assert SKIPPED.format("Mattermost", "the post") in one.problem
            channel = mattermost.posts[next(iter(mattermost.posts))]["channel_id"]
            mattermost.on_loop(mattermost._tell("posted", {"id": "x", "channel_id": channel}))
            say("live again")
            until(lambda: said(project)[-1] == "live again")
            assert SKIPPED.format("Mattermost", "the event posted") in one.problem


def test_slack(slack: SlackServer, tmp_path: Path) -> None:
    def bridge(**more: Any) -> Bridge:
        chat = SlackChat(SlackOptions(api=f"{slack.address}/api"), APP, SLACK_TOKEN)
        return bridged(project, chat, "team", "U0ANN0000", **more)

    slack.say("U0ANN0000", "old")
    slack.say("U0ANN0000", "old, with odd files")["files"] = [{"name": "x", "size": "y"}]
    slack.say("U0ANN0000", "older")
    with small_team(tmp_path / "p", guarded=False) as project:
        with bridge(past=100) as one:
            until(lambda: said(project, past=True) == ["old", "older"])
            assert SKIPPED.format("Slack", "the post") in one.problem
            slack.say("U0ANN0000", "live")
            until(lambda: said(project) == ["live"])
            slack.say("U0ANN0000", "live, with odd files", files=[{"name": "x", "size": "y"}])
            slack.say("U0ANN0000", "live again")
            until(lambda: said(project) == ["live", "live again"])
            assert SKIPPED.format("Slack", "an event") in one.problem
        slack.say("U0ANN0000", "missed")
        slack.say("U0ANN0000", "missed, with odd reactions", reactions=5)
        slack.say("U0ANN0000", "missed, with odd files", files=[{"name": "x", "size": "y"}])
        slack.say("U0ANN0000", "missed as well")
        with bridge() as one:
            until(lambda: said(project)[-1] == "missed as well")
            assert said(project)[2] == "missed"
            assert SKIPPED.format("Slack", "the post") in one.problem


@pytest.mark.parametrize("option", ["--history=5", "--since=2026-01-15"])
def test_a_chat_without_a_past_says_so(option: str, tmp_path: Path) -> None:
    done = renkei("bridge", "telegram", "--channel", "-5", option, cwd=tmp_path)
    assert done.returncode == 2
    assert f"{option.partition('=')[0]} is not possible here" in done.stderr
    assert "These chats have a past: matrix, mattermost, slack, discord." in done.stderr
