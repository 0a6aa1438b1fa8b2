"""What A2A clients may ask: wrong requests get a clear error, and nothing is written."""

import asyncio
import json
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from a2a.types import CancelTaskRequest, GetTaskRequest, ListTasksRequest, Message, Part, Role, SendMessageRequest
from a2a.types import TaskPushNotificationConfig as Push

from a2a_client import TRANSPORTS, A2aServer, connected, state_name
from agent_protocol.test_transports import ask as ask_colour
from process import renkei
from renkei.edges.a2a.parts import CONTRACT, EXTENSION, MESSAGE

HEADERS = {"Content-Type": "application/json", "A2A-Version": "1.0"}


def ask(server: A2aServer, path: str, body: bytes | None, method: str = "POST", **headers: str) -> tuple[int, Any]:
    """Send a request as it is, and return the status and the data of the answer."""
    parts = urlsplit(server.url)
    connection = HTTPConnection("127.0.0.1", parts.port or 0, timeout=60)
    given = {"Authorization": f"Bearer {server.token('shop')}", **HEADERS}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, body, {name: value for name, value in given.items() if value})
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else None
    finally:
        connection.close()


def rpc(method: str, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


def message(text: str = "hello", **more: Any) -> dict[str, Any]:
    return {"message": {"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": text}], **more}}


def length(server: A2aServer) -> int:
    with server.project() as project:
        return project.log.last()


def test_a_card_says_what_is_offered_where_and_how_to_sign_in(server: A2aServer) -> None:
    status, card = ask(server, "/a2a/ann/.well-known/agent-card.json", None, "GET", Authorization="")
    assert status == 200
    assert (card["name"], [one["id"] for one in card["skills"]]) == ("ann", ["backend"])
    assert {one["protocolBinding"] for one in card["supportedInterfaces"]} == set(TRANSPORTS)
    assert card["supportedInterfaces"][0]["url"] == server.agent("ann")
    (scheme,) = card["securitySchemes"].values()
    assert scheme["httpAuthSecurityScheme"]["scheme"] == "Bearer"
    assert [one["uri"] for one in card["capabilities"]["extensions"]] == [EXTENSION]
    assert not card["capabilities"].get("pushNotifications")


@pytest.mark.parametrize("path", ["/a2a/lead/.well-known/agent-card.json", "/a2a/", "/a2a/nobody"])
def test_only_chosen_agents_have_a_card(server: A2aServer, path: str) -> None:
    status, data = ask(server, path, None, "GET")
    assert (status, data["code"]) == (404, "AGENT_NOT_PUBLISHED")


REQUESTS: dict[str, tuple[str, bytes, dict[str, str], int, str]] = {
    "no token": ("/a2a/ann", rpc("SendMessage", **message()), {"Authorization": ""}, 401, "TOKEN_REFUSED"),
    "wrong token": ("/a2a/ann", rpc("SendMessage", **message()), {"Authorization": "Bearer x"}, 401, "TOKEN_REFUSED"),
    "no token over REST": ("/a2a/ann/message:send", b"{}", {"Authorization": ""}, 401, "TOKEN_REFUSED"),
    "foreign host": ("/a2a/ann", rpc("SendMessage", **message()), {"Host": "evil.example"}, 421, "this Host"),
    "foreign origin": ("/a2a/ann", rpc("SendMessage"), {"Origin": "http://evil.example"}, 403, "another Origin"),
    "huge body": ("/a2a/ann", b" " * (4 * 1024 * 1024 + 1), {}, 413, "more than 4194304 bytes"),
    "another media type": ("/a2a/ann", b"x", {"Content_Type": "text/plain"}, 415, "the body is not JSON"),
    "no JSON": ("/a2a/ann", b"{", {}, 200, "-32700"),
    "no request": ("/a2a/ann", b"[]", {}, 200, "-32600"),
    "unknown method": ("/a2a/ann", rpc("Explode"), {}, 200, "-32601"),
    "no message": ("/a2a/ann", rpc("SendMessage"), {}, 200, "-32602"),
    "wrong fields": ("/a2a/ann", rpc("SendMessage", message=7), {}, 200, "-32602"),
    "no text": ("/a2a/ann", rpc("SendMessage", **message(" ")), {}, 200, "The message has no text."),
    "bytes": (
        "/a2a/ann",
        rpc("SendMessage", message={**message()["message"], "parts": [{"raw": "aGk="}]}),
        {},
        200,
        "-32005",
    ),
    "unknown task": ("/a2a/ann", rpc("GetTask", id="TC-999"), {}, 200, "-32001"),
    "unknown task to go on with": ("/a2a/ann", rpc("SendMessage", **message(taskId="TC-999")), {}, 200, "-32001"),
    "a context that is no id": ("/a2a/ann", rpc("SendMessage", **message(contextId="a b")), {}, 200, "-32602"),
    "a wrong document": (
        "/a2a/ann",
        rpc("SendMessage", message={**message()["message"], "parts": [{"text": "{}", "mediaType": MESSAGE}]}),
        {},
        200,
        "-32004",
    ),
    "an unknown task over REST": ("/a2a/ann/tasks/TC-999:cancel", b"", {}, 404, "TASK_NOT_FOUND"),
    "no JSON over REST": ("/a2a/ann/message:send", b"{", {}, 400, "INVALID_REQUEST"),
    "push notifications": (
        "/a2a/ann",
        rpc("CreateTaskPushNotificationConfig", taskId="TC-1", url="http://169.254.169.254/"),
        {},
        200,
        "-32003",
    ),
    "push notifications of 0.3": (
        "/a2a/ann",
        rpc(
            "tasks/pushNotificationConfig/set",
            taskId="TC-1",
            pushNotificationConfig={"url": "http://169.254.169.254/"},
        ),
        {"A2A_Version": ""},
        200,
        "-32003",
    ),
    "a method of a draft before 0.3": ("/a2a/ann", rpc("tasks/send", id="x"), {"A2A_Version": ""}, 200, "-32601"),
    "a task id in another script": ("/a2a/ann", rpc("GetTask", id="TC-\u202e１"), {}, 200, "-32001"),
    "a task id with a zero": ("/a2a/ann", rpc("GetTask", id="TC-1\0"), {}, 200, "-32001"),
    "a task id of half a character": ("/a2a/ann", rpc("GetTask", id="\ud800"), {}, 200, "error"),
    "a message id of half a character": (
        "/a2a/ann",
        rpc("SendMessage", **message(messageId="\ud800")),
        {},
        200,
        "error",
    ),
    "a request id of half a character": (
        "/a2a/ann",
        json.dumps({"jsonrpc": "2.0", "id": "\ud800", "method": "SendMessage", "params": message()}).encode(),
        {},
        200,
        "-32600",
    ),
    "a request id of half a character in bytes": (
        "/a2a/ann",
        b'{"jsonrpc": "2.0", "id": "\xed\xa0\x80", "method": "SendMessage", "params": %b}'
        % json.dumps(message()).encode(),
        {},
        200,
        "-32600",
    ),
    "a request id of half a character in UTF-16": (
        "/a2a/ann",
        json.dumps({"jsonrpc": "2.0", "id": "\ud800", "method": "SendMessage", "params": message()}).encode("utf-16"),
        {},
        200,
        "-32600",
    ),
    "a deep request": ("/a2a/ann", b"[" * 100_000, {}, 200, "-32600"),
    "deep metadata": (
        "/a2a/ann",
        rpc("SendMessage", **message(metadata="deep")).replace(b'"deep"', b'{"a":' * 500 + b"1" + b"}" * 500),
        {},
        200,
        "-32600",
    ),
    "a deep request over REST": ("/a2a/ann/message:send", b"[" * 100_000, {}, 400, "INVALID_REQUEST"),
    "much that is no JSON": ("/a2a/ann", b"{[" * 100 + b"x", {}, 200, "-32700"),
    "metadata with half a character": (
        "/a2a/ann",
        rpc("SendMessage", **message(metadata={"a": "\ud800"})),
        {},
        200,
        "-32600",
    ),
    "a huge number": (
        "/a2a/ann",
        rpc("SendMessage", **message(metadata="huge")).replace(b'"huge"', b"1" * 5000),
        {},
        200,
        "-32603",
    ),
    "a huge task id": ("/a2a/ann", rpc("GetTask", id="x" * 1_000_000), {}, 200, "-32001"),
    "no version": ("/a2a/ann/message:send", b"{}", {"A2A_Version": ""}, 400, "VERSION_NOT_SUPPORTED"),
    "an unknown agent": ("/a2a/nobody", rpc("GetTask", id="TC-1"), {}, 404, "AGENT_NOT_PUBLISHED"),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_a_wrong_request_gets_a_clear_error_and_nothing_is_written(server: A2aServer, name: str) -> None:
    path, body, headers, status, says = REQUESTS[name]
    before = length(server)
    answered, data = ask(server, path, body, **headers)
    assert answered == status, data
    assert says in json.dumps(data)
    assert len(json.dumps(data)) < 5000
    assert length(server) == before


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_message_that_is_sent_again_is_the_same_task(server: A2aServer, transport: str) -> None:
    async def client() -> None:
        async with connected(server, "ann", "shop", transport) as talk:
            name = f"once-{transport}"
            first = await talk.say("Do it once.", name=name)
            before = length(server)
            again = await talk.say("Do it once.", name=name)
            assert (again.id, length(server)) == (first.id, before)
            with pytest.raises(Exception, match="already used for another message"):
                await talk.say("Do something else.", name=name)
        async with connected(server, "ann", "rival", transport) as talk:
            assert (await talk.say("Do it once.", name=name)).id != first.id

    asyncio.run(client())


def test_the_extension_carries_contract_and_evidence(server: A2aServer) -> None:
    handoff = {
        "type": "TASK_HANDOFF",
        "from": "whoever",
        "priority": "high",
        "context_summary": "A menu.",
        "payload": {
            "task_description": "Translate the menu.",
            "expected_output": {"format": "text", "success_criteria": ["It reads well."]},
            "authority_scope": "",
            "fallback_on_failure": "",
        },
    }

    async def client() -> None:
        async with connected(server, "ann", "shop", typed=True) as talk:
            task = await talk.say("Translate the menu.", document=handoff)
            with server.project() as project:
                contract = project.find_contract(task.id)
                assert contract.terms.priority == "high"
                assert [one.criterion for one in contract.terms.acceptance_criteria] == ["It reads well."]
                project.submit(task.id, "Done.", evidence={"It reads well.": "Ann read it aloud."}, actor="ann")
            judged = await talk.client.get_task(GetTaskRequest(id=task.id), context=talk.context)
            assert state_name(judged.status.state) == "input_required"
            documents = {one.media_type: one.text for one in judged.artifacts[0].parts}
            evidence = json.loads(documents[MESSAGE])["extensions"]["evidence"]
            assert evidence[0]["evidence"] == "Ann read it aloud."
            terms = json.loads(documents[CONTRACT])["terms"]
            assert terms["acceptance_criteria"][0]["criterion"] == "It reads well."
            done = await talk.say("accept", task=task.id)
            assert state_name(done.status.state) == "completed"
        async with connected(server, "ann", "shop") as talk:
            plain = await talk.client.get_task(GetTaskRequest(id=task.id), context=talk.context)
            assert [one.media_type for one in plain.artifacts[0].parts] == ["text/plain"]

    asyncio.run(client())


def test_a_required_extension_that_the_project_does_not_know_is_refused(server: A2aServer) -> None:
    document = {"type": "TASK_HANDOFF", "required_extensions": ["https://example.com/x"], "payload": {}}
    document["payload"] = {
        "task_description": "x",
        "expected_output": {"format": ""},
        "authority_scope": "",
        "fallback_on_failure": "",
    }
    part = {"text": json.dumps(document), "mediaType": MESSAGE}
    body = rpc("SendMessage", message={**message(messageId="m-ext")["message"], "parts": [part]})
    _, data = ask(server, "/a2a/ann", body)
    assert data["error"]["code"] == -32008


def test_a_task_that_has_ended_takes_no_message(server: A2aServer) -> None:
    async def client() -> None:
        async with connected(server, "ann", "shop") as talk:
            task = await talk.say("End.")
            await talk.client.cancel_task(CancelTaskRequest(id=task.id), context=talk.context)
            before = length(server)
            with pytest.raises(Exception, match="is cancelled"):
                await talk.say("Go on.", task=task.id)
            request = SendMessageRequest(message=Message(message_id="p", role=Role.ROLE_USER, parts=[Part(text="x")]))
            request.configuration.task_push_notification_config.CopyFrom(Push(url="https://example.com"))
            with pytest.raises(Exception, match="no push notifications"):
                await anext(aiter(talk.client.send_message(request, context=talk.context)))
            assert length(server) == before

    asyncio.run(client())


def test_two_answers_at_once_decide_once(server: A2aServer) -> None:
    async def client() -> None:
        async with connected(server, "bob", "shop") as one, connected(server, "bob", "shop", "HTTP+JSON") as other:
            task = await one.say("Paint the fence.")
            with server.project() as project:
                ask_colour(project, task.id)
            await asyncio.gather(one.say("red", task=task.id), other.say("blue", task=task.id))
            with server.project() as project:
                sent = [found.message for found in project.conversation(thread=task.id)]
        decided = [found for found in sent if found.type == "DECISION_RESULT"]
        notes = [found for found in sent if found.type == "FREEFORM"]
        assert (len(decided), len(notes)) == (1, 1)
        assert {decided[0].payload.chosen_option, notes[0].payload.body} == {"red", "blue"}  # type: ignore[union-attr]

    asyncio.run(client())


def test_tasks_are_listed_in_pages_the_last_changed_first(server: A2aServer) -> None:
    async def client() -> None:
        async with connected(server, "bob", "rival") as talk:
            made = [(await talk.say(f"Errand {number}.")).id for number in range(3)]
            first = await talk.client.list_tasks(ListTasksRequest(page_size=2), context=talk.context)
            assert ([one.id for one in first.tasks], first.total_size) == (made[:0:-1], 3)
            token = first.next_page_token
            rest = await talk.client.list_tasks(ListTasksRequest(page_size=2, page_token=token), context=talk.context)
            assert ([one.id for one in rest.tasks], rest.next_page_token) == ([made[0]], "")

    asyncio.run(client())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--a2a", "nobody"), "nobody"),
        (("--a2a", "human"), "is a human"),
        (("--a2a-grpc", "0"), "--a2a-grpc needs an agent"),
        (("--a2a", "ann", "--a2a-grpc", "0", ".", "."), "agents of one project"),
    ],
)
def test_a_server_with_wrong_agents_does_not_start(server: A2aServer, words: tuple[str, ...], says: str) -> None:
    done = renkei("serve", "--port", "0", *words, cwd=server.directory)
    assert done.returncode in (1, 2)
    assert says in done.stderr
