"""The metrics of a project, for Prometheus: each request computes them from the state.

Counters of records, turns, tokens and messages count from the first record, so a restart of the server does not reset
them. Only what the state does not keep is counted from the first request that this server answered: the seconds of
turns and waits, and money.

The number of series is bounded: a participant beyond the first hundred counts as `*others*`, and a type of message that
the protocol does not have as `*vendor*`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from threading import Lock
from typing import get_args

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import choose_encoder

from renkei.contracts.lifecycle import CLOSED, Status
from renkei.engine.state import State
from renkei.errors import DocumentError
from renkei.project.project import Project
from renkei.protocol.messages import MessageType
from renkei.store.written.prices import read_prices
from renkei.telemetry.sums import AgentSum, AgentSums

MOST_NAMED = 100
"""Participants with their own series."""

OTHERS = "*others*"
VENDOR = "*vendor*"
"""No id contains an asterisk."""

Values = Mapping[tuple[str, ...], float]


class Metrics:
    """The metrics of one project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._lock = Lock()
        self._sums: AgentSums | None = None
        self._named: dict[str, None] = {}
        """The participants that have their own series, for as long as the server runs: a counter must not jump."""
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def page(self, accept: str) -> tuple[bytes, str]:
        """Return the metrics and their media type: of the formats of Prometheus, the one that a client accepts."""
        try:
            encode, media_type = choose_encoder(accept)
        except TypeError:  # of a version that is no number
            encode, media_type = choose_encoder("")
        return encode(self._registry), media_type

    def describe(self) -> Iterable[Metric]:
        """Return nothing, so that registering computes nothing."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Yield each metric."""
        with self._lock:
            state = self._project.state
            sums = self._sums_until(state)
            self._name(one.id for one in state.everybody())
            yield from self._progress(state)
            yield from self._open_things(state)
            yield from self._used(sums)

    def _sums_until(self, state: State) -> Mapping[str, AgentSum]:
        if self._sums is None:
            self._sums = AgentSums(state)
        self._sums.add(self._project.records(self._sums.seq))
        nothing = {one.id: AgentSum() for one in state.everybody() if not one.human}  # a series begins at 0
        return {**nothing, **self._sums.until(self._project.now())}

    def _progress(self, state: State) -> Iterator[Metric]:
        agents = {one.id for one in state.everybody() if not one.human}  # a series begins at 0
        used = {name: state.used_by(name) for name in sorted(agents.union(state.usage))}
        turns = self._by_agent({name: one.turns for name, one in used.items()})
        tokens = self._by_agent({name: one.tokens for name, one in used.items()})
        known, types = get_args(MessageType), Counter[tuple[str, ...]]()
        for name, count in state.message_counts.items():
            types[(name if name in known else VENDOR,)] += count
        yield self._counter("records", "Records of the log.", {(): state.seq})
        yield self._counter("messages", "Messages of agents and people.", types, "type")
        yield self._counter("turns", "Turns that have ended.", turns, "agent")
        yield self._counter("tokens", "Tokens of contexts, and of models beyond them if reported.", tokens, "agent")

    def _open_things(self, state: State) -> Iterator[Metric]:
        agents = [one.id for one in state.everybody() if not one.human]
        owed = Counter({one.id: 0 for one in state.everybody()})
        overdue = owed.copy()
        for name, replies in state.obligations.items():
            owed[name] += len(replies)
            overdue[name] += sum(one.overdue for one in replies.values())
        statuses = Counter(one.status for one in state.contracts.entries.values() if not one.closed)
        contracts: Values = {(one,): float(statuses[one]) for one in get_args(Status) if one not in CLOSED}
        unread = {one.id: len(state.unread.get(one.id, ())) for one in state.everybody()}
        waiting = {start.partition(":")[2] for start in state.links.waiting}
        yield self._gauge("contracts", "Open contracts.", contracts, "status")
        yield self._gauge("unread_messages", "Messages that it has not read.", self._by_agent(unread), "agent")
        yield self._gauge("owed_replies", "Replies that it owes.", self._by_agent(owed), "agent")
        yield self._gauge("overdue_replies", "Owed replies that are late.", self._by_agent(overdue), "agent")
        for name, text, those in (
            ("waiting", "Whether an agent waits for something.", waiting),
            ("in_turn", "Whether an agent's turn is open.", state.turns),
            ("paused", "Whether an agent is paused.", state.suspended),
        ):
            yield self._gauge(name, text, self._by_agent({one: one in those for one in agents}), "agent")
        stopped = state.paused is not None or bool(state.halted)
        yield self._gauge("stopped", "Whether the whole project is paused or halted.", {(): stopped})
        problems = len(self._project.problems())
        yield self._gauge("problems", "Bridges, notifications and servers that cannot do their work.", {(): problems})

    def _used(self, sums: Mapping[str, AgentSum]) -> Iterator[Metric]:
        worked = self._by_agent({name: one.worked for name, one in sums.items()})
        waited = self._by_agent({name: one.waited for name, one in sums.items()})
        yield self._counter("turn_seconds", "Seconds of turns since the first request.", worked, "agent")
        yield self._counter("wait_seconds", "Seconds of waits and pauses since the first request.", waited, "agent")
        try:
            prices = read_prices(self._project.directory)
        except DocumentError:  # the view says what is wrong with the file
            return
        if prices is None:
            return
        costs = {name: prices.cost(name, one.read, one.further) for name, one in sums.items()}
        known = self._by_agent({name: cost for name, cost in costs.items() if cost is not None})
        values = {(*one, prices.currency): value for one, value in known.items()}
        text = "Money for ended turns since the first request, at most."
        yield self._counter("cost", text, values, "agent", "currency")

    def _name(self, participants: Iterable[str]) -> None:
        for one in participants:
            if len(self._named) < MOST_NAMED:
                self._named.setdefault(one)

    def _by_agent(self, values: Mapping[str, float]) -> Values:
        found: defaultdict[tuple[str, ...], float] = defaultdict(float)
        for name, value in values.items():
            found[(name if name in self._named else OTHERS,)] += value
        return found

    def _counter(self, name: str, text: str, values: Values, *labels: str) -> Metric:
        return self._filled(CounterMetricFamily(f"renkei_{name}", text, labels=("project", *labels)), values)

    def _gauge(self, name: str, text: str, values: Values, *labels: str) -> Metric:
        return self._filled(GaugeMetricFamily(f"renkei_{name}", text, labels=("project", *labels)), values)

    def _filled(self, family: CounterMetricFamily | GaugeMetricFamily, values: Values) -> Metric:
        for labels, value in values.items():
            family.add_metric((self._project.known.name, *labels), value)
        return family
