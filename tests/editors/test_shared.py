"""Several editors on one project, sessions that survive, and processes that are killed."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

import renkei
from acp import RequestError
from editors.editor import PATIENCE, Editor, editor

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
    - when: again
      then: [{say: "Here I am."}]
    - when: a word
      then:
        - {call: SendMessage, arguments: {recipient: human, content: A word to you.}}
        - {say: Done.}
    - when: Paint it
      then:
        - {call: TaskCreate, arguments: {subject: Paint it, role: painter}}
        - {say: ann does it.}
    - when: rest
      then:
        - {say: "I begin. ", call: bash, arguments: {command: sleep 600}}
        - {say: It is over.}
  ann:
    - when: Paint it
      then:
        - {call: write_file, arguments: {path: door.txt, content: "red\\n"}}
        - {call: TaskUpdate, arguments: {id: task-1, status: completed}}
        - {call: SendMessage, arguments: {recipient: human, content: The door is red.}}
        - {say: The door is red.}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "team.yaml").write_text(TEAM)
    (tmp_path / "script.yaml").write_text(SCRIPT)
    return tmp_path


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


@pytest.mark.long
def test_two_editors_show_the_same(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop) as first, editor(shop) as second:
            one, other = await first.begin(shop), await second.begin(shop)
            assert await first.say(one, "hello") == "end_turn"
            await second.until(lambda: "Hello. I lead ann." in second.text())
            assert second.text(kind="user_message_chunk") == "hello"
            assert first.text(kind="user_message_chunk") == ""
            assert await second.say(other, "Paint it") == "end_turn"  # the first one's process answers it
            assert "ann does it." in second.text()
            done = [("task-1: Paint it (ann)", "completed")]
            await second.until(lambda: second.plan == done and "The door is red." in second.text())
            await first.until(lambda: first.plan == done and "[ann] The door is red." in first.text())
            assert first.text(kind="user_message_chunk") == "Paint it"
            calls = [(c["title"], c["status"]) for c in second.of("tool_call")]
            assert ("ann: submit task-1 (Paint it)", "completed") in calls
            assert ("ann: changes door.txt", "completed") in calls
            assert not [title for title, _ in calls if "write_file" in title]

    run(story())


@pytest.mark.long
def test_two_sessions_of_one_editor_share_a_team(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop) as shows:
            one, other = await shows.begin(shop), await shows.begin(shop)
            assert one != other
            assert await shows.say(one, "hello") == "end_turn"
            assert await shows.say(other, "again") == "end_turn"
            said = "Hello. I lead ann.\n\nHere I am."
            await shows.until(lambda: shows.text(one).strip() == shows.text(other).strip() == said)
            assert shows.text(one, "user_message_chunk") == "again"
            await shows.connection.close_session(session_id=other)
            with pytest.raises(RequestError, match="There is no session"):
                await shows.say(other, "hello")

    run(story())


@pytest.mark.long
def test_a_session_is_loaded_in_another_process_with_what_happened_meanwhile(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop) as shows:
            session = await shows.begin(shop)
            await shows.say(session, "hello")
            await shows.say(session, "a word")
            await shows.say(session, "again")  # the person has seen the word
        with renkei.open(shop / ".renkei") as project:
            project.post("The paint is dry.", ["human"], actor="ann")
        async with editor(shop) as shows:
            await shows.connection.load_session(cwd=str(shop), session_id=session, mcp_servers=[])
            assert shows.text(kind="user_message_chunk") == "helloa wordagain"
            assert shows.text() == "[boss] A word to you.\n\n[ann] The paint is dry.\n\n"
            assert {name for name, _ in shows.shown} == {session}
            await shows.say(session, "again")
            assert "I have nothing to do now." in shows.text()
            listed = (await shows.connection.list_sessions(cwd=str(shop))).sessions[0]
            assert (listed.title, listed.cwd) == ("Paint the door.", str(shop))
            assert session.startswith(f"{listed.session_id}+")
            await shows.connection.resume_session(cwd=str(shop), session_id=listed.session_id, mcp_servers=[])
            assert await shows.say(listed.session_id, "/team") == "end_turn"

    run(story())
    with renkei.open(shop / ".renkei") as project:
        assert not project.state.unread_of("human")


async def kill_in_a_prompt(shows: Editor, prompt: asyncio.Future[str]) -> None:
    """Kill the process of an editor while its prompt waits for the lead."""
    shows.process.kill()
    with pytest.raises(ConnectionError):
        await prompt


def is_at_rest(shows: Editor) -> bool:
    """Return whether the lead's command is shown that takes long."""
    return any("sleep" in call["title"] for call in shows.of("tool_call"))


@pytest.mark.long
def test_a_team_whose_process_is_killed_goes_on_in_the_other_editors_process(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop) as first, editor(shop) as second:
            one = await first.begin(shop)
            prompt = asyncio.ensure_future(first.say(one, "rest"))
            await first.until(lambda: is_at_rest(first))
            other = await second.begin(shop)
            waiting = asyncio.ensure_future(second.say(other, "again"))
            await first.until(lambda: first.text(kind="user_message_chunk") == "again")
            await kill_in_a_prompt(first, prompt)
            await second.until(lambda: is_at_rest(second))
            await second.connection.cancel(session_id=other)
            assert await waiting == "cancelled"

    run(story())


@pytest.mark.long
def test_a_prompt_whose_process_was_killed_is_in_the_log_and_its_turn_goes_on(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop) as shows:
            session = await shows.begin(shop)
            prompt = asyncio.ensure_future(shows.say(session, "rest"))
            await shows.until(lambda: is_at_rest(shows))
            await kill_in_a_prompt(shows, prompt)
        async with editor(shop) as shows:
            await shows.connection.load_session(cwd=str(shop), session_id=session, mcp_servers=[])
            assert shows.text(kind="user_message_chunk") == "rest"
            await shows.until(lambda: is_at_rest(shows))

    run(story())


@pytest.mark.long
def test_the_team_ends_in_order_when_the_editor_is_gone_in_a_prompt(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop) as shows:
            session = await shows.begin(shop)
            prompt = asyncio.ensure_future(shows.say(session, "rest"))
            await shows.until(lambda: is_at_rest(shows))
            stdin = shows.process.stdin
            assert stdin is not None
            stdin.close()
            assert await asyncio.wait_for(shows.process.wait(), PATIENCE) == 0
            assert await prompt == "cancelled"

    run(story())
    with renkei.open(shop / ".renkei") as project:
        assert not project.state.turns
        assert set(project.state.actors) == {"human", "boss", "ann"}
