"""One session of an editor: its prompts, one at a time, and what it shows, in order."""

import asyncio
from contextlib import suppress
from pathlib import Path

from acp.interfaces import Client
from acp.schema import AllowedOutcome, StopReason

from acp import RequestError
from renkei.edges.editors.errors import EmptyPromptError, PromptOpenError
from renkei.edges.editors.port import Front
from renkei.edges.editors.prompt_text import Block, prompt_text
from renkei.edges.editors.recent import show_recent
from renkei.edges.editors.updates import commands_update, decision_call, options_of
from renkei.edges.editors.watch import Asking, Item, Over, Watch


class EditorSession:
    """One session. `begin` it, let it take prompts, and `close` it. All calls come from the event loop's thread."""

    def __init__(self, name: str, folder: Path, front: Front, client: Client) -> None:
        self.name = name
        self.front = front
        self._folder = folder
        self._client = client
        self._loop = asyncio.get_running_loop()
        self._items: asyncio.Queue[Item | None] = asyncio.Queue()
        self._watch = Watch(front, self._put)
        self._turn: asyncio.Future[StopReason] | None = None
        self._asking: set[asyncio.Task[None]] = set()
        self._pump: asyncio.Task[None] | None = None

    def _put(self, item: Item | None) -> None:
        """Let the editor show something; from any thread."""
        with suppress(RuntimeError):  # the event loop has ended, and with it the editor
            self._loop.call_soon_threadsafe(self._items.put_nowait, item)

    async def begin(self, *, recent: bool) -> None:
        """Follow the project, and let the editor show the commands and the plan.

        `recent`: first what was said last, and what has happened that the person has not read. Without it, nothing is
        sent before the answer to the request that is handled: an editor may not know the session earlier.
        """
        await asyncio.to_thread(self._begin, recent)
        self._pump = asyncio.create_task(self._send_items())  # runs when this request waits, which is for its answer
        if recent:
            await self._flush()

    def _begin(self, recent: bool) -> None:
        if recent:
            show_recent(self.front, self._put, self._watch)
        self._put(commands_update(self.front.commands))
        self._watch.start()

    async def prompt(self, blocks: list[Block]) -> StopReason:
        """Take a prompt, and return why its turn ended; raises RenkeiError."""
        if self._turn is not None:
            raise PromptOpenError(session=self.name)
        text = prompt_text(blocks, self._folder)
        if not text:
            raise EmptyPromptError()
        turn: asyncio.Future[StopReason] = self._loop.create_future()
        self._turn = turn
        self._watch.reset()
        try:
            if await self._answered(text):
                return "end_turn"
            await asyncio.to_thread(self._watch.begin, text)
            return await turn
        finally:
            self._turn = None

    async def _answered(self, text: str) -> bool:
        """Answer a command after a slash; return False for any other text."""
        word, _, rest = text.partition(" ")
        command = self.front.commands.get(word.removeprefix("/")) if word.startswith("/") else None
        if command is None:
            return False
        await asyncio.to_thread(lambda: self._watch.show(command.answer(rest.strip())))
        await self._flush()
        return True

    async def cancel(self) -> None:
        """Interrupt the lead, if a prompt waits for it; raises RenkeiError."""
        if self._turn is not None:
            await asyncio.to_thread(self._watch.cancel)

    async def close(self) -> None:
        """Show nothing more."""
        await asyncio.to_thread(self._watch.close)
        if self._turn is not None and not self._turn.done():
            self._turn.set_result("cancelled")
        for one in (self._pump, *self._asking):
            if one is not None:
                one.cancel()

    async def _flush(self) -> None:
        """Wait until everything that was put is sent."""
        await asyncio.sleep(0)  # what other threads have put is in the queue then
        await self._items.join()

    async def _send_items(self) -> None:
        """Send what is put, one after the other, until the connection ends."""
        while True:
            item = await self._items.get()
            try:
                if isinstance(item, Asking):
                    task = asyncio.create_task(self._ask(item))
                    self._asking.add(task)
                    task.add_done_callback(self._asking.discard)
                elif isinstance(item, Over):
                    if self._turn is not None and not self._turn.done():
                        self._turn.set_result(item.reason)
                elif item is not None:
                    await self._client.session_update(self.name, item)
            except ConnectionError:
                return
            finally:
                self._items.task_done()

    async def _ask(self, asking: Asking) -> None:
        """Ask the editor's user for a decision, and make it."""
        labels = [one.label for one in asking.request.payload.options]
        chosen = ""
        with suppress(RequestError, ConnectionError):
            response = await self._client.request_permission(
                self.name, decision_call(asking.decision, asking.request), options_of(labels)
            )
            if isinstance(response.outcome, AllowedOutcome):
                chosen = response.outcome.option_id
        if chosen in labels:
            await asyncio.to_thread(self._watch.answer, asking.decision, chosen)
        else:
            await asyncio.to_thread(self._watch.leave_open, asking.decision)
