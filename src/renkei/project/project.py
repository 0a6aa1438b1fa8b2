"""What library users hold: a `Project` (`renkei.project.open` makes and opens one).

A project brings what the core does not have: the clock, ids, a log, and the retry when somebody appended first.
"""

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

from renkei.budget.context.build import DEFAULT_BUDGET, Context, Rendering
from renkei.budget.context.message_text import full
from renkei.budget.context.view import Summarize
from renkei.budget.tokens.calibration import Calibrations
from renkei.budget.tokens.estimate import Counter, estimate
from renkei.contracts.decide import get
from renkei.contracts.lifecycle import Status
from renkei.contracts.state import Contract
from renkei.engine import commands as c
from renkei.engine.apply import replay
from renkei.engine.record import Record
from renkei.engine.state import HUMAN, State
from renkei.engine.views.agent_view import context
from renkei.engine.views.closed_contracts import contracts_named, load_closed_contract
from renkei.engine.views.waking import wake_reason
from renkei.errors import BadValueError, TurnLostError, UnknownActorError, UnknownMessageError
from renkei.log.port import Log
from renkei.project.turn import Draft, Turn
from renkei.project.writer import Writer
from renkei.protocol.messages import PAYLOAD_TYPES, AnyMessage, make_message
from renkei.protocol.primitives import Frozen, Locale, Priority, later, utc, valid_id
from renkei.store import calibration_file, snapshot
from renkei.store.derived import Derived

POLL_INTERVAL = 5.0
"""Seconds after which whoever waits for work looks again: a lease may be over without a record."""


def utc_now() -> str:
    """Give the time of the machine's clock."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def new_id() -> str:
    """Make an id that nobody else makes."""
    return uuid.uuid4().hex[:16]


class Project:
    """One team, one goal, one log. Safe to share between threads; any number of processes may hold the same one."""

    def __init__(
        self,
        log: Log,
        directory: Path | None = None,
        now: Callable[[], str] = utc_now,
        make_id: Callable[[], str] = new_id,
        *,
        read_only: bool = False,
    ) -> None:
        self.log = log
        self.directory = directory
        self.now = now
        self.make_id = make_id
        state = (snapshot.load(directory, log) if directory is not None else None) or State()
        self._derived = Derived(directory, log, state.seq) if directory is not None and not read_only else None
        self._head = Writer(log, state, self._derived)
        self._alive: dict[str, str] = {}
        self._known = Calibrations()

    def __enter__(self) -> "Project":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give back what the project holds."""
        if self._derived is not None:
            self._derived.close(self._head.known, lambda: self._head.state)
        self.log.close()

    @property
    def state(self) -> State:
        """What is open now, read up to the log's end."""
        return self._head.state

    def state_at(self, seq: int) -> State:
        """Give what was open after the record `seq`; raises BadValueError for one that is not there yet."""
        if seq > self.log.last():
            raise BadValueError(path="seq", got=seq, problem=f"seq {seq} does not exist; the last is {self.log.last()}")
        return replay(record for record in self.log.read() if record.seq <= seq)

    def records(self, after: int = 0) -> Iterator[Record]:
        """Yield the records of the log after a seq."""
        return self.log.read(after)

    def wait(self, after: int, timeout: float) -> bool:
        """Wait for a record after a seq, at most `timeout` seconds; tell whether there is one."""
        return self.log.wait(after, timeout)

    def perform(self, build: Callable[[State], c.Command]) -> Record | None:
        """Settle a command on the newest state and append its record; None when nothing changed.

        The same command id twice gives the first record. Raises ProtocolError (nothing was written) or LogError.
        """
        return self._head.perform(build)

    def do(self, *parts: c.Action, actor: str = HUMAN, command_id: str | None = None) -> Record | None:
        """Do parts in order, all or nothing, as one record."""
        name = self.make_id() if command_id is None else valid_id(command_id)
        ids = [part.message.id for part in parts if isinstance(part, c.Send)]
        named = contracts_named(parts)

        def build(state: State) -> c.Command:
            settled = {one: how for one in named if one not in state.contracts.entries and (how := self._ended(one))}
            return c.Command(name, self.time_after(state), actor, parts, self.log.content_hashes(ids), settled)

        return self.perform(build)

    def _ended(self, contract: str) -> Status | None:
        """Give how a contract ended that the state has let go; None when there never was one."""
        entry = load_closed_contract(self.log.records_about("contract", contract), contract)
        return entry.status if entry is not None and entry.closed else None

    def join(self, actor: str, role: str = "", *, lead: bool = False, human: bool = False) -> None:
        """Let an agent or a human take part; raises AlreadyExistsError when the name is taken."""
        self.do(c.Join(actor, role, human, lead))

    def heartbeat(self, agent: str) -> None:
        """Say that an agent is alive, without a record: it keeps what it has claimed."""
        if agent not in self.state.actors:
            raise UnknownActorError(actor=agent, known=self.state.known_actors())
        if self.directory is None:
            self._alive[agent] = self.now()
            return
        place = self.directory / "heartbeats"
        place.mkdir(exist_ok=True)
        fresh = place / f".{agent}.{self.make_id()}"
        fresh.write_text(self.now(), encoding="ascii")
        fresh.replace(place / agent)

    def tick(self) -> Record | None:
        """Let deadlines and leases pass; None when nothing was due."""
        alive = dict(self._alive)
        if self.directory is not None:
            files = (self.directory / "heartbeats").glob("[!.]*")
            alive |= {file.name: _moment(file.read_bytes()) for file in files}
        return self.do(c.Tick(alive))

    def wake_reason(self, agent: str, pause: float | None = None) -> str | None:
        """Give why an agent should take a turn now; None when it should not be woken.

        What is relevant is reason enough once it has waited for `pause` seconds; without a pause, what is critical is.
        """
        return wake_reason(self.state, agent, self.time_after(self.state), pause)

    def wait_for_work(self, agent: str, timeout: float, pause: float | None = None) -> str | None:
        """Wait until an agent has reason to take a turn, at most `timeout` seconds; give the reason.

        `pause`: after how many seconds a relevant message is reason enough; by default it never is.
        """
        deadline = monotonic() + timeout
        while True:
            seq = self.state.seq
            reason = self.wake_reason(agent, pause)
            left = deadline - monotonic()
            if reason is not None or left <= 0:
                return reason
            self.wait(seq, min(left, POLL_INTERVAL, pause or POLL_INTERVAL))

    def time_after(self, state: State) -> str:
        """Give the time now, but never before what the project has seen."""
        return max(utc(self.now()), later(state.at, 1))

    @contextmanager
    def turn(
        self,
        agent: str,
        budget: int = DEFAULT_BUDGET,
        locale: Locale | None = None,
        lease: float = c.LEASE,
        count: Counter = estimate,
        rendering: Rendering = "snapshot",
        summarize: Summarize | None = None,
        recall: bool = False,
    ) -> Iterator[Turn]:
        """Hold an agent's turn: read on entry, write on exit.

        Leaving the block appends one record with all that the turn did and all that follows from it. An exception in
        the block appends nothing, and the turn's messages stay unread. `lease` (seconds) is how long the turn holds
        when the process dies in it. `rendering` is "snapshot" for an agent that remembers nothing, "delta" for one
        whose conversation goes on. `summarize` gives a model's summary of a long message. `recall`: what is left of a
        snapshot's budget holds what was said before, for an agent that has lost its memory.
        """
        turn = self.begin_turn(agent, budget, locale, lease, count, rendering, summarize, recall)
        try:
            yield turn
        except BaseException:
            self.abandon_turn(turn)
            raise
        try:
            self.end_turn(turn)
        except BaseException:
            self.abandon_turn(turn)
            raise

    def begin_turn(
        self,
        agent: str,
        budget: int = DEFAULT_BUDGET,
        locale: Locale | None = None,
        lease: float = c.LEASE,
        count: Counter = estimate,
        rendering: Rendering = "snapshot",
        summarize: Summarize | None = None,
        recall: bool = False,
    ) -> Turn:
        """Begin a turn without a block; `end_turn` or `abandon_turn` ends it."""
        name = f"t-{self.make_id()}"
        given: list[Context] = []

        def build(state: State) -> c.Command:
            at = self.time_after(state)
            language = locale or state.locale
            given[:] = [context(state, agent, budget, language, count, rendering, summarize, recall)]
            until = later(at, int(lease * 1_000_000))
            part = c.BeginTurn(agent, name, until, state.seq, given[0], language)
            return c.Command(f"{name}-begin", at, agent, (part,))

        record = self.perform(build)
        assert record is not None
        return Turn(self, agent, name, record.seq, given[0])

    def end_turn(self, turn: Turn) -> Record | None:
        """End a turn: append what it did as one record. Raises TurnLostError when it has ended already."""
        if turn.record is not None:
            raise TurnLostError(turn=turn.id, agent=turn.agent)
        parts = (*turn.actions, c.EndTurn(turn.agent, turn.id))
        turn.record = self.do(*parts, actor=turn.agent, command_id=f"{turn.id}-end")
        return turn.record

    def abandon_turn(self, turn: Turn) -> None:
        """Give a turn up: nothing of it is written, its messages stay unread."""
        self.do(c.AbandonTurn(turn.agent, turn.id), actor=turn.agent, command_id=f"{turn.id}-left")

    @contextmanager
    def act_as(self, actor: str = HUMAN) -> Iterator[Draft]:
        """Act outside a turn, as people do: leaving the block appends one record, an exception appends nothing."""
        draft = Draft(self, actor, self.state.seq)
        yield draft
        draft.record = self.do(*draft.actions, actor=actor)

    def message(
        self,
        sender: str,
        payload: Frozen,
        to: str | Sequence[str],
        priority: Priority = "normal",
        context_summary: str = "",
        **header: Any,
    ) -> AnyMessage:
        """Build a message around a payload; raises DocumentError with what is wrong in which field."""
        values = {
            "id": f"m-{self.make_id()}",
            "type": PAYLOAD_TYPES[type(payload)],
            "from": sender,
            "to": to if isinstance(to, str) else list(to),
            "priority": priority,
            "timestamp": self.time_after(self._head.known),
            "context_summary": context_summary,
            "payload": payload,
        }
        return make_message(values | header)

    def send(self, message: AnyMessage, command_id: str | None = None) -> Record | None:
        """Send a message outside a turn, as a person does."""
        return self.do(c.Send(message), actor=message.from_, command_id=command_id)

    def context(
        self,
        agent: str,
        budget: int = DEFAULT_BUDGET,
        locale: Locale | None = None,
        count: Counter = estimate,
        rendering: Rendering = "snapshot",
    ) -> Context:
        """Give what an agent would read if its turn began now; changes nothing."""
        return context(self.state, agent, budget, locale, count, rendering)

    def find_contract(self, ref: str) -> Contract:
        """Give any contract there ever was, by its id, or an open one by its TASK_HANDOFF; raises UnknownContractError."""
        store = self.state.contracts
        return store.find(ref) or load_closed_contract(self.log.records_about("contract", ref), ref) or get(store, ref)

    def counter(self, model: str) -> Counter:
        """Give a token counter for a model: the estimate, corrected by what its provider has reported so far."""
        return self._calibrations().of(model).counter()

    def report_usage(self, model: str, estimated: int, reported: int) -> None:
        """Tell how many input tokens a provider counted for what was estimated; later counters are corrected by it."""
        known = self._calibrations().observe(model, estimated, reported)
        if self.directory is None:
            self._known = known
        else:
            calibration_file.save(self.directory, known)

    def _calibrations(self) -> Calibrations:
        return self._known if self.directory is None else calibration_file.load(self.directory)

    def message_text(self, message_id: str, locale: Locale | None = None) -> str:
        """Give any message there ever was as text, nothing left out; raises UnknownMessageError."""
        return full(self.find_message(message_id), locale or self.state.locale)

    def find_message(self, message_id: str) -> AnyMessage:
        """Give any message there ever was, in full; raises UnknownMessageError."""
        record = self.log.find_message(message_id)
        for event in record.events if record else ():
            if event.kind == "message_sent" and event.message.id == message_id:
                return event.message
        raise UnknownMessageError(message_id=message_id)


def _moment(data: bytes) -> str:
    """Read a sign of life; what is no time is none."""
    try:
        return utc(data.decode("ascii").strip())
    except ValueError:
        return ""
