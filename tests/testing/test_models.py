"""A scripted model answers the real SDK, and programs that speak the other APIs, as a provider does."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anthropic
import httpx2
import pytest

from renkei.testing import Reply, Script, ScriptedModel

QUESTION = [{"role": "user", "content": "How is the weather?"}]
GEMINI = "/v1beta/models/gemini-2.5-flash"
WEATHER: Any = {"name": "weather", "input_schema": {"type": "object"}}

APIS: dict[str, tuple[str, dict[str, Any], str]] = {
    "messages": ("/v1/messages", {"messages": QUESTION}, "content/0/text"),
    "responses": ("/v1/responses", {"input": "How is the weather?"}, "output/0/content/0/text"),
    "chat_completions": (
        "/v1/chat/completions",
        {"messages": [{"role": "system", "content": "You know the weather."}, *QUESTION]},
        "choices/0/message/content",
    ),
    "gemini": (
        f"{GEMINI}:generateContent",
        {"contents": [{"role": "user", "parts": [{"text": "How is the weather?"}]}]},
        "candidates/0/content/parts/0/text",
    ),
}
"""By API: its path, a request, and where its answer has the text."""

REJECTED = {
    "messages": {"type": "invalid_request_error"},
    "responses": {"type": "invalid_request_error"},
    "chat_completions": {"type": "invalid_request_error"},
    "gemini": {"code": 400, "status": "INVALID_ARGUMENT"},
}

ERRORS = {"messages": "type", "responses": "message", "chat_completions": "message", "gemini": "status"}


def post(model: ScriptedModel, path: str, body: dict[str, Any]) -> httpx2.Response:
    return httpx2.post(model.url + path, json={"model": "a-model"} | body, timeout=30)


def at(value: Any, path: str) -> Any:
    for name in path.split("/"):
        value = value[int(name)] if name.isdigit() else value[name]
    return value


def events(response: httpx2.Response) -> Iterator[Any]:
    for line in response.text.splitlines():
        if line.startswith("data: ") and line != "data: [DONE]":
            yield json.loads(line.removeprefix("data: "))


@pytest.fixture
def client() -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(base_url="http://to.be.set", api_key="key", max_retries=0) as client:
        yield client


@pytest.mark.parametrize("api", APIS)
def test_each_api_gets_the_reply_that_its_request_asks_for(api: str) -> None:
    path, body, place = APIS[api]
    with ScriptedModel(Reply("traffic", "None."), Reply("weather", "Sunny in 京都.")) as model:
        assert at(post(model, path, body).json(), place) == "Sunny in 京都."
        assert [one.say for one in model.script.open] == ["None."]
        (request,) = model.requests
        assert (request.api, request.new, request.text) == (api, "How is the weather?", "How is the weather?")
        with pytest.raises(AssertionError, match=r"when 'traffic': 'None.'\n.*\n  'How is the weather\?'"):
            model.assert_done()


@pytest.mark.parametrize("api", APIS)
def test_each_api_has_its_own_errors(api: str) -> None:
    path, body, _ = APIS[api]
    with ScriptedModel(Reply(say="Slow down", status=429, headers={"retry-after": "2"})) as model:
        response = post(model, path, body)
        assert (response.status_code, response.headers["retry-after"]) == (429, "2")
        assert "Slow down" in str(response.json()["error"])
        assert ERRORS[api] in response.json()["error"]


@pytest.mark.parametrize("body", [b"not JSON", b"[]", b"\xff", b'{"messages": [1], "input": [1], "contents": [1]}'])
@pytest.mark.parametrize("api", APIS)
def test_each_api_rejects_a_body_that_is_no_request(api: str, body: bytes) -> None:
    path, _, _ = APIS[api]
    with ScriptedModel(Reply("weather", "Sunny.")) as model:
        response = httpx2.post(model.url + path, content=body, timeout=30)
        assert response.status_code == 400
        assert REJECTED[api].items() <= response.json()["error"].items()
        assert "body of the request is invalid" in response.json()["error"]["message"]
        assert not model.requests
        assert post(model, path, APIS[api][1]).status_code == 200


def test_an_sdk_sees_a_rejected_body_as_its_own_error(client: anthropic.Anthropic) -> None:
    with ScriptedModel() as model, pytest.raises(anthropic.BadRequestError, match="invalid_request_error"):
        client.with_options(base_url=model.url).post("/v1/messages", cast_to=object, body=[1])


def test_a_count_of_tokens_rejects_a_body_that_is_no_request() -> None:
    with ScriptedModel() as model:
        for path in ("/v1/messages/count_tokens", f"{GEMINI}:countTokens"):
            assert httpx2.post(model.url + path, content=b"{", timeout=30).status_code == 400


@pytest.mark.parametrize("api", APIS)
def test_each_api_streams(api: str) -> None:
    path, body, _ = APIS[api]
    path = path.replace(":generateContent", ":streamGenerateContent?alt=sse")
    arguments = {"place": "京都"}
    with ScriptedModel(Reply("weather", "Let me look.", "look_up", arguments)) as model:
        response = post(model, path, body | ({} if api == "gemini" else {"stream": True}))
    assert response.headers["content-type"] == "text/event-stream"
    assert len(list(events(response))) > 1
    assert "look_up" in response.text
    found = [one["output"][1] for one in (event.get("response", {}) for event in events(response)) if one.get("output")]
    if api == "responses":
        assert json.loads(found[0]["arguments"]) == arguments


def test_an_sdk_streams_text_and_a_call(client: anthropic.Anthropic) -> None:
    with ScriptedModel(
        Reply("weather", "Let me look.", "weather", {"place": "京都"}),
        Reply("sunny", "It is sunny."),
    ) as model:
        client = client.with_options(base_url=model.url)
        question: Any = QUESTION
        with client.messages.stream(model="m", max_tokens=9, messages=question, tools=[WEATHER]) as stream:
            text = "".join(stream.text_stream)
            message = stream.get_final_message()
        assert text == "Let me look."
        (call,) = [one for one in message.content if one.type == "tool_use"]
        assert (call.name, call.input, message.stop_reason) == ("weather", {"place": "京都"}, "tool_use")
        result: Any = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": "sunny"}]}
        said: Any = {"role": "assistant", "content": [one.model_dump() for one in message.content]}
        done = client.messages.create(model="m", max_tokens=9, messages=[*question, said, result])
        assert done.content[0].text == "It is sunny."  # type: ignore[union-attr]
        assert model.requests[-1].new == "sunny"
        model.assert_done()
        assert client.messages.count_tokens(model="m", messages=question).input_tokens > 5


def test_an_sdk_sees_a_connection_that_breaks_in_the_middle(client: anthropic.Anthropic) -> None:
    question: Any = QUESTION
    with ScriptedModel(Reply("weather", "It is sunny and warm.", cut=True, again=True)) as model:
        client = client.with_options(base_url=model.url)
        with pytest.raises((anthropic.APIConnectionError, httpx2.RemoteProtocolError)):
            client.messages.create(model="m", max_tokens=9, messages=question)
        with (
            pytest.raises((anthropic.APIConnectionError, httpx2.RemoteProtocolError)),
            client.messages.stream(model="m", max_tokens=9, messages=question) as stream,
        ):
            stream.until_done()


def test_arguments_follow_from_the_request_and_usage_is_reported() -> None:
    path, body, _ = APIS["chat_completions"]
    reply = Reply(call="weather", arguments=lambda new: {"asked": new}, input_tokens=70, output_tokens=7)
    with ScriptedModel(reply) as model:
        answer = post(model, path, body).json()
    call = answer["choices"][0]["message"]["tool_calls"][0]["function"]
    assert json.loads(call["arguments"]) == {"asked": "How is the weather?"}
    assert answer["usage"] == {"prompt_tokens": 70, "completion_tokens": 7, "total_tokens": 77}


def test_a_model_that_is_held_replies_when_it_is_released() -> None:
    path, body, place = APIS["messages"]
    with ScriptedModel(Reply("weather", "Sunny.")) as model, ThreadPoolExecutor(1) as pool:
        with model.held():
            asked = pool.submit(post, model, path, body)
            assert model.wait(lambda script: len(script.requests) == 1)
            assert not asked.done()
        assert at(asked.result(30).json(), place) == "Sunny."


def test_a_script_for_agents_leaves_out_requests_without_tools() -> None:
    path, body, place = APIS["messages"]
    script = Script(Reply("weather", "Sunny."), ending="A title.", only_with_tools=True)
    with ScriptedModel(script) as model:
        assert at(post(model, path, body).json(), place) == "A title."
        assert at(post(model, path, body | {"tools": [WEATHER]}).json(), place) == "Sunny."


def test_a_path_that_no_api_has_is_not_found() -> None:
    with ScriptedModel() as model:
        assert post(model, "/v2/rerank", {}).status_code == 404
        assert httpx2.get(f"{model.url}/v1/models").status_code == 404


def test_the_environment_points_sdks_to_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    question: Any = QUESTION
    with ScriptedModel(Reply("weather", "Sunny.")) as model:
        for name, value in model.environment().items():
            monkeypatch.setenv(name, value)
        with anthropic.Anthropic() as client:
            found = client.messages.create(model="m", max_tokens=9, messages=question)
        assert found.content[0].text == "Sunny."  # type: ignore[union-attr]


def test_a_function_that_fails_at_the_end_stops_neither_the_others_nor_the_end_of_the_server() -> None:
    called: list[str] = []

    def fails() -> None:
        raise RuntimeError("no client")

    with pytest.raises(RuntimeError, match="no client"), ScriptedModel() as model:
        model.at_end += [lambda: called.append("first"), fails, lambda: called.append("last")]
    assert called == ["first", "last"]
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(model.url, timeout=30)
