"""A group chat over websockets: people and agents see every line. Start it with a port, and connect to `/NAME`."""

import asyncio
import sys

from websockets.asyncio.server import ServerConnection, serve

AGENTS = {"ann": "I build the API.", "bob": "I build the form."}
lines: list[str] = []
links: set[ServerConnection] = set()
inboxes: dict[str, asyncio.Queue[str]] = {name: asyncio.Queue() for name in AGENTS}


async def say(name: str, text: str) -> None:
    lines.append(f"{name}: {text}")
    for link in tuple(links):
        await link.send(lines[-1])
    for agent, inbox in inboxes.items():
        if agent != name:
            inbox.put_nowait(text)


async def person(link: ServerConnection) -> None:
    name = link.request.path.strip("/") if link.request else ""
    for line in lines:
        await link.send(line)
    links.add(link)
    try:
        async for text in link:
            await say(name, str(text))
    finally:
        links.discard(link)


async def think(name: str, context: str, text: str) -> str:
    """Return what an agent says to a text, or "": here you await your model with the context."""
    return AGENTS[name] if f"{name}?" in text else ""


async def agent(name: str) -> None:
    while True:
        text = await inboxes[name].get()
        if answer := await think(name, "\n".join(lines), text):
            await say(name, answer)


async def main() -> None:
    async with serve(person, "127.0.0.1", int(sys.argv[1])), asyncio.TaskGroup() as group:
        for name in AGENTS:
            group.create_task(agent(name))
        print("ready", flush=True)


asyncio.run(main())
