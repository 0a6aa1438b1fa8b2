"""A second provider: the class that the documentation shows, against a server that speaks its form."""

import json
from pathlib import Path
from typing import Any

import pytest

import renkei
from renkei.edges.team.errors import ModelUnavailableError, TeamStoppedError
from renkei.edges.team.models import openai_chat
from renkei.edges.team.models.claude import ClaudeModel
from renkei.edges.team.models.model import ModelAnswer, ModelRequest, ToolSpec, find_model
from renkei.edges.team.models.openai_chat import OpenAIChatModel
from renkei.edges.team.team import Team
from renkei.errors import BadValueError
from renkei.testing import Reply, Script, ScriptedModel
from teammates.scripted_team import team_file
from teammates.watching import FAST, said

DOCUMENT = Path(__file__).parents[2] / "docs" / "how-to" / "models.md"

REPORT = {"recipient": "human", "content": "All done.", "in_reply_to": "team-goal"}


def chat_team(script: Script, server: ScriptedModel, monkeypatch: pytest.MonkeyPatch, **more: Any) -> Team:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    file = team_file(model="openai:qwen3")
    return Team(renkei.create(":memory:", "shop", "g"), file, find_model=find_model, pauses=FAST, **more)


def test_a_team_runs_on_a_server_of_the_chat_form(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(
        Reply("Reach the goal.", "Slow down", status=429, headers={"retry-after": "0.01"}),
        Reply("Reach the goal.", "Busy", status=503),
        Reply("Reach the goal.", "Half of an answer that breaks off.", cut=True),
        Reply("Reach the goal.", "I begin.", "SendMessage", REPORT, json='{"recipient": "hum'),
        Reply("not JSON", call="TaskList"),
        Reply("", call="SendMessage", arguments=REPORT),
        ending="That is all.",
    )
    with ScriptedModel(script) as server:
        heard: list[str] = []
        team = chat_team(script, server, monkeypatch, on_text=lambda member, text: heard.append(text))
        assert team.run() == "All done."
    pieces = ["I ", "begin."]
    assert any(heard[one : one + 2] == pieces for one in range(len(heard))), "its text comes as it is written"
    assert {"Half ", "of "} <= set(heard)
    assert "breaks " not in heard
    assert not script.open
    assert team.usage()["lead"].output >= 15
    last: dict[str, Any] = script.requests[-1].body
    assert last["model"] == "qwen3"
    assert [one["role"] for one in last["messages"][:4]] == ["system", "user", "assistant", "tool"]
    assert last["messages"][2]["content"] == "I begin."


def test_a_wrong_key_stops_the_team_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(Reply("", "no such key", status=401, again=True))
    with ScriptedModel(script) as server:
        team = chat_team(script, server, monkeypatch)
        with pytest.raises(TeamStoppedError, match="no such key"):
            team.run()
    assert "no such key" in " ".join(said(team.project, "renkei"))


def stream(*pieces: dict[str, Any]) -> str:
    chunks = [{"choices": [{"delta": {"tool_calls": [one]}}]} for one in pieces]
    end = {"choices": [{"delta": {}, "finish_reason": "tool_calls"}]}
    return "".join(f"data: {json.dumps(one)}\n\n" for one in (*chunks, end))


def ask(server: ScriptedModel, monkeypatch: pytest.MonkeyPatch) -> ModelAnswer:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    request = ModelRequest("", (), (ToolSpec("read_file", "Read a file.", {}),))
    return OpenAIChatModel("qwen3").answer(request)


@pytest.mark.parametrize("indexed", [True, False])
def test_parallel_calls_stay_apart_also_on_a_server_that_sends_no_index(
    indexed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces: list[dict[str, Any]] = [
        {"index": 0, "id": "a", "function": {"name": "read_file", "arguments": '{"path": '}},
        {"index": 0, "function": {"arguments": '"x"}'}},
        {"index": 1, "id": "b", "function": {"name": "list_files", "arguments": '{"path": "."}'}},
    ]
    if not indexed:
        for one in pieces:
            del one["index"]
    with ScriptedModel(Script(Reply("", raw=stream(*pieces)))) as server:
        answer = ask(server, monkeypatch)
    expected = [("a", "read_file", {"path": "x"}), ("b", "list_files", {"path": "."})]
    assert [(one.id, one.name, one.arguments) for one in answer.calls] == expected


@pytest.mark.parametrize(
    ("header", "seconds"), [("2.5", 2.5), ("1.2.3", 0), ("\u00b2", 0), ("-1", 0), ("inf", 0), ("nan", 0), ("soon", 0)]
)
def test_a_header_that_is_no_number_of_seconds_names_no_time_to_wait(
    header: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script(Reply("", "Slow down", status=429, headers={"retry-after": header}))
    with ScriptedModel(script) as server, pytest.raises(ModelUnavailableError) as raised:
        ask(server, monkeypatch)
    assert raised.value.retry_after == seconds


def test_a_team_that_was_started_runs_until_its_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(Reply("Reach the goal.", call="SendMessage", arguments=REPORT), ending="That is all.")
    with ScriptedModel(script) as server, chat_team(script, server, monkeypatch) as team:
        assert team.run() == "All done."
    assert not script.open


def test_a_word_before_the_colon_that_is_no_provider_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadValueError, match=r"no provider 'opnai'.* Providers: claude, openai.* claude:opnai:tiny"):
        find_model("opnai:tiny")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
    assert isinstance(find_model("claude:llama:7b"), ClaudeModel)
    assert isinstance(find_model("qwen3:8b"), ClaudeModel)


def test_the_documentation_shows_the_class_as_it_is_tested() -> None:
    assert Path(openai_chat.__file__).read_text() in DOCUMENT.read_text()
