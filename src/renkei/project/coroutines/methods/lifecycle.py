"""The asynchronous form of `renkei.project.turns.lifecycle`, written by `make docs`."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Unpack

from renkei.budget.context.reading import DEFAULT_READING, Reading, ReadingOptions
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import HUMAN
from renkei.project.coroutines.form import AsyncForm
from renkei.project.turns.lifecycle import Request

if TYPE_CHECKING:
    from renkei.project.coroutines.turn import AsyncTurn


class TurnsMethods(AsyncForm):
    """The turns of a `Project`. All methods raise ProtocolError when nothing was written, or LogError."""

    def turn(
        self,
        agent: str,
        reading: Reading = DEFAULT_READING,
        *,
        lease: float = c.LEASE,
        take_over: bool = False,
        **options: Unpack[ReadingOptions],
    ) -> AbstractAsyncContextManager[AsyncTurn]:
        """Hold an agent's turn: read on entry, write on exit.

        Leaving the block appends one record with all actions of the turn and their consequences. An exception in the
        block appends nothing, and the turn's messages stay unread. A turn is interrupted if its agent does nothing for
        `lease` seconds; `Turn.renew` renews the lease. `take_over`: first end the turn left open by a dead process of
        the agent. `options` replace fields of `reading`, as in `turn("ann", budget=500)`.

        Raises ProtocolError on entry or when the block ends (nothing is written then), or LogError.
        """
        return self._turn_block(
            lambda: self._project.begin_turn(agent, reading, lease=lease, take_over=take_over, **options)
        )

    async def begin_turn(
        self,
        agent: str,
        reading: Reading = DEFAULT_READING,
        *,
        lease: float = c.LEASE,
        take_over: bool = False,
        request: Request | None = None,
        **options: Unpack[ReadingOptions],
    ) -> AsyncTurn:
        """Begin a turn without a block, as `turn` does; `end_turn` or `abandon_turn` ends it.

        `request`: the id and the digest of a request that may be repeated; then the same turn is returned again. The
        same id with another digest raises DuplicateCommandError.
        """
        return self._opened(
            await self._calls.run(
                lambda: self._project.begin_turn(
                    agent, reading, lease=lease, take_over=take_over, request=request, **options
                ),
                self._project.abandon_turn,
            )
        )

    async def end_turn(self, turn: AsyncTurn) -> Record | None:
        """Append a turn's actions as one record.

        Raises TurnLostError if it has ended already, another ProtocolError (nothing was written), or LogError.
        """
        return await self._calls.run(lambda: self._project.end_turn(turn.sync))

    async def abandon_turn(self, turn: AsyncTurn) -> None:
        """End a turn without writing its actions; its messages stay unread."""
        await self._calls.sure(lambda: self._project.abandon_turn(turn.sync))

    async def interrupt_turn(self, agent: str, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """End the open turn of an agent from outside; return None if none is open.

        Nothing of the turn is written or read, and its process gets TurnLostError. The leads, the humans and the
        delegators of the agent's work in progress are notified, unless the agent does it itself. Raises NotAllowedError
        for an actor who is neither the agent, a lead nor a human, or UnknownActorError.
        """
        return await self._calls.run(lambda: self._project.interrupt_turn(agent, reason, actor=actor))

    async def heartbeats(self) -> dict[str, str]:
        """Return each agent's last heartbeat; agents without one are omitted."""
        return await self._calls.run(lambda: self._project.heartbeats())
