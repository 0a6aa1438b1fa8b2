"""A person talks to a lead from an editor: the SDK's client with the real `renkei acp`, and scripted models."""

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from acp.helpers import embedded_text_resource
from acp.schema import PermissionOption, ToolCallUpdate

import renkei
from acp import RequestError, resource_block, resource_link_block
from attacks.hostile_commands import caged
from editors.editor import editor
from renkei.engine.record import Record

TEAM = """\
team:
  name: shop
  goal: Paint the door.
  lead: {id: boss}
  members: [{id: ann, role: painter}]
  workspace: {commands: [sleep]}
"""
SCRIPT = """\
script:
  boss:
    - when: hello
      then: [{say: "Hello. I lead ann."}]
    - when: look at
      then: [{say: I have looked.}]
    - when: a word
      then:
        - {say: "First this.", call: SendMessage, arguments: {recipient: human, content: A word to you.}}
        - {say: Done.}
    - when: Paint it
      then:
        - {call: TaskCreate, arguments: {subject: Paint it, role: painter}}
        - {say: ann does it.}
    - when: count
      then:
        - {call: bash, arguments: {command: "ls | wc -l"}}
        - {say: I wait for your answer.}
    - when: "decision_id: command-"
      then:
        - {call: bash, arguments: {command: "ls | wc -l"}}
        - {say: It ran.}
    - when: which
      then:
        - call: send_message
          arguments:
            type: DECISION_REQUEST
            to: [human]
            context_summary: The colour of the door
            payload:
              decision_id: D-colour
              question: Which colour?
              options: [{label: red, analysis: It shines.}, {label: blue, analysis: It is calm.}]
        - {say: I wait for the colour.}
    - when: D-colour
      then: [{say: The colour is known.}]
    - when: rest
      then:
        - {say: "I begin. ", call: bash, arguments: {command: sleep 60}}
        - {say: I have stopped.}
  ann:
    - when: Paint it
      then:
        - {call: write_file, arguments: {path: door.txt, content: "red\\n"}}
        - {call: read_file, arguments: {path: door.txt}}
        - {call: edit_file, arguments: {path: door.txt, old_text: red, new_text: blue}}
        - {call: TaskUpdate, arguments: {id: task-1, status: completed}}
        - {say: The door is blue.}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "team.yaml").write_text(TEAM)
    (tmp_path / "script.yaml").write_text(SCRIPT)
    return tmp_path


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


def records(shop: Path) -> list[Record]:
    with renkei.open(shop / ".renkei") as project:
        return list(project.records())


def test_a_prompt_is_a_message_of_the_person_and_the_answer_streams(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop) as shows:
            session = await shows.begin(shop)
            await shows.until(lambda: shows.of("available_commands_update"))
            assert ["result" in one for one in shows.lines] == [True, True, False]  # an update follows its session
            assert await shows.say(session, "hello") == "end_turn"
            assert [one["content"]["text"] for one in shows.of("agent_message_chunk")][:2] == ["Hello. ", "I "]
            assert await shows.say(session, "a word") == "end_turn"
            assert shows.text() == "Hello. I lead ann.\n\nFirst this.\n\n[boss] A word to you.\n\nDone.\n\n"
            assert {name for name, _ in shows.shown} == {session}
        assert shows.process.returncode == 0

    run(story())
    sent = [(one.actor, one.via) for one in records(shop) if any(e.kind == "message_sent" for e in one.events)]
    assert sent[0] == ("human", "editor")


@pytest.mark.long
def test_files_of_a_prompt_are_named_by_their_paths(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop) as shows:
            session = await shows.begin(shop)
            file = resource_link_block("door", f"file://{shop}/a%20door.txt#L2:3")
            note = resource_block(embedded_text_resource("zed:///untitled", "a note"))
            read = resource_block(embedded_text_resource(f"file://{shop}/b.txt", "never sent"))
            assert await shows.say(session, "look at", file, note, read) == "end_turn"

    run(story())
    bodies = [e.message.payload.body for one in records(shop) for e in one.events if e.kind == "message_sent"]
    assert bodies[0] == "look at a door.txt#L2:3  zed:///untitled :\na note\n b.txt"


@pytest.mark.long
def test_the_plan_and_the_members_tool_calls_are_shown(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop) as shows:
            session = await shows.begin(shop)
            await shows.say(session, "Paint it")
            await shows.until(lambda: shows.plan == [("task-1: Paint it (ann)", "completed")])
            statuses = [one["entries"][0]["status"] for one in shows.of("plan")]
            assert statuses[0] == "pending"
            assert "in_progress" in statuses
            begun = {one["toolCallId"]: one for one in shows.of("tool_call")}
            edits = [one for one in begun.values() if one["title"] == "ann: edit_file door.txt"]
            door = str(shop / "door.txt")
            assert [(one["kind"], one["status"], one["locations"]) for one in edits] == [
                ("edit", "in_progress", [{"path": door}])
            ]
            diff = {"type": "diff", "path": door, "oldText": "red", "newText": "blue"}
            assert edits[0]["content"] == [diff]
            ended = {one["toolCallId"]: one["status"] for one in shows.of("tool_call_update")}
            assert ended[edits[0]["toolCallId"]] == "completed"

    run(story())


@caged
def test_a_permission_is_asked_for_and_the_lead_goes_on_in_the_same_prompt(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop, choose=lambda call, options: "once") as shows:
            session = await shows.begin(shop)
            assert await shows.say(session, "count") == "end_turn"
            call, options = shows.asked[0]
            assert [(one.option_id, one.kind) for one in options] == [
                ("once", "allow_once"),
                ("always", "allow_always"),
                ("no", "reject_once"),
            ]
            assert call.title == "boss: May boss run: ls | wc -l"
            assert f"Directory: {shop}" in call.content[0].content.text
            decided = [one for one in shows.of("tool_call_update") if one["toolCallId"] == call.tool_call_id]
            assert decided[-1]["status"] == "completed"
            assert "It ran." in shows.text()

    run(story())
    by = [
        (e.message.from_, e.message.payload.chosen_option)
        for one in records(shop)
        for e in one.events
        if e.kind == "message_sent" and e.message.type == "DECISION_RESULT"
    ]
    assert by == [("human", "once")]


@pytest.mark.long
def test_a_decision_that_is_left_open_is_asked_for_with_the_next_prompt(shop: Path) -> None:
    answers = iter(("", "blue"))

    def choose(call: ToolCallUpdate, options: list[PermissionOption]) -> str:
        return next(answers)

    async def story() -> None:
        async with editor(shop, choose=choose) as shows:
            session = await shows.begin(shop)
            assert await shows.say(session, "which") == "end_turn"
            assert len(shows.asked) == 1
            assert await shows.say(session, "hello") == "end_turn"
            assert len(shows.asked) == 2

    run(story())
    with renkei.open(shop / ".renkei") as project:
        assert project.state.board.get("/pending_decisions/D-colour/resolution") == "blue"


@pytest.mark.long
def test_a_decision_made_elsewhere_ends_the_question_and_a_late_answer_is_told(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop, choose=lambda call, options: "blue") as shows:
            shows.holds.clear()
            session = await shows.begin(shop)
            prompt = asyncio.ensure_future(shows.say(session, "which"))
            await shows.until(lambda: shows.asked)
            with renkei.open(shop / ".renkei") as project:
                await asyncio.to_thread(project.decide, "D-colour", "red", "It shines.")
            assert await prompt == "end_turn"
            ends = [one for one in shows.of("tool_call_update") if one["toolCallId"] == "decision-D-colour"]
            assert "red" in json.dumps(ends)
            shows.holds.set()
            await shows.until(lambda: "D-colour was decided already" in shows.text())

    run(story())
    with renkei.open(shop / ".renkei") as project:
        assert project.state.board.get("/pending_decisions/D-colour/resolution") == "red (It shines.)"


@pytest.mark.long
def test_commands_after_a_slash_answer_as_in_the_chat(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop) as shows:
            session = await shows.begin(shop)
            await shows.until(lambda: shows.of("available_commands_update"))
            known = [one["name"] for one in shows.of("available_commands_update")[0]["availableCommands"]]
            assert known == ["team", "inbox", "tasks", "board", "decide", "stop"]
            for word in ("/team", "/inbox", "/tasks", "/board", "/decide", "/decide D-1 x", "/stop eve"):
                assert await shows.say(session, word) == "end_turn"
            for text in (
                "boss (lead) · idle",
                "Nothing is unread.",
                "There are no tasks.",
                "  goal: Paint the door.",
                "No decision waits for you.",
                "'D-1'",
                "There is no member 'eve'. Members: boss, ann.",
            ):
                assert text in shows.text()
            assert await shows.say(session, "/stop ann") == "end_turn"
            await shows.until(lambda: "[ann] ann ends." in shows.text())

    run(story())
    assert not [1 for one in records(shop) for e in one.events if e.kind == "message_sent" and e.message.to == "boss"]


@pytest.mark.long
def test_cancel_interrupts_the_lead(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop) as shows:
            session = await shows.begin(shop)
            prompt = asyncio.ensure_future(shows.say(session, "rest"))
            await shows.until(lambda: any("sleep" in one["title"] for one in shows.of("tool_call")))
            with pytest.raises(RequestError, match="has a prompt that is not answered yet"):
                await shows.say(session, "hello")
            await shows.connection.cancel(session_id=session)
            assert await prompt == "cancelled"
            assert await shows.say(session, "hello") == "end_turn"
            assert "I have stopped." in shows.text()

    run(story())
    interrupted = [e for one in records(shop) for e in one.events if e.kind == "turn_ended" and e.by == "human"]
    assert [one.agent for one in interrupted] == ["boss"]
