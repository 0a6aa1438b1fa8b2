"""Slack's own forms: the slash command, the form for a reason, and the app's home of a person."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from chat_team import ask as choose
from chat_team import hurry, messages, sent, submit_work, team
from chatting import until
from renkei import Bridge, BridgeSettings
from renkei.edges.chat.options import SlackOptions
from renkei.edges.chat.slack.chat import SlackChat
from renkei.edges.chat.slack.forms import REASON, reason_form, submitted, usage_hint
from renkei.edges.chat.slack.manifest import manifest
from renkei.edges.chat.slack.text import LONGEST_VALUE
from renkei.project.project import Project
from slack_limits import check_view
from slack_server import APP, TOKEN, SlackServer

ANN, BOB, EVE = "U0ANN0000", "U0BOB0000", "U0EVE0000"


@pytest.fixture
def server() -> Iterator[SlackServer]:
    found = SlackServer()
    yield found
    found.stop()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


@contextmanager
def bridged(server: SlackServer, project: Project) -> Iterator[Bridge]:
    chat = SlackChat(SlackOptions(api=f"{server.address}/api"), APP, TOKEN)
    settings = BridgeSettings(chat="slack", channels={"#team": "all"}, people={ANN: "human", BOB: "bob"})
    with Bridge(project, chat, name="slack", settings=settings) as bridge:
        until(lambda: server.opened and bridge._file.position("chat"))
        yield bridge


def ask(project: Project, decision: str) -> None:
    choose(project, decision, "Postgres", "SQLite", to=("human",))


def status_of(project: Project) -> str:
    return str(project.find_contract("T-1").status)


def review_of(server: SlackServer) -> dict[str, Any]:
    found = until(lambda: [one for one in server.own() if "REVIEW_REQUEST" in one["text"]])
    return dict(found[0])


def test_the_slash_command_is_answered_to_its_author_alone(server: SlackServer) -> None:
    with team() as project, bridged(server, project) as bridge:
        server.repeat = True
        server.slash(ANN, "status")
        (answer,) = until(lambda: server.whispers)
        assert answer[:2] == ("C0TEAM000", ANN)
        assert "No contract is open" in answer[2]
        server.slash(ANN, "help decide")
        until(lambda: "/renkei decide DECISION" in server.whispers[-1][2])
        server.slash(ANN, "")
        until(lambda: "/renkei delegate" in server.whispers[-1][2])
        server.slash(EVE, "pause worker because")  # nobody knows her
        until(lambda: "NOT_ALLOWED" in server.whispers[-1][2])
        server.slash(BOB, f"pause <@{ANN}|ann> because", "D")
        until(lambda: "UNKNOWN_ACTOR" in str(server.said()) or "BAD_VALUE" in str(server.said()))
        server.slash(ANN, "delegate worker Build the login form", "C0SECRET0")  # where no bridge is
        until(lambda: "TASK_HANDOFF" in messages(project, "human"))
        until(lambda: not server.unacknowledged)
        assert len(messages(project, "human")) == 1
        assert bridge.problem == ""


def test_work_is_sent_back_with_a_form_for_the_reason(server: SlackServer) -> None:
    with team() as project, bridged(server, project):
        submit_work(project)
        post = review_of(server)
        server.repeat = True
        server.press(ANN, post, 1)
        (form,) = until(lambda: server.forms)
        assert form["title"]["text"] == "Send back…"
        assert status_of(project) == "submitted"
        server.submit(ANN, "it is slow\nand long")
        until(lambda: status_of(project) == "in_progress")
        (verdict,) = [one for one in sent(project, "human") if one.type == "REVIEW_RESULT"]
        assert verdict.payload.summary == "it is slow\nand long"
        until(lambda: not server.unacknowledged)


def test_a_form_that_slack_no_longer_opens_becomes_a_question(server: SlackServer) -> None:
    with team() as project, bridged(server, project):
        submit_work(project)
        post = review_of(server)
        server.fail("views.open", error="expired_trigger_id")
        server.press(ANN, post, 1)
        asked = until(lambda: [one for one in server.own() if "Why?" in one["text"]])[0]
        thread = post.get("thread_ts", post["ts"])
        assert asked["thread_ts"] == thread
        server.say(ANN, "it is slow", "D", thread_ts=thread)
        until(lambda: status_of(project) == "in_progress")


def test_a_slash_command_without_its_reason_opens_the_form(server: SlackServer) -> None:
    with team() as project, bridged(server, project):
        server.slash(ANN, "pause worker")
        until(lambda: server.forms)
        server.submit(ANN, "lunch")
        until(lambda: project.state.suspended.get("worker") == "lunch")
        until(lambda: "worker is paused" in str(server.whispers))


def test_a_form_keeps_the_longest_command_of_a_button_in_any_language() -> None:
    command = "/send-back ".ljust(LONGEST_VALUE, "終")
    kept = {"above": "1.000001@1.000001", "channel": "チーム" * 25, "post": "command 1.000001.trigger U0ANN0000"}
    form = reason_form(command, "差し戻す…", kept, "ja")
    check_view(form, "modal")
    values = {"state": {"values": {REASON: {REASON: {"value": "遅い"}}}}}
    assert submitted({**form, **values}) == (f"{command} because 遅い", {"command": command, **kept})


def test_a_slash_command_whose_form_does_not_open_is_asked_where_it_can_be_answered(server: SlackServer) -> None:
    with team() as project, bridged(server, project):
        server.fail("views.open", error="expired_trigger_id")
        server.slash(ANN, "pause worker")
        (asked,) = until(lambda: [one for one in server.own() if "Why?" in one["text"]])
        assert server.whispers == []
        server.say(ANN, "lunch", "D", thread_ts=asked["ts"])
        until(lambda: project.state.suspended.get("worker") == "lunch")


def test_every_slash_command_is_read_as_a_command(server: SlackServer) -> None:
    with team() as project, bridged(server, project):
        server.slash(ANN, "me waves")
        until(lambda: "There is no command /renkei me" in str(server.whispers))
        assert messages(project, "human") == []


def test_the_home_shows_what_waits_and_follows_it(server: SlackServer) -> None:
    with team() as project, bridged(server, project) as bridge:
        assert bridge.wait_until_posted(30)
        assert server.homes == {}  # nobody has opened it
        server.open_home(ANN)
        until(lambda: server.home(ANN).startswith("Nothing waits for you."))
        assert "worker: idle" in server.home(ANN).replace("•", "").replace("  ", " ")
        ask(project, "D-1")
        until(lambda: "[Postgres] [SQLite]" in server.home(ANN))
        assert server.home(ANN).startswith("1 thing waits for you")
        server.press_home(ANN, "SQLite")
        until(lambda: "DECISION_RESULT" in messages(project, "human"))
        until(lambda: server.home(ANN).startswith("Nothing waits for you."))
        submit_work(project)
        until(lambda: "[Accept] [Send back…]" in server.home(ANN))
        server.press_home(ANN, "Send back…")
        until(lambda: server.forms)
        server.submit(ANN, "it is slow")
        until(lambda: status_of(project) == "in_progress")
        server.press_home(ANN, "Pause worker")
        until(lambda: "[Resume worker]" in server.home(ANN))
        assert "worker" in project.state.suspended
        server.open_home(EVE)
        until(lambda: "no participant" in server.home(EVE))
        assert set(server.homes) == {ANN, EVE}
        assert bridge.problem == ""


def test_a_home_that_fails_is_shown_later_and_holds_up_no_post(
    server: SlackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.chat.bridge.showing.homes.AGAIN_SECONDS", 0.05)
    with team() as project, bridged(server, project) as bridge:
        server.fail("views.publish", 500, times=3)
        server.open_home(ANN)
        ask(project, "D-1")
        assert bridge.wait_until_posted(30)
        until(lambda: "[Postgres]" in server.home(ANN))


def test_the_home_is_shown_again_by_the_next_bridge(server: SlackServer, tmp_path: Path) -> None:
    with team(tmp_path / ".renkei") as project:
        with bridged(server, project):
            server.open_home(ANN)
            until(lambda: server.home(ANN))
        server.homes.clear()
        ask(project, "D-1")
        with bridged(server, project):
            until(lambda: "[Postgres]" in server.home(ANN))


def test_a_home_has_no_more_than_slack_shows(server: SlackServer) -> None:
    with team() as project, bridged(server, project):
        for number in range(60):
            ask(project, f"D-{number}")
        server.open_home(ANN)
        until(lambda: "more" in server.home(ANN))
        assert len(server.homes[ANN]["blocks"]) <= 100


def test_the_command_in_the_manifest_names_every_command() -> None:
    assert all(name in usage_hint() for name in ("status", "decide", "send-back", "set-quota"))
    (command,) = manifest()["features"]["slash_commands"]
    assert len(command["usage_hint"]) <= 1000
