"""The answers of tools, resources and prompts to a client in the same process."""

import json
from collections.abc import Awaitable, Callable

import anyio
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from renkei import Freeform, Project
from renkei.agent_tools.tools import TOOLS
from renkei.budget.tokens.bpe import bpe_counter
from renkei.edges.tool_server.hook_tool import Hook, answer_hook
from renkei.edges.tool_server.instructions import instructions
from renkei.edges.tool_server.server import create_server, wait_in_thread
from renkei.project.turns.session import Session
from renkei.protocol.messages import MESSAGE_CLASSES
from renkei.protocol.primitives import Locale
from renkei.schemas.example import example
from renkei.schemas.published import load
from team import handoff, small_team, work
from tool_clients import Caller


def ask(project: Project, steps: Callable[[Caller], Awaitable[None]], agent: str = "ann") -> None:
    """Let a client of an agent's server take some steps."""

    async def run() -> None:
        session = Session(project, agent)
        server = create_server(lambda _: session, "", "1", waiting=wait_in_thread())
        async with Client(server, mode="2026-07-28") as client:
            await steps(Caller(client))

    anyio.run(run)


def tell(project: Project, text: str, priority: str = "normal") -> str:
    body = Freeform(intent_hint="FREEFORM", body=text, requires_response=False, urgency="low")
    message = project.message("bob", body, "ann", priority, text)
    project.send(message)
    return message.id


def test_all_definitions_together_cost_a_model_little() -> None:
    count = bpe_counter()
    each = [{"name": one.name, "description": one.description, "input_schema": one.schema} for one in TOOLS]
    assert len(each) == 10
    assert sum(count(json.dumps(one)) for one in each) <= 2000


def test_a_schema_is_a_plain_object() -> None:
    for tool in TOOLS:
        text = json.dumps(tool.schema)
        assert tool.schema["type"] == "object"
        assert not {"oneOf", "anyOf", "allOf", "$ref", "title"} & {word.strip('":{ ') for word in text.split()}, text
    assert {"from", "agent", "actor", "as"}.isdisjoint(name for one in TOOLS for name in one.schema["properties"])


def test_the_hook_is_listed_but_kept_out_of_the_prompt() -> None:
    async def steps(call: Caller) -> None:
        tools = (await call.client.list_tools()).tools
        assert [one.name for one in tools] == [*(one.name for one in TOOLS), "hook"]
        assert tools[-1].meta == {"anthropic/alwaysLoad": False}
        assert all(one.meta is None and one.output_schema is None for one in tools[:-1])

    ask(small_team(), steps)


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_programs_with_hooks_are_not_told_to_ask_for_news(locale: Locale) -> None:
    asking, hooked = instructions(locale, "ann"), instructions(locale, "ann", hooks=True)
    assert "`wait_for_work`" in asking
    assert "`wait_for_work`" not in hooked
    (line,) = [one for one in asking.splitlines() if "`next_turn`" in one]
    assert line not in hooked
    for one in (asking, hooked, instructions(locale)):
        assert "`send_message`" in one
        assert len(one) < 1200
    assert "It alone reaches the teammates" in instructions("en", "ann")


def test_the_tools_of_a_program_with_hooks_do_not_ask_for_calls() -> None:
    async def run() -> None:
        server = create_server(lambda _: Session(small_team(), "ann"), "", "1", hooks=True)
        async with Client(server, mode="2026-07-28") as client:
            told = {one.name: one.description or "" for one in (await client.list_tools()).tools}
            assert "after each wake" not in told["next_turn"]
            assert "nothing to do" not in told["wait_for_work"]

    anyio.run(run)


def test_a_wrong_payload_is_answered_with_a_right_one_and_not_sent() -> None:
    project = small_team()

    async def steps(call: Caller) -> None:
        wrong = {"new_status": "busy"}
        told = await call("send_message", type="STATUS_UPDATE", to=["bob"], payload=wrong, context_summary="")
        assert told["code"] == "INVALID_DOCUMENT"
        assert told["message"].startswith("2 problems; first: /payload/new_status: ")
        assert "working, blocked, completed, error" in json.dumps(told["details"]["problems"])
        assert told["details"]["schema"] == "renkei://schema/STATUS_UPDATE"
        right = told["details"]["example"]
        sent = await call("send_message", type="STATUS_UPDATE", to=["bob"], payload=right, context_summary="")
        assert sent["seq"] == project.state.seq
        to_nobody = await call("send_message", type="STATUS_UPDATE", to=["eve"], payload=right, context_summary="")
        assert (to_nobody["code"], "bob" in to_nobody["hint"]) == ("UNKNOWN_RECIPIENT", True)

    seq = project.state.seq
    ask(project, steps)
    assert project.state.seq == seq + 1


@pytest.mark.parametrize("kind", MESSAGE_CLASSES)
def test_the_example_of_every_type_is_a_payload_that_can_be_sent(kind: str) -> None:
    async def steps(call: Caller) -> None:
        told = await call("send_message", type=kind, to=["lead"], payload={"x": 1}, context_summary="")
        assert told["details"]["example"] == example(load(kind))["payload"]
        again = await call(
            "send_message", type=kind, to=["lead"], payload=told["details"]["example"], context_summary=""
        )
        assert again.get("code") != "INVALID_DOCUMENT"

    ask(small_team(), steps)


def test_an_agent_cannot_send_in_the_name_of_another() -> None:
    async def steps(call: Caller) -> None:
        payload = {"intent_hint": "FREEFORM", "body": "x", "requires_response": False, "urgency": "low"}
        header = {"type": "FREEFORM", "to": ["bob"], "payload": payload, "context_summary": ""}
        told = await call("send_message", **header, **{"from": "lead"})
        assert told["details"]["problems"][0]["code"] == "UNKNOWN_FIELD"
        told = await call("write_board", writes=[{"path": "/agents/bob/status", "value": "working"}])
        assert told["code"] == "NOT_ALLOWED"

    project = small_team()
    seq = project.state.seq
    ask(project, steps)
    assert project.state.seq == seq


def test_errors_of_arguments_name_the_place() -> None:
    async def steps(call: Caller) -> None:
        told = await call("next_turn", budget=5, speed="fast")
        assert told["message"].startswith("2 problems; first: /budget: ")
        told = await call("take_work", contract="TC-9")
        assert told["code"] == "UNKNOWN_CONTRACT"
        told = await call("find_messages", id="m-9")
        assert told["hint"] == "Find message ids with `find_messages`."
        told = await call("read_board", path="agents")
        assert told["code"] == "BAD_VALUE"
        told = await call("read_board", path="/agents/eve")
        assert told["hint"] == "Allowed: lead, ann, bob."
        with pytest.raises(MCPError, match=r"There is no tool 'drop'\. Tools: next_turn, wait_for_work,"):
            await call("drop")

    ask(small_team(), steps)


@pytest.mark.parametrize(
    ("tool", "arguments", "problem", "hint"),
    [
        ("take_work", {"step": "start"}, "/step", "It is called `act`."),
        ("take_work", {"act": "block", "waits_for": "bob"}, "/waits_for", "It is called `blocked_by`."),
        ("write_board", {"fields": {"/goal": "x"}}, "/fields", "It is called `writes`."),
        ("submit_work", {"contract": "TC-1", "summary": "x", "artifacts": []}, "/artifacts", "`output_artifacts`"),
        ("review_work", {"contract": "TC-1", "verdict": "approved", "summary": "x"}, "/contract", "`artifact_ref`"),
        ("take_work", {"act": "claim", "contract": "TC-1", "text": "x"}, "/text", ""),
        ("take_work", {"act": "reopen"}, "/contract", ""),
    ],
)
def test_the_error_for_an_unknown_argument_gives_its_current_name(
    tool: str, arguments: dict[str, object], problem: str, hint: str
) -> None:
    async def steps(call: Caller) -> None:
        told = await call(tool, **arguments)
        assert told["code"] == "BAD_ARGUMENTS"
        problems = {one["path"]: one["hint"] or "" for one in told["details"]["problems"]}
        assert hint in problems[problem]

    ask(small_team(), steps)


def test_words_are_posted_replied_to_and_waived() -> None:
    project = small_team()

    async def steps(call: Caller) -> None:
        sent = await call("send_message", act="post", body="Which port?", to=["bob"], requires_response=True)
        assert [one["agent"] for one in sent["owe_you_a_reply"]] == ["bob"]
        assert "id" not in await call("send_message", act="waive", message_id=sent["id"])
        told = tell(project, "the host?")
        reply = await call("send_message", act="reply", in_reply_to=told, body="local")
        assert project.find_message(reply["id"]).receivers == ("bob",)
        assert project.obligations() == []

    ask(project, steps)


def test_work_is_found_taken_blocked_and_given_back() -> None:
    async def steps(call: Caller) -> None:
        assert await call("take_work") == "No contract is ready for you to claim. Wait for one, or see `list_work`."
        project.do(work("TC-1"), work("TC-2", roles=["frontend"]), actor="lead")
        assert [one["id"] for one in (await call("list_work", which="ready"))["contracts"]] == ["TC-1"]
        taken = await call("take_work")
        assert (taken["contract"], taken["status"], taken["unproved"]) == ("TC-1", "claimed", ["runs"])
        assert taken["terms"]["acceptance_criteria"] == [{"criterion": "runs"}]
        assert (await call("take_work", act="start"))["status"] == "in_progress"
        assert (await call("take_work", act="block", reason="no key", blocked_by="bob"))["status"] == "blocked"
        assert project.state.board.agent("ann", "blocked_by") == "bob"
        assert (await call("take_work", act="release", reason="no key"))["status"] == "open"
        told = await call("take_work", contract="TC-1", act="start")
        assert told["code"] in ("ILLEGAL_TRANSITION", "NOT_ALLOWED")

    project = small_team()
    ask(project, steps)


def test_files_are_reserved_listed_and_released_and_work_says_whose_files_it_waits_for() -> None:
    async def steps(call: Caller) -> None:
        planned = {"path": "src", "hold": "planned", "agent": "bob", "contract": "TC-1"}
        assert await call("list_work", which="files") == {"policy": "warn", "files": [planned]}
        taken = await call("take_work", act="reserve_files", paths=["./docs/", "src/*.py"])
        notice = "ann reserved files that bob also changes for TC-1: src/*.py · src."
        assert taken == {"changed": True, "you_have_reserved": ["docs", "src/*.py"], "notices": [notice]}
        found = (await call("list_work", which="files"))["files"]
        reserved = [one for one in found if one["hold"] == "reserved"]
        assert [one for one in found if one not in reserved] == [planned | {"others": ["ann"]}]
        assert [(one["path"], one["agent"], "until" in one) for one in reserved] == [
            ("docs", "ann", True),
            ("src/*.py", "ann", True),
        ]
        assert (await call("list_work", which="ready"))["contracts"] == []
        (held,) = (one for one in (await call("list_work", which="open"))["contracts"] if one["id"] == "TC-2")
        assert held["waits_for"] == ["TC-1"]
        told = await call("take_work", act="claim", contract="TC-2")
        assert (told["contract"], told["terms"]["paths"]) == ("TC-2", ["src/a.py"])
        notice = "ann began TC-2, which changes files that bob also changes for TC-1: src/a.py · src."
        assert told["notices"] == [notice]
        assert (await call("take_work", act="release_files", paths=["docs"]))["you_have_reserved"] == ["src/*.py"]
        assert (await call("take_work", act="release_files"))["you_have_reserved"] == []
        assert (await call("take_work", act="release_files"))["changed"] is False
        project.reserve_files(["lib"], actor="bob")
        assert (await call("take_work", act="reserve_files", paths=["lib/x"]))["code"] == "FILES_TAKEN"

    project = small_team()
    project.do(work("TC-1", paths=["src"]), work("TC-2", paths=["src/a.py"]), actor="lead")
    project.claim("TC-1", actor="bob")
    ask(project, steps)


def test_a_partial_result_registers_the_artifacts_that_the_board_does_not_have() -> None:
    project = small_team()
    project.send(project.message("lead", handoff(), "ann", id="m-h"))

    async def steps(call: Caller) -> None:
        for _ in range(2):
            told = await call(
                "submit_work", contract="m-h", status="partial", summary="half", output_artifacts=["a.py"]
            )
            assert (told["status"], told["unproved"]) == ("partial", ["it works"])
            assert project.state.board.get("/agents/ann/artifacts/a.py/version") == 1
            await call("take_work", act="start")

    ask(project, steps)


def test_an_overwritten_value_is_reported() -> None:
    async def steps(call: Caller) -> None:
        seq = (await call("write_board", writes=[{"path": "/agents/bob/status", "value": "working"}]))["seq"]
        told = await call(
            "write_board",
            writes=[
                {"path": "/agents/bob/status", "value": "idle", "if_seq": seq - 1},
                {"path": "/goal", "value": "more"},
            ],
        )
        assert told["code"] == "FIELD_MOVED"
        with project.act_as("bob") as draft:
            draft.set(status="blocked")
        told = await call("write_board", writes=[{"path": "/agents/bob/status", "value": "idle"}])
        assert told["notices"] == [{"to": "bob", "path": "/agents/bob/status", "kept": "idle", "lost": "blocked"}]

    project = small_team()
    ask(project, steps, "lead")


def test_messages_are_found_by_id_by_words_and_as_unread() -> None:
    project = small_team()
    first, second = tell(project, "the port is 8080"), tell(project, "the host is local")

    async def steps(call: Caller) -> None:
        assert "the port is 8080" in await call("find_messages", id=first)
        assert [one["id"] for one in (await call("find_messages", words="host"))["messages"]] == [second]
        told = await call("find_messages", limit=1)
        assert (told["unread"], [one["id"] for one in told["messages"]]) == (2, [first])
        await call("next_turn")
        await call("next_turn")
        assert (await call("find_messages"))["unread"] == 0

    ask(project, steps)


def test_resources_show_the_same_documents_and_mark_nothing_as_read() -> None:
    project = small_team()
    name = tell(project, "the port is 8080")
    project.do(work("TC-1"), actor="lead")

    async def steps(call: Caller) -> None:
        listed = [one.uri for one in (await call.client.list_resources()).resources]
        assert listed == ["renkei://context", "renkei://board"]
        families = (await call.client.list_resource_templates()).resource_templates
        assert "renkei://schema/{type}" in [one.uri_template for one in families]
        for uri, part in (
            ("renkei://context", "the port is 8080"),
            ("renkei://board", "goal: a goal"),
            ("renkei://board?at=1", "agents: []"),
            (f"renkei://message/{name}", "the port is 8080"),
            ("renkei://contract/TC-1", "criterion: runs"),
            ("renkei://schema/FREEFORM", '"urn:renkei:v1:FREEFORM"'),
        ):
            (content,) = (await call.client.read_resource(uri)).contents
            assert part in content.text
        for uri, told in (
            ("renkei://nothing", "There is no resource 'renkei://nothing'. Resources: renkei://context,"),
            ("renkei://message/m-9", "There is no message 'm-9'"),
            ("renkei://schema/x", "Expected: "),
            ("renkei://board?at=x", "Expected: the seq of a record"),
            ("renkei://board?at=999", "seq 999 does not exist"),
        ):
            with pytest.raises(MCPError) as caught:
                await call.client.read_resource(uri)
            assert (caught.value.code, told in caught.value.message) == (-32602, True), caught.value.message

    ask(project, steps)
    assert len(project.state.unread_of("ann")) == 1


def test_prompts_are_in_the_language_of_the_project() -> None:
    async def steps(call: Caller) -> None:
        listed = (await call.client.list_prompts()).prompts
        assert [one.name for one in listed] == ["join", "handoff", "review"]
        found = await call.client.get_prompt("handoff", {"to": "bob", "task": "the parser"})
        assert "the parser" in found.messages[0].content.text
        assert "引き継いで" in found.messages[0].content.text
        for name, given, told in (
            ("handoff", {"to": "bob"}, "/task: it is missing. Expected: what is to be done."),
            ("sing", {}, "There is no prompt 'sing'. Prompts: join, handoff, review."),
        ):
            with pytest.raises(MCPError) as caught:
                await call.client.get_prompt(name, given)
            assert caught.value.message == told

    ask(small_team(locale="ja"), steps)


def test_hooks_tell_what_is_new_and_hold_an_agent_once() -> None:
    project = small_team()

    async def steps(call: Caller) -> None:
        first = json.loads(await call("hook", event="SessionStart", session="s"))["hookSpecificOutput"]
        assert (first["hookEventName"], "You are ann" in first["additionalContext"]) == ("SessionStart", True)
        assert await call("hook", event="PostToolBatch") == "{}"
        tell(project, "the port is 8080")
        assert await call("hook", event="PostToolBatch") == "{}"
        found = json.loads(await call("hook", event="UserPromptSubmit"))["hookSpecificOutput"]["additionalContext"]
        assert found.startswith("News from your team.")
        assert "the port is 8080" in found
        assert await call("hook", event="Stop") == "{}"
        tell(project, "stop the deploy", "blocking")
        held = json.loads(await call("hook", event="Stop", active="true"))
        assert (held["decision"], "stop the deploy" in held["reason"]) == ("block", True)
        assert await call("hook", event="Stop", active="true") == "{}"
        assert await call("hook", event="Notification") == "{}"

    ask(project, steps)


def test_a_hook_tells_of_a_takeover() -> None:
    project = small_team()
    first, second = Session(project, "ann"), Session(project, "ann")
    first.next_turn()
    second.next_turn()
    told = json.loads(answer_hook(first, Hook(event="PostToolBatch")))["hookSpecificOutput"]["additionalContext"]
    assert "Another session acts as you." in told
    assert answer_hook(first, Hook(event="PostToolBatch")) == "{}"


def test_a_call_of_a_session_that_was_taken_over_does_nothing_and_says_so_once() -> None:
    project = small_team()

    async def steps(call: Caller) -> None:
        await call("next_turn")
        Session(project, "ann").next_turn()
        seq = project.state.seq
        told = await call("write_board", writes=[{"path": "/agents/ann/status", "value": "working"}])
        assert told["code"] == "TURN_LOST"
        assert told["hint"].endswith("To take your turn back, call `next_turn`.")
        assert project.state.seq == seq
        assert (await call("write_board", writes=[{"path": "/agents/ann/status", "value": "working"}]))["changed"]

    ask(project, steps)
