"""The asynchronous form of `renkei.project.project`, written by `make docs`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from renkei.budget.context.build import Context
from renkei.budget.context.reading import DEFAULT_READING, Reading, ReadingOptions
from renkei.budget.tokens.estimate import Counter
from renkei.contracts.state import Contract
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import HUMAN, State
from renkei.engine.views.obligations import OpenObligation
from renkei.engine.views.past.changes import BoardChange
from renkei.engine.views.waiting.entry import Waiting
from renkei.errors import RecordUnfitError
from renkei.project.conversation import PAGE, SentMessage
from renkei.project.coroutines.form import AsyncForm
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale

if TYPE_CHECKING:
    from renkei.project.coroutines.turn import AsyncDraft


class ProjectMethods(AsyncForm):
    """One team, one goal, one log. Threads may share a project; any number of processes may open the same one."""

    async def flush(self) -> None:
        """Write the files beside the log now; otherwise they follow within half a second."""
        await self._calls.run(lambda: self._project.flush())

    @property
    def directory(self) -> Path | None:
        """The directory of the project; None in memory."""
        return self._project.directory

    async def state(self) -> State:
        """The state at the end of the log, which is read first; before a record that does not fit (`unfit`)."""
        return await self._calls.run(lambda: self._project.state)

    async def unfit(self) -> RecordUnfitError | None:
        """The error of the first known record that does not fit the records before it, written by another program.

        Everything before that record can be read; every command fails with this error. None if all known records fit.
        """
        return await self._calls.run(lambda: self._project.unfit)

    async def unread(self) -> int:
        """Number of records of the log that this process has not read yet."""
        return await self._calls.run(lambda: self._project.unread)

    def read_on(self) -> AsyncIterator[int]:
        """Read the log to its end, yielding the seq reached after every thousand records.

        Any other access to the state reads the log too, but reports no progress. Raises RecordUnfitError.
        """
        return self._each(lambda: self._project.read_on(), 1)

    def records(self, after: int = 0) -> AsyncIterator[Record]:
        """Yield the records of the log after a seq; raises RecordUnfitError instead of a record known not to fit."""
        return self._each(lambda: self._project.records(after))

    async def record(self, seq: int) -> Record:
        """Return one record of the log; raises BadValueError for a seq that does not exist."""
        return await self._calls.run(lambda: self._project.record(seq))

    async def wait(self, after: int, timeout: float) -> bool:
        """Wait at most `timeout` seconds for a record after a seq; return whether there is one.

        Raises RecordUnfitError if that is known not to fit.
        """
        return await self._waiting.for_record(after, timeout)

    async def do(
        self, *actions: c.Action, actor: str = HUMAN, command_id: str | None = None, fingerprint: str = ""
    ) -> Record | None:
        """Do actions in order as one record, or none of them; return None if nothing changed.

        A command id that the actor has used before returns the record of that command. `fingerprint`: a digest of the
        request; the same command id with another one raises DuplicateCommandError. Raises ProtocolError (nothing was
        written) or LogError.
        """
        return await self._calls.run(
            lambda: self._project.do(*actions, actor=actor, command_id=command_id, fingerprint=fingerprint)
        )

    async def do_each(self, *groups: Sequence[c.Action], actor: str = HUMAN) -> list[Record | None]:
        """Do groups of actions in order, each as one record, and return the records, with None where nothing changed.

        It takes as long as waiting for the disk once, which several calls of `do` each wait for. A group that is
        rejected does not keep the others from being done: its ProtocolError is raised after that. Raises LogError.
        """
        return await self._calls.run(lambda: self._project.do_each(*groups, actor=actor))

    def time(self) -> str:
        """Return the project's time: now, or a time after its last record if the clock is behind that."""
        return self._project.time()

    async def heartbeat(self, agent: str) -> None:
        """Report that an agent is alive, to renew its claims and its open turn. Appends no record.

        Raises UnknownActorError, or LogNotWritableError for a read-only project.
        """
        await self._calls.run(lambda: self._project.heartbeat(agent))

    async def heartbeats(self) -> dict[str, str]:
        """Return each agent's last heartbeat; agents without one are omitted."""
        return await self._calls.run(lambda: self._project.heartbeats())

    async def report_problem(self, text: str, part: str = "") -> None:
        """Let other processes know what keeps a part of this one from work, or "". Raises LogNotWritableError."""
        await self._calls.run(lambda: self._project.report_problem(text, part))

    async def problems(self) -> list[str]:
        """Return what keeps processes that run for this project from their work, such as a server."""
        return await self._calls.run(lambda: self._project.problems())

    async def tick(self) -> Record | None:
        """Apply deadlines and leases that have passed, a hundred with each record.

        Returns the last record or None. Rules that fail are listed in it (`rule_fired.refused`). Raises LogError.
        """
        return await self._calls.run(lambda: self._project.tick())

    async def expire(self) -> None:
        """Apply deadlines and leases that have passed, unless this project can only be read.

        Waiting does it as well.
        """
        await self._calls.run(lambda: self._project.expire())

    def act_as(self, actor: str = HUMAN) -> AbstractAsyncContextManager[AsyncDraft]:
        """Act outside a turn, as people do: leaving the block appends one record, an exception appends nothing."""
        return self._draft_block(actor)

    def new_header(self) -> dict[str, str]:
        """Return a new `id` and the `timestamp` for a message built by hand."""
        return self._project.new_header()

    def new_id(self) -> str:
        """Return a new unique id."""
        return self._project.new_id()

    async def send(self, message: AnyMessage, command_id: str | None = None) -> Record | None:
        """Send a message outside a turn, as people do."""
        return await self._calls.run(lambda: self._project.send(message, command_id))

    async def context(
        self,
        agent: str,
        reading: Reading = DEFAULT_READING,
        *,
        seq: int | None = None,
        **options: Unpack[ReadingOptions],
    ) -> Context:
        """Return an agent's context if its turn began now, or after the record `seq`; changes nothing.

        Raises UnknownActorError, BudgetTooSmallError, or BadValueError for a record that does not exist.
        """
        return await self._calls.run(lambda: self._project.context(agent, reading, seq=seq, **options))

    async def find_contract(self, ref: str) -> Contract:
        """Return any contract by its id, or an open one by the id of its TASK_HANDOFF; raises UnknownContractError."""
        return await self._calls.run(lambda: self._project.find_contract(ref))

    async def ready(self, agent: str) -> list[Contract]:
        """Return the contracts that an agent can claim now: those assigned to it, then the most urgent for its role.

        Raises UnknownActorError.
        """
        return await self._calls.run(lambda: self._project.ready(agent))

    async def obligations(self, participant: str | None = None) -> list[OpenObligation]:
        """Return the open obligations, oldest first; with `participant` only those it owes or is owed.

        Raises UnknownActorError.
        """
        return await self._calls.run(lambda: self._project.obligations(participant))

    async def waiting_for(self, person: str = HUMAN) -> list[Waiting]:
        """Return the items that wait for a person: decisions, results, replies, deadlocks, pauses.

        Blocking items come first, then overdue ones, then the oldest. Raises UnknownActorError.
        """
        return await self._calls.run(lambda: self._project.waiting_for(person))

    def changes(self, since: int = 0) -> AsyncIterator[BoardChange]:
        """Yield every change of the board after the record `since`, by seq: its changelog.

        An agent that stores `project.state.seq` after reading the board passes it next time.
        """
        return self._each(lambda: self._project.changes(since))

    async def find_message(self, message_id: str) -> AnyMessage:
        """Return any message ever sent; raises UnknownMessageError."""
        return await self._calls.run(lambda: self._project.find_message(message_id))

    async def message_text(self, message_id: str, locale: Locale | None = None) -> str:
        """Return any message ever sent as complete text; raises UnknownMessageError."""
        return await self._calls.run(lambda: self._project.message_text(message_id, locale))

    async def conversation(
        self,
        *,
        group: str | None = None,
        thread: str | None = None,
        between: tuple[str, str] | None = None,
        before: int | None = None,
        limit: int = PAGE,
    ) -> list[SentMessage]:
        """Return the newest messages of one conversation, oldest first: those in at most `limit` records.

        Name exactly one of: `group`, their recipient; `thread`, the `thread` of messages, or a message with its
        replies, or a task, decision or artifact that they are about; `between`, two participants who sent them to each
        other by name. `before` is the seq of the first message of the next page. Raises BadValueError.
        """
        return await self._calls.run(
            lambda: self._project.conversation(group=group, thread=thread, between=between, before=before, limit=limit)
        )

    async def search(self, text: str, limit: int = 20, me: str = "") -> list[AnyMessage]:
        """Return the messages found by a search, such as `pool from:ann after:yesterday`; raises BadValueError."""
        return await self._calls.run(lambda: self._project.search(text, limit, me))

    async def nearby(self, text: str, me: str = "") -> tuple[str, ...]:
        """Return operators that were perhaps meant by a search that found nothing, such as `from:ann`.

        Raises BadValueError.
        """
        return await self._calls.run(lambda: self._project.nearby(text, me))

    async def counter(self, model: str) -> Counter:
        """Return a token counter for a model: the estimate, corrected by its provider's reports so far."""
        return await self._calls.run(lambda: self._project.counter(model))

    async def report_usage(self, model: str, estimated: int, reported: int) -> None:
        """Report how many input tokens a provider counted for a text, to correct later counters.

        Raises LogNotWritableError for a read-only project.
        """
        await self._calls.run(lambda: self._project.report_usage(model, estimated, reported))
