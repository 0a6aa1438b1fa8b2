"""A group chat over websockets: people and agents see every line. Start it with a port, and connect to `/NAME`."""

import asyncio
import sys
from functools import partial
from pathlib import Path

from websockets.asyncio.server import ServerConnection, serve

import renkei

AGENTS = {"ann": "I build the API.", "bob": "I build the form."}


async def show(project: renkei.AsyncProject, link: ServerConnection) -> None:
    async for record in project.follow(0):
        for event in record.events:
            if event.kind == "message_sent" and isinstance(event.message.payload, renkei.Freeform):
                await link.send(f"{event.message.from_}: {event.message.payload.body}")


async def person(project: renkei.AsyncProject, link: ServerConnection) -> None:
    name = link.request.path.strip("/") if link.request else ""
    if name not in (await project.state()).actors:
        await project.join(name, human=True)
    showing = asyncio.create_task(show(project, link))
    try:
        async for text in link:
            await project.post(str(text), to="all", actor=name)
    finally:
        showing.cancel()


async def think(name: str, context: str, text: str) -> str:
    """Return what an agent says to a text, or "": here you await your model with the context."""
    return AGENTS[name] if f"{name}?" in text else ""


async def agent(turn: renkei.AsyncTurn, message: renkei.AnyMessage) -> None:
    if answer := await think(turn.agent, turn.context.text, getattr(message.payload, "body", "")):
        turn.send(answer, to="all")


async def main() -> None:
    members = [renkei.Join(name) for name in AGENTS]
    opening = renkei.open_async("chat") if Path("chat").exists() else renkei.create_async("chat", members=members)
    async with (
        opening as project,
        serve(partial(person, project), "127.0.0.1", int(sys.argv[1])),
        asyncio.TaskGroup() as group,
    ):
        for name in AGENTS:
            group.create_task(project.run(name, {"FREEFORM": agent}, pause=0, take_over=True))
        print("ready", flush=True)


asyncio.run(main())
