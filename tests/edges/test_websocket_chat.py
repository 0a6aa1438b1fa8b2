"""A group chat over websockets, and the diff that puts renkei under it: `kill -9` loses nothing."""

import asyncio
import difflib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

EXAMPLE = Path(__file__).parents[2] / "examples" / "websocket-chat"
PATIENCE = 30.0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@asynccontextmanager
async def chat(program: str, directory: Path) -> AsyncIterator[int]:
    """Run a chat in a directory, and kill it at the end."""
    port = free_port()
    script = str(EXAMPLE / program)
    process = await asyncio.create_subprocess_exec(
        sys.executable, script, str(port), cwd=directory, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        assert await asyncio.wait_for(process.stdout.readline(), PATIENCE) == b"ready\n"
        yield port
    finally:
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
        process._transport.close()  # type: ignore[attr-defined]  # before its loop ends


async def lines_until(link: ClientConnection, last: str) -> list[str]:
    found: list[str] = []
    async with asyncio.timeout(PATIENCE):
        while last not in found:
            found.append(str(await link.recv()))
    return found


def person(port: int, name: str) -> connect:
    return connect(f"ws://127.0.0.1:{port}/{name}")


def test_people_and_agents_talk_in_both_programs(tmp_path: Path) -> None:
    async def talk(program: str) -> list[str]:
        async with chat(program, tmp_path) as port, person(port, "cai") as cai, person(port, "dan") as dan:
            await cai.send("What do you do, ann?")
            return await lines_until(dan, "ann: I build the API.")

    expected = ["cai: What do you do, ann?", "ann: I build the API."]
    assert asyncio.run(talk("chat.py")) == expected
    assert asyncio.run(talk("chat_on_renkei.py")) == expected


def test_a_killed_chat_shows_every_line_again_and_answers_what_was_open(tmp_path: Path) -> None:
    async def run() -> None:
        async with chat("chat_on_renkei.py", tmp_path) as port, person(port, "cai") as cai:
            await cai.send("What do you do, ann?")
            assert len(await lines_until(cai, "ann: I build the API.")) == 2
            await cai.send("And bob?")
            await lines_until(cai, "cai: And bob?")  # killed before, during or after bob's turn
        async with chat("chat_on_renkei.py", tmp_path) as port, person(port, "cai") as cai:
            lines = await lines_until(cai, "bob: I build the form.")
            assert lines == [
                "cai: What do you do, ann?",
                "ann: I build the API.",
                "cai: And bob?",
                "bob: I build the form.",
            ]

    asyncio.run(run())


def test_the_page_of_the_example_shows_the_diff() -> None:
    old, new = ((EXAMPLE / name).read_text().splitlines() for name in ("chat.py", "chat_on_renkei.py"))
    diff = list(difflib.unified_diff(old, new, "chat.py", "chat_on_renkei.py", lineterm=""))
    page = (EXAMPLE / "README.md").read_text()
    assert "```diff\n" + "\n".join(diff) + "\n```" in page
    assert len([line for line in old if line.strip()]) <= 45
    assert len([line for line in diff if line.startswith("+") and line[1:].strip()]) <= 40
