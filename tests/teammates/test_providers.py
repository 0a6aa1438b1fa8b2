"""A second provider: the class that the documentation shows, against a server that speaks its form."""

from pathlib import Path
from typing import Any

import pytest

import renkei
from agents.chat_api import ChatServer
from agents.scripted_model import Script, Step
from renkei.edges.team.errors import TeamStoppedError
from renkei.edges.team.models import openai_chat
from renkei.edges.team.models.claude import ClaudeModel
from renkei.edges.team.models.providers import find_model
from renkei.edges.team.team import Team
from renkei.errors import BadValueError
from teammates.scripted_team import team_file
from teammates.watching import FAST, said

DOCUMENT = Path(__file__).parents[2] / "docs" / "how-to" / "models.md"

REPORT = {"recipient": "human", "content": "All done.", "in_reply_to": "team-goal"}


def chat_team(script: Script, server: ChatServer, monkeypatch: pytest.MonkeyPatch, **more: Any) -> Team:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    file = team_file(model="openai:qwen3")
    return Team(renkei.create(":memory:", "shop", "g"), file, find_model=find_model, pauses=FAST, **more)


def test_a_team_runs_on_a_server_of_the_chat_form(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(
        Step("Reach the goal.", "Slow down", status=429, headers={"retry-after": "0.01"}),
        Step("Reach the goal.", "Busy", status=503),
        Step("Reach the goal.", "Half of an answer that breaks off.", cut=True),
        Step("Reach the goal.", "I begin.", "SendMessage", REPORT, json='{"recipient": "hum'),
        Step("not JSON", call="TaskList"),
        Step("", call="SendMessage", arguments=REPORT),
        ending="That is all.",
    )
    with ChatServer(script) as server:
        heard: list[str] = []
        team = chat_team(script, server, monkeypatch, hear=lambda member, text: heard.append(text))
        assert team.run() == "All done."
    pieces = ["I ", "begin."]
    assert any(heard[one : one + 2] == pieces for one in range(len(heard))), "its text comes as it is written"
    assert {"Half ", "of "} <= set(heard)
    assert "breaks " not in heard
    assert not script.open
    assert team.usage()["lead"].output >= 15
    last: dict[str, Any] = script.requests[-1]
    assert last["model"] == "qwen3"
    assert [one["role"] for one in last["messages"][:4]] == ["system", "user", "assistant", "tool"]
    assert last["messages"][2]["content"] == "I begin."


def test_a_wrong_key_stops_the_team_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(Step("", "no such key", status=401, again=True))
    with ChatServer(script) as server:
        team = chat_team(script, server, monkeypatch)
        with pytest.raises(TeamStoppedError, match="no such key"):
            team.run()
    assert "no such key" in " ".join(said(team.project, "lead"))


def test_a_word_before_the_colon_that_is_no_provider_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadValueError, match=r"no provider 'opnai'.* Providers: claude, openai.* claude:opnai:tiny"):
        find_model("opnai:tiny")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
    assert isinstance(find_model("claude:llama:7b"), ClaudeModel)
    assert isinstance(find_model("qwen3:8b"), ClaudeModel)


def test_the_documentation_shows_the_class_as_it_is_tested() -> None:
    assert Path(openai_chat.__file__).read_text() in DOCUMENT.read_text()
