"""Connections between programs of this machine that fail as those of a network do, and that see what is sent.

A `Wire` passes connections on to a port. It can hold back what passes in one direction or both, let it pass slowly, and
count the words that clients send.
"""

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

CHUNK = 65_536
SLOW = 4_096
"""Bytes that pass at once, of which there are a hundred a second, on a slow wire."""

FORBIDDEN = b"nats-expected-last-msg-id"
EXPECTED = b"nats-expected-last-sequence"
"""What clients must never send, and what they send with every record."""

DEADLINE = 30.0


class Wire:
    """A port that passes connections on to another port of this machine."""

    def __init__(self, loop: asyncio.AbstractEventLoop, target: int) -> None:
        self.sent: Counter[bytes] = Counter()
        """How often clients have sent `FORBIDDEN` and `EXPECTED`."""
        self.is_slow = False
        self._loop = loop
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.port: int = self._listening.getsockname()[1]
        self._passes = {"forth": asyncio.Event(), "back": asyncio.Event()}
        self._tasks: set[asyncio.Task[None]] = set()
        self.release()

    async def open(self) -> None:
        """Begin to pass connections on."""
        self._server = await asyncio.start_server(self._connect, sock=self._listening)

    def hold(self, *ways: str) -> None:
        """Let nothing pass, by default in both directions; it passes later, unless the connection is closed."""
        for way in ways or self._passes:
            self._loop.call_soon_threadsafe(self._passes[way].clear)

    def release(self) -> None:
        """Let everything pass again."""
        for event in self._passes.values():
            self._loop.call_soon_threadsafe(event.set)

    def cut(self) -> None:
        """Close every connection; what was held back is lost."""
        asyncio.run_coroutine_threadsafe(self._cut(), self._loop).result(DEADLINE)

    async def _cut(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """End."""
        self._server.close()
        await self._cut()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        mine = asyncio.current_task()
        assert mine is not None
        self._tasks.add(mine)
        ends, ways = [writer], list[asyncio.Task[None]]()
        try:
            await self._passes["forth"].wait()  # a host that is cut off does not even refuse
            there, to = await asyncio.open_connection("127.0.0.1", self._target)
            ends.append(to)
            ways += [
                self._loop.create_task(self._pass(*one)) for one in ((reader, to, "forth"), (there, writer, "back"))
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            for task in ways:
                task.cancel()
            for end in ends:
                _close(end)
            self._tasks.remove(mine)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str) -> None:
        end = b""
        with suppress(OSError):
            while data := await reader.read(SLOW if self.is_slow else CHUNK):
                if way == "forth":
                    end = self._count(end, data.lower())
                if self.is_slow:
                    await asyncio.sleep(0.01)
                await self._passes[way].wait()
                writer.write(data)
                await writer.drain()

    def _count(self, before: bytes, data: bytes) -> bytes:
        """Count words in what was sent; return its end, which may be the beginning of one."""
        for word in (FORBIDDEN, EXPECTED):
            self.sent[word] += (before[-len(word) + 1 :] + data).count(word)
        return (before + data)[-len(EXPECTED) :]


def _close(writer: asyncio.StreamWriter) -> None:
    """Close a connection also for processes that have inherited it."""
    with suppress(OSError):
        writer.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
    writer.close()


class Network:
    """Wires, and the thread that all of them run in."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self.wires: list[Wire] = []

    def wire(self, target: int) -> Wire:
        """Return a new wire to a port."""
        made = Wire(self._loop, target)
        self._run(made.open())
        self.wires.append(made)
        return made

    def _run(self, work: Coroutine[Any, Any, object]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(DEADLINE)

    def serve(self) -> None:
        """Run until `close`."""
        self._loop.run_forever()
        self._loop.close()

    def close(self) -> None:
        """Close all wires."""
        for one in self.wires:
            self._run(one.close())
        self._run(asyncio.sleep(0.01))
        self._loop.call_soon_threadsafe(self._loop.stop)


@contextmanager
def network() -> Iterator[Network]:
    """Have wires during a block."""
    made = Network()
    thread = threading.Thread(target=made.serve)
    thread.start()
    try:
        yield made
    finally:
        made.close()
        thread.join(DEADLINE)


def watched(wires: list[Wire]) -> list[str]:
    """Return what is wrong with what clients sent: the condition that destroys a stream, or nothing at all."""
    sent: Counter[bytes] = sum((one.sent for one in wires), Counter())
    wrong = [f"a client sent {FORBIDDEN.decode()}"] if sent[FORBIDDEN] else []
    return wrong if sent[EXPECTED] else [*wrong, "the wires saw no publish"]
