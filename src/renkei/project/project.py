"""`Project`, the main class of the library (see `renkei.project.create` and `renkei.project.open`).

The core decides; a project adds everything impure: the clock, ids, a log, the files beside it, and the retry when
another process appended first.
"""

from __future__ import annotations  # `help` shows the names of unions, not all that is in them

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Unpack

from renkei.budget.context.build import Context
from renkei.budget.context.message_text import full
from renkei.budget.context.reading import DEFAULT_READING, Reading, ReadingOptions
from renkei.budget.tokens.estimate import Counter
from renkei.contracts.decide import get
from renkei.contracts.state import Contract
from renkei.engine import commands as c
from renkei.engine.deadlines import MOST_DUE, due
from renkei.engine.participants.access import need_actor
from renkei.engine.record import Record
from renkei.engine.search.nearby import nearby
from renkei.engine.state import HUMAN, State
from renkei.engine.subjects import message_named
from renkei.engine.views.contracts.claimable import claimable
from renkei.engine.views.contracts.closed import contracts_named
from renkei.engine.views.obligations import OpenObligation, open_obligations
from renkei.engine.views.past.changes import BoardChange, board_changes
from renkei.engine.views.waiting.entry import Waiting
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import BadValueError, LogNotWritableError, RecordUnfitError, UnknownMessageError
from renkei.log.port import Log
from renkei.project.clock import TimeAfter, new_id, read_clock, utc_now
from renkei.project.conversation import PAGE, SentMessage, messages_of, near_message, search_at, subject_of
from renkei.project.follower import Follower
from renkei.project.machines.sharing import Sharing
from renkei.project.past import Past
from renkei.project.performing import Performing
from renkei.project.recent_states import RecentStates
from renkei.project.refusals import check_fits, decide
from renkei.project.tokens import TokenHolders
from renkei.project.turns.building import context
from renkei.project.turns.contexts import Contexts
from renkei.project.turns.turn import Draft
from renkei.project.turns.working import Working
from renkei.project.writing.writer import Build, Writer
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import Locale, valid_id
from renkei.store.memory import MemoryStore
from renkei.store.port import Store

STEP = 1000
"""Records that `read_on` reads before it reports progress."""


class Project(Working, Past, Contexts, Performing, TokenHolders, Sharing):
    """One team, one goal, one log. Threads may share a project; any number of processes may open the same one.

    `log` is the log of its records; `now` returns the time.
    """

    def __init__(
        self,
        log: Log,
        store: Store | None = None,
        now: Callable[[], str] = utc_now,
        make_id: Callable[[], str] = new_id,
    ) -> None:
        self.log = log
        self.now = now
        self._make_id = make_id
        self._store = store or MemoryStore(log)
        self._writer = Writer(log, self._store)
        self._recent = RecentStates()
        self._after = TimeAfter()
        self.follower = Follower(self)
        """Learns of new records and applies deadlines, for all who wait in this process."""

    def __repr__(self) -> str:
        state = self._writer.known
        if state.seq == 0:  # reading the log is not for a repr
            return "<Project that has not been read yet>"
        return f"<Project at seq {state.seq}: {len(state.actors)} participants>"

    def __enter__(self) -> Project:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def flush(self) -> None:
        """Write the files beside the log now; otherwise they follow within half a second."""
        self._writer.flush()

    def close(self) -> None:
        """Write the files beside the log and release every resource. A later call opens them again."""
        self.follower.close()
        self._writer.close()

    @property
    def directory(self) -> Path | None:
        """The directory of the project; None in memory."""
        return self._store.directory

    @property
    def state(self) -> State:
        """The state at the end of the log, which is read first; before a record that does not fit (`unfit`)."""
        return self._writer.state

    @property
    def unfit(self) -> RecordUnfitError | None:
        """The error of the first known record that does not fit the records before it, written by another program.

        Everything before that record can be read; every command fails with this error. None if all known records fit.
        """
        return self._writer.unfit

    @property
    def known(self) -> State:
        """The newest state that this process has read; looking at it reads nothing and never waits."""
        return self._writer.known

    @property
    def unread(self) -> int:
        """Number of records of the log that this process has not read yet."""
        return self.log.last() - self._writer.known.seq

    def read_on(self) -> Iterator[int]:
        """Read the log to its end, yielding the seq reached after every thousand records.

        Any other access to the state reads the log too, but reports no progress. Raises RecordUnfitError.
        """
        while self.unread > 0:
            yield self._writer.read_on(STEP)

    def records(self, after: int = 0) -> Iterator[Record]:
        """Yield the records of the log after a seq; raises RecordUnfitError instead of a record known not to fit."""
        for record in self.log.read(after):
            check_fits(self.unfit, record.seq)
            yield record

    def record(self, seq: int) -> Record:
        """Return one record of the log; raises BadValueError for a seq that does not exist."""
        found = next(self.log.read(seq - 1), None) if seq > 0 else None
        if found is None:
            raise BadValueError(path="seq", got=seq, problem=f"seq {seq} does not exist; the last is {self.log.last()}")
        return found

    def wait(self, after: int, timeout: float) -> bool:
        """Wait at most `timeout` seconds for a record after a seq; return whether there is one.

        Raises RecordUnfitError if that is known not to fit.
        """
        check_fits(self.unfit, after + 1)
        return self.log.wait(after, timeout)

    def do(
        self, *actions: c.Action, actor: str = HUMAN, command_id: str | None = None, fingerprint: str = ""
    ) -> Record | None:
        """Do actions in order as one record, or none of them; return None if nothing changed.

        A command id that the actor has used before returns the record of that command. `fingerprint`: a digest of the
        request; the same command id with another one raises DuplicateCommandError. Raises ProtocolError (nothing was
        written) or LogError.
        """
        name = self._make_id() if command_id is None else valid_id(command_id)
        return self._do(actions, actor, name, is_new=command_id is None, fingerprint=fingerprint)

    def do_each(self, *groups: Sequence[c.Action], actor: str = HUMAN) -> list[Record | None]:
        """Do groups of actions in order, each as one record, and return the records, with None where nothing changed.

        It takes as long as waiting for the disk once, which several calls of `do` each wait for. A group that is
        rejected does not keep the others from being done: its ProtocolError is raised after that. Raises LogError.
        """
        return self._writer.perform_each([self._build(tuple(one), actor, self._make_id()) for one in groups])

    def _do(
        self,
        actions: tuple[c.Action, ...],
        actor: str | None,
        name: str,
        *,
        is_new: bool,
        new_messages: Collection[str] = (),
        fingerprint: str = "",
    ) -> Record | None:
        """Do actions, without looking up a new command (`is_new`) or new messages in the log; see `do_as_runtime`."""
        build = self._build(actions, actor, name, new_messages, fingerprint)
        return decide(self._writer, build, actor, is_new=is_new)

    def _build(
        self, actions: tuple[c.Action, ...], actor: str | None, name: str, new: Collection[str] = (), digest: str = ""
    ) -> Build:
        """Return the function that makes the command of some actions for a state; raises BadValueError."""
        for index, action in enumerate(actions):
            if not isinstance(action, c.Action):
                raise BadValueError(path=f"/actions/{index}", problem=f"{type(action).__name__} is not an action")
        ids = [one for action in actions if (one := message_named(action)) and one not in new]
        named = contracts_named(actions)

        def build(state: State) -> c.Command:
            closed = {one: how for one in named if one not in state.contracts.entries and (how := self._ended(one))}
            at, seen = self._time_after(state), self.log.content_hashes(ids)
            return c.Command(name, at, actor, actions, seen, closed, digest, self._via)

        return build

    def time(self) -> str:
        """Return the project's time: now, or a time after its last record if the clock is behind that."""
        return self._time_after(self._writer.known)

    def heartbeat(self, agent: str) -> None:
        """Report that an agent is alive, to renew its claims and its open turn. Appends no record.

        Raises UnknownActorError, or LogNotWritableError for a read-only project.
        """
        need_actor(self.state, agent)
        self._store.record_heartbeat(agent, self.time())

    def heartbeats(self) -> dict[str, str]:
        """Return each agent's last heartbeat; agents without one are omitted."""
        return self._store.heartbeats()

    def report_problem(self, text: str, part: str = "") -> None:
        """Let other processes know what keeps a part of this one from work, or "". Raises LogNotWritableError."""
        self._store.report_problem(text, part)

    def problems(self) -> list[str]:
        """Return what keeps processes that run for this project from their work, such as a server."""
        return self._store.problems()

    def tick(self) -> Record | None:
        """Apply deadlines and leases that have passed, a hundred with each record.

        Returns the last record or None. Rules that fail are listed in it (`rule_fired.refused`). Raises LogError.
        """
        last = None
        for _ in range(0, self._due(), MOST_DUE):
            last = self.do_as_runtime(c.Tick(self._store.heartbeats())) or last
        self.follower.note_deadlines()
        return last

    def _due(self) -> int:
        """Return how many deadlines and leases have passed."""
        return len(due(self.state, self.time(), self._store.heartbeats()))

    def expire(self) -> None:
        """Apply deadlines and leases that have passed, unless this project can only be read.

        Waiting does it as well.
        """
        with suppress(LogNotWritableError, RecordUnfitError):
            self.tick()

    @contextmanager
    def act_as(self, actor: str = HUMAN) -> Iterator[Draft]:
        """Act outside a turn, as people do: leaving the block appends one record, an exception appends nothing."""
        draft = Draft(self, actor, self.state.seq)
        try:
            yield draft
        finally:
            draft.ended = True
        draft.record = self.do(*draft.actions, actor=actor)

    def new_header(self) -> dict[str, str]:
        """Return a new `id` and the `timestamp` for a message built by hand."""
        return {"id": f"m-{self._make_id()}", "timestamp": self._time_after(self._writer.known)}

    def new_id(self) -> str:
        """Return a new unique id."""
        return self._make_id()

    def send(self, message: AnyMessage, command_id: str | None = None) -> Record | None:
        """Send a message outside a turn, as people do."""
        return self.do(c.Send(message), actor=message.from_, command_id=command_id)

    def context(
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
        return context(self.state if seq is None else self.state_at(seq), agent, reading, **options)

    def find_contract(self, ref: str) -> Contract:
        """Return any contract by its id, or an open one by the id of its TASK_HANDOFF; raises UnknownContractError."""
        contracts = self.state.contracts
        return contracts.find(ref) or self._closed(ref) or get(contracts, ref)

    def ready(self, agent: str) -> list[Contract]:
        """Return the contracts that an agent can claim now: those assigned to it, then the most urgent for its role.

        Raises UnknownActorError.
        """
        return list(claimable(self.state, agent))

    def obligations(self, participant: str | None = None) -> list[OpenObligation]:
        """Return the open obligations, oldest first; with `participant` only those it owes or is owed.

        Raises UnknownActorError.
        """
        return open_obligations(self.state, participant)

    def waiting_for(self, person: str = HUMAN) -> list[Waiting]:
        """Return the items that wait for a person: decisions, results, replies, deadlocks, pauses.

        Blocking items come first, then overdue ones, then the oldest. Raises UnknownActorError.
        """
        return waiting_for(self.state, person)

    def changes(self, since: int = 0) -> Iterator[BoardChange]:
        """Yield every change of the board after the record `since`, by seq: its changelog.

        An agent that stores `project.state.seq` after reading the board passes it next time.
        """
        return board_changes(self.records(since))

    def find_message(self, message_id: str) -> AnyMessage:
        """Return any message ever sent; raises UnknownMessageError."""
        record = self.log.find_message(message_id)
        for event in record.events if record else ():
            if event.kind == "message_sent" and event.message.id == message_id:
                return event.message
        raise UnknownMessageError(message_id=message_id, near=near_message(self.log, message_id))

    def message_text(self, message_id: str, locale: Locale | None = None) -> str:
        """Return any message ever sent as complete text; raises UnknownMessageError."""
        return full(self.find_message(message_id), locale or self.state.locale)

    def conversation(
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
        subject = subject_of(group, thread, between)
        if limit < 1:
            raise BadValueError(path="/limit", got=limit, expected="1 or more")
        found = self.log.records_about(*subject, before=before, limit=limit)
        return [one for record in found for one in messages_of(record, subject)]

    def search(self, text: str, limit: int = 20, me: str = "") -> list[AnyMessage]:
        """Return the messages found by a search, such as `pool from:ann after:yesterday`; raises BadValueError."""
        return [self.find_message(one) for one in self._store.search(search_at(text, self.now(), me), limit)]

    def nearby(self, text: str, me: str = "") -> tuple[str, ...]:
        """Return operators that were perhaps meant by a search that found nothing, such as `from:ann`.

        Raises BadValueError.
        """
        return nearby(search_at(text, self.now(), me), self.state)

    def counter(self, model: str) -> Counter:
        """Return a token counter for a model: the estimate, corrected by its provider's reports so far."""
        return self._store.calibrations().of(model).counter()

    def report_usage(self, model: str, estimated: int, reported: int) -> None:
        """Report how many input tokens a provider counted for a text, to correct later counters.

        Raises LogNotWritableError for a read-only project.
        """
        self._store.calibrate(model, estimated, reported)

    def _time_after(self, state: State) -> str:
        """Return the time now, or after the state's if the clock is behind it."""
        return self._after(state.at, read_clock(self.now))
