"""A client of Matrix in a process of its own, as a small bot is written: it sends events and follows its rooms.

Each line of its input is the content of an event, which it sends to its room before it reads the next.
"""

import asyncio
import json
import sys

from nio import AsyncClient


async def _send_all(address: str, user: str, token: str, room: str) -> None:
    client = AsyncClient(address)
    client.access_token, client.user_id = token, user
    following = asyncio.create_task(client.sync_forever(30_000))
    for number in range(sys.maxsize):
        line = await asyncio.to_thread(sys.stdin.readline)
        if not line:
            break
        await client.room_send(room, "m.room.message", json.loads(line), f"plain-{number}")
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    await client.close()


if __name__ == "__main__":
    asyncio.run(_send_all(*sys.argv[1:]))
