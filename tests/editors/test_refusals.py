"""What `renkei acp` answers to an editor that asks for something wrong, and that it writes nothing but the protocol."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Coroutine, Iterable
from pathlib import Path
from typing import Any

import pytest

import renkei
from acp import RequestError, image_block
from editors.editor import PATIENCE, editor
from terminal import on_terminal

TEAM = "team: {name: shop, goal: Paint the door., lead: {id: boss}}\n"
SCRIPT = "script: {boss: [{when: hello, then: [{say: Hello.}]}]}\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "team.yaml").write_text(TEAM)
    (tmp_path / "script.yaml").write_text(SCRIPT)
    return tmp_path


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


def refusal(folder: Path, cwd: str | None = None, *arguments: str) -> tuple[str, Any]:
    """Return the message and the data with which a session in a folder is refused."""
    found: list[tuple[str, Any]] = []

    async def story() -> None:
        async with editor(folder, *arguments, script="") as shows:
            with pytest.raises(RequestError) as refused:
                await shows.connection.new_session(cwd=cwd or str(folder), mcp_servers=[])
            found.append((str(refused.value), refused.value.data))

    run(story())
    return found[0]


def test_a_folder_without_a_project_says_what_to_do(tmp_path: Path) -> None:
    message, data = refusal(tmp_path)
    assert message == (
        f"There is no renkei project and no team.yaml in '{tmp_path}' or above. "
        "Write team.yaml with a goal and a lead there, or create a project with `renkei init`."
    )
    assert data["code"] == "NO_TEAM"


@pytest.mark.long
@pytest.mark.parametrize(("cwd", "told"), [("/nowhere/at/all", "does not exist"), ("shop", "is not absolute")])
def test_a_folder_that_cannot_be_opened_is_refused(tmp_path: Path, cwd: str, told: str) -> None:
    assert told in refusal(tmp_path, cwd)[0]


def test_a_wrong_team_file_is_refused_with_the_location_of_each_fault(shop: Path) -> None:
    (shop / "team.yaml").write_text("team:\n  goal: Paint the door.\n  lead: {id: boss, rolle: x}\n  quote: {}\n")
    message, data = refusal(shop)
    assert f"{shop}/team.yaml:3:20" in message
    assert "/team/lead/rolle" in message
    assert f"{shop}/team.yaml:4:3" in message
    assert data["details"]["problems"][0]["line"] == 3
    assert not (shop / ".renkei").exists()


def test_a_project_without_a_lead_says_how_one_joins(tmp_path: Path) -> None:
    renkei.create(tmp_path / ".renkei", "shop").close()
    assert "`renkei join NAME --lead`" in refusal(tmp_path)[0]


def test_only_a_participant_talks_and_no_agent_as_a_person(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with renkei.create(shop / ".renkei", "shop") as project:
        project.join("boss", lead=True)
    (shop / "team.yaml").unlink()
    assert "'eve' is not a participant" in refusal(shop, None, "--as", "eve")[0]
    monkeypatch.setenv("RENKEI_AGENT", "boss")
    assert refusal(shop)[1]["code"] == "NOT_A_PERSON"


@pytest.mark.long
def test_a_lead_that_no_process_runs_keeps_the_message(shop: Path) -> None:
    with renkei.create(shop / ".renkei", "shop") as project:
        project.join("boss", lead=True)
    (shop / "team.yaml").unlink()

    async def story() -> None:
        async with editor(shop, script="") as shows:
            session = await shows.begin(shop)
            assert await shows.say(session, "hello") == "end_turn"
            told = "(no process on this machine runs boss now: your message waits in its inbox)"
            assert shows.text().strip() == told
            with renkei.open(shop / ".renkei") as project:
                assert len(project.state.unread_of("boss")) == 1
                project.post("Here I am.", ["human"], actor="boss")
            await shows.until(lambda: "[boss] Here I am." in shows.text())

    run(story())


@pytest.mark.long
def test_sessions_that_do_not_exist_and_prompts_without_words_are_refused(shop: Path) -> None:
    async def story() -> None:
        async with editor(shop) as shows:
            for ask in (
                lambda: shows.say("shop-1", "hello"),
                lambda: shows.connection.load_session(cwd=str(shop), session_id="shop-1", mcp_servers=[]),
                lambda: shows.connection.close_session(session_id="shop-1"),
            ):
                with pytest.raises(RequestError, match="There is no session 'shop-1' here"):
                    await ask()
            await shows.connection.cancel(session_id="shop-1")  # is a notification: nothing answers
            session = await shows.begin(shop)
            for blocks in ((), ("  ",), (image_block("aGVsbG8=", "image/png"),)):
                with pytest.raises(RequestError, match="The prompt holds no text"):
                    await shows.say(session, *blocks)
            assert await shows.say(session, "hello") == "end_turn"

    run(story())


def talk(folder: Path, lines: Iterable[str]) -> tuple[list[Any], str]:
    """Write lines to `renkei acp`; return what it wrote to standard output, as data, and to standard error."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "renkei", "acp", "--script", str(folder / "script.yaml")]
    text = "".join(f"{one}\n" for one in lines)
    done = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True, env=env, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return [json.loads(one) for one in done.stdout.splitlines()], done.stderr


@pytest.mark.long
def test_lines_that_are_no_protocol_and_versions_of_the_future_end_nothing(shop: Path) -> None:
    hello = '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 99}}'
    unknown = '{"jsonrpc": "2.0", "id": 2, "method": "session/fly", "params": {}}'
    wrong = '{"jsonrpc": "2.0", "id": 3, "method": "session/new", "params": {"cwd": 7}}'
    answers, told = talk(shop, ["{ nonsense", hello, unknown, wrong])
    found = {one["id"]: one for one in answers}
    assert found[1]["result"]["protocolVersion"] == 1
    assert [found[number]["error"]["code"] for number in (2, 3)] == [-32601, -32602]
    assert "nonsense" not in told
    assert "Traceback" not in told


def test_a_person_at_a_terminal_is_told_who_starts_it(shop: Path) -> None:
    with on_terminal("acp", cwd=shop) as terminal:
        terminal.wait_for("use `renkei team chat`")
        assert terminal.process.wait(40) != 0


@pytest.mark.long
@pytest.mark.parametrize(("redirected", "named"), [("< /dev/null", "standard input"), ("> out", "standard output")])
def test_streams_that_are_no_pipes_are_refused(redirected: str, named: str, shop: Path) -> None:
    line = f"true | {sys.executable} -m renkei acp {redirected}"
    done = subprocess.run(["sh", "-c", line], cwd=shop, capture_output=True, text=True, timeout=40)
    assert (done.returncode, f"{named} is not a pipe" in done.stderr) == (1, True)
    assert "Traceback" not in done.stderr
